//! Mistakes in the whole answer rather than in one use.

use super::super::super::bug::Trace;
use super::super::super::same;
use super::chain_rule::factors;
use super::{Explained, WrongAnswer};

/// Twice or half the right answer.
pub fn factor(wrong: &WrongAnswer<'_>) -> Option<Explained> {
    let (.., line) =
        wrong.find([2.0, 0.5].map(|factor| ((), factor * wrong.grad())).into_iter())?;
    let line =
        line.text(" is off by a factor of 2: look for a 2 that is missing, or one too many.");
    Some(Explained::new(line, "have a 2 too many or too few"))
}

/// The node's data instead of its grad.
pub fn own_data(wrong: &WrongAnswer<'_>) -> Option<Explained> {
    let (name, root) = (wrong.name(), wrong.context.root_name());
    // For a factor of a product, `own_value` explains it.
    let line = wrong.begin(wrong.data()).filter(|_| factors(wrong).next().is_none())?;
    let line = line.text(format!(
        " is the data of {name}. Its grad says how much {root} changes when {name} does."
    ));
    Some(Explained::new(line, format!("gave the data of {name}")))
}

/// The data of a node beside it in the graph: what uses it, what else that uses, or its operands.
pub fn data_of_a_neighbor(wrong: &WrongAnswer<'_>) -> Option<Explained> {
    let (context, name) = (wrong.context, wrong.name());
    let users = context.users(wrong.number);
    let beside = users.iter().flat_map(|user| context.operands(*user)).collect::<Vec<_>>();
    let near = users.into_iter().chain(beside).chain(context.operands(wrong.number));
    let near = near.filter(|number| *number != wrong.number);
    let (other, _, line) = wrong.find(near.map(|number| (number, context.node(number).data())))?;
    let (other, derivative) = (wrong.call(other), context.derivative(wrong.number));
    let line = line.text(format!(
        " is the data of {other}. What is asked for is {derivative}, how much {} changes when \
         {name} does.",
        context.root_name()
    ));
    Some(Explained::new(line, format!("gave the data of {other}")))
}

/// The grad of a breadth-first pass.
pub fn breadth_first(wrong: &WrongAnswer<'_>) -> Option<Explained> {
    let passes = [Trace::breadth_first, Trace::breadth_first_once];
    let traces = passes.into_iter().filter_map(|pass| pass(&wrong.context.pass.order));
    let (.., line) = wrong.find(traces.map(|trace| ((), trace.grads[wrong.number])))?;
    let line = line.text(
        " is what a breadth-first pass gives. A node may push only once, and only after every \
         node it feeds has pushed.",
    );
    Some(Explained::new(line, "let a node push too early"))
}

/// The right answer, rounded or cut off after two digits by more than half a percent.
pub fn rounded(wrong: &WrongAnswer<'_>) -> Option<Explained> {
    /// A grad that differs by so little from a shorter number is meant to be that one.
    const DUST: f64 = 1e-12;
    let grad = wrong.grad();
    if grad == 0.0 || !grad.is_finite() {
        return None;
    }
    let scale = 10_f64.powi(1 - grad.abs().log10().floor() as i32);
    let scaled = grad * scale;
    let both = [scaled.round(), (scaled * (1.0 + DUST)).trunc()];
    let near = both.into_iter().map(|digits| ((), digits / scale));
    let (.., line) = wrong.find(near.filter(|(_, value)| same(*value, wrong.answer)))?;
    let text = " is the right answer with too few digits: it must be within half a percent.";
    Some(Explained::new(line.text(text), "rounded too much"))
}
