//! One use of a number by a per-row node, watched row by row during backward sweeps.

use super::branched::push_reached;
use super::kernels::{Kernel, Operands};
use super::pushes::Target;
use crate::core::graph::Value;
use crate::core::ops::{Branching, is_nothing};

/// The products of one use over all rows, some of them in full.
#[derive(Debug)]
pub struct Watch {
    /// The per-row node.
    pub(super) user: Value,
    /// The index of the number among its operands.
    pub(super) index: usize,
    /// The record of the user, if the sweep has one.
    pub(super) record: Option<usize>,
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
        Watch { user: user.clone(), index, record: None, sum: 0.0, rows }
    }

    /// Returns the sum of the products over all rows.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// Adds the products of a block that starts at row `start`.
    pub(super) fn add(
        &mut self,
        (kernel, branching): (Kernel, Option<Branching>),
        at: &Operands<'_>,
        start: usize,
        scratch: &mut [f64],
    ) {
        let sum = Target::Sum(&mut self.sum);
        match branching {
            None => kernel.push(self.index, at, scratch, sum),
            Some(branching) => push_reached((kernel, branching), self.index, at, scratch, sum),
        }
        for term in &mut self.rows {
            let number = |numbers: &[f64]| numbers.get(term.row.checked_sub(start)?).copied();
            if let (Some(x), Some(y), Some(out), Some(upstream)) =
                (number(at.x), number(at.y), number(at.out), number(at.upstream))
                && let Some(operation) = self.user.operation()
            {
                term.local = operation.partial(self.index, x, y, out);
                term.upstream += upstream;
                term.is_left_out = branching.is_some_and(|branching| {
                    is_nothing(upstream) || !branching.passes(self.index, x)
                });
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
