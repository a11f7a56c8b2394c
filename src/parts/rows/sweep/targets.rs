//! The targets of a sweep: folds, which join rows block by block, and per-row nodes.

use std::ops::Range;

use super::pushes::{Push, Target};
use super::records::{Columns, Place, Record, Rows};
use super::walk::{Sweep, blocks};
use crate::core::graph::{Stop, Value};
use crate::core::ops::{Fold, LANES, NO_PATH, Sharing};

/// A target of a sweep: a fold, or a per-row node of which some row is wanted.
#[derive(Debug)]
pub(super) struct Sink {
    pub node: Value,
    /// The place of the rows that the target needs.
    pub place: Place,
    pub fold: Option<&'static Fold>,
    /// The row, from 0, that the fold takes alone.
    pub row: Option<usize>,
    /// The destination of the target's grad.
    pub push: Push,
    /// The result of the last forward walk.
    pub out: f64,
    /// The number of rows that share the slope of the fold, such as tied maxima.
    pub sharing: usize,
    /// The rows of the blocks so far, joined.
    pub total: f64,
    /// The first number of a mean.
    pub first: f64,
    /// The rows without gaps, if the fold is the one of a rank.
    pub ranked: Vec<f64>,
    /// The indices of the columns whose gaps a fold leaves out.
    pub columns_with_gaps: Vec<usize>,
    /// True if a row is nan although no column has a gap there.
    pub is_lost: bool,
    pub upstream: f64,
}

impl Sweep {
    pub(super) fn begin_folds(&mut self) {
        for target in &mut self.targets {
            if let Some(fold) = target.fold {
                target.total = fold.start;
                target.first = f64::NAN;
                target.ranked.clear();
                target.is_lost = false;
                if matches!(fold.sharing, Sharing::Ties | Sharing::Given) {
                    target.sharing = 0;
                }
            }
        }
    }

    pub(super) fn end_folds(&mut self) {
        for target in &mut self.targets {
            if let Some(fold) = target.fold {
                if fold.rank.is_some() {
                    target.out = fold.ranked(&mut target.ranked);
                    target.sharing = target.ranked.iter().filter(|row| **row == target.out).count();
                } else if fold.sharing == Sharing::Given {
                    target.out = fold.finish(target.total, target.sharing);
                } else if target.row.is_none() {
                    target.out = fold.finish(target.total, self.rows);
                }
                if target.is_lost {
                    target.out = f64::NAN;
                }
            }
        }
    }

    /// Makes the mean of equal rows that number, which the sum divided by the number of rows may miss by its rounding.
    /// Only a mean that is close to its first row takes another walk. Returns false if it was stopped.
    pub(super) fn settle_means(&mut self, stop: &Stop) -> bool {
        let most = self.rows as f64 * f64::EPSILON;
        let is_close = |target: &Sink| {
            let off = (target.out - target.first).abs();
            off > 0.0 && off <= most * target.first.abs()
        };
        let mut close: Vec<usize> =
            (0..self.targets.len()).filter(|at| is_close(&self.targets[*at])).collect();
        if close.is_empty() {
            return true;
        }
        let columns = self.columns();
        for block in blocks(0..self.rows) {
            if close.is_empty() {
                return true;
            }
            if stop.is_set_at(self.records.len() * block.len()) {
                return false;
            }
            self.compute(&columns, &block);
            let walk = Rows {
                values: &self.values,
                stride: self.stride,
                columns: &columns,
                block: &block,
            };
            close.retain(|at| {
                let Sink { place, first, .. } = &self.targets[*at];
                walk.at(*place).iter().all(|row| row == first || row.is_nan())
            });
        }
        for at in close {
            self.targets[at].out = self.targets[at].first;
        }
        true
    }

    /// Joins a block with the folds.
    pub(super) fn fold(&mut self, columns: &Columns, block: &Range<usize>) {
        let walk = Rows { values: &self.values, stride: self.stride, columns, block };
        for target in &mut self.targets {
            if let Some(fold) = target.fold {
                let rows = walk.at(target.place);
                if fold.averages && target.first.is_nan() {
                    target.first =
                        rows.iter().copied().find(|row| !row.is_nan()).unwrap_or(f64::NAN);
                }
                if let Some(row) = target.row {
                    let number = row.checked_sub(block.start).and_then(|row| rows.get(row));
                    target.out = number.copied().unwrap_or(target.out);
                } else if fold.leaves_out_gaps() {
                    target.take_given(fold, rows, (block.start, columns));
                } else if fold.sharing == Sharing::Ties {
                    target.count_ties(fold, rows);
                } else {
                    target.total = joined(fold, target.total, rows);
                }
            }
        }
    }
}

/// The fold of the blocks before, joined with a block.
fn joined(fold: &Fold, before: f64, rows: &[f64]) -> f64 {
    let mut lanes = [fold.start; LANES];
    (fold.many)(&mut lanes, rows);
    lanes.into_iter().fold(before, fold.join)
}

impl Sink {
    /// A target with this number of rows at a place.
    pub fn new(node: &Value, place: Place, rows: usize) -> Sink {
        Sink {
            node: node.clone(),
            place,
            fold: node.operation().and_then(|operation| operation.rule.as_fold()),
            row: node.row_taken(),
            push: Push::Nothing,
            out: f64::NAN,
            sharing: rows,
            total: 0.0,
            first: f64::NAN,
            ranked: Vec::new(),
            columns_with_gaps: Vec::new(),
            is_lost: false,
            upstream: 0.0,
        }
    }

    /// Finds the columns under a fold that leaves out their gaps.
    pub fn find_columns(&mut self, records: &[Record]) {
        if !self.fold.is_some_and(Fold::leaves_out_gaps) {
            return;
        }
        let mut is_met = vec![false; records.len()];
        let mut places = vec![self.place];
        while let Some(place) = places.pop() {
            match place {
                Place::Column(column) => self.columns_with_gaps.push(column as usize),
                Place::Record(index) if !std::mem::replace(&mut is_met[index as usize], true) => {
                    let record = &records[index as usize];
                    let factors = record.terms.iter().flat_map(|(x, y)| [*x, *y]);
                    places.extend(record.operands.into_iter().chain(factors));
                }
                Place::Record(_) | Place::Number(_) | Place::Nothing => {}
            }
        }
        self.columns_with_gaps.sort_unstable();
        self.columns_with_gaps.dedup();
    }

    /// Joins the rows of a block, from the first on, with a fold that leaves out gaps.
    fn take_given(&mut self, fold: &Fold, rows: &[f64], (first, columns): (usize, &Columns)) {
        let given = rows.iter().filter(|row| !row.is_nan()).count();
        if given < rows.len() {
            let is_gap = |row: usize| {
                let mut columns = self.columns_with_gaps.iter().map(|column| &columns[*column]);
                columns.any(|numbers| numbers[first + row].is_nan())
            };
            let mut missing = (0..rows.len()).filter(|row| rows[*row].is_nan());
            self.is_lost |= missing.any(|row| !is_gap(row));
        }
        if fold.rank.is_some() {
            self.ranked.extend(rows.iter().filter(|row| !row.is_nan()));
        } else {
            self.sharing += given;
            self.total = joined(fold, self.total, rows);
        }
    }

    /// Joins rows with a fold whose slope is shared by the rows equal to the result.
    fn count_ties(&mut self, fold: &Fold, rows: &[f64]) {
        let joined = (fold.join)(self.total, joined(fold, fold.start, rows));
        let is_new = joined != self.total;
        let before = if is_new { 0 } else { self.sharing };
        self.sharing = before + rows.iter().filter(|row| **row == joined).count();
        self.total = joined;
    }

    /// Gives `place` the grad of each row, from the first on: `grad` of the row's upstream. Most folds have the same
    /// upstream for all rows; a fold that takes one row has an upstream in that row only.
    #[inline(always)]
    pub(super) fn give(
        &self,
        (first, rows): (usize, &[f64]),
        scratch: &mut [f64],
        place: Target<'_>,
        grad: impl Fn(f64) -> f64,
    ) {
        if let Some(row) = self.row {
            scratch.fill(NO_PATH);
            if let Some(place) = row.checked_sub(first).and_then(|row| scratch.get_mut(row)) {
                *place = grad(self.upstream);
            }
            return place.receive([scratch], |[grad]| grad);
        }
        let share =
            |fold: &Fold, row: f64| (fold.partial.function)(row, self.out, self.sharing as f64);
        let slope = |fold: &Fold, row: f64| share(fold, row) * self.upstream;
        let alike = match self.fold {
            None => Some(self.upstream),
            Some(fold) => (fold.sharing == Sharing::All).then(|| slope(fold, 0.0)),
        };
        match (alike, self.fold) {
            (Some(alike), _) => {
                let alike = grad(alike);
                place.receive([rows], |_| alike);
            }
            (None, Some(fold)) if self.node.branching().is_some() => {
                // Also if the upstream is infinite, a row without a share gets nothing.
                let grad = |row: f64| match share(fold, row) {
                    0.0 => NO_PATH,
                    share => grad(share * self.upstream),
                };
                let grads = rows.iter().map(|row| grad(*row));
                scratch.iter_mut().zip(grads).for_each(|(own, grad)| *own = grad);
                place.receive([scratch], |[grad]| grad);
            }
            (None, Some(fold)) => {
                let slopes = rows.iter().map(|row| slope(fold, *row));
                scratch.iter_mut().zip(slopes).for_each(|(own, slope)| *own = slope);
                place.receive([scratch], |[slope]| grad(slope));
            }
            (None, None) => {}
        }
    }
}
