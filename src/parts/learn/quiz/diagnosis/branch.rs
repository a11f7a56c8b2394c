//! Mistakes at operations that choose: the wrong operand gets the gradient.

use super::WrongAnswer;
use crate::core::ops::Choice;
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
    if let Some((user, _, line)) = wrong.find(taken.chain(carried_down(wrong))) {
        let line = line.text(" takes the wrong branch: ").then(choice(context, user)?).text(".");
        return Some(line);
    }
    blocked_too_early(wrong)
}

/// Two choices in a row, as in clamp, the upper one taken wrongly: each with its node and the answer.
fn carried_down(wrong: &WrongAnswer<'_>) -> Vec<(usize, f64)> {
    let context = wrong.context;
    let mut found = Vec::new();
    for edge in wrong.uses() {
        if let [above] = context.pass.order.uses(edge.user)
            && choosing(context, edge.user).is_some()
            && let Some(choice) = choosing(context, above.user)
        {
            let factor = context.local(*edge) * context.upstream(*above);
            let uppers = otherwise(choice, context.local(*above)).into_iter();
            found.extend(uppers.map(|upper| (above.user, upper * factor + wrong.rest(*edge))));
        }
    }
    found
}

/// 0 for the output of a relu that blocks.
fn blocked_too_early(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, name) = (wrong.context, wrong.name());
    let operation = context.node(wrong.number).operation()?.name;
    let blocks = choosing(context, wrong.number) == Some(Choice::Positive);
    let line = wrong.begin(0.0).filter(|_| blocks && wrong.data() == 0.0)?;
    let [operand] = context.node(wrong.number).operands() else {
        return None;
    };
    let below = context.pass.names.call(operand.value()?);
    let line = line.text(format!(
        " is what {below} gets: {operation} blocks there. What arrives at {name} itself comes from above"
    ));
    let line = match wrong.uses() {
        [edge] => line.text(", from ").then(Paragraph::new(context.name(edge.user))),
        _ => line,
    };
    Some(line.text("."))
}
