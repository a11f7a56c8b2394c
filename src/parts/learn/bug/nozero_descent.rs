//! Descent with and without clearing the grads, side by side.

use super::super::Context;
use crate::report::{Block, NumberStyle, Paragraph};

/// Steps of descent at the `rate` of each, from 0, once with right grads and once with grads that
/// are never cleared. The leaves end as they began; `clock` is the time of their data.
pub fn descend(
    context: &Context,
    rate: impl Fn(u64) -> f64,
    count: u64,
    clock: u32,
    is_interrupted: impl Fn() -> bool,
) -> Vec<Block> {
    let graph = &context.pass.order;
    let root = context.root_node();
    let leaves: Vec<usize> =
        context.leaves().filter(|leaf| !context.node(*leaf).is_frozen()).collect();
    let before: Vec<f64> = leaves.iter().map(|leaf| context.node(*leaf).data()).collect();
    let mut curves = Vec::new();
    for clears in [true, false] {
        let mut curve = vec![root.data()];
        let mut grads = vec![0.0; graph.count()];
        for step in 0..count {
            if is_interrupted() {
                break;
            }
            // The graph is built anew for every step, as training loops do, so that only leaves
            // can keep an old grad.
            for (grad, node) in grads.iter_mut().zip(graph.nodes()) {
                if clears || !node.is_leaf() {
                    *grad = 0.0;
                }
            }
            // The root's is set, not added to.
            grads[graph.root_number()] = 0.0;
            for (grad, fresh) in grads.iter_mut().zip(graph.grads()) {
                *grad += fresh;
            }
            let rate = rate(step);
            for number in &leaves {
                let leaf = context.node(*number);
                leaf.set_data(leaf.data() - rate * grads[*number]);
            }
            graph.forward(clock);
            curve.push(root.data());
        }
        for (number, data) in leaves.iter().zip(&before) {
            context.node(*number).set_data(*data);
        }
        graph.forward(clock);
        curves.push(curve);
    }
    let name = context.root_name();
    let mut parts: Vec<Block> = ["right ", "nozero"]
        .iter()
        .zip(&curves)
        .map(|(kind, curve)| line(kind, &name, curve))
        .collect();
    let moral = "  Old gradients act like momentum that is never lost.";
    parts.push(Paragraph::new(moral).wrapped(2));
    parts
}

/// `right   f 20.0000 █▂▁▁▁ 3.6667`
fn line(kind: &str, name: &str, curve: &[f64]) -> Block {
    let end = |value: Option<&f64>| value.copied().unwrap_or(f64::NAN);
    Paragraph::new(format!("  {kind}  {name} "))
        .number(end(curve.first()), NumberStyle::Data)
        .text(" ")
        .curve(curve)
        .text(" ")
        .number(end(curve.last()), NumberStyle::Data)
        .wrapped(2)
}
