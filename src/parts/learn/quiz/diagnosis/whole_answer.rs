//! Mistakes in the whole answer rather than in one use.

use super::super::super::bug::Trace;
use super::WrongAnswer;
use super::chain_rule::factors;
use crate::report::Paragraph;

/// Twice or half the right answer.
pub fn factor(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (.., line) = wrong.find([2.0, 0.5].map(|factor| ((), factor * wrong.grad())))?;
    Some(line.text(" is off by a factor of 2: look for a 2 that is missing, or one too many."))
}

/// The node's data instead of its grad.
pub fn own_data(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (name, root) = (wrong.name(), wrong.context.root_name());
    // For a factor of a product, `own_value` explains it.
    let line = wrong
        .begin(wrong.context.node(wrong.number).data())
        .filter(|_| factors(wrong).next().is_none())?;
    let text =
        format!(" is the data of {name}. Its grad says how much {root} changes when {name} does.");
    Some(line.text(text))
}

/// The data of a neighbor: a user of the node, another operand of that user, or an operand of the node.
pub fn data_of_a_neighbor(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let (context, name) = (wrong.context, wrong.name());
    let users = context.users(wrong.number);
    let beside: Vec<usize> = users.iter().flat_map(|user| context.operands(*user)).collect();
    let near = users.into_iter().chain(beside).chain(context.operands(wrong.number));
    let near = near.filter(|number| *number != wrong.number);
    let (other, _, line) = wrong.find(near.map(|number| (number, context.node(number).data())))?;
    let (other, root) = (context.name(other), context.root_name());
    Some(line.text(format!(
        " is the data of {other}. The grad says how much {root} changes when {name} does."
    )))
}

/// The grad of a breadth-first pass.
pub fn breadth_first(wrong: &WrongAnswer<'_>) -> Option<Paragraph> {
    let passes = [Trace::breadth_first, Trace::breadth_first_once];
    let traces = passes.into_iter().filter_map(|pass| pass(&wrong.context.pass.order));
    let (.., line) = wrong.find(traces.map(|trace| ((), trace.grads[wrong.number])))?;
    Some(line.text(
        " is the result of a breadth-first pass. A node may push only once, and only after every \
         node it feeds has pushed.",
    ))
}
