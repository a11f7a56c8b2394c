//! The arithmetic of a record over a block of rows.

use super::pushes::Target;
use crate::core::graph::Value;
use crate::core::ops::{
    ADD, AtKinks, BinarySlope, DIVIDE, LOG_SUM_EXP, MULTIPLY, Many, RELU, Rule, SUBTRACT,
    log_sum_exps, relu, shares_of_two, step,
};

/// The arithmetic of one operation. The most frequent operations have their own loops.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Kernel {
    /// No arithmetic: the record is the sum of its terms.
    #[default]
    Nothing,
    /// The number of this index, repeated for each row beforehand.
    Number(u32),
    /// The numbers of a column whose grad is wanted.
    Copy,
    Sum,
    Difference,
    Product,
    Quotient,
    Square,
    Relu,
    LogSumExp,
    Unary(&'static Many),
    Binary(fn(f64, f64) -> f64, [BinarySlope; 2]),
}

/// The numbers of a record in one block, and the grad that has arrived at it.
pub(super) struct Operands<'walk> {
    pub x: &'walk [f64],
    pub y: &'walk [f64],
    pub out: &'walk [f64],
    pub upstream: &'walk [f64],
}

impl Kernel {
    /// The kernel of a computed node; `None` for a fold.
    pub fn of(node: &Value, at_kinks: AtKinks) -> Option<Kernel> {
        let operation = node.operation()?;
        let is_steepest = at_kinks == AtKinks::Steepest;
        Some(match node.rule(at_kinks)? {
            _ if operation.is(ADD) => Kernel::Sum,
            _ if operation.is(SUBTRACT) => Kernel::Difference,
            _ if operation.is(MULTIPLY) => Kernel::Product,
            _ if operation.is(DIVIDE) => Kernel::Quotient,
            _ if node.is_square() => Kernel::Square,
            _ if operation.is(RELU) && !is_steepest => Kernel::Relu,
            _ if operation.is(LOG_SUM_EXP) => Kernel::LogSumExp,
            Rule::Unary { many, .. } => Kernel::Unary(many),
            Rule::Binary { forward, partials: [first, second] } => {
                Kernel::Binary(*forward, [first.function, second.function])
            }
            Rule::Fold(_) => return None,
        })
    }

    /// Returns true if the slopes do not depend on the result: terms may be added to the result in place.
    pub fn forgets_its_result(self) -> bool {
        use Kernel::{Difference, Nothing, Product, Square, Sum};
        matches!(self, Nothing | Sum | Difference | Product | Square)
    }

    /// Computes the results from the operands; all have the same number of rows.
    #[inline(always)]
    pub fn forward(self, x: &[f64], y: &[f64], out: &mut [f64]) {
        match self {
            Kernel::Nothing | Kernel::Number(_) => {}
            Kernel::Copy => out.copy_from_slice(x),
            Kernel::Sum => each(x, y, out, |x, y| x + y),
            Kernel::Difference => each(x, y, out, |x, y| x - y),
            Kernel::Product => each(x, y, out, |x, y| x * y),
            Kernel::Quotient => each(x, y, out, |x, y| x / y),
            Kernel::Square => each(x, x, out, |x, _| x * x),
            Kernel::Relu => each(x, x, out, |x, _| relu(x)),
            Kernel::LogSumExp => log_sum_exps(x, y, out),
            Kernel::Unary(many) => (many.forward)(x, out),
            Kernel::Binary(forward, _) => each(x, y, out, forward),
        }
    }

    /// Passes the upstreams, times the local derivatives, on to one operand.
    #[inline(always)]
    pub fn push(self, index: usize, at: &Operands<'_>, scratch: &mut [f64], target: Target<'_>) {
        let rows = at.upstream.len();
        let (x, y, out) = (&at.x[..rows], at.y.get(..rows).unwrap_or_default(), &at.out[..rows]);
        let upstream = &at.upstream[..rows];
        match (self, index) {
            _ if matches!(target, Target::Nothing) => {}
            (Kernel::Nothing | Kernel::Number(_), _) => {}
            (Kernel::Copy | Kernel::Sum, _) | (Kernel::Difference, 0) => {
                target.receive([upstream], |[upstream]| upstream)
            }
            (Kernel::Difference, _) => target.receive([upstream], |[upstream]| -upstream),
            (Kernel::Product, 0) => target.receive([y, upstream], |[y, upstream]| y * upstream),
            (Kernel::Product, _) => target.receive([x, upstream], |[x, upstream]| x * upstream),
            (Kernel::Quotient, 0) => {
                target.receive([y, upstream], |[y, upstream]| 1.0 / y * upstream)
            }
            (Kernel::Square, 0) => {
                target.receive([x, upstream], |[x, upstream]| 2.0 * x * upstream)
            }
            (Kernel::Relu, 0) => target.receive([x, upstream], |[x, upstream]| step(x) * upstream),
            (Kernel::Square | Kernel::Relu, _) => {}
            (Kernel::LogSumExp, index) => {
                let (x, y) = if index == 0 { (x, y) } else { (y, x) };
                if let Target::First(grads) = target {
                    shares_of_two(x, y, upstream, grads);
                } else {
                    shares_of_two(x, y, upstream, scratch);
                    target.receive([scratch], |[grad]| grad);
                }
            }
            (Kernel::Unary(many), _) => {
                if let Target::First(grads) = target {
                    (many.backward)(upstream, x, out, grads);
                } else {
                    (many.backward)(upstream, x, out, scratch);
                    target.receive([scratch], |[grad]| grad);
                }
            }
            (Kernel::Quotient, _) => {
                if let Rule::Binary { partials: [_, slope], .. } = &DIVIDE.rule {
                    binary(slope.function, at, target);
                }
            }
            (Kernel::Binary(_, slopes), index) => {
                if let Some(slope) = slopes.get(index) {
                    binary(*slope, at, target);
                }
            }
        }
    }
}

/// Passes the upstreams on to an operand with these slopes.
#[inline(always)]
fn binary(slope: BinarySlope, at: &Operands<'_>, target: Target<'_>) {
    let from = [at.upstream, at.x, at.y, at.out];
    target.receive(from, |[upstream, x, y, out]| slope(x, y, out) * upstream);
}

#[inline(always)]
fn each(x: &[f64], y: &[f64], out: &mut [f64], function: impl Fn(f64, f64) -> f64) {
    for (out, (x, y)) in out.iter_mut().zip(x.iter().zip(y)) {
        *out = function(*x, *y);
    }
}
