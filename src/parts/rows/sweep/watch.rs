//! One use of a number by a per-row node, watched row by row during backward sweeps.

use super::column_grad::RowGrads;
use super::walk::Sweep;
use crate::core::graph::{Operand, Stop, Value};
use crate::core::ops::is_nothing;

/// The products of one use over all rows, some of them in full.
#[derive(Debug)]
pub struct Watch {
    /// The per-row node.
    pub(in crate::parts::rows) user: Value,
    /// The index of the number among its operands.
    index: usize,
    sum: f64,
    /// The rows shown, in order.
    pub rows: Vec<RowTerm>,
}

/// The product of local derivative and upstream in one row.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowTerm {
    /// The row, from 0.
    pub row: usize,
    /// The local derivative.
    pub local: f64,
    /// The grad of the user.
    pub upstream: f64,
    /// Set when a branch leaves the row out.
    pub is_left_out: bool,
}

impl Watch {
    /// Watches an operand of a per-row node, with these rows in full.
    pub fn new(user: &Value, index: usize, rows: impl IntoIterator<Item = usize>) -> Watch {
        let rows = rows.into_iter().map(|row| RowTerm { row, ..RowTerm::default() }).collect();
        Watch { user: user.clone(), index, sum: 0.0, rows }
    }

    /// Returns the sum of the products over all rows.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// Adds the products with these grads of the node; `has_branches` where one may leave rows out.
    pub(in crate::parts::rows) fn add(
        &mut self,
        grads: &RowGrads,
        has_branches: bool,
        stop: &Stop,
    ) {
        let Some(operation) = self.user.operation() else { return };
        let rows_of = |node: &Value| Sweep::rows_of(node, stop).unwrap_or_default();
        let numbers = |operand: &Operand| match operand.value() {
            Some(node) if node.is_per_row() => rows_of(node),
            _ => vec![operand.data()],
        };
        let [xs, ys] = self.user.both_operands().each_ref().map(numbers);
        let outs = rows_of(&self.user);
        let (first, upstreams) = grads.touched();
        for (row, upstream) in (first..).zip(upstreams) {
            let [x, y, out] =
                [&xs, &ys, &outs].map(|it| it.get(row).or(it.first()).copied().unwrap_or(f64::NAN));
            let is_closed = is_nothing(*upstream) || !operation.branching.passes(self.index, x);
            let local = operation.partial(self.index, x, y, out);
            let is_left_out = has_branches && is_closed;
            let term = RowTerm { row, local, upstream: *upstream, is_left_out };
            self.sum += term.contribution();
            if let Some(shown) = self.rows.iter_mut().find(|shown| shown.row == row) {
                *shown = term;
            }
        }
    }
}

impl RowTerm {
    /// Returns the product.
    pub fn contribution(&self) -> f64 {
        if self.is_left_out { 0.0 } else { self.local * self.upstream }
    }
}
