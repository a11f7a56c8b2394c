//! The rounds of a fading quiz: one step more is the learner's in each.

use super::Item;
use crate::graph::Order;

/// The questions of a fading quiz, last first: rounds of one step more each, doubling on large
/// graphs.
pub fn rounds(web: &Order) -> Vec<Item> {
    const EVERY: usize = 8;
    // Every node is settled by the last of its users to push.
    let computed: Vec<usize> = (0..web.count()).filter(|it| !web.node(*it).is_leaf()).collect();
    let settled_in = |user: usize| {
        let mut operands: Vec<usize> = web.operands(user).collect();
        operands.dedup();
        operands.retain(|it| web.uses(*it).last().is_some_and(|link| link.user == user));
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
        items.extend((0..web.count()).map(Item::Ask));
    }
    items
}
