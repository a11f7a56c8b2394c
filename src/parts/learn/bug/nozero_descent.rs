//! Descent with and without clearing the grads, side by side.

use super::super::Context;
use crate::report::{Block, NumberStyle, Paragraph};

/// Steps of descent at a rate, once with right grads and once with grads that are never cleared. The leaves end as
/// they began; `data_time` is the time of their data.
pub fn descend(
    context: &Context,
    rate: f64,
    count: u64,
    data_time: u32,
    is_interrupted: impl Fn() -> bool,
) -> Vec<Block> {
    let graph = &context.pass.order;
    let root = context.root_node();
    let leaves = context.leaves().filter(|leaf| !context.node(*leaf).is_frozen());
    let leaves: Vec<(usize, f64)> = leaves.map(|leaf| (leaf, context.node(leaf).data())).collect();
    let mut blocks = Vec::new();
    for (kind, clears) in [("right ", true), ("nozero", false)] {
        let mut curve = vec![root.data()];
        // Each step builds a new graph, as training loops do, so only leaves keep old grads.
        let mut kept = vec![0.0; leaves.len()];
        for _ in (0..count).take_while(|_| !is_interrupted()) {
            let grads = graph.grads();
            for ((leaf, _), kept) in leaves.iter().zip(&mut kept) {
                let is_fresh = clears || *leaf == context.root();
                *kept = if is_fresh { grads[*leaf] } else { *kept + grads[*leaf] };
                let leaf = context.node(*leaf);
                leaf.set_data(leaf.data() - rate * *kept);
            }
            graph.forward(data_time);
            curve.push(root.data());
        }
        leaves.iter().for_each(|(leaf, before)| context.node(*leaf).set_data(*before));
        graph.forward(data_time);
        blocks.push(line(kind, &context.root_name(), &curve));
    }
    let moral = "  Old gradients act like momentum that is never lost.";
    blocks.push(Paragraph::new(moral).wrapped(2));
    blocks
}

/// `right   f 20.0000 █▂▁▁▁ 3.6667`
fn line(kind: &str, name: &str, curve: &[f64]) -> Block {
    let end = |value: Option<&f64>| value.copied().unwrap_or(f64::NAN);
    let line = Paragraph::new(format!("  {kind}  {name} "));
    let line = line.number(end(curve.first()), NumberStyle::Data).text(" ").curve(curve);
    line.text(" ").number(end(curve.last()), NumberStyle::Data).wrapped(2)
}
