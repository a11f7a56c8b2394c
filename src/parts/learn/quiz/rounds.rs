//! The rounds of a fading quiz: in each one the learner does one more step.

use super::super::Context;
use crate::core::graph::Use;

/// The questions of a fading quiz, last first: the steps of the round, and the node. Each round has one more step;
/// after `EVERY` rounds comes that with all.
pub fn rounds(context: &Context) -> Vec<(usize, usize)> {
    const EVERY: usize = 8;
    // A node's grad is complete when the last of its users has pushed.
    let computed: Vec<usize> = context.computed().collect();
    let completed_by = |user: usize| {
        let mut operands = context.operands(user);
        let is_last = |edge: &Use| edge.user == user;
        operands.retain(|operand| context.pass.order.uses(*operand).last().is_some_and(is_last));
        operands.sort_unstable();
        operands
    };
    let sizes = (1..=computed.len()).filter(|size| *size <= EVERY || *size == computed.len());
    let mut rounds: Vec<(usize, Vec<usize>)> = Vec::new();
    for steps in sizes {
        let asked: Vec<usize> =
            computed.iter().take(steps).flat_map(|user| completed_by(*user)).collect();
        // A step that completes no grad adds no question: the round would repeat the last one.
        if rounds.last().is_none_or(|(_, before)| *before != asked) {
            rounds.push((steps, asked));
        }
    }
    let rounds = rounds.into_iter().rev();
    rounds.flat_map(|(steps, asked)| asked.into_iter().map(move |number| (steps, number))).collect()
}
