//! Mistakes in adding up the contributions of a node's uses.

use super::super::question::upstream;
use super::WrongAnswer;
use crate::report::{Paragraph, and};

/// The contribution of a single use, as overwriting would give.
pub fn one_use(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, name) = (wrong.context, wrong.name());
    // The last one first, since that is what overwriting keeps.
    let last_first = wrong.uses().iter().rev().map(|edge| (*edge, context.contribution(*edge)));
    let (edge, _, line) = wrong.find(last_first).filter(|_| wrong.has_many_uses())?;
    let through = context.name(edge.user);
    let others = wrong.uses().iter().filter(|other| **other != edge);
    let others: Vec<usize> = others.map(|other| other.user).collect();
    let line = if others.contains(&edge.user) {
        line.text(format!(
            " is only what comes through one use of {name} in {through}. {name} is used {} times:",
            wrong.uses().len()
        ))
    } else {
        let others = and(others.into_iter().map(|user| context.name(user)).collect(), 2);
        line.text(format!(" is only what comes through {through}. {name} also feeds {others}:"))
    };
    Some(line.text(" gradients from different uses ADD UP (+=, not =)."))
}

/// The sum of all uses except one, if there are at least three.
pub fn left_out(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (name, count) = (wrong.name(), wrong.uses().len());
    if count < 3 {
        return None;
    }
    let but = |edge| wrong.grad() - wrong.context.contribution(edge);
    let (edge, line) = wrong.along(but)?;
    let through = wrong.context.name(edge.user);
    let is_again = wrong.uses().iter().any(|other| *other != edge && other.user == edge.user);
    let which = if is_again { "one of the uses in" } else { "what comes through" };
    Some(line.text(format!(
        " leaves out {which} {through}. {name} is used {count} times: gradients from different \
         uses ADD UP (+=, not =)."
    )))
}

/// The sum of the local derivatives, without upstream.
pub fn locals(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    /// The maximum number of uses spelled out.
    const MOST_USES: usize = 3;
    let sum = wrong.sum(|edge| wrong.context.local(edge));
    let line = wrong.begin(sum).filter(|_| wrong.has_many_uses())?;
    let line = line
        .text(" is the sum of the local derivatives. Multiply each by what arrives from above: ");
    let shown = wrong.uses().iter().take(MOST_USES);
    let line = line.list(shown.map(|edge| upstream(wrong.context, *edge)), ", ");
    Some(line.text(if wrong.uses().len() > MOST_USES { ", …." } else { "." }))
}

/// The product of the contributions.
pub fn product(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let contributions = wrong.uses().iter().map(|edge| wrong.context.contribution(*edge));
    let line = wrong.begin(contributions.product()).filter(|_| wrong.has_many_uses())?;
    Some(line.text(
        " is the product of what comes through the uses. What comes from different uses is ADDED; slopes are \
         multiplied only along one path.",
    ))
}
