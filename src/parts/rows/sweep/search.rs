//! Rows that are not finite.

use super::records::{Place, Rows};
use super::walk::{Sweep, blocks};
use crate::core::graph::{BadRow, Stop, Value};

impl Sweep {
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
            let walk = Rows {
                values: &self.values,
                stride: self.stride,
                columns: &columns,
                block: &block,
            };
            let mut bad: Vec<(usize, usize)> = Vec::new();
            for (index, record) in self.records.iter().enumerate() {
                let operands = record.operands.map(|place| walk.at(place));
                let out = walk.at(Place::Record(index as u32));
                let is_finite =
                    |of: &[f64], row: usize| of.get(row).is_none_or(|it| it.is_finite());
                let is_bad = |row: &usize| {
                    !out[*row].is_finite() && operands.iter().all(|it| is_finite(it, *row))
                };
                if record.node.as_ref().is_some_and(&is_wanted) {
                    bad.extend((0..block.len()).filter(is_bad).map(|row| (row, index)));
                }
            }
            bad.sort_unstable();
            let counts = |&(row, index): &(usize, usize)| {
                !self.branched || self.counted(&columns, &block, row)[index]
            };
            if let Some((row, index)) = bad.into_iter().find(counts) {
                let record = &self.records[index];
                let number = |place| walk.at(place).get(row).copied().unwrap_or(f64::NAN);
                let (operands, out) =
                    (record.operands.map(number), number(Place::Record(index as u32)));
                let node = record.node.clone()?;
                return Some(BadRow { node, row: block.start + row, operands, out });
            }
        }
        None
    }
}
