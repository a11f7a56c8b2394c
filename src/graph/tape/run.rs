//! The passes over a tape, record by record or block by block.

use super::blocks::{Block, Blocks, HALF, WIDE};
use super::dot::Dot;
use super::lanes::neighbours;
use super::{Record, RuleIndex, Slot, Sum, Tape};
use crate::ops::Rule;

/// Where a pass is: what comes before is of smaller index.
#[derive(Clone, Copy)]
struct Position {
    /// The slot that a record gives.
    slot: usize,
    /// The first of its dot products, and of its block's.
    dot: usize,
    block: usize,
    block_dot: usize,
}

impl Tape {
    /// The forward pass: computes every record from the slots before it.
    pub fn forward(&mut self) {
        let Tape { values, records, dots, blocks, rules, inputs, .. } = self;
        inputs.clear();
        blocks.refresh_copies(values);
        let mut pass = Forward { values, dots, blocks, rules, inputs };
        let mut at = Position { slot: self.leaves.len(), dot: 0, block: 0, block_dot: 0 };
        for record in records.iter() {
            match record {
                Record::Sum(sum) => pass.sum(sum, &mut at),
                Record::Binary { rule, operands } => pass.binary(*rule, *operands, &mut at),
                Record::Block => match blocks.all[at.block] {
                    block @ Block { width: WIDE, .. } => pass.block::<WIDE>(block, &mut at),
                    block => pass.block::<HALF>(block, &mut at),
                },
            }
        }
    }

    /// The backward pass: fills every grad with d root / d slot.
    ///
    /// Contributions are those of the graph's own pass, though a slot used from several records may
    /// receive them in another order.
    pub fn backward(&mut self) {
        let Tape { values, grads, records, dots, blocks, rules, inputs, .. } = self;
        grads.fill(0.0);
        if let Some(grad) = grads.get_mut(self.root_slot as usize) {
            *grad = 1.0;
        }
        let mut at = Position {
            slot: grads.len(),
            dot: dots.len(),
            block: blocks.all.len(),
            block_dot: blocks.dots.len(),
        };
        let all_finite = values.iter().fold(true, |all, value| all & value.is_finite());
        let mut pass = Backward { values, grads, dots, blocks, rules, inputs, all_finite };
        for record in records.iter().rev() {
            match record {
                Record::Sum(sum) => pass.sum(sum, &mut at),
                Record::Binary { rule, operands } => pass.binary(*rule, *operands, &mut at),
                Record::Block => {
                    at.block -= 1;
                    match blocks.all[at.block] {
                        block @ Block { width: WIDE, .. } => pass.block::<WIDE>(block, &mut at),
                        block => pass.block::<HALF>(block, &mut at),
                    }
                }
            }
        }
    }
}

/// A forward pass under way.
struct Forward<'tape> {
    values: &'tape mut [f64],
    dots: &'tape [Dot],
    blocks: &'tape Blocks,
    rules: &'tape [&'static Rule],
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
            if let Rule::Unary { forward, .. } = self.rules[rule as usize] {
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
        if let Rule::Binary { forward, .. } = self.rules[rule as usize] {
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
            if let Rule::Unary { many, .. } = self.rules[rule as usize] {
                (many.forward)(outs);
            }
        }
        at.slot += WIDTH;
        at.block += 1;
        at.block_dot += dots.len();
    }
}

/// A backward pass under way.
struct Backward<'tape> {
    values: &'tape [f64],
    grads: &'tape mut [f64],
    dots: &'tape [Dot],
    blocks: &'tape Blocks,
    rules: &'tape [&'static Rule],
    /// What is left of the inputs: those of the records yet to come.
    inputs: &'tape [f64],
    /// Zero times a finite number adds nothing to a grad, so what passes on zero is skipped. Where
    /// a number is infinite or nan, zero times it is nan, as in the graph's own pass.
    all_finite: bool,
}

impl Backward<'_> {
    #[inline(always)]
    fn sum(&mut self, sum: &Sum, at: &mut Position) {
        at.slot -= 1;
        at.dot -= sum.dots as usize;
        let dots = &self.dots[at.dot..][..sum.dots as usize];
        let mut upstream = self.grads[at.slot];
        if let Some(rule) = sum.rule {
            let input = match dots {
                [] => self.values[sum.start as usize],
                _ => self.take_inputs(1)[0],
            };
            if let Rule::Unary { partial, .. } = self.rules[rule as usize] {
                upstream *= (partial.function)(input, self.values[at.slot]);
            }
        }
        self.push(upstream, sum.start, dots.iter().rev().copied());
    }

    #[inline(always)]
    fn binary(&mut self, rule: RuleIndex, operands: [Slot; 2], at: &mut Position) {
        at.slot -= 1;
        let [x, y] = operands.map(|slot| self.values[slot as usize]);
        let (upstream, out) = (self.grads[at.slot], self.values[at.slot]);
        if let Rule::Binary { partials, .. } = self.rules[rule as usize] {
            for (operand, partial) in operands.into_iter().zip(partials) {
                // What stays has no grad, and lies beyond those that have.
                if let Some(grad) = self.grads.get_mut(operand as usize) {
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
        let mut upstream: [f64; WIDTH] = neighbours(&self.grads[at.slot..]);
        if let Some(rule) = block.rule
            && let Rule::Unary { many, .. } = self.rules[rule as usize]
        {
            let outs = &self.values[at.slot..][..WIDTH];
            match dots {
                [] => {
                    (many.backward)(&mut upstream, &block.starts.firsts::<WIDTH>(self.values), outs)
                }
                _ => (many.backward)(&mut upstream, self.take_inputs(WIDTH), outs),
            }
        }
        if self.all_finite && upstream.iter().fold(true, |all, it| all & (*it == 0.0)) {
            return;
        }
        for lane in (0..WIDTH).rev() {
            let dots = dots.iter().rev().map(|dots| dots.lane(lane));
            self.push(upstream[lane], block.starts.lane(lane).slot, dots);
        }
    }

    /// The last of the inputs that are left.
    #[inline(always)]
    fn take_inputs(&mut self, count: usize) -> &[f64] {
        let (left, taken) = self.inputs.split_at(self.inputs.len() - count);
        self.inputs = left;
        taken
    }

    /// Passes the upstream of a sum on to its dot products and to what it starts with.
    #[inline(always)]
    fn push(&mut self, upstream: f64, start: Slot, dots: impl Iterator<Item = Dot>) {
        if upstream == 0.0 && self.all_finite {
            return;
        }
        for dot in dots {
            dot.push(upstream, self.values, self.grads);
        }
        // What stays has no grad, and lies beyond those that have.
        if let Some(grad) = self.grads.get_mut(start as usize) {
            *grad += upstream;
        }
    }
}
