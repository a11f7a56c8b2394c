//! The grads of a column, row by row, added up during backward sweeps.

use std::ops::Range;

use crate::core::graph::Value;

/// The grads of a column or of another node that sweeps read, one for each row.
#[derive(Debug)]
pub struct RowGrads {
    column: Value,
    /// The index of the column's record, if the sweep reads the column.
    pub(super) record: Option<usize>,
    rows: Vec<f64>,
    /// The grad of a row before one arrives.
    none: f64,
    /// The range of rows that have received a grad.
    touched: Range<usize>,
}

impl RowGrads {
    /// The grads of this column, all 0.
    pub fn of(column: &Value) -> RowGrads {
        RowGrads::starting(column, 0.0)
    }

    /// The grads of this column, all `none` before a grad arrives.
    pub fn starting(column: &Value, none: f64) -> RowGrads {
        let rows = vec![none; column.rows().unwrap_or(0)];
        RowGrads { column: column.clone(), record: None, rows, none, touched: 0..0 }
    }

    pub fn column(&self) -> &Value {
        &self.column
    }

    /// The first row that has received a grad, and the grads from there on.
    pub fn touched(&self) -> (usize, &[f64]) {
        (self.touched.start, self.rows.get(self.touched.clone()).unwrap_or_default())
    }

    /// Resets all grads.
    pub fn clear(&mut self) {
        self.rows[self.touched.clone()].fill(self.none);
        self.touched = 0..0;
    }

    /// Adds the grads of a block.
    pub(super) fn add(&mut self, block: &Range<usize>, grads: &[f64]) {
        let own = self.rows[block.clone()].iter_mut();
        own.zip(grads).for_each(|(own, grad)| *own += grad);
        self.touched = if self.touched.is_empty() {
            block.clone()
        } else {
            self.touched.start.min(block.start)..self.touched.end.max(block.end)
        };
    }
}
