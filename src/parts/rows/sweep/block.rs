//! One block of rows: forward through the records of a sweep, into the folds, and back.
//!
//! Both walks are compiled once more for machines with wider instructions, chosen at run time. Each row
//! is computed alone, and rows are added up in equally many lanes: results are the same to the bit.

use std::ops::Range;

use multiversion::multiversion;

use super::branched::{passed, push_reached};
use super::compaction::Moved;
use super::kernels::{Kernel, Operands};
use super::pushes::Target;
use super::records::{Columns, Place, Record, Rows};
use super::sums::{Single, TOGETHER, flush, lanes_of_products};
use super::walk::Sweep;

impl Sweep {
    /// Computes every record for a block.
    pub(super) fn compute(&mut self, columns: &Columns, block: &Range<usize>) {
        self.is_computed = false;
        compute(self, columns, block);
    }

    /// Passes the grads of a block on to the inputs.
    pub(super) fn push_block(&mut self, columns: &Columns, block: &Range<usize>) {
        // Compaction may leave out rows of the block.
        self.is_computed = false;
        if self.branched {
            push::<true>(self, columns, block);
        } else {
            push_wide(self, columns, block);
        }
        let Sweep { grads, row_grads, stride, .. } = self;
        for by_row in row_grads {
            if let Some(index) = by_row.record {
                by_row.add(block, &grads[index * *stride..][..block.len()]);
            }
        }
    }
}

#[multiversion(targets("x86_64+avx+avx2"))]
fn compute(sweep: &mut Sweep, columns: &Columns, block: &Range<usize>) {
    let Sweep { records, values, numbers: factors, stride, pinned, .. } = sweep;
    let (values, stride): (&mut [f64], usize) = (values, *stride);
    for (index, record) in records.iter().enumerate() {
        let (before, own) = values.split_at_mut(index * stride);
        let (walk, rows) = (Rows { values: before, stride, columns, block }, block.len());
        if let Some(tile) = &record.tile {
            tile.add_up(own, (index, stride, rows), factors, |place| walk.at(place));
        }
        let out = &mut own[..rows];
        let is_sum = matches!(record.kernel, Kernel::Nothing);
        if !is_sum {
            let [x, y] = [walk.at(record.operands[0]), walk.at(record.operands[1])];
            record.kernel.forward(x, y, out);
        }
        if !record.terms.is_empty() {
            let mut sum = Single::new(is_sum);
            for (x, rows) in &record.terms {
                let rows = walk.at(*rows);
                if let Place::Number(factor) = x {
                    sum.add([factors[*factor as usize]], rows, &mut [out]);
                } else {
                    sum.finish(&mut [out]);
                    let products = walk.at(*x).iter().zip(rows).map(|(x, y)| x * y);
                    out.iter_mut().zip(products).for_each(|(out, product)| *out += product);
                }
            }
            sum.finish(&mut [out]);
        }
        if let Some((Place::Record(pinned), row, number)) = *pinned
            && pinned as usize == index
            && block.contains(&row)
        {
            out[row - block.start] = number;
        }
    }
}

#[multiversion(targets("x86_64+avx+avx2"))]
fn push_wide(sweep: &mut Sweep, columns: &Columns, block: &Range<usize>) {
    push::<false>(sweep, columns, block);
}

#[inline(always)]
fn push<const BRANCHED: bool>(sweep: &mut Sweep, columns: &Columns, block: &Range<usize>) {
    let is_watched = !sweep.row_grads.is_empty();
    let Sweep { records, targets, numbers: factors, values, grads, .. } = sweep;
    let Sweep { scratch, sums, stride, live, .. } = sweep;
    let (values, grads, stride): (&mut [f64], &mut [f64], usize) = (values, grads, *stride);
    let scratch = &mut scratch[..block.len()];
    for target in targets.iter() {
        let rows = Rows { values, stride, columns, block }.at(target.place);
        let place = target.push.target(grads, sums, (stride, block.len()));
        let grad = |slope| passed::<BRANCHED>(slope, target.upstream);
        target.give((block.start, rows), scratch, place, grad);
    }
    // The remaining rows, once rows are left out.
    let mut left = None;
    for (index, record) in records.iter().enumerate().rev() {
        if !record.requires_grad {
            continue;
        }
        let rows = left.as_ref().map_or(block.len(), Range::len);
        fetch(record, index, grads, (factors, stride, rows));
        if record.is_gate && left.is_none() && !is_watched {
            let upstream = &mut grads[index * stride..][..rows];
            let values = &mut values[..(index + 1) * stride];
            let moved = Moved { values, stride, upstream, columns, block };
            left = live.keep(factors, moved).map(|rows| 0..rows);
        }
        let (columns, block) = match &left {
            Some(rows) if rows.is_empty() => break,
            Some(rows) => (&live.columns, rows),
            None => (columns, block),
        };
        let back = Back { rows: Rows { values, stride, columns, block }, factors };
        back.push::<BRANCHED>(record, index, grads, sums, scratch);
    }
}

/// Adds up the grads that a record fetches.
#[inline(always)]
fn fetch(
    record: &Record,
    index: usize,
    grads: &mut [f64],
    (factors, stride, rows): (&[f64], usize, usize),
) {
    let (own, later) = grads.split_at_mut((index + 1) * stride);
    if let Some(tile) = &record.pull_tile {
        let upstream = |user: u32| &later[(user as usize - index - 1) * stride..][..rows];
        tile.add_up(own, (0, stride, rows), factors, upstream);
    }
    if !record.pulls.is_empty() {
        let own = &mut own[index * stride..][..rows];
        let mut sum = Single::new(true);
        for (factor, user) in &record.pulls {
            let upstream = &later[(*user as usize - index - 1) * stride..][..rows];
            sum.add([factors[*factor as usize]], upstream, &mut [own]);
        }
        sum.finish(&mut [own]);
    }
}

/// The numbers and grads that records read in the backward walk.
struct Back<'walk> {
    rows: Rows<'walk>,
    factors: &'walk [f64],
}

impl Back<'_> {
    /// Passes the grads of a record on.
    #[inline(always)]
    fn push<const BRANCHED: bool>(
        &self,
        record: &Record,
        index: usize,
        grads: &mut [f64],
        sums: &mut [f64],
        scratch: &mut [f64],
    ) {
        let (stride, rows) = (self.rows.stride, self.rows.block.len());
        let (before, own) = grads.split_at_mut(index * stride);
        let upstream = &own[..rows];
        if BRANCHED {
            for (number, place) in &record.sums {
                let sum = Target::Sum(&mut sums[*number as usize]);
                let from = [&self.rows.at(*place)[..rows], upstream];
                sum.receive(from, |[number, grad]| passed::<BRANCHED>(number * grad, grad));
            }
        } else {
            self.add_up_all(record, upstream, sums);
        }
        for (slope, push) in &record.gives {
            let target = push.target(before, sums, (stride, rows));
            if let Place::Number(factor) = slope {
                let factor = self.factors[*factor as usize];
                target.receive([upstream], |[grad]| passed::<BRANCHED>(factor * grad, grad));
            } else {
                let from = [&self.rows.at(*slope)[..rows], upstream];
                target.receive(from, |[number, grad]| passed::<BRANCHED>(number * grad, grad));
            }
        }
        if !matches!(record.kernel, Kernel::Nothing | Kernel::Number(_)) {
            let [x, y] = [self.rows.at(record.operands[0]), self.rows.at(record.operands[1])];
            let out = self.rows.at(Place::Record(index as u32));
            let operands = Operands { x, y, out, upstream };
            for (operand, push) in record.pushes.iter().enumerate() {
                let (target, scratch) =
                    (push.target(before, sums, (stride, rows)), &mut scratch[..rows]);
                if BRANCHED {
                    let kernel = (record.kernel, record.branching());
                    push_reached(kernel, operand, &operands, scratch, target);
                } else {
                    record.kernel.push(operand, &operands, scratch, target);
                }
            }
        }
    }

    /// Adds up the grads of the inputs that are factors of a record's terms.
    #[inline(always)]
    fn add_up_all(&self, record: &Record, upstream: &[f64], sums: &mut [f64]) {
        // Loops, because closures would be compiled without the wide instructions.
        let (groups, rest) = record.sums.as_chunks::<TOGETHER>();
        for group in groups {
            self.add_up(*group, upstream, sums);
        }
        let (pairs, rest) = rest.as_chunks::<2>();
        for pair in pairs {
            self.add_up(*pair, upstream, sums);
        }
        for single in rest {
            self.add_up([*single], upstream, sums);
        }
    }

    /// Adds up the grads of `FACTORS` inputs at once.
    #[inline(always)]
    fn add_up<const FACTORS: usize>(
        &self,
        group: [(u32, Place); FACTORS],
        upstream: &[f64],
        sums: &mut [f64],
    ) {
        let mut rows: [&[f64]; FACTORS] = [&[]; FACTORS];
        for at in 0..FACTORS {
            rows[at] = self.rows.at(group[at].1);
        }
        let lanes = lanes_of_products(upstream, rows);
        for at in 0..FACTORS {
            flush(&mut sums[group[at].0 as usize], lanes[at]);
        }
    }
}
