//! Rows with something about them: the first that is so, or that is not finite.

use super::records::numbers;
use super::walk::{Sweep, blocks};
use crate::core::graph::{BadRow, Stop, Value};

impl Sweep {
    /// The first row, from 0, in which the operands and the result of a node are such; none when it
    /// was stopped.
    pub fn find_row(
        &mut self,
        node: &Value,
        stop: &Stop,
        is_it: &dyn Fn(f64, f64, f64) -> bool,
    ) -> Option<usize> {
        let index = self.records.iter().position(|record| record.node.is(node))?;
        let columns = self.columns();
        for block in blocks(0..self.rows) {
            if stop.is_set() {
                return None;
            }
            self.compute(&columns, &block);
            let at = |source| numbers(source, &self.values, &columns, &block);
            let [x, y] = self.records.get(index)?.operands.map(at);
            let mut rows = x.iter().zip(y).zip(at(self.slot(index)));
            if let Some(row) = rows.position(|((x, y), out)| is_it(*x, *y, *out)) {
                return Some(block.start + row);
            }
        }
        None
    }

    /// Tells whether every row of the targets is finite; false when it was stopped.
    pub fn all_finite(&mut self, stop: &Stop) -> bool {
        let columns = self.columns();
        blocks(0..self.rows).all(|block| {
            if stop.is_set() {
                return false;
            }
            self.compute(&columns, &block);
            let mut rows = self
                .targets
                .iter()
                .flat_map(|target| numbers(target.source, &self.values, &columns, &block));
            rows.all(|row| row.is_finite())
        })
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
            let touched = self.touched(&columns, &block);
            let counts = |index: usize, row: usize| {
                touched.as_ref().is_none_or(|touched| touched[index][row])
            };
            let wanted = self.records.iter().enumerate();
            let wanted = wanted.filter(|(_, record)| is_wanted(&record.node));
            let found = wanted.filter_map(|(index, record)| {
                let at = |source| numbers(source, &self.values, &columns, &block);
                let [x, y] = record.operands.map(at);
                let out = at(self.slot(index));
                let arity = record.node.operands().len();
                let is_bad = |(row, (out, (x, y))): (usize, (&f64, (&f64, &f64)))| {
                    let is_finite = x.is_finite() && (y.is_finite() || arity == 1);
                    !out.is_finite() && is_finite && counts(index, row)
                };
                let row = out.iter().zip(x.iter().zip(y)).enumerate().position(is_bad)?;
                let operands = [x, y].map(|it| it.get(row).copied().unwrap_or(f64::NAN));
                let out = out.get(row).copied()?;
                Some(BadRow { node: record.node.clone(), row: block.start + row, operands, out })
            });
            let found = found.min_by_key(|bad| bad.row);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
