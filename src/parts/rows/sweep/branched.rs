//! Rows with branches: which of them a live path reaches, and what is passed on where some are not.
//!
//! A grad that is [`NOTHING`] says that none has arrived. What has it passes nothing on, whatever its
//! slopes are, and so the mark goes down from record to record, row by row.

use std::ops::Range;

use super::kernels::{Kernel, Operands};
use super::pushes::Target;
use super::records::{Columns, Give, Record, Slope, Source, numbers};
use super::walk::Sweep;
use crate::core::ops::{Branching, NOTHING, arrived, is_nothing, is_open};

/// The grad passed on, if one has arrived.
#[inline(always)]
fn passed(contribution: f64, upstream: f64) -> f64 {
    if is_nothing(upstream) { NOTHING } else { arrived(contribution) }
}

impl Sweep {
    /// Passes the grads of a block on to the inputs, where branches leave some out.
    pub(super) fn push_branched(&mut self, columns: &Columns, block: &Range<usize>) {
        let first = self.first_record();
        let Sweep { records, targets, requires_grad, numbers: factors, stride, .. } = self;
        let Sweep { values, grads, scratch, input_grads, .. } = self;
        let (values, grads): (&[f64], &mut [f64]) = (values, grads);
        let (stride, rows) = (*stride, block.len());
        let (scratch, room) = (&mut scratch[..rows], (stride, rows));
        let at = |source| numbers(source, values, columns, block);
        for target in targets.iter() {
            let upstream = target.upstream;
            let place = target.push.target(grads, input_grads, room);
            if let Some(row) = target.row {
                scratch.fill(NOTHING);
                if let Some(grad) = row.checked_sub(block.start).and_then(|it| scratch.get_mut(it))
                {
                    *grad = passed(upstream, upstream);
                }
                place.receive([scratch], |[grad]| grad);
                continue;
            }
            target.give(at(target.source), scratch, place, |slope| passed(slope, upstream));
        }
        for (index, record) in records.iter().enumerate().rev() {
            if !requires_grad[index] {
                continue;
            }
            let (before, own) = grads.split_at_mut(index * stride);
            let upstream = &own[..rows];
            for (input, source) in &record.sums {
                let sum = Target::Sum(&mut input_grads.sums[*input as usize]);
                let from = [&at(*source)[..rows], upstream];
                sum.receive(from, |[number, upstream]| passed(number * upstream, upstream));
            }
            for Give { slope, push } in &record.gives {
                let place = push.target(before, input_grads, room);
                match slope {
                    Slope::Number(factor) => {
                        let factor = factors[*factor as usize];
                        place.receive([upstream], |[upstream]| passed(factor * upstream, upstream));
                    }
                    Slope::Rows(source) => {
                        let from = [&at(*source)[..rows], upstream];
                        place.receive(from, |[number, upstream]| {
                            passed(number * upstream, upstream)
                        });
                    }
                }
            }
            if record.kernel == Kernel::Nothing {
                continue;
            }
            let [x, y] = record.operands.map(at);
            let out = at(Source::Slot((first + index * stride) as u32));
            let operands = Operands { x, y, out, upstream };
            for (operand, push) in record.pushes.iter().enumerate() {
                let (how, place) = (record.branching(), push.target(before, input_grads, room));
                push_reached((record.kernel, how), operand, &operands, scratch, place);
            }
        }
    }

    /// By record and row of a computed block, whether a number counts for the targets. None where
    /// nothing is left out.
    pub(super) fn touched(
        &self,
        columns: &Columns,
        block: &Range<usize>,
    ) -> Option<Vec<Vec<bool>>> {
        if !self.branched {
            return None;
        }
        let mut touched = vec![vec![false; block.len()]; self.records.len()];
        for target in &self.targets {
            let Some(record) = self.record_at(target.source) else { continue };
            let first = target.row.map_or(0, |row| row.saturating_sub(block.start));
            match target.row {
                Some(row) if row < block.start || first >= block.len() => {}
                Some(_) => touched[record][first] = true,
                None => touched[record].fill(true),
            }
        }
        for (index, record) in self.records.iter().enumerate().rev() {
            let (before, own) = touched.split_at_mut(index);
            let Some(own) = own.first() else { continue };
            let x = numbers(record.operands[0], &self.values, columns, block);
            for (operand, source) in record.operands.iter().enumerate() {
                let Some(below) = self.record_at(*source).and_then(|it| before.get_mut(it)) else {
                    continue;
                };
                for ((below, own), x) in below.iter_mut().zip(own).zip(x) {
                    *below |= *own && record.branching().touches(operand, *x);
                }
            }
        }
        Some(touched)
    }

    /// The record whose numbers are there.
    fn record_at(&self, source: Source) -> Option<usize> {
        match source {
            Source::Slot(start) => {
                Some((start as usize).checked_sub(self.first_record())? / self.stride)
            }
            Source::Column(_) => None,
        }
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
            place.receive([scratch, upstream], |[grad, upstream]| passed(grad, upstream));
        }
        Branching::Gate(on) if index > 0 => {
            let rows = &at.x[..upstream.len()];
            place.receive(
                [rows, upstream],
                |[x, upstream]| {
                    if is_open(on, x) { upstream } else { NOTHING }
                },
            );
        }
        Branching::Flat | Branching::Lazy(_) | Branching::Gate(_) => {
            place.receive([upstream], |_| NOTHING);
        }
    }
}

impl Record {
    /// What its operation has to do with branches; a sum has nothing, whatever it begins with.
    pub fn branching(&self) -> Branching {
        match self.kernel {
            Kernel::Unary(_) | Kernel::Binary(..) => self.node.branching(),
            _ => Branching::None,
        }
    }
}
