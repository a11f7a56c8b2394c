//! Mistakes in adding up the contributions of a node's uses.

use super::WrongAnswer;
use crate::report::{Paragraph, and};

/// The contribution of a single use, as overwriting would give.
pub fn one_use(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, name) = (wrong.context, wrong.name());
    // The last one first, because overwriting keeps it.
    let last_first = wrong.uses().iter().rev().map(|edge| (*edge, context.contribution(*edge)));
    let (edge, _, line) = wrong.find(last_first).filter(|_| wrong.has_many_uses())?;
    let through = context.name(edge.user);
    let others = wrong.uses().iter().map(|other| other.user).filter(|user| *user != edge.user);
    let others: Vec<String> = others.map(|user| context.name(user)).collect();
    let line = match others.is_empty() {
        true => line.text(format!(" is the contribution of only one use of {name} in {through}:")),
        false => {
            let others = and(others, 2);
            line.text(format!(" is only the part through {through}. {name} also feeds {others}:"))
        }
    };
    Some(line.text(" gradients from different uses ADD UP (+=, not =)."))
}

/// The sum of all uses except one, if there are at least three.
pub fn left_out(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (name, count) = (wrong.name(), wrong.uses().len());
    let but = |edge| wrong.grad() - wrong.context.contribution(edge);
    let (edge, line) = wrong.along(but).filter(|_| count > 2)?;
    let through = wrong.context.name(edge.user);
    Some(line.text(format!(
        " leaves out a use in {through}. {name} is used {count} times: gradients from different \
         uses ADD UP (+=, not =)."
    )))
}

/// The sum of the local derivatives, without upstream.
pub fn locals(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let sum = wrong.sum(|edge| wrong.context.local(edge));
    let line = wrong.begin(sum).filter(|_| wrong.has_many_uses())?;
    Some(line.text(
        " is the sum of the local derivatives. Multiply each by its upstream gradient, then add.",
    ))
}

/// The product of the contributions.
pub fn product(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let contributions = wrong.uses().iter().map(|edge| wrong.context.contribution(*edge));
    let line = wrong.begin(contributions.product()).filter(|_| wrong.has_many_uses())?;
    Some(line.text(
        " is the product of the contributions. Contributions from different uses ADD UP; slopes \
         multiply only along one path.",
    ))
}
