//! The verdict on a grad by two central differences, one with less than half the step of the other, and by
//! the slopes on both sides.
//!
//! A difference has two errors: the larger the step, the more the curve bends within it; the smaller, the more
//! digits cancel. What the two differences do not share bounds both.

use super::differences::{FiniteDifferences, is_at_kink, is_at_kink_in_some_row};
use super::{CENTRAL, FORWARD};
use crate::report::{Paragraph, Role};

/// The smaller step, as a part of the larger one: no whole number of swings of a sine is one of both.
const NARROWER: f64 = 0.4;
/// A grad is right within this part.
const CLOSE: f64 = 1e-4;
/// A difference whose error is more than this part of it decides nothing.
const SHARP: f64 = 0.05;
/// The slopes of two sides stay apart if their gap keeps this part as the step narrows; that of a smooth curve
/// narrows with the step.
const STAYS: f64 = 0.75;
/// The margin over bounds on rounding.
const MARGIN: f64 = 8.0;

/// The result of checking one node.
#[derive(Debug)]
pub struct Finding {
    /// The node.
    pub number: usize,
    /// Its grad.
    pub backprop: f64,
    /// The forward difference.
    pub forward: f64,
    /// The central difference.
    pub central: f64,
    /// The slopes to the left and to the right.
    pub slopes: (f64, f64),
    /// The gap between backprop and the deciding difference.
    pub gap: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on a node's grad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The grad agrees.
    Right,
    /// The grad agrees with the differences for this step, which is smaller than the usual one.
    RightWith(f64),
    /// The grad differs.
    Wrong,
    /// The slopes of the two sides differ.
    Kink,
    /// No difference decides, for this reason.
    Unsure(&'static str),
}

impl Verdict {
    /// The cell of the table.
    pub fn cell(self) -> Paragraph {
        let (text, role) = match self {
            Verdict::Right => ("ok", Role::Right),
            Verdict::RightWith(_) => ("ok *", Role::Right),
            Verdict::Wrong => ("WRONG", Role::Wrong),
            Verdict::Kink => ("kink: not differentiable", Role::Note),
            Verdict::Unsure(_) => ("?", Role::Note),
        };
        Paragraph::styled(text.to_owned(), role)
    }

    /// A remark on the verdict, if it needs one; `{}` stands for the nodes.
    pub fn remark(self) -> Option<String> {
        match self {
            Verdict::Right | Verdict::Kink => None,
            Verdict::RightWith(h) => Some(format!("* {{}}: with h = {h:.0e}")),
            Verdict::Wrong => Some("{}: backprop and differences disagree".to_owned()),
            Verdict::Unsure(why) => Some(format!("? {{}}: {why}")),
        }
    }
}

/// The differences for one step.
struct Level {
    left: f64,
    right: f64,
    central: f64,
    /// A bound on their rounding error.
    rounding: f64,
    /// How far each node moves from one step to the other.
    moves: Vec<f64>,
}

impl Level {
    fn measure(function: &mut FiniteDifferences<'_>, h: f64, noise: f64) -> Level {
        let (x, out) = (function.x(), function.out());
        let (below, above) = (function.all_at(x - h), function.all_at(x + h));
        let at = |all: &[f64]| all.last().copied().unwrap_or(f64::NAN);
        let (low, high) = (at(&below), at(&above));
        let (left, right) = ((out - low) / h, (high - out) / h);
        // The root, and so its rounding, may be far larger one step away; and the steps differ by the rounding of x.
        let away = f64::EPSILON * low.abs().max(high.abs());
        let uneven = f64::EPSILON * x.abs() * (right - left).abs();
        Level {
            left,
            right,
            central: (high - low) / (2.0 * h),
            rounding: (noise + away + uneven) / h,
            moves: above.iter().zip(&below).map(|(above, below)| above - below).collect(),
        }
    }

    fn apart(&self) -> f64 {
        (self.right - self.left).abs()
    }
}

/// Checks one node.
pub fn find(function: &mut FiniteDifferences<'_>, number: usize) -> Finding {
    function.select(number);
    let (x, backprop) = (function.x(), function.context().grads[number]);
    let (forward, usual) = (function.forward(FORWARD), CENTRAL * x.abs().max(1.0));
    let noise = rounding(function);
    let level = Level::measure(function, usual, noise);
    let (mut central, slopes) = (level.central, (level.left, level.right));
    let shown = central;
    let mut verdict = judge(function, number, (usual, noise), level);
    let small = CENTRAL * x.abs();
    if matches!(verdict, Verdict::Unsure(_)) && 0.0 < small && small < usual {
        let level = Level::measure(function, small, noise);
        let (closer, again) = (level.central, judge(function, number, (small, noise), level));
        if let Verdict::Right | Verdict::Wrong = again {
            central = closer;
            verdict = if again == Verdict::Right { Verdict::RightWith(small) } else { again };
        }
    }
    let gap = (central - backprop).abs() / backprop.abs().max(1.0);
    Finding { number, backprop, forward, central: shown, slopes, gap, verdict }
}

/// Judges by the differences for a step and for a smaller one.
fn judge(
    function: &mut FiniteDifferences<'_>,
    number: usize,
    (h, noise): (f64, f64),
    wide: Level,
) -> Verdict {
    let grad = function.context().grads[number];
    if !function.out().is_finite() {
        return Verdict::Unsure("the root is not finite, so neither difference can be trusted");
    }
    if !function.x().is_finite() {
        return Verdict::Unsure("its data is not finite, so it cannot be nudged");
    }
    if !grad.is_finite() {
        return Verdict::Unsure("backprop is not finite here, so no difference can match it");
    }
    let narrow = Level::measure(function, NARROWER * h, noise);
    if !(wide.apart() + narrow.apart()).is_finite() {
        return Verdict::Unsure(
            "the differences are not finite, so there is nothing to compare with",
        );
    }
    let sides = narrow.left.abs().max(narrow.right.abs());
    let is_kink = narrow.apart() > STAYS * wide.apart()
        && narrow.apart() > CLOSE * sides + MARGIN * narrow.rounding;
    if is_kink && is_on_kinks(function) {
        return Verdict::Kink;
    }
    let error = (wide.central - narrow.central).abs() + MARGIN * narrow.rounding;
    let scale = narrow.central.abs().max(grad.abs());
    let apart = (narrow.central - grad).abs();
    if error > SHARP * scale && (grad != 0.0 || apart > error) {
        return Verdict::Unsure("rounding or curvature swamps the differences");
    }
    if apart <= CLOSE * scale + error {
        return Verdict::Right;
    }
    if apart <= grad_rounding(function, number) {
        return Verdict::Unsure("the backward pass lost its digits to rounding on the way there");
    }
    if is_kink || is_on_kinks(function) || !are_steady(function, &wide, &narrow) {
        return Verdict::Unsure("a kink, a jump or a bend on the way misleads the differences");
    }
    Verdict::Wrong
}

/// Tells whether a node on the way to the root is at a kink.
fn is_on_kinks(function: &FiniteDifferences<'_>) -> bool {
    let context = function.context();
    let mut nodes = function.downstream().iter().map(|number| context.node(*number));
    nodes.any(|node| is_at_kink(node) || is_at_kink_in_some_row(context, node))
}

/// Tells whether every node on the way to the root moves in proportion to the step, and steps over no jumps.
fn are_steady(function: &FiniteDifferences<'_>, wide: &Level, narrow: &Level) -> bool {
    let context = function.context();
    function.downstream().iter().all(|number| {
        let node = context.node(*number);
        let (moved, less) = (wide.moves[*number], narrow.moves[*number] / NARROWER);
        let rounded = MARGIN * f64::EPSILON * node.data().abs() / NARROWER;
        let is_even = (moved - less).abs() <= SHARP * moved.abs().max(less.abs()) + rounded;
        let operands = context.pass.order.operand_pair(*number);
        let by_slope = node.backward_steps(1.0).map(|step| {
            let by = operands.get(step.index).copied().flatten().map_or(0.0, |it| wide.moves[it]);
            if by == 0.0 { 0.0 } else { step.local * by }
        });
        let jumps = node.operation().is_some_and(|operation| operation.jumps);
        let steps_over =
            jumps && (moved - by_slope.sum::<f64>()).abs() > SHARP * moved.abs() + rounded;
        is_even && !steps_over
    })
}

/// A bound on the rounding error of the root's data: the rounding of each dependent of the node,
/// times the dependent's grad.
fn rounding(function: &FiniteDifferences<'_>) -> f64 {
    let context = function.context();
    // Subnormal numbers have a fixed spacing.
    let digit = |data: f64| (f64::EPSILON * data.abs()).max(f64::from_bits(1));
    let moved = |number: &usize| {
        let moved = digit(context.node(*number).data()) * context.grads[*number].abs();
        if moved.is_finite() { moved } else { 0.0 }
    };
    function.downstream().iter().map(moved).sum::<f64>() + digit(function.out())
}

/// A bound on the rounding error of a node's grad: the last digit of every contribution to it and
/// to its dependents' grads, each times what it adds to the node's. Numbers too small for a double
/// have lost all their digits.
pub fn grad_rounding(function: &FiniteDifferences<'_>, number: usize) -> f64 {
    let context = function.context();
    let mut rounded = vec![0.0; context.pass.order.count()];
    for dependent in function.downstream().iter().rev().copied().chain([number]) {
        rounded[dependent] = context
            .pass
            .order
            .uses(dependent)
            .iter()
            .map(|link| {
                let upstream = context.grads[link.user];
                let (local, contribution) = context.pass.order.contribution(*link, upstream);
                let passed_on = (local * rounded[link.user]).abs();
                let underflow = f64::from_bits(1) * (1.0 + upstream.abs());
                passed_on + MARGIN * f64::EPSILON * contribution.abs() + underflow
            })
            .sum();
    }
    rounded[number]
}
