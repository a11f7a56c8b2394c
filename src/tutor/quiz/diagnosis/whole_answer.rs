//! Mistakes in the whole answer rather than in one use.

use super::super::super::bug::Trace;
use super::super::super::same;
use super::WrongAnswer;
use super::chain_rule::factors;
use crate::report::Sentence;

/// Twice or half the right answer.
pub fn factor(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let values = [
        (" is twice the right answer. What was counted twice?", 2.0 * wrong.grad()),
        (" is half the right answer. Where did a factor of 2 get lost?", 0.5 * wrong.grad()),
    ];
    let (text, _, line) = wrong.find(values.into_iter())?;
    Some(line.text(text))
}

/// The node's data instead of its grad.
pub fn own_data(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let (name, root) = (wrong.name(), wrong.context.root_name());
    // For a factor of a product, `own_value` explains it.
    let line = wrong.begin(wrong.data()).filter(|_| factors(wrong).next().is_none())?;
    Some(line.text(format!(
        " is the data of {name}. Its grad says how much {root} changes when {name} does."
    )))
}

/// The grad of a breadth-first pass.
pub fn breadth_first(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    let passes = [Trace::breadth_first, Trace::breadth_first_once];
    let traces = passes.into_iter().filter_map(|pass| pass(&wrong.context.graph));
    let (.., line) = wrong.find(traces.map(|trace| ((), trace.grads[wrong.number])))?;
    Some(line.text(
        " is what a breadth-first pass gives. A node may push only once, and only after every \
         node it feeds has pushed.",
    ))
}

/// The right answer, rounded by more than half a percent.
pub fn rounded(wrong: &WrongAnswer<'_>) -> Option<Sentence> {
    const MOST_DECIMALS: i32 = 3;
    const MOST_DIGITS: i32 = 2;
    let grad = wrong.grad();
    if grad == 0.0 || !grad.is_finite() {
        return None;
    }
    let size = grad.abs().log10().floor() as i32;
    let decimals = (0..=MOST_DECIMALS).chain((0..MOST_DIGITS).map(|more| more - size));
    let both = decimals.flat_map(|decimals| {
        let scale = 10_f64.powi(decimals);
        [(grad * scale).round() / scale, (grad * scale).trunc() / scale]
            .map(|value| (decimals, value))
    });
    // 0 counts as rounded only with at least two decimals.
    let (.., line) = wrong.find(both.filter(|(decimals, value)| {
        same(*value, wrong.answer) && (*value != 0.0 || *decimals > 1)
    }))?;
    Some(line.text(" is the right answer with too few digits: it must be within half a percent."))
}
