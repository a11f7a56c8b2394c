//! Rows with branches: which of them a live path reaches, and what is passed on where some are not.
//!
//! A grad that is [`NOTHING`] says that none has arrived. What has it passes nothing on, whatever its
//! slopes are, and so the mark goes down from record to record, row by row.

use std::ops::Range;

use super::kernels::{Kernel, Operands};
use super::pushes::Target;
use super::records::{Columns, Place, Record, Rows};
use super::walk::Sweep;
use crate::core::graph::Value;
use crate::core::ops::{Branching, NO_PATH, arrived, is_no_path, is_open};

/// The grad passed on: none where none has arrived.
#[inline(always)]
pub(super) fn passed<const BRANCHED: bool>(contribution: f64, upstream: f64) -> f64 {
    match BRANCHED {
        false => contribution,
        true if is_no_path(upstream) => NO_PATH,
        true => arrived(contribution),
    }
}

impl Sweep {
    /// By record whether its number in a row of a computed block, from 0, counts for the targets.
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

/// Passes the upstreams that there are on to one operand.
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
        Branching::None | Branching::Row => {
            // The kernel needs no room of its own where grads are the first ones.
            kernel.push(index, at, &mut [], Target::First(scratch));
            place.receive([scratch, upstream], |[grad, upstream]| passed::<true>(grad, upstream));
        }
        Branching::Gate(on) if index > 0 => {
            let rows = &at.x[..upstream.len()];
            place.receive(
                [rows, upstream],
                |[x, upstream]| {
                    if is_open(on, x) { upstream } else { NO_PATH }
                },
            );
        }
        Branching::Flat | Branching::Lazy(_) | Branching::Gate(_) => {
            place.receive([upstream], |_| NO_PATH);
        }
    }
}

impl Record {
    /// What its operation has to do with branches; a sum has nothing, whatever it begins with.
    pub fn branching(&self) -> Branching {
        match self.kernel {
            Kernel::Unary(_) | Kernel::Binary(..) => {
                self.node.as_ref().map_or(Branching::None, Value::branching)
            }
            _ => Branching::None,
        }
    }
}
