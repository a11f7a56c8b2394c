//! The passes over a tape, record by record.

use super::dot::Dot;
use super::{AppliedRule, FusedSum, RuleIndex, Slot, Tape, TapeRecord};
use crate::core::ops::{NOTHING, Rule, arrived, is_nothing};

/// The position of a pass on the tape.
#[derive(Clone, Copy)]
struct Position {
    /// The slot of the record's result.
    slot: usize,
    /// The index of its first dot product.
    dot: usize,
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
        let Tape { values, records, dots, sweeps, rules, inputs, stop, is_cut, .. } = self;
        *is_cut = false;
        inputs.clear();
        let mut sweeps = sweeps.iter_mut();
        let mut pass = Forward { values, dots, rules, inputs };
        let mut at = Position { slot: self.first_record, dot: 0 };
        for record in records.iter() {
            match record {
                TapeRecord::Sum(sum) => pass.sum(sum, &mut at),
                TapeRecord::Binary { rule, operands } => pass.binary(*rule, *operands, &mut at),
                TapeRecord::Sweep => {
                    if let Some(sweep) = sweeps.next() {
                        *is_cut |= !sweep.forward(pass.values, and_back, stop);
                    }
                    at.slot += 1;
                }
            }
        }
    }

    /// Runs the backward pass: sets each grad to d root / d slot.
    ///
    /// Contributions are the same as in the graph's own pass, but a slot used by several records
    /// may receive them in a different order.
    pub fn backward(&mut self) {
        if self.is_branched {
            self.go_back::<true>();
        } else {
            self.go_back::<false>();
        }
    }

    /// The backward pass; where it is `BRANCHED`, what no live path reaches passes nothing on.
    fn go_back<const BRANCHED: bool>(&mut self) {
        let Tape { values, grads, records, dots, sweeps, rules, inputs, stop, is_cut, .. } = self;
        grads.fill(if BRANCHED { NOTHING } else { 0.0 });
        if let Some(grad) = grads.get_mut(self.root_slot as usize) {
            *grad = 1.0;
        }
        let mut at = Position { slot: grads.len(), dot: dots.len() };
        // Zero times a non-finite number is nan, so only finite numbers allow skipping zeros.
        let zeros = values.iter().fold(0, |all, value| all | (value * 0.0).to_bits());
        let all_finite = zeros << 1 == 0 && !BRANCHED;
        let mut sweeps = sweeps.iter_mut().rev();
        let mut pass = Backward { values, grads, dots, rules, inputs, all_finite };
        for record in records.iter().rev() {
            match record {
                TapeRecord::Sum(sum) => pass.sum::<BRANCHED>(sum, &mut at),
                TapeRecord::Binary { rule, operands } => {
                    pass.binary::<BRANCHED>(*rule, *operands, &mut at);
                }
                TapeRecord::Sweep => {
                    at.slot -= 1;
                    if let Some(sweep) = sweeps.next() {
                        *is_cut |= !sweep.backward(pass.grads, stop);
                    }
                }
            }
        }
    }
}

/// A forward pass in progress.
struct Forward<'tape> {
    values: &'tape mut [f64],
    dots: &'tape [Dot],
    rules: &'tape [AppliedRule],
    inputs: &'tape mut Vec<f64>,
}

impl Forward<'_> {
    #[inline(always)]
    fn sum(&mut self, sum: &FusedSum, at: &mut Position) {
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
}

/// A backward pass in progress.
struct Backward<'tape> {
    values: &'tape [f64],
    grads: &'tape mut [f64],
    dots: &'tape [Dot],
    rules: &'tape [AppliedRule],
    /// The inputs of the records yet to come.
    inputs: &'tape [f64],
    /// True if zero upstreams can be skipped, since zero times a finite number adds nothing. With
    /// infinite or nan data the product is nan, as in the graph's own pass.
    all_finite: bool,
}

impl<'tape> Backward<'tape> {
    #[inline(always)]
    fn sum<const BRANCHED: bool>(&mut self, sum: &FusedSum, at: &mut Position) {
        at.slot -= 1;
        at.dot -= sum.dots as usize;
        let dots = &self.dots[at.dot..][..sum.dots as usize];
        let mut upstream = self.grads[at.slot];
        if let Some(rule) = sum.rule {
            let start = self.values[sum.start as usize];
            let input = if dots.is_empty() { start } else { self.take_input() };
            let AppliedRule { rule, is_steep, branching } = self.rules[rule as usize];
            if BRANCHED && (is_nothing(upstream) || branching.is_some()) {
                return;
            }
            if self.adds_nothing(upstream) && !is_steep {
                return;
            }
            if let Rule::Unary { partial, .. } = rule {
                upstream *= (partial.function)(input, self.values[at.slot]);
                if BRANCHED {
                    upstream = arrived(upstream);
                }
            }
        } else if BRANCHED && is_nothing(upstream) {
            return;
        }
        self.push::<BRANCHED>(upstream, sum.start, dots.iter().rev().copied());
    }

    #[inline(always)]
    fn binary<const BRANCHED: bool>(
        &mut self,
        rule: RuleIndex,
        operands: [Slot; 2],
        at: &mut Position,
    ) {
        at.slot -= 1;
        let [x, y] = operands.map(|slot| self.values[slot as usize]);
        let (upstream, out) = (self.grads[at.slot], self.values[at.slot]);
        let AppliedRule { rule, branching, .. } = self.rules[rule as usize];
        if BRANCHED && is_nothing(upstream) {
            return;
        }
        if let Rule::Binary { partials, .. } = rule {
            for (index, (operand, partial)) in operands.into_iter().zip(partials).enumerate() {
                if BRANCHED && !branching.passes(index, x) {
                    continue;
                }
                // Constants have no grad; their slots come last.
                if let Some(grad) = self.grads.get_mut(operand as usize) {
                    let product = (partial.function)(x, y, out) * upstream;
                    *grad += if BRANCHED { arrived(product) } else { product };
                }
            }
        }
    }

    /// Returns true if this upstream would add nothing to any grad.
    #[inline(always)]
    fn adds_nothing(&self, upstream: f64) -> bool {
        self.all_finite && upstream == 0.0
    }

    /// Takes the last of the remaining inputs.
    #[inline(always)]
    fn take_input(&mut self) -> f64 {
        let (left, taken) = self.inputs.split_at(self.inputs.len() - 1);
        self.inputs = left;
        taken[0]
    }

    /// Pushes the upstream of a sum to its dot products and its start.
    #[inline(always)]
    fn push<const BRANCHED: bool>(
        &mut self,
        upstream: f64,
        start: Slot,
        dots: impl Iterator<Item = Dot>,
    ) {
        if self.adds_nothing(upstream) {
            return;
        }
        for dot in dots {
            dot.push::<BRANCHED>(upstream, self.values, self.grads);
        }
        // Constants have no grad; their slots come last.
        if let Some(grad) = self.grads.get_mut(start as usize) {
            *grad += if BRANCHED { arrived(upstream) } else { upstream };
        }
    }
}
