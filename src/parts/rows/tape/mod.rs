//! The tape: a root's graph flattened into arrays, for many passes.
//!
//! A sum of products whose inner nodes nothing else uses is one record, `out = f(start + Σ x·y)`,
//! added up from left to right as the nodes themselves would be, so that values are the same to the
//! last bit. Nodes that depend on no leaf that requires a grad are constants. Fused nodes have no
//! slot: one ordinary pass afterwards fills them.
//!
//! Per-row nodes have no slot either. A walk over their rows is one record, which reads numbers and
//! gives those of its folds.

mod assemble;
mod dot;
mod emit;
mod run;
mod survey;
mod sweeps;

use crate::core::graph::{Stop, Value, set_each};
use crate::core::ops::{Branching, Rule};
use dot::Dot;
use sweeps::TapeSweep;

/// A root's graph, compiled for many passes with different data in some of its leaves.
#[derive(Debug)]
pub struct Tape {
    root: Value,
    root_slot: Slot,
    /// The leaves that require a grad; they have the first slots, and folds the next ones.
    leaves: Vec<Value>,
    /// The nodes that require no grad, and their slots.
    constant_nodes: Vec<(Slot, Value)>,
    /// The data of each slot: leaves, folds, records and constants.
    values: Vec<f64>,
    /// d root / d slot, for the leaves, the folds and the records; constants have no grad.
    grads: Vec<f64>,
    /// In the order of the slots they compute.
    records: Vec<TapeRecord>,
    /// The dot products of the sums, record by record.
    dots: Vec<Dot>,
    /// The walks over rows, in the order of their records.
    sweeps: Vec<TapeSweep>,
    /// The number of slots before that of the first record: the leaves and the folds.
    first_record: usize,
    /// The rules that records apply.
    rules: Vec<AppliedRule>,
    /// The inputs of the unary operations on sums, in the order of the last forward pass.
    inputs: Vec<f64>,
    /// The flag that stops a walk over rows.
    stop: Stop,
    /// Set when it has, so that the numbers of the pass are incomplete.
    is_cut: bool,
    /// Set when branches may leave out some of it.
    is_branched: bool,
}

/// An index among the values.
type Slot = u32;

/// An index among the rules.
type RuleIndex = u8;

/// The rule by which a slot is computed.
#[derive(Debug, Clone, Copy)]
enum TapeRecord {
    /// A sum of products.
    Sum(FusedSum),
    /// A binary operation on two slots.
    Binary { rule: RuleIndex, operands: [Slot; 2] },
    /// The next of the walks over rows; its own slot is not used.
    Sweep,
}

/// A record `f(start + Σ x·y)`.
#[derive(Debug, Clone, Copy)]
struct FusedSum {
    /// The unary operation `f`, if any.
    rule: Option<RuleIndex>,
    start: Slot,
    /// The number of dot products, which may be 0.
    dots: u32,
}

/// A rule that records apply.
#[derive(Debug, Clone, Copy)]
struct AppliedRule {
    rule: &'static Rule,
    /// Returns true if a local derivative may be infinite or nan for a finite operand.
    is_steep: bool,
    /// What it has to do with branches.
    branching: Branching,
}

impl Tape {
    /// The root it was compiled from.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The leaves that require a grad.
    pub fn leaves(&self) -> &[Value] {
        &self.leaves
    }

    /// The number of records, those over rows once for each row.
    pub fn records(&self) -> usize {
        let over_rows = self.sweeps.iter().map(TapeSweep::records);
        self.grads.len() - self.first_record + over_rows.sum::<usize>()
    }

    /// Returns true if walks over rows are part of its passes, which can be stopped in them.
    pub fn has_rows(&self) -> bool {
        !self.sweeps.is_empty()
    }

    /// Returns true if the last pass was stopped in a walk over rows, so that its numbers are not
    /// to be used.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns to the data and grads of the leaves, and the root's data, of an earlier pass.
    pub fn restore(&mut self, root: f64, data: &[f64], grads: &[f64]) {
        self.values[..data.len()].copy_from_slice(data);
        self.grads[..grads.len()].copy_from_slice(grads);
        self.values[self.root_slot as usize] = root;
    }

    /// The root's data, as of the last forward pass.
    pub fn root_data(&self) -> f64 {
        self.values[self.root_slot as usize]
    }

    /// The data of the leaves that require a grad.
    pub fn data(&self) -> &[f64] {
        &self.values[..self.leaves.len()]
    }

    /// Gives the leaves that require a grad these numbers; a forward pass recomputes the rest.
    pub fn put(&mut self, numbers: impl IntoIterator<Item = f64>) {
        let leaves = self.values.iter_mut().take(self.leaves.len());
        leaves.zip(numbers).for_each(|(leaf, number)| *leaf = number);
    }

    /// The root's data where the leaves have these numbers, which they keep.
    pub fn root_at(&mut self, numbers: impl IntoIterator<Item = f64>) -> f64 {
        self.put(numbers);
        self.forward();
        self.root_data()
    }

    /// Runs the pass where the leaves have these numbers, which they keep.
    pub fn pass_at(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.put(numbers);
        self.pass();
    }

    /// The grads of these leaves, as of the last backward pass.
    pub fn grads(&self) -> &[f64] {
        &self.grads[..self.leaves.len()]
    }

    /// The largest absolute grad of a leaf; nan if any grad is.
    pub fn largest_grad(&self) -> f64 {
        let sizes = self.grads().iter().map(|grad| grad.abs());
        sizes.fold(0.0, |most, size| if size > most || size.is_nan() { size } else { most })
    }

    /// Copies the data of the leaves and of constant nodes from the graph, which must be up to
    /// date.
    pub fn load(&mut self) {
        for (slot, leaf) in self.values.iter_mut().zip(&self.leaves) {
            *slot = leaf.data();
        }
        for (slot, node) in &self.constant_nodes {
            self.values[*slot as usize] = node.data();
        }
    }

    /// Copies the data of the leaves to the graph, without recomputing nodes that use them.
    pub fn store(&self) {
        set_each(&self.leaves, self.data());
    }

    /// The data of the leaves that require a grad, to be changed, and their grads; a forward pass
    /// recomputes the rest.
    pub fn data_and_grads(&mut self) -> (&mut [f64], &[f64]) {
        (&mut self.values[..self.leaves.len()], &self.grads[..self.leaves.len()])
    }

    /// Takes a step of gradient descent: `leaf -= rate * grad`, for each leaf that requires a grad.
    pub fn descend(&mut self, rate: f64) {
        for (leaf, grad) in self.values.iter_mut().take(self.leaves.len()).zip(&self.grads) {
            *leaf -= rate * grad;
        }
    }
}
