//! The tape: a root's graph flattened into arrays, for passing over it many times.
//!
//! A sum of products whose inner nodes nothing else uses is one record, `out = f(start + Σ x·y)`,
//! added up from left to right as the nodes themselves would be, so that values are the same to the
//! last bit. Like records in a row are added up side by side. Nodes that
//! depend on no leaf that requires a grad are constants. Fused nodes have no slot: one ordinary
//! pass afterwards fills them.

mod blocks;
mod compile;
mod dot;
mod emit;
mod lanes;
mod run;
mod survey;

use super::value::Value;
use crate::ops::Rule;
use blocks::Blocks;
use dot::Dot;

/// A root's graph, ready for many passes with other numbers in some of its leaves.
#[derive(Debug)]
pub struct Tape {
    root: Value,
    root_slot: Slot,
    /// The leaves that require a grad; the first slots are theirs.
    leaves: Vec<Value>,
    /// The nodes that require no grad, and their slots.
    constant_nodes: Vec<(Slot, Value)>,
    /// The data of each slot: leaves, records, constants and copies of leaves.
    values: Vec<f64>,
    /// d root / d slot, for the leaves and the records; constants have no grad.
    grads: Vec<f64>,
    /// The share of the leaves' grads that came through the copies.
    copy_grads: Vec<f64>,
    /// In the order of the slots they compute.
    records: Vec<Record>,
    /// The dot products of the records but for the blocks, record by record.
    dots: Vec<Dot>,
    blocks: Blocks,
    /// The rules that records apply.
    rules: Vec<AppliedRule>,
    /// The inputs of the unary operations on sums, in the order of the last forward pass.
    inputs: Vec<f64>,
}

/// An index among the values.
type Slot = u32;

/// An index among the rules.
type RuleIndex = u8;

/// The rule by which one slot is computed, or several.
#[derive(Debug, Clone, Copy)]
enum Record {
    /// A sum of products.
    Sum(Sum),
    /// A binary operation on two slots.
    Binary { rule: RuleIndex, operands: [Slot; 2] },
    /// The next of the blocks.
    Block,
}

/// `f(start + Σ x·y)`.
#[derive(Debug, Clone, Copy)]
struct Sum {
    /// The unary operation `f`; without one the sum is left as it is.
    rule: Option<RuleIndex>,
    start: Slot,
    /// The number of dot products; without one, the start is all.
    dots: u32,
}

/// A rule that records apply.
#[derive(Debug, Clone, Copy)]
struct AppliedRule {
    rule: &'static Rule,
    /// Tells whether a local derivative may be infinite or nan where the operand is finite.
    is_steep: bool,
}

impl Record {
    fn sum(&self) -> Option<Sum> {
        match self {
            Record::Sum(sum) => Some(*sum),
            Record::Binary { .. } | Record::Block => None,
        }
    }

    /// The number of its dot products, unless a block has them.
    #[inline]
    fn dots(&self) -> usize {
        self.sum().map_or(0, |sum| sum.dots as usize)
    }
}

impl Tape {
    /// The root it was compiled from.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The number of blocks of records that run side by side.
    pub fn blocks(&self) -> usize {
        self.blocks.all.len()
    }

    /// The leaves that require a grad.
    pub fn leaves(&self) -> &[Value] {
        &self.leaves
    }

    /// The number of records, those in blocks included.
    pub fn records(&self) -> usize {
        self.grads.len() - self.leaves.len()
    }

    /// The root's data, as of the last forward pass.
    pub fn root_data(&self) -> f64 {
        self.values[self.root_slot as usize]
    }

    /// The data of the leaves that require a grad.
    pub fn data(&self) -> &[f64] {
        &self.values[..self.leaves.len()]
    }

    /// The data of the leaves that require a grad, to be changed; a forward pass makes the rest
    /// follow.
    pub fn data_mut(&mut self) -> &mut [f64] {
        &mut self.values[..self.leaves.len()]
    }

    /// The grads of these leaves, as of the last backward pass.
    pub fn grads(&self) -> &[f64] {
        &self.grads[..self.leaves.len()]
    }

    /// The largest size of a leaf's grad; nan when one is.
    pub fn largest_grad(&self) -> f64 {
        let sizes = self.grads().iter().map(|grad| grad.abs());
        sizes.fold(0.0, |most, size| if size > most || size.is_nan() { size } else { most })
    }

    /// Takes the data of the leaves and of the constant nodes over from the graph, which must be up
    /// to date.
    pub fn load(&mut self) {
        for (slot, leaf) in self.values.iter_mut().zip(&self.leaves) {
            *slot = leaf.data();
        }
        for (slot, node) in &self.constant_nodes {
            self.values[*slot as usize] = node.data();
        }
    }

    /// Puts the data of the leaves into the graph; nodes that use them know nothing of it yet.
    pub fn store(&self) {
        for (leaf, data) in self.leaves.iter().zip(self.data()) {
            leaf.set_data(*data);
        }
    }

    /// A step of gradient descent: `leaf -= rate * grad`, on every leaf that requires a grad.
    pub fn descend(&mut self, rate: f64) {
        for (leaf, grad) in self.values.iter_mut().take(self.leaves.len()).zip(&self.grads) {
            *leaf -= rate * grad;
        }
    }
}
