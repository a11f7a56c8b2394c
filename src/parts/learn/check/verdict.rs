//! The verdict on a grad by two central differences, one with less than half the step of the other, and by
//! the slopes on both sides.
//!
//! A difference has two errors: a larger step bends the curve more, a smaller one cancels more digits. The gap
//! between the two differences bounds both.

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
/// The smaller step, relative to the usual one, for a kink or jump nearby.
const SMALLER: f64 = 1e-3;
/// The margin over the bound on rounding.
const MARGIN: f64 = 8.0;
/// The most evaluations of the root for a verdict.
pub const VALUES: usize = 10;

/// The result of checking one node.
pub struct Finding {
    /// The node.
    pub number: usize,
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
    /// The cell of the table.
    pub fn cell(self) -> Paragraph {
        let (text, role) = match self {
            Verdict::Agrees => ("ok", Role::Right),
            Verdict::AgreesCloser => ("ok *", Role::Right),
            Verdict::Differs => ("differs", Role::Wrong),
            Verdict::Kink => ("kink or jump: not differentiable", Role::Note),
            Verdict::Undecided => ("?", Role::Note),
        };
        Paragraph::styled(text.to_owned(), role)
    }
}

/// Checks one node, with a smaller step if the usual one disagrees.
pub fn find(function: &mut FiniteDifferences<'_>) -> Finding {
    let (backprop, x) = (function.grad(), function.x().abs());
    let step = CENTRAL * x.max(1.0);
    let (first, usual) = judge(function, step);
    let (mut verdict, mut deciding) = (first, usual.central);
    if first != Verdict::Agrees {
        let in_proportion = if x > 0.0 { CENTRAL * x } else { f64::INFINITY };
        let (second, closer) = judge(function, in_proportion.min(SMALLER * step));
        (verdict, deciding) = match (first, second) {
            (_, Verdict::Agrees) => (Verdict::AgreesCloser, closer.central),
            (_, Verdict::Differs) => (Verdict::Differs, closer.central),
            (Verdict::Kink, Verdict::Kink) => (Verdict::Kink, usual.central),
            _ => (Verdict::Undecided, usual.central),
        };
    }
    Finding {
        number: function.number,
        backprop,
        forward: function.slopes(FORWARD).right,
        central: usual.central,
        sides: [usual.left, usual.right],
        gap: (deciding - backprop).abs() / backprop.abs().max(1.0),
        verdict,
    }
}

/// Judges by the differences for a step and for a smaller one.
fn judge(function: &mut FiniteDifferences<'_>, h: f64) -> (Verdict, Slopes) {
    let (wide, narrow) = (function.slopes(h), function.slopes(NARROWER * h));
    let grad = function.grad();
    let rounding = MARGIN * function.rounding / (NARROWER * h);
    let error = (wide.central - narrow.central).abs() + rounding;
    let (difference, scale) = (narrow.central.abs(), narrow.central.abs().max(grad.abs()));
    let apart = (narrow.central - grad).abs();
    let has_gap = narrow.gap() > CLOSE * narrow.left.abs().max(narrow.right.abs()) + rounding;
    let verdict = if !(wide.gap() + narrow.gap()).is_finite() {
        Verdict::Undecided
    } else if function.has_kinks && has_gap && narrow.gap() > STAYS * wide.gap() {
        Verdict::Kink
    } else if !grad.is_finite() {
        Verdict::Undecided
    } else if apart <= CLOSE * scale + error && (error <= SHARP * scale || grad == 0.0) {
        Verdict::Agrees
    } else if function.is_smooth && error + narrow.gap() < SHARP * difference {
        Verdict::Differs
    } else if function.is_at_kink && error + narrow.gap() < SHARP * scale {
        // Both sides have one slope, which may be 0, and the convention at the kink has another.
        Verdict::Differs
    } else {
        Verdict::Undecided
    };
    (verdict, wide)
}
