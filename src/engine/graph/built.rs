//! The outcome of building: a node or a number, and facts for the report.

use super::rows::{BadRow, Sweep};
use super::stop::Stop;
use super::value::{Operand, Value};
use crate::ops::Operation;

const NAN: f64 = f64::NAN;

/// The outcome of building a tree or a derivative.
#[derive(Debug)]
pub struct Built {
    /// The node, or the number if no node is involved.
    pub result: Operand,
    /// The number of new nodes in the result.
    pub count: u32,
    /// The first operation that made a non-finite number out of finite ones.
    pub non_finite: Option<NonFinite>,
    /// The number of rows that a statistic has left out, which have a gap.
    pub left_out: usize,
}

impl Built {
    /// Wraps a number, for which no node was made.
    pub fn number(number: f64) -> Built {
        Built { result: Operand::Constant(number), count: 0, non_finite: None, left_out: 0 }
    }
}

/// An operation whose operands are finite and whose result is not.
#[derive(Debug)]
pub struct NonFinite {
    /// The operation.
    pub operation: &'static Operation,
    /// Its operands.
    pub operands: [Operand; 2],
    /// Their numbers.
    pub numbers: [f64; 2],
    /// Its result.
    pub out: f64,
    /// The row, from 1, where only one is meant.
    pub row: Option<usize>,
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
        let numbers = [x.data(), y.data()];
        (!is_fine).then(|| NonFinite {
            operation,
            operands: operands.clone(),
            numbers,
            out,
            row: None,
        })
    }

    /// The report of a computed node whose data is not finite: of what has rows, the first row in
    /// which an operation made it so out of finite numbers.
    pub fn of_node(node: &Value, stop: &Stop) -> Option<NonFinite> {
        let operation = node.operation()?;
        if !node.is_fold() && !node.is_per_row() {
            return NonFinite::check(operation, node.both_operands(), node.data());
        }
        match Sweep::first_bad_row_of(node, stop) {
            Some(bad) => NonFinite::in_row(bad),
            None if node.is_fold() => {
                let mut sweep = Sweep::of_fold(node)?;
                sweep.load_data();
                sweep.all_finite(stop).then(|| NonFinite::of_fold(node)).flatten()
            }
            None => None,
        }
    }

    /// The report of a fold that is not finite though all rows are.
    pub fn of_fold(fold: &Value) -> Option<NonFinite> {
        let (operands, out) = (fold.both_operands().clone(), fold.data());
        Some(NonFinite {
            operation: fold.operation()?,
            operands,
            numbers: [NAN; 2],
            out,
            row: None,
        })
    }

    /// The report of this application in one row; none for a leaf.
    pub fn in_row(bad: BadRow) -> Option<NonFinite> {
        let BadRow { node, row, operands: numbers, out } = bad;
        let (operation, operands) = (node.operation()?, node.both_operands().clone());
        Some(NonFinite { operation, operands, numbers, out, row: Some(row + 1) })
    }
}
