//! Rows with branches: which rows a live path reaches, and which grads are passed on.
//!
//! [`NO_PATH`] marks a row of a record at which no grad has arrived. A marked row passes no grad on,
//! whatever its slopes are, so that the mark goes down from record to record.

use std::ops::Range;

use super::kernels::{Kernel, Operands};
use super::pushes::Target;
use super::records::{Columns, Place, Record, Rows};
use super::walk::Sweep;
use crate::core::graph::Value;
use crate::core::ops::{Branching, NO_PATH, arrived, is_no_path, is_open};

/// The grad passed on: [`NO_PATH`] if the upstream is.
#[inline(always)]
pub(super) fn passed<const BRANCHED: bool>(contribution: f64, upstream: f64) -> f64 {
    match BRANCHED {
        false => contribution,
        true if is_no_path(upstream) => NO_PATH,
        true => arrived(contribution),
    }
}

impl Sweep {
    /// For each record, true if its number in this row of a computed block counts for the targets.
    pub(super) fn counted(&self, columns: &Columns, block: &Range<usize>, row: usize) -> Vec<bool> {
        let mut counts = vec![false; self.records.len()];
        for target in &self.targets {
            let is_looked_at = target.row.is_none_or(|it| it == block.start + row);
            if let Place::Record(record) = target.place {
                counts[record as usize] |= is_looked_at;
            }
        }
        let walk = Rows { values: &self.values, stride: self.stride, columns, block };
        for (index, record) in self.records.iter().enumerate().rev() {
            let x = walk.at(record.operands[0]).get(row).copied().unwrap_or(f64::NAN);
            for (operand, place) in record.operands.iter().enumerate() {
                if let Place::Record(below) = place {
                    counts[*below as usize] |=
                        counts[index] && record.branching().touches(operand, x);
                }
            }
        }
        counts
    }
}

/// Passes the upstreams that have arrived on to one operand.
pub(super) fn push_reached(
    (kernel, branching): (Kernel, Branching),
    index: usize,
    at: &Operands<'_>,
    scratch: &mut [f64],
    place: Target<'_>,
) {
    let upstream = at.upstream;
    match branching {
        _ if matches!(place, Target::Nothing) => {}
        Branching::None | Branching::Row | Branching::Shares => {
            // The kernel needs no room of its own where grads are the first ones.
            kernel.push(index, at, &mut [], Target::First(scratch));
            place.receive([scratch, upstream], |[grad, upstream]| passed::<true>(grad, upstream));
        }
        Branching::Gate(on) if index > 0 => {
            let passed = |[x, upstream]: [f64; 2]| if is_open(on, x) { upstream } else { NO_PATH };
            place.receive([&at.x[..upstream.len()], upstream], passed);
        }
        Branching::Given => {
            let passed = |[x, upstream]: [f64; 2]| {
                if branching.passes(index, x) { upstream } else { NO_PATH }
            };
            place.receive([&at.x[..upstream.len()], upstream], passed);
        }
        Branching::Flat | Branching::Lazy(_) | Branching::Gate(_) => {
            place.receive([upstream], |_| NO_PATH);
        }
    }
}

impl Record {
    /// The branching of the record's operation; `None` for a sum.
    pub fn branching(&self) -> Branching {
        match self.kernel {
            Kernel::Unary(_) | Kernel::Binary(..) => {
                self.node.as_ref().map_or(Branching::None, Value::branching)
            }
            _ => Branching::None,
        }
    }
}
