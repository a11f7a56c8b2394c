//! Rows that are not finite.

use super::records::numbers;
use super::walk::{Sweep, blocks};
use crate::core::graph::{BadRow, Stop, Value};

impl Sweep {
    /// Tells whether every row of the only target is finite; false when it was stopped.
    pub fn all_finite(&mut self, stop: &Stop) -> bool {
        let mut is_finite = true;
        let whole = self.read(0..self.rows, stop, |rows| {
            is_finite &= rows.iter().all(|row| row.is_finite());
        });
        whole && is_finite
    }

    /// The first row in which one of these operations makes a non-finite number out of finite ones.
    pub fn first_bad_row(
        &mut self,
        stop: &Stop,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Option<BadRow> {
        let columns = self.columns();
        for block in blocks(0..self.rows) {
            if stop.is_set() {
                return None;
            }
            self.compute(&columns, &block);
            let at = |source| numbers(source, &self.values, &columns, &block);
            let mut bad: Vec<(usize, usize)> = Vec::new();
            for (index, record) in self.records.iter().enumerate() {
                let ([x, y], out) = (record.operands.map(at), at(self.slot(index)));
                let is_bad = |row: &usize| {
                    !out[*row].is_finite()
                        && x[*row].is_finite()
                        && (y[*row].is_finite() || record.node.operands().len() == 1)
                };
                if is_wanted(&record.node) {
                    bad.extend((0..block.len()).filter(is_bad).map(|row| (row, index)));
                }
            }
            bad.sort_unstable();
            let counts = |&(row, index): &(usize, usize)| {
                !self.branched || self.counted(&columns, &block, row)[index]
            };
            if let Some((row, index)) = bad.into_iter().find(counts) {
                let record = &self.records[index];
                let operands = record.operands.map(|source| at(source)[row]);
                let (node, out) = (record.node.clone(), at(self.slot(index))[row]);
                return Some(BadRow { node, row: block.start + row, operands, out });
            }
        }
        None
    }
}
