//! One block of rows: forward through the records of a sweep, into the folds, and back.
//!
//! Both ways are compiled once more for machines with wider instructions, chosen while running. Each
//! row is computed alone and rows are added up in as many lanes, so the results are the same bits.

use std::ops::Range;

use multiversion::multiversion;

use super::kernels::{Kernel, Operands};
use super::lanes::Lanes;
use super::live::Moved;
use super::pushes::{InputGrads, Push};
use super::records::{Columns, Give, Record, Slope, Source, Term, numbers};
use super::sums::{Sum, TOGETHER, add_up};
use super::sweep::Sweep;

impl Sweep {
    /// Computes every record for a block.
    pub(super) fn compute(&mut self, columns: &Columns, block: &Range<usize>) {
        self.is_computed = false;
        compute(self, columns, block);
    }

    /// Passes the grads of a block on to the inputs.
    pub(super) fn push_block(&mut self, columns: &Columns, block: &Range<usize>) {
        // Rows may be left out.
        self.is_computed = false;
        push(self, columns, block);
        self.watch(columns, block);
    }

    /// Shows the grads of a block to those who watch.
    fn watch(&mut self, columns: &Columns, block: &Range<usize>) {
        let first = self.first_record();
        let Sweep { records, values, grads, scratch, watches, row_grads, stride, .. } = self;
        let (values, grads): (&[f64], &[f64]) = (values, grads);
        for watch in watches {
            if let Some(index) = watch.record
                && let Some(record) = records.get(index)
            {
                let at = |source| numbers(source, values, columns, block);
                let [x, y] = record.operands.map(at);
                let upstream = &grads[index * *stride..][..block.len()];
                let out = at(Source::Slot((first + index * *stride) as u32));
                let operands = Operands { x, y, out, upstream };
                watch.add(record.kernel, &operands, block.start, &mut scratch[..block.len()]);
            }
        }
        for by_row in row_grads {
            if let Some(index) = by_row.record {
                by_row.add(block, &grads[index * *stride..][..block.len()]);
            }
        }
    }
}

#[multiversion(targets(
    "x86_64+avx+avx2+avx512f+avx512bw+avx512cd+avx512dq+avx512vl",
    "x86_64+avx+avx2"
))]
fn compute(sweep: &mut Sweep, columns: &Columns, block: &Range<usize>) {
    let first = sweep.first_record();
    let Sweep { records, values, numbers: factors, stride, pinned, .. } = sweep;
    let values: &mut [f64] = values;
    let stride = *stride;
    for (index, record) in records.iter().enumerate() {
        let slot = first + index * stride;
        let (before, out) = values.split_at_mut(slot);
        let out = &mut out[..block.len()];
        let is_sum = record.kernel == Kernel::Nothing;
        if !is_sum {
            let x = numbers(record.operands[0], before, columns, block);
            let y = numbers(record.operands[1], before, columns, block);
            record.kernel.forward(x, y, out);
        }
        let mut sum = Sum::new(is_sum);
        for term in &record.terms {
            match term {
                Term::Scaled { factor, rows } => {
                    sum.add(factors[*factor as usize], numbers(*rows, before, columns, block), out);
                }
                Term::Product { operands } => {
                    sum.finish(out);
                    let x = numbers(operands[0], before, columns, block);
                    let y = numbers(operands[1], before, columns, block);
                    let products = x.iter().zip(y).map(|(x, y)| x * y);
                    out.iter_mut().zip(products).for_each(|(out, product)| *out += product);
                }
            }
        }
        sum.finish(out);
        if let Some((Source::Slot(start), row, number)) = *pinned
            && start as usize == slot
            && block.contains(&row)
        {
            out[row - block.start] = number;
        }
    }
}

#[multiversion(targets(
    "x86_64+avx+avx2+avx512f+avx512bw+avx512cd+avx512dq+avx512vl",
    "x86_64+avx+avx2"
))]
fn push(sweep: &mut Sweep, columns: &Columns, block: &Range<usize>) {
    let first = sweep.first_record();
    let is_watched = !(sweep.watches.is_empty() && sweep.row_grads.is_empty());
    let Sweep { records, targets, requires_grad, numbers: factors, .. } = sweep;
    let Sweep { values, grads, scratch, input_grads, stride, live, .. } = sweep;
    let (values, grads, stride): (&mut [f64], &mut [f64], usize) = (values, grads, *stride);
    let scratch = &mut scratch[..block.len()];
    for target in targets.iter() {
        target.slopes(numbers(target.source, values, columns, block), scratch);
        let place = target.push.target(grads, input_grads, (stride, block.len()));
        place.receive(block.len(), |row| scratch[row]);
    }
    // The rows that are left, when some are left out.
    let mut left = None;
    for (index, record) in records.iter().enumerate().rev() {
        if !requires_grad[index] {
            continue;
        }
        let slot = first + index * stride;
        if record.is_gate && left.is_none() && !is_watched {
            fetch(record, index, grads, (factors, stride, block.len()));
            let upstream = &mut grads[index * stride..][..block.len()];
            let values = &mut values[..slot + stride];
            let moved = Moved { values, first, stride, upstream, columns, block };
            left = live.keep(factors, moved).map(|rows| 0..rows);
        } else {
            let rows = left.as_ref().map_or(block.len(), Range::len);
            fetch(record, index, grads, (factors, stride, rows));
        }
        let (columns, block) = match &left {
            Some(rows) if rows.is_empty() => break,
            Some(rows) => (&live.columns, rows),
            None => (columns, block),
        };
        let back = Back { values, columns, block, factors, stride };
        back.push(record, (index, slot), grads, input_grads, scratch);
    }
}

/// Adds up the grads of a record, if they do not arrive by themselves.
#[inline(always)]
fn fetch(
    record: &Record,
    index: usize,
    grads: &mut [f64],
    (factors, stride, rows): (&[f64], usize, usize),
) {
    if !record.pulls.is_empty() {
        let (own, later) = grads[index * stride..].split_at_mut(stride);
        let (own, mut sum) = (&mut own[..rows], Sum::new(true));
        for (factor, user) in &record.pulls {
            let upstream = &later[(*user as usize - index - 1) * stride..][..rows];
            sum.add(factors[*factor as usize], upstream, own);
        }
        sum.finish(own);
    }
}

/// What records read on the way back.
struct Back<'walk> {
    values: &'walk [f64],
    columns: &'walk Columns,
    block: &'walk Range<usize>,
    factors: &'walk [f64],
    stride: usize,
}

impl<'walk> Back<'walk> {
    #[inline(always)]
    fn at(&self, source: Source) -> &'walk [f64] {
        numbers(source, self.values, self.columns, self.block)
    }

    /// Passes the grads of a record on.
    #[inline(always)]
    fn push(
        &self,
        record: &Record,
        (index, slot): (usize, usize),
        grads: &mut [f64],
        inputs: &mut InputGrads,
        scratch: &mut [f64],
    ) {
        let (rows, room) = (self.block.len(), (self.stride, self.block.len()));
        let (before, own) = grads.split_at_mut(index * self.stride);
        let upstream = &own[..rows];
        self.add_up_all(record, upstream, &mut inputs.sums);
        record.sums.iter().for_each(|(input, _)| inputs.sums[*input as usize].flush_sum());
        for Give { slope, push } in &record.gives {
            let place = push.target(before, inputs, room);
            match slope {
                Slope::Number(factor) => {
                    let factor = self.factors[*factor as usize];
                    place.receive(rows, |row| factor * upstream[row]);
                }
                Slope::Rows(source) => {
                    let numbers = &self.at(*source)[..rows];
                    place.receive(rows, |row| numbers[row] * upstream[row]);
                }
            }
        }
        if record.kernel != Kernel::Nothing {
            let [x, y] = [self.at(record.operands[0]), self.at(record.operands[1])];
            let operands = Operands { x, y, out: self.at(Source::Slot(slot as u32)), upstream };
            for (operand, push) in record.pushes.iter().enumerate() {
                let place = push.target(before, inputs, room);
                record.kernel.push(operand, &operands, &mut scratch[..rows], place);
                if let Push::Sum(input) = push {
                    inputs.sums[*input].flush_sum();
                }
            }
        }
    }

    /// Adds up the grads of the inputs that are factors of a record's terms.
    #[inline(always)]
    fn add_up_all(&self, record: &Record, upstream: &[f64], sums: &mut [Lanes]) {
        let (groups, rest) = record.sums.as_chunks::<TOGETHER>();
        for group in groups {
            let [(a, first), (b, second), (c, third), (d, fourth)] = *group;
            match sums.get_disjoint_mut([a, b, c, d].map(|input| input as usize)) {
                Ok(sums) => {
                    let rows = [self.at(first), self.at(second), self.at(third), self.at(fourth)];
                    add_up(sums, upstream, rows);
                }
                // An input is there twice.
                Err(_) => self.add_up_each(group, upstream, sums),
            }
        }
        self.add_up_each(rest, upstream, sums);
    }

    /// The same one by one.
    #[inline(always)]
    fn add_up_each(&self, uses: &[(u32, Source)], upstream: &[f64], sums: &mut [Lanes]) {
        for (input, rows) in uses {
            add_up([&mut sums[*input as usize]], upstream, [self.at(*rows)]);
        }
    }
}
