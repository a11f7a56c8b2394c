//! Rows whose grads are all 0 from some record on are left out of the backward walk.
//!
//! A point that a hinge loss is satisfied with, `relu(1 - y*score)`, passes nothing on to the network.
//! As in a program, that is so only where all numbers are finite: 0 times infinity is not 0.

use std::ops::Range;
use std::rc::Rc;

use super::kernels::Kernel;
use super::records::{Columns, Record};
use super::targets::Sink;
use crate::core::graph::Value;
use crate::core::ops::LANES;

/// The rows that are left of a block, moved together.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// The places that rows go to, and those that they come from.
    moves: Vec<(usize, usize)>,
    /// What the columns hold in these rows.
    pub columns: Columns,
}

/// A block of a backward walk at some record: what may be moved together.
pub(super) struct Moved<'walk> {
    /// The numbers of the records up to this one.
    pub values: &'walk mut [f64],
    /// The room of each.
    pub stride: usize,
    /// The grads of the record.
    pub upstream: &'walk mut [f64],
    pub columns: &'walk Columns,
    pub block: &'walk Range<usize>,
}

impl Live {
    /// Moves the rows with a grad to the front, if that leaves out enough of the others and changes
    /// nothing; the number of rows that are left.
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
        // The last rows with a grad take the places of the first ones without.
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
        // Some without a grad make up whole lanes.
        let kept = live.next_multiple_of(LANES).min(upstream.len());
        upstream[live..kept].fill(0.0);
        Some(kept)
    }
}

/// Copies rows to others.
#[inline(always)]
fn move_rows(numbers: &mut [f64], moves: &[(usize, usize)]) {
    for (to, from) in moves {
        numbers[*to] = numbers[*from];
    }
}

/// Tells whether all numbers are finite.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
fn is_finite(numbers: &[f64]) -> bool {
    // In lanes, and as sums, which no compiler joins in another order.
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

/// Marks the records through which all grads of the records before them come, where slopes after
/// them may be 0 and none before them is infinite.
pub(super) fn mark_gates(records: &mut [Record], targets: &[Sink]) {
    // The last record that each gets a grad from, and whether one of them has slopes that are 0.
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
    /// The records that its grads are passed on to, but for those that fetch them.
    fn receivers(&self) -> impl Iterator<Item = usize> {
        let of_terms = self.gives.iter().map(|(_, push)| *push);
        self.pushes.into_iter().chain(of_terms).filter_map(|push| push.record())
    }

    /// Returns true if a slope may be infinite though its operands and its result are not.
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
