//! Descent with and without clearing the grads, side by side.

use super::super::Web;
use super::nozero;
use crate::graph::{Names, Order, Value};
use crate::report::{Part, Piece, Sentence};

/// Steps of descent on the graph of `order` with rate `rate`, once with right grads and once with
/// grads that are never cleared. The leaves end as they began; `clock` is the time of their data.
pub fn descend(
    names: &Names,
    order: &Order,
    rate: f64,
    count: usize,
    clock: u32,
    is_interrupted: impl Fn() -> bool,
) -> Vec<Part<'static>> {
    let web = Web::of(order);
    let leaves: Vec<usize> = (0..web.count())
        .filter(|number| web.node(*number).is_leaf() && !web.node(*number).is_frozen())
        .collect();
    let before: Vec<f64> = leaves.iter().map(|number| web.node(*number).data()).collect();
    let mut curves = Vec::new();
    for clears in [true, false] {
        let mut curve = vec![root(&web).data()];
        let mut grads = vec![0.0; web.count()];
        for _ in 0..count {
            if is_interrupted() {
                break;
            }
            // The graph is built anew for every step, as training loops do, so that only leaves
            // can keep an old grad.
            for (grad, node) in grads.iter_mut().zip(web.nodes()) {
                if clears || !node.is_leaf() {
                    *grad = 0.0;
                }
            }
            nozero::pass(&web, &mut grads);
            for number in &leaves {
                let leaf = web.node(*number);
                leaf.set_data(leaf.data() - rate * grads[*number]);
            }
            order.forward(clock);
            curve.push(root(&web).data());
        }
        for (number, data) in leaves.iter().zip(&before) {
            web.node(*number).set_data(*data);
        }
        order.forward(clock);
        curves.push(curve);
    }
    let name = names.call(root(&web));
    let mut parts: Vec<Part<'static>> = ["right ", "nozero"]
        .iter()
        .zip(&curves)
        .map(|(kind, curve)| line(kind, &name, curve))
        .collect();
    let moral = curves.last().map_or("", |curve| moral(curve));
    let moving = match leaves.as_slice() {
        [only] => names.call(web.node(*only)),
        _ => name,
    };
    parts.push(Sentence::new(format!("  {}", moral.replace("{}", &moving))).part(2));
    parts
}

fn root(web: &Web) -> &Value {
    web.node(web.root())
}

/// `right   f 20.0000 █▂▁▁▁ 3.6667`
fn line(kind: &str, name: &str, curve: &[f64]) -> Part<'static> {
    let end = |value: Option<&f64>| Piece::Number(value.copied().unwrap_or(f64::NAN));
    Sentence::new(format!("  {kind}  {name} "))
        .piece(end(curve.first()))
        .text(" ")
        .piece(Piece::Curve(curve.to_vec()))
        .text(" ")
        .piece(end(curve.last()))
        .part(2)
}

fn moral(curve: &[f64]) -> &'static str {
    let turns =
        curve.windows(3).filter(|at| matches!(at, [a, b, c] if (b - a) * (c - b) < 0.0)).count();
    match (curve.last(), turns) {
        (Some(last), _) if !last.is_finite() => "Old gradients pile up until the numbers overflow.",
        (_, 3..) => "Old gradients act like momentum that is never lost: {} swings for ever.",
        _ => "Old gradients act like momentum that is never lost: the steps grow and grow.",
    }
}
