//! The verdict on a grad by two central differences, one with less than half the step of the other, and by
//! the slopes on both sides.
//!
//! A difference has two errors: the larger the step, the more the curve bends within it; the smaller, the more
//! digits cancel. What the two differences do not share bounds both.

use super::differences::{FiniteDifferences, Slopes};
use super::{CENTRAL, FORWARD};
use crate::report::{Paragraph, Role};

/// The smaller step, as a part of the larger one: no whole number of swings of a sine is one of both.
const NARROWER: f64 = 0.4;
/// A grad is right within this part.
const CLOSE: f64 = 1e-4;
/// A difference whose error is more than this part of it decides nothing.
const SHARP: f64 = 0.05;
/// The gap of two sides is that of a kink if it keeps this part; that of a curve narrows with the step.
const STAYS: f64 = 0.75;
/// A step too small for what is near the node, as a part of the usual one.
const SMALLER: f64 = 1e-3;
/// The margin over bounds on rounding.
const MARGIN: f64 = 8.0;
/// The most values of the root that a verdict takes.
pub const VALUES: usize = 14;

/// The result of checking one node.
pub struct Finding {
    /// The node.
    pub number: usize,
    /// Its grad.
    pub backprop: f64,
    /// The forward difference.
    pub forward: f64,
    /// The central difference for the usual step.
    pub central: f64,
    /// The slopes of the two sides for that step.
    pub sides: [f64; 2],
    /// The gap between backprop and the deciding difference.
    pub gap: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on a node's grad.
#[derive(Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The grad agrees with the differences.
    Agrees,
    /// It agrees with those for a smaller step.
    AgreesCloser,
    /// It differs from them.
    Differs,
    /// The slopes of the two sides differ.
    Kink,
    /// The differences decide nothing.
    Undecided,
}

impl Verdict {
    fn is_decided(self) -> bool {
        matches!(self, Verdict::Agrees | Verdict::Differs)
    }

    /// The cell of the table.
    pub fn cell(self) -> Paragraph {
        let (text, role) = match self {
            Verdict::Agrees => ("ok", Role::Right),
            Verdict::AgreesCloser => ("ok *", Role::Right),
            Verdict::Differs => ("WRONG", Role::Wrong),
            Verdict::Kink => ("kink: not differentiable", Role::Note),
            Verdict::Undecided => ("?", Role::Note),
        };
        Paragraph::styled(text.to_owned(), role)
    }
}

/// Checks one node. Where the usual step decides nothing, or meets a kink, a smaller one and one in proportion
/// to the node's data may.
pub fn find(function: &mut FiniteDifferences<'_>) -> Finding {
    let (number, backprop, x) = (function.number, function.grad(), function.x().abs());
    let step = CENTRAL * x.max(1.0);
    let (first, usual) = judge(function, step);
    let (verdict, deciding) = if first.is_decided() {
        (first, usual.central)
    } else {
        let (second, smaller) = judge(function, SMALLER * step);
        let (third, in_proportion) = judge(function, CENTRAL * x);
        match (first, second, third) {
            (_, _, Verdict::Agrees) => (Verdict::AgreesCloser, in_proportion.central),
            (_, _, Verdict::Differs) => (Verdict::Differs, in_proportion.central),
            (_, Verdict::Agrees, _) => (Verdict::AgreesCloser, smaller.central),
            (_, Verdict::Differs, _) => (Verdict::Differs, smaller.central),
            (Verdict::Kink, Verdict::Kink, _) => (Verdict::Kink, usual.central),
            _ => (Verdict::Undecided, usual.central),
        }
    };
    let gap = (deciding - backprop).abs() / backprop.abs().max(1.0);
    let forward = function.slopes(FORWARD).right;
    let sides = [usual.left, usual.right];
    Finding { number, backprop, forward, central: usual.central, sides, gap, verdict }
}

/// Judges by the differences for a step and for a smaller one.
fn judge(function: &mut FiniteDifferences<'_>, h: f64) -> (Verdict, Slopes) {
    let (wide, narrow) = (function.slopes(h), function.slopes(NARROWER * h));
    let rounding = MARGIN * rounding(function, &narrow) / (NARROWER * h);
    (compare(function, &wide, &narrow, rounding), wide)
}

fn compare(
    function: &FiniteDifferences<'_>,
    wide: &Slopes,
    narrow: &Slopes,
    rounding: f64,
) -> Verdict {
    let grad = function.grad();
    if !(grad + wide.gap() + narrow.gap()).is_finite() {
        return Verdict::Undecided;
    }
    let sides = narrow.left.abs().max(narrow.right.abs());
    let stays = narrow.gap() > STAYS * wide.gap() && narrow.gap() > CLOSE * sides + rounding;
    if stays && has_kink(function, wide, narrow) {
        return Verdict::Kink;
    }
    let error = (wide.central - narrow.central).abs() + rounding;
    let scale = narrow.central.abs().max(grad.abs());
    let apart = (narrow.central - grad).abs();
    let is_sharp = error <= SHARP * scale || (grad == 0.0 && apart <= error);
    if is_sharp && apart <= CLOSE * scale + error {
        Verdict::Agrees
    } else if is_sharp && is_straight(function, wide, narrow) {
        Verdict::Differs
    } else {
        Verdict::Undecided
    }
}

/// Tells whether an operation on the way that has kinks moves as at one. Those of rows under a fold move out
/// of view.
fn has_kink(function: &FiniteDifferences<'_>, wide: &Slopes, narrow: &Slopes) -> bool {
    let context = function.context;
    let is_folded = context.pass.order.first_fold().is_some();
    function.downstream.iter().any(|number| {
        let node = context.node(*number);
        let gap = |slopes: &Slopes| {
            let [left, right] = slopes.moves(*number, node.data());
            (right - left).abs()
        };
        let has_kinks = node.operation().is_some_and(|operation| !operation.kinks.is_empty());
        let rounding = MARGIN * f64::EPSILON * wide.size(*number);
        let stays = gap(narrow) > STAYS * NARROWER * gap(wide) + rounding;
        has_kinks && (stays || is_folded && node.is_per_row())
    })
}

/// Tells whether every node on the way to the root moves as on a straight line, by both steps and to both
/// sides, over no jump, and passes a grad on that is not too small for a double. Rows under a fold move out of
/// view: none of them may have a kink.
fn is_straight(function: &FiniteDifferences<'_>, wide: &Slopes, narrow: &Slopes) -> bool {
    let context = function.context;
    let is_folded = context.pass.order.first_fold().is_some();
    let moved = |number: usize| {
        let [left, right] = wide.moves(number, context.node(number).data());
        left + right
    };
    function.downstream.iter().all(|number| {
        let node = context.node(*number);
        let Some(operation) = node.operation() else { return false };
        let narrow = narrow.moves(*number, node.data()).map(|it| it / NARROWER);
        let moves = [wide.moves(*number, node.data()), narrow].concat();
        let most = moves.iter().fold(f64::NEG_INFINITY, |most, it| most.max(*it));
        let least = moves.iter().fold(f64::INFINITY, |least, it| least.min(*it));
        let rounding = MARGIN * f64::EPSILON * wide.size(*number) / NARROWER;
        let is_none = |gap: f64| gap <= SHARP * most.abs().max(least.abs()) + rounding;
        let operands = context.pass.order.operand_pair(*number);
        let by_slope = node.backward_steps(1.0).map(|step| {
            let by = operands[step.index].map_or(0.0, moved);
            if by == 0.0 { 0.0 } else { step.local * by }
        });
        let over_jumps = if operation.jumps { moved(*number) - by_slope.sum::<f64>() } else { 0.0 };
        let is_seen = !(is_folded && node.is_per_row()) || operation.kinks.is_empty();
        is_none(most - least)
            && is_none(over_jumps.abs())
            && is_seen
            && context.grads[*number].is_normal()
    })
}

/// A bound on the rounding error of the root's data: the last digit of each dependent of the node, times the
/// dependent's grad, and that of the node's own data.
fn rounding(function: &FiniteDifferences<'_>, slopes: &Slopes) -> f64 {
    let context = function.context;
    let of_dependent = |number: &usize| {
        let size = slopes.size(*number).max(context.node(*number).data().abs());
        // Subnormal numbers have a fixed spacing.
        let digit = (f64::EPSILON * size).max(f64::from_bits(1));
        let moved = digit * context.grads[*number].abs();
        if moved.is_finite() { moved } else { 0.0 }
    };
    let of_dependents = function.downstream.iter().map(of_dependent).sum::<f64>();
    of_dependents + f64::EPSILON * function.x().abs() * slopes.gap()
}
