//! The passes over a tape: forward and backward, record by record or eight at a time.

use std::ops::Range;

use super::lanes::{Block, LANES, Lanes, Strided, neighbours, terms_begin};
use super::{Record, Slot, Tape, Term};
use crate::ops::Rule;

impl Tape {
    /// The forward pass: computes every record from the slots before it.
    pub fn forward(&mut self) {
        self.inputs.clear();
        self.copies.refresh(&mut self.values);
        let mut blocks = 0;
        let mut begin = 0;
        let mut next = 0;
        while let Some(record) = self.records.get(next).copied() {
            let terms = begin..record.end as usize;
            match self.blocks.blocks.get(blocks).copied() {
                Some(block) if block.first == next => {
                    self.forward_block(block, record, terms.start, terms.len());
                    begin += LANES * terms.len();
                    next += LANES;
                    blocks += 1;
                }
                _ => {
                    self.forward_record(next, record, terms.start);
                    begin = terms.end;
                    next += 1;
                }
            }
        }
    }

    #[inline]
    fn forward_record(&mut self, index: usize, record: Record, begin: usize) {
        let Tape { values, terms, inputs, .. } = self;
        let terms = &terms[begin..record.end as usize];
        let value = |slot: Slot| values[slot as usize];
        let sum =
            || terms.iter().fold(value(record.start), |sum, [x, y]| sum + value(*x) * value(*y));
        values[self.leaves.len() + index] = match record.rule {
            None => sum(),
            Some(Rule::Unary { forward, .. }) => {
                let input = sum();
                if !terms.is_empty() {
                    inputs.push(input);
                }
                forward(input)
            }
            Some(Rule::Binary { forward, .. }) => {
                let [x, y] = only(terms);
                forward(value(x), value(y))
            }
        };
    }

    #[inline]
    fn forward_block(&mut self, block: Block, record: Record, begin: usize, length: usize) {
        let Tape { values, terms, inputs, blocks, .. } = self;
        let terms = &terms[begin..][..length];
        let (by, strides) = blocks.strides(&block, length);
        let sums = |values: &[f64]| {
            let mut sums = Strided::new(record.start, by).read(values);
            for ([x, y], [by_x, by_y]) in terms.iter().zip(strides) {
                let (x, y) = (Strided::new(*x, *by_x), Strided::new(*y, *by_y));
                let (x, y) = (x.read(values), y.read(values));
                for lane in 0..LANES {
                    sums[lane] += x[lane] * y[lane];
                }
            }
            sums
        };
        // Each out is stored by itself: eight stored one by one and read at once make the machine
        // wait.
        let slot = self.leaves.len() + block.first;
        match record.rule {
            None => {
                let sums = sums(values);
                values[slot..][..LANES].copy_from_slice(&sums);
            }
            Some(Rule::Unary { forward, .. }) => {
                let sums = sums(values);
                if !terms.is_empty() {
                    inputs.extend_from_slice(&sums);
                }
                for (out, sum) in values[slot..][..LANES].iter_mut().zip(sums) {
                    *out = forward(sum);
                }
            }
            Some(Rule::Binary { forward, .. }) => {
                let ([x, y], [by_x, by_y]) = (only(terms), only(strides));
                let (x, y) = (Strided::new(x, by_x), Strided::new(y, by_y));
                let (x, y) = (x.read(values), y.read(values));
                for (lane, out) in values[slot..][..LANES].iter_mut().enumerate() {
                    *out = forward(x[lane], y[lane]);
                }
            }
        }
    }

    /// The backward pass: fills every grad with d root / d slot.
    ///
    /// Contributions are those of the graph's own pass, though a slot used from several records may
    /// receive them in another order.
    pub fn backward(&mut self) {
        self.grads.fill(0.0);
        if let Some(grad) = self.grads.get_mut(self.root_slot as usize) {
            *grad = 1.0;
        }
        // Zero times a finite number adds nothing to a grad, so what passes on zero is skipped.
        // Where a number is infinite or nan, zero times it is nan, as in the graph's own pass.
        let all_finite = self.values.iter().fold(true, |all, value| all & value.is_finite());
        let mut blocks = self.blocks.blocks.len();
        let mut inputs = self.inputs.len();
        let mut after = self.records.len();
        while let Some(last) = after.checked_sub(1) {
            let block = blocks.checked_sub(1).map(|block| self.blocks.blocks[block]);
            match block {
                Some(block) if block.first + LANES == after => {
                    self.backward_block(block, &mut inputs, all_finite);
                    after = block.first;
                    blocks -= 1;
                }
                _ => {
                    self.backward_record(last, &mut inputs, all_finite);
                    after = last;
                }
            }
        }
        self.copies.give_back(&mut self.grads);
    }

    fn terms_of(&self, index: usize) -> Range<usize> {
        terms_begin(&self.records, index)..self.records[index].end as usize
    }

    #[inline]
    fn backward_record(&mut self, index: usize, inputs: &mut usize, all_finite: bool) {
        let range = self.terms_of(index);
        let slot = self.leaves.len() + index;
        let Tape { values, grads, records, terms, .. } = self;
        let (record, terms) = (records[index], &terms[range]);
        let (mut upstream, out) = (grads[slot], values[slot]);
        let value = |slot: Slot| values[slot as usize];
        let mut push = |slot: Slot, contribution: f64| {
            // What stays has no grad, and lies beyond those that have.
            if let Some(grad) = grads.get_mut(slot as usize) {
                *grad += contribution;
            }
        };
        match record.rule {
            None => {}
            Some(Rule::Unary { partial, .. }) => {
                let input = match terms.is_empty() {
                    true => value(record.start),
                    false => {
                        *inputs -= 1;
                        self.inputs[*inputs]
                    }
                };
                upstream *= (partial.function)(input, out);
            }
            Some(Rule::Binary { partials: [first, second], .. }) => {
                let [x, y] = only(terms);
                let (x_data, y_data) = (value(x), value(y));
                push(x, (first.function)(x_data, y_data, out) * upstream);
                push(y, (second.function)(x_data, y_data, out) * upstream);
                return;
            }
        }
        if upstream == 0.0 && all_finite {
            return;
        }
        for [x, y] in terms.iter().rev() {
            push(*x, value(*y) * upstream);
            push(*y, value(*x) * upstream);
        }
        push(record.start, upstream);
    }

    #[inline]
    fn backward_block(&mut self, block: Block, inputs: &mut usize, all_finite: bool) {
        let range = self.terms_of(block.first);
        let slot = self.leaves.len() + block.first;
        let Tape { values, grads, records, terms, blocks, .. } = self;
        let (record, terms) = (records[block.first], &terms[range]);
        let (by, strides) = blocks.strides(&block, terms.len());
        let (mut upstream, outs) = (neighbours(&grads[slot..]), neighbours(&values[slot..]));
        let start = Strided::new(record.start, by);
        match record.rule {
            None => {}
            Some(Rule::Unary { partial, .. }) => {
                let read = match terms.is_empty() {
                    true => start.read(values),
                    false => {
                        *inputs -= LANES;
                        neighbours(&self.inputs[*inputs..])
                    }
                };
                for lane in 0..LANES {
                    upstream[lane] *= (partial.function)(read[lane], outs[lane]);
                }
            }
            Some(Rule::Binary { partials: [first, second], .. }) => {
                let ([x, y], [by_x, by_y]) = (only(terms), only(strides));
                let (x, y) = (Strided::new(x, by_x), Strided::new(y, by_y));
                let (x_data, y_data) = (x.read(values), y.read(values));
                let contributions = |function: fn(f64, f64, f64) -> f64| -> Lanes {
                    std::array::from_fn(|lane| {
                        function(x_data[lane], y_data[lane], outs[lane]) * upstream[lane]
                    })
                };
                x.add(grads, contributions(first.function));
                y.add(grads, contributions(second.function));
                return;
            }
        }
        if all_finite && upstream == [0.0; LANES] {
            return;
        }
        for ([x, y], [by_x, by_y]) in terms.iter().zip(strides).rev() {
            let (x, y) = (Strided::new(*x, *by_x), Strided::new(*y, *by_y));
            let (x_data, y_data) = (x.read(values), y.read(values));
            x.add(grads, product(y_data, upstream));
            y.add(grads, product(x_data, upstream));
        }
        start.add(grads, upstream);
    }
}

#[inline]
fn product(one: Lanes, other: Lanes) -> Lanes {
    std::array::from_fn(|lane| one[lane] * other[lane])
}

/// The operands of a binary operation's record.
fn only(terms: &[Term]) -> Term {
    terms.first().copied().unwrap_or_default()
}
