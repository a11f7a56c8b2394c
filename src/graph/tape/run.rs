//! The passes over a tape, record by record or block by block.

use super::blocks::{Block, Blocks, HALF, WIDE};
use super::dot::Dot;
use super::lanes::{Grads, neighbors};
use super::{AppliedRule, Record, RuleIndex, Slot, Sum, Tape};
use crate::ops::Rule;

/// The position of a pass on the tape.
#[derive(Clone, Copy)]
struct Position {
    /// The slot of the record's result.
    slot: usize,
    /// The indices of its first dot product, and of its block's.
    dot: usize,
    block: usize,
    block_dot: usize,
}

impl Tape {
    /// Runs the forward pass, then the backward pass.
    pub fn pass(&mut self) {
        self.go_forward(true);
        self.backward();
    }

    /// Runs the forward pass: computes each record from the slots before it.
    pub fn forward(&mut self) {
        self.go_forward(false);
    }

    /// The forward pass; rows are walked over forward `and_back` where that can be done at once.
    fn go_forward(&mut self, and_back: bool) {
        let Tape { values, records, dots, blocks, sweeps, rules, inputs, stop, is_cut, .. } = self;
        *is_cut = false;
        inputs.clear();
        blocks.refresh_copies(values);
        let mut sweeps = sweeps.iter_mut();
        let mut pass = Forward { values, dots, blocks, rules, inputs };
        let mut at = Position { slot: self.first_record, dot: 0, block: 0, block_dot: 0 };
        for record in records.iter() {
            match record {
                Record::Sum(sum) => pass.sum(sum, &mut at),
                Record::Binary { rule, operands } => pass.binary(*rule, *operands, &mut at),
                Record::Sweep => {
                    if let Some(sweep) = sweeps.next() {
                        *is_cut |= !sweep.forward(pass.values, and_back, stop);
                    }
                    at.slot += 1;
                }
                Record::Block => match blocks.all[at.block] {
                    block @ Block { width: WIDE, .. } => pass.block::<WIDE>(block, &mut at),
                    block => pass.block::<HALF>(block, &mut at),
                },
            }
        }
    }

    /// Runs the backward pass: sets each grad to d root / d slot.
    ///
    /// Contributions are the same as in the graph's own pass, but a slot used by several records
    /// may receive them in a different order.
    pub fn backward(&mut self) {
        let Tape { values, grads, copy_grads, records, dots, blocks, sweeps, rules, .. } = self;
        let Tape { inputs, stop, is_cut, .. } = self;
        grads.fill(0.0);
        copy_grads.fill(0.0);
        if let Some(grad) = grads.get_mut(self.root_slot as usize) {
            *grad = 1.0;
        }
        let mut at = Position {
            slot: grads.len(),
            dot: dots.len(),
            block: blocks.all.len(),
            block_dot: blocks.dots.len(),
        };
        // Zero times a non-finite number is nan, so only finite numbers allow skipping zeros.
        let zeros = values.iter().fold(0, |all, value| all | (value * 0.0).to_bits());
        let all_finite = zeros << 1 == 0;
        let first_copy = values.len() - copy_grads.len();
        let mut sweeps = sweeps.iter_mut().rev();
        let to = Grads { grads, of_copies: copy_grads, first_copy };
        let mut pass = Backward { values, to, dots, blocks, rules, inputs, all_finite };
        for record in records.iter().rev() {
            match record {
                Record::Sum(sum) => pass.sum(sum, &mut at),
                Record::Binary { rule, operands } => pass.binary(*rule, *operands, &mut at),
                Record::Sweep => {
                    at.slot -= 1;
                    if let Some(sweep) = sweeps.next() {
                        *is_cut |= !sweep.backward(pass.to.grads, stop);
                    }
                }
                Record::Block => {
                    at.block -= 1;
                    match blocks.all[at.block] {
                        block @ Block { width: WIDE, .. } => pass.block::<WIDE>(block, &mut at),
                        block => pass.block::<HALF>(block, &mut at),
                    }
                }
            }
        }
        blocks.give_back(copy_grads, grads);
    }
}

/// A forward pass in progress.
struct Forward<'tape> {
    values: &'tape mut [f64],
    dots: &'tape [Dot],
    blocks: &'tape Blocks,
    rules: &'tape [AppliedRule],
    inputs: &'tape mut Vec<f64>,
}

impl Forward<'_> {
    #[inline(always)]
    fn sum(&mut self, sum: &Sum, at: &mut Position) {
        let dots = &self.dots[at.dot..][..sum.dots as usize];
        let start = self.values[sum.start as usize];
        let mut out = dots.iter().fold(start, |sum, dot| dot.add_to(sum, self.values));
        if let Some(rule) = sum.rule {
            if !dots.is_empty() {
                self.inputs.push(out);
            }
            if let Rule::Unary { forward, .. } = self.rules[rule as usize].rule {
                out = forward(out);
            }
        }
        self.values[at.slot] = out;
        at.slot += 1;
        at.dot += dots.len();
    }

    #[inline(always)]
    fn binary(&mut self, rule: RuleIndex, operands: [Slot; 2], at: &mut Position) {
        let [x, y] = operands.map(|slot| self.values[slot as usize]);
        if let Rule::Binary { forward, .. } = self.rules[rule as usize].rule {
            self.values[at.slot] = forward(x, y);
        }
        at.slot += 1;
    }

    #[inline(always)]
    fn block<const WIDTH: usize>(&mut self, block: Block, at: &mut Position) {
        let dots = &self.blocks.dots[at.block_dot..][..block.dots];
        let mut sums: [f64; WIDTH] = block.starts.firsts(self.values);
        for dots in dots {
            dots.add_to(&mut sums, self.values);
        }
        let outs = &mut self.values[at.slot..][..WIDTH];
        outs.copy_from_slice(&sums);
        if let Some(rule) = block.rule {
            if !dots.is_empty() {
                self.inputs.extend_from_slice(&sums);
            }
            if let Rule::Unary { many, .. } = self.rules[rule as usize].rule {
                (many.forward)(outs);
            }
        }
        at.slot += WIDTH;
        at.block += 1;
        at.block_dot += dots.len();
    }
}

/// A backward pass in progress.
struct Backward<'tape> {
    values: &'tape [f64],
    to: Grads<'tape>,
    dots: &'tape [Dot],
    blocks: &'tape Blocks,
    rules: &'tape [AppliedRule],
    /// The inputs of the records yet to come.
    inputs: &'tape [f64],
    /// True if zero upstreams can be skipped, since zero times a finite number adds nothing. With
    /// infinite or nan data the product is nan, as in the graph's own pass.
    all_finite: bool,
}

impl<'tape> Backward<'tape> {
    #[inline(always)]
    fn sum(&mut self, sum: &Sum, at: &mut Position) {
        at.slot -= 1;
        at.dot -= sum.dots as usize;
        let dots = &self.dots[at.dot..][..sum.dots as usize];
        let mut upstream = self.to.grads[at.slot];
        if let Some(rule) = sum.rule {
            let taken = if dots.is_empty() { 0 } else { 1 };
            let inputs = self.take_inputs(taken);
            let AppliedRule { rule, is_steep } = self.rules[rule as usize];
            if self.adds_nothing(&[upstream]) && !is_steep {
                return;
            }
            let input = inputs.first().copied().unwrap_or(self.values[sum.start as usize]);
            if let Rule::Unary { partial, .. } = rule {
                upstream *= (partial.function)(input, self.values[at.slot]);
            }
        }
        self.push(upstream, sum.start, dots.iter().rev().copied());
    }

    #[inline(always)]
    fn binary(&mut self, rule: RuleIndex, operands: [Slot; 2], at: &mut Position) {
        at.slot -= 1;
        let [x, y] = operands.map(|slot| self.values[slot as usize]);
        let (upstream, out) = (self.to.grads[at.slot], self.values[at.slot]);
        if let Rule::Binary { partials, .. } = self.rules[rule as usize].rule {
            for (operand, partial) in operands.into_iter().zip(partials) {
                // Constants have no grad; their slots come last.
                if let Some(grad) = self.to.grads.get_mut(operand as usize) {
                    *grad += (partial.function)(x, y, out) * upstream;
                }
            }
        }
    }

    #[inline(always)]
    fn block<const WIDTH: usize>(&mut self, block: Block, at: &mut Position) {
        at.slot -= WIDTH;
        at.block_dot -= block.dots;
        let dots = &self.blocks.dots[at.block_dot..][..block.dots];
        let mut upstream: [f64; WIDTH] = neighbors(&self.to.grads[at.slot..]);
        if let Some(rule) = block.rule {
            let inputs = self.take_inputs(if dots.is_empty() { 0 } else { WIDTH });
            let AppliedRule { rule, is_steep } = self.rules[rule as usize];
            if self.adds_nothing(&upstream) && !is_steep {
                return;
            }
            let outs = &self.values[at.slot..][..WIDTH];
            if let Rule::Unary { many, .. } = rule {
                match dots {
                    [] => (many.backward)(
                        &mut upstream,
                        &block.starts.firsts::<WIDTH>(self.values),
                        outs,
                    ),
                    _ => (many.backward)(&mut upstream, inputs, outs),
                }
            }
        }
        if self.adds_nothing(&upstream) {
            return;
        }
        if block.is_shallow {
            dots.iter().rev().for_each(|dots| dots.push(&upstream, self.values, &mut self.to));
            block.starts.push(&upstream, &mut self.to);
            return;
        }
        for lane in (0..WIDTH).rev() {
            let dots = dots.iter().rev().map(|dots| dots.lane(lane));
            self.push(upstream[lane], block.starts.lane(lane).slot, dots);
        }
    }

    /// Returns true if these upstreams would add nothing to any grad.
    #[inline(always)]
    fn adds_nothing(&self, upstream: &[f64]) -> bool {
        self.all_finite && upstream.iter().fold(true, |all, upstream| all & (*upstream == 0.0))
    }

    /// Takes the last of the remaining inputs.
    #[inline(always)]
    fn take_inputs(&mut self, count: usize) -> &'tape [f64] {
        let (left, taken) = self.inputs.split_at(self.inputs.len() - count);
        self.inputs = left;
        taken
    }

    /// Pushes the upstream of a sum to its dot products and its start.
    #[inline(always)]
    fn push(&mut self, upstream: f64, start: Slot, dots: impl Iterator<Item = Dot>) {
        if self.adds_nothing(&[upstream]) {
            return;
        }
        for dot in dots {
            dot.push(upstream, self.values, self.to.grads);
        }
        // Constants have no grad; their slots come last.
        if let Some(grad) = self.to.grads.get_mut(start as usize) {
            *grad += upstream;
        }
    }
}
