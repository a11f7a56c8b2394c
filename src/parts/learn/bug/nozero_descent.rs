//! Descent with and without clearing the grads, side by side.

use super::super::{Context, turns};
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
    if let [right, buggy] = curves.as_slice()
        && right.len() == buggy.len()
    {
        let way: f64 = (0..count).map(rate).sum();
        parts.push(moral(&name, right, buggy, way).wrapped(2));
    }
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

/// The moral of two runs, of which one kept its old grads; `way` is above 0 if they were sent down.
fn moral(name: &str, right: &[f64], buggy: &[f64], way: f64) -> Paragraph {
    let same = right.iter().zip(buggy).all(|(right, buggy)| right.to_bits() == buggy.to_bits());
    let lost = |curve: &[f64]| curve.iter().position(|data| !data.is_finite());
    match (lost(right), lost(buggy)) {
        (Some(0), _) | (_, Some(0)) => Paragraph::new(format!(
            "  {name} is not finite to begin with, so the runs show nothing."
        )),
        (None, Some(step)) => Paragraph::new(format!(
            "  Old gradients pile up until the numbers overflow: {name} is not finite after step \
             {step}."
        )),
        (Some(step), None) => Paragraph::new(format!(
            "  It is the right run that overflows, after step {step}: with a smaller RATE the \
             two can be compared."
        )),
        (Some(right), Some(buggy)) => Paragraph::new(format!(
            "  Both runs overflow, the right one after step {right} and the other after step \
             {buggy}: try a smaller RATE."
        )),
        (None, None) if same && right.len() <= 2 => {
            Paragraph::new("  The first step is the same: there is no old gradient yet.")
        }
        (None, None) if same => Paragraph::new(format!(
            "  {name} is the same in both runs: the bug does not show in it here."
        )),
        (None, None) => compared(name, right, buggy, way),
    }
}

/// Which of two finite runs ends lower, and whether that is where it was sent.
fn compared(name: &str, right: &[f64], buggy: &[f64], way: f64) -> Paragraph {
    let end = |curve: &[f64]| curve.last().copied().unwrap_or(f64::NAN);
    let apart = end(buggy) - end(right);
    let turns = match turns(buggy) {
        0 => String::new(),
        1 => format!("{name} turns once and "),
        turns => format!("{name} turns {turns} times and "),
    };
    let name = if turns.is_empty() { format!("{name} ") } else { turns };
    if apart == 0.0 {
        let text = "  Old gradients act like momentum that is never lost: ";
        return Paragraph::new(format!("{text}{name}takes another way to the same end."));
    }
    let is_better = apart * way < 0.0;
    let opening = if is_better {
        "Old gradients act like momentum, and here that helps: "
    } else {
        "Old gradients act like momentum that is never lost: "
    };
    let side = if apart < 0.0 { "lower" } else { "higher" };
    let moral = Paragraph::new(format!("  {opening}{name}ends "))
        .number(apart.abs(), NumberStyle::Significant(2))
        .text(format!(" {side} than in the right run."));
    if is_better { moral.text(" Its steps still are not RATE * grad.") } else { moral }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(right: &[f64], buggy: &[f64], rate: f64, words: &[&str]) {
        let text = format!("{:?}", moral("f", right, buggy, rate).wrapped(2));
        for word in words {
            assert!(text.contains(word), "{word:?} is not in {text}");
        }
    }

    #[test]
    fn the_moral_is_drawn_from_the_ends() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        says(&[9.0, 4.0, 1.0], &[9.0, 4.0, 3.0], 0.1, &["never lost", "2.0", "higher"]);
        says(&[9.0, 4.0, 3.0], &[9.0, 4.0, 1.0], 0.1, &["helps", "lower", "not RATE * grad"]);
        // Up is where a negative rate sends it.
        says(&[1.0, 2.0, 3.0], &[1.0, 2.0, 5.0], -0.1, &["helps", "higher"]);
        says(&[1.0, 2.0, 3.0], &[1.0, 2.0, 0.0], -0.1, &["never lost", "turns once", "lower"]);
        says(&[9.0, 4.0, 1.0, 0.5], &[9.0, 4.0, 5.0, 0.0], 0.1, &["helps", "turns 2 times"]);
        says(&[9.0, 4.0, 1.0], &[9.0, 0.0, 1.0], 0.1, &["another way to the same end"]);
        // A level stretch is no turn, and hides none.
        says(&[9.0, 4.0, 1.0], &[9.0, 5.0, 5.0, 6.0], 0.1, &["turns once"]);
        says(&[9.0, 4.0, 1.0], &[9.0, 5.0, 5.0, 4.0], 0.1, &["lost: f ends"]);
        says(&[9.0, 4.0], &[9.0, 4.0], 0.1, &["no old gradient yet"]);
        says(&[9.0, 4.0, 1.0], &[9.0, 4.0, 1.0], 0.1, &["is the same in both runs"]);
        says(&[9.0, 4.0, 1.0], &[9.0, 4.0, inf], 0.1, &["pile up", "after step 2"]);
        says(&[9.0, 4.0, 1.0], &[9.0, nan, nan], 0.1, &["pile up", "after step 1"]);
        says(&[9.0, 4.0, inf], &[9.0, 4.0, 1.0], 0.1, &["the right run", "after step 2"]);
        says(&[9.0, inf, nan], &[9.0, 4.0, inf], 0.1, &["Both runs overflow", "step 1", "step 2"]);
        says(&[inf, nan], &[inf, nan], 0.1, &["not finite to begin with"]);
    }
}
