//! Compaction: the backward walk leaves out rows whose grads are all 0 from some record on.
//!
//! A point that satisfies a hinge loss, `relu(1 - y*score)`, passes no grad on to the network. Rows are
//! left out only if all numbers are finite: 0 times infinity is not 0.

use std::ops::Range;
use std::rc::Rc;

use super::kernels::Kernel;
use super::records::{Columns, Record};
use super::targets::Sink;
use crate::core::graph::Value;
use crate::core::ops::LANES;

/// The remaining rows of a block, moved to the front.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// The moves: the new place of a row, and its old place.
    moves: Vec<(usize, usize)>,
    /// The numbers of the columns in the remaining rows.
    pub columns: Columns,
}

/// A block of a backward walk at some record, whose rows may be moved.
pub(super) struct Moved<'walk> {
    /// The numbers of the records up to this one.
    pub values: &'walk mut [f64],
    /// The room of each record among the values.
    pub stride: usize,
    /// The grads of the record.
    pub upstream: &'walk mut [f64],
    pub columns: &'walk Columns,
    pub block: &'walk Range<usize>,
}

impl Live {
    /// Moves the rows with a grad to the front, if enough rows have none and leaving them out changes no
    /// result. Returns the number of remaining rows.
    #[inline(always)]
    pub fn keep(&mut self, factors: &[f64], moved: Moved<'_>) -> Option<usize> {
        let Moved { values, stride, upstream, columns, block } = moved;
        let dead = upstream.iter().map(|grad| usize::from(*grad == 0.0)).sum::<usize>();
        if dead * 4 < upstream.len() {
            return None;
        }
        let columns = || columns.iter().map(|column| &column[block.clone()]);
        if !(is_finite(factors) && is_finite(values) && columns().all(is_finite)) {
            return None;
        }
        // The last rows with a grad replace the first rows without one.
        let live = upstream.len() - dead;
        let (front, back) = upstream.split_at(live);
        let holes = (0..live).filter(|row| front[*row] == 0.0);
        let others = (live..).zip(back).filter(|(_, grad)| **grad != 0.0).map(|(row, _)| row);
        self.moves.clear();
        self.moves.extend(holes.zip(others));
        for slot in values.chunks_exact_mut(stride) {
            move_rows(slot, &self.moves);
        }
        move_rows(upstream, &self.moves);
        self.columns.resize_with(columns().len(), Rc::default);
        for (own, column) in self.columns.iter_mut().zip(columns()) {
            let own = Rc::make_mut(own);
            own.clear();
            own.extend_from_slice(column);
            move_rows(own, &self.moves);
        }
        // Rows without a grad fill up the last lanes.
        let kept = live.next_multiple_of(LANES).min(upstream.len());
        upstream[live..kept].fill(0.0);
        Some(kept)
    }
}

/// Copies numbers from row to row.
#[inline(always)]
fn move_rows(numbers: &mut [f64], moves: &[(usize, usize)]) {
    for (to, from) in moves {
        numbers[*to] = numbers[*from];
    }
}

/// Returns true if all numbers are finite.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
fn is_finite(numbers: &[f64]) -> bool {
    // In independent lanes: a compiler keeps the order of additions.
    const WIDE: usize = 2 * LANES;
    let (whole, rest) = numbers.as_chunks::<WIDE>();
    let mut lanes = [0.0; WIDE];
    for chunk in whole {
        for lane in 0..WIDE {
            lanes[lane] += chunk[lane] * 0.0;
        }
    }
    lanes.into_iter().chain(rest.iter().map(|number| number * 0.0)).all(|zero| zero == 0.0)
}

/// Marks gates: records through which all grads of the earlier records come. Slopes after a gate may
/// be 0, and no slope before it is infinite.
pub(super) fn mark_gates(records: &mut [Record], targets: &[Sink]) {
    // For each record the last user that passes it a grad, and whether a user has slopes that may be 0.
    let mut last = vec![0; records.len()];
    let mut is_cut = vec![false; records.len()];
    for (index, record) in records.iter().enumerate() {
        for receiver in record.receivers() {
            last[receiver] = index;
            is_cut[receiver] |= matches!(record.kernel, Kernel::Relu | Kernel::Binary(..));
        }
        for (_, user) in &record.pulls {
            last[index] = last[index].max(*user as usize);
        }
    }
    for record in targets.iter().filter_map(|target| target.push.record()) {
        last[record] = usize::MAX;
    }
    let mut furthest = 0;
    for (index, record) in records.iter_mut().enumerate() {
        if !record.requires_grad {
            continue;
        }
        if record.is_steep() {
            return;
        }
        record.is_gate = furthest <= index && is_cut[index];
        furthest = furthest.max(last[index]);
    }
}

impl Record {
    /// The records that receive grads of the record, except records that fetch them.
    fn receivers(&self) -> impl Iterator<Item = usize> {
        let of_terms = self.gives.iter().map(|(_, push)| *push);
        self.pushes.into_iter().chain(of_terms).filter_map(|push| push.record())
    }

    /// Returns true if a slope may be infinite while the operands and the result are finite.
    fn is_steep(&self) -> bool {
        match self.kernel {
            Kernel::Quotient | Kernel::Binary(..) => true,
            Kernel::Unary(_) => {
                let operation = self.node.as_ref().and_then(Value::operation);
                operation.is_none_or(|operation| operation.is_steep())
            }
            _ => false,
        }
    }
}
