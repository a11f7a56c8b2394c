//! The outcome of building: a node or a number, and facts for the report.

use super::value::Operand;
use crate::ops::Operation;

/// The outcome of building a tree or a derivative.
#[derive(Debug)]
pub struct Built {
    /// The node, or the number if no node is involved.
    pub result: Operand,
    /// The number of new nodes in the result.
    pub count: u32,
    /// The first operation that made a non-finite number out of finite ones.
    pub non_finite: Option<NonFinite>,
}

impl Built {
    /// Wraps a number, for which no node was made.
    pub fn number(number: f64) -> Built {
        Built { result: Operand::Constant(number), count: 0, non_finite: None }
    }
}

/// An operation whose operands are finite and whose result is not.
#[derive(Debug)]
pub struct NonFinite {
    /// The operation.
    pub operation: &'static Operation,
    /// Its operands.
    pub operands: [Operand; 2],
    /// Its result.
    pub out: f64,
}

impl NonFinite {
    /// Returns this application if it made a non-finite number out of finite ones.
    pub fn check(
        operation: &'static Operation,
        operands: &[Operand; 2],
        out: f64,
    ) -> Option<NonFinite> {
        let [x, y] = operands;
        let is_fine = out.is_finite() || !x.data().is_finite() || !y.data().is_finite();
        (!is_fine).then(|| NonFinite { operation, operands: operands.clone(), out })
    }
}
