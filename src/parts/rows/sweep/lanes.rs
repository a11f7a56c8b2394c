//! The sum of many rows under way, in lanes.

use crate::core::ops::{Fold, LANES};

/// Rows joined so far: those of the block under way in lanes, those before it in one number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes {
    pub lanes: [f64; LANES],
    pub total: f64,
}

/// The lanes of a sum.
impl Default for Lanes {
    fn default() -> Lanes {
        Lanes { lanes: [0.0; LANES], total: 0.0 }
    }
}

impl Lanes {
    /// No rows yet.
    pub fn new(fold: &Fold) -> Lanes {
        Lanes { lanes: [fold.start; LANES], total: fold.start }
    }

    /// Joins rows of the block under way.
    pub fn add(&mut self, fold: &Fold, rows: &[f64]) {
        (fold.many)(&mut self.lanes, rows);
    }

    /// Ends a block.
    pub fn flush(&mut self, fold: &Fold) {
        self.total = fold.flush(self.total, &mut self.lanes);
    }
}
