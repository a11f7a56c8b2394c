//! The rounds of a fading quiz: one step more is the learner's in each.

use super::super::Context;
use super::Item;
use crate::graph::Use;

/// The questions of a fading quiz, last first: rounds of one step more each, doubling on large
/// graphs.
pub fn rounds(context: &Context) -> Vec<Item> {
    const EVERY: usize = 8;
    // Every node is settled by the last of its users to push.
    let computed: Vec<usize> = context.computed().collect();
    let settled_in = |user: usize| {
        let mut operands = context.operands(user);
        let is_last = |edge: &Use| edge.user == user;
        operands.retain(|operand| context.graph.uses(*operand).last().is_some_and(is_last));
        operands.sort_unstable();
        operands
    };
    let mut sizes: Vec<usize> = (1..=computed.len().min(EVERY)).collect();
    while let Some(last) = sizes.last().copied()
        && last < computed.len()
    {
        sizes.push((2 * last).min(computed.len()));
    }
    let mut rounds: Vec<(usize, Vec<usize>)> = Vec::new();
    for steps in sizes {
        let asked: Vec<usize> =
            computed.iter().take(steps).flat_map(|user| settled_in(*user)).collect();
        // A step that settles no node adds no question: the round would be the last one again.
        if rounds.last().is_none_or(|(_, before)| *before != asked) {
            rounds.push((steps, asked));
        }
    }
    let mut items = Vec::new();
    for (steps, asked) in rounds.into_iter().rev() {
        items.extend(asked.into_iter().map(Item::Ask));
        items.push(Item::Round(steps));
    }
    if items.is_empty() {
        items.extend((0..context.graph.count()).map(Item::Ask));
    }
    items
}
