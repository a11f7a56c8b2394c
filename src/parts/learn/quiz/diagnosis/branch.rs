//! Mistakes at operations that choose: the wrong operand gets the gradient.

use super::WrongAnswer;
use crate::parts::learn::branch_rules::{choice, choosing, otherwise};
use crate::report::Paragraph;

/// The gradient given to whom it does not go, or halved, or held back from whom it goes to.
pub fn wrong(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let context = wrong.context;
    let taken = wrong.uses().iter().flat_map(|edge| {
        let choice = choosing(context, edge.user);
        let locals = choice.map(|choice| otherwise(choice, context.local(*edge)));
        let chained = locals.into_iter().flatten().map(|local| local * context.upstream(*edge));
        let each = chained.flat_map(|chained| [chained + wrong.rest(*edge), chained]);
        each.map(|value| (edge.user, value)).collect::<Vec<_>>()
    });
    let (user, _, line) = wrong.find(taken)?;
    Some(line.text(" takes the wrong branch: ").then(choice(context, user)?).text("."))
}
