//! The compiled form of a graph: records in arrays, for many passes with other numbers. Descents,
//! minima, roots, fits, plots, trials and checks use it.
//!
//! A sum of products with private inner nodes is one record, `out = f(start + Σ x·y)`, added from
//! left to right, so that values are the same to the last bit. Nodes without inputs are constants.
//! A walk over rows is one record that gives its folds; a per-row node has a slot only in programs
//! of every node, for the current row.

mod compile;
mod passes;
mod row_walk;

use crate::core::graph::{Stop, Value, set_each};
use crate::core::ops::Operation;
use row_walk::RowWalk;

/// A compiled graph.
#[derive(Debug)]
pub struct Program {
    root: Value,
    root_slot: Slot,
    /// The inputs, usually leaves, in the first slots; folds follow.
    inputs: Vec<Value>,
    /// By node number, the slots, from 1, in a program of every node.
    slots: Vec<Slot>,
    /// The constant nodes and their slots.
    constant_nodes: Vec<(Slot, Value)>,
    /// The data of each slot: inputs, folds, records and constants.
    values: Vec<f64>,
    /// d root / d slot for inputs, folds and records.
    grads: Vec<f64>,
    /// In the order of the slots they compute.
    records: Vec<Record>,
    /// The products of the sums, record by record.
    products: Vec<[Slot; 2]>,
    /// The walks over rows, in the order of their records.
    walks: Vec<RowWalk>,
    /// The number of slots before that of the first record: the inputs and the folds.
    first_record: usize,
    /// The operands of unary operations in the last forward pass.
    operands: Vec<f64>,
    /// The flag that stops a walk over rows.
    stop: Stop,
    /// True if a walk was stopped: the numbers are incomplete.
    is_cut: bool,
    /// The row, from 0, of the only input, if only that is set.
    pinned_row: Option<usize>,
}

/// An index among the values.
type Slot = u32;

/// How the number of a slot is computed.
#[derive(Debug, Clone, Copy)]
enum Record {
    /// `f(start + Σ x·y)`.
    Sum {
        /// The unary operation `f`, if any.
        operation: Option<&'static Operation>,
        start: Slot,
        /// The number of products, which may be 0.
        products: u32,
    },
    /// A binary operation on two slots.
    Binary { operation: &'static Operation, operands: [Slot; 2] },
    /// The next of the walks over rows; its own slot is not used.
    Walk,
}

impl Program {
    /// The root it was compiled from.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The inputs.
    pub fn inputs(&self) -> &[Value] {
        &self.inputs
    }

    /// The number of records, times rows for walks.
    pub fn records(&self) -> usize {
        let over_rows = self.walks.iter().map(RowWalk::records);
        self.grads.len() - self.first_record + over_rows.sum::<usize>()
    }

    /// Returns true if it has walks over rows, which can be stopped.
    pub fn has_rows(&self) -> bool {
        !self.walks.is_empty()
    }

    /// Returns true if the last pass was stopped: its numbers are incomplete.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns to the data and grads of the inputs, and the root's data, of an earlier pass.
    pub fn restore(&mut self, root: f64, data: &[f64], grads: &[f64]) {
        self.values[..data.len()].copy_from_slice(data);
        self.grads[..grads.len()].copy_from_slice(grads);
        self.values[self.root_slot as usize] = root;
    }

    /// The root's data, as of the last forward pass.
    pub fn root_data(&self) -> f64 {
        self.values[self.root_slot as usize]
    }

    /// The data of the inputs.
    pub fn data(&self) -> &[f64] {
        &self.values[..self.inputs.len()]
    }

    /// The data of a node by number, in a program of every node; `None` if it is constant.
    pub fn data_of(&self, number: usize) -> Option<f64> {
        self.slot_of(number).map(|slot| self.values[slot])
    }

    /// The grad of a node by number, in a program of every node; `None` if it is constant.
    pub fn grad_of(&self, number: usize) -> Option<f64> {
        self.slot_of(number).map(|slot| self.grads[slot])
    }

    fn slot_of(&self, number: usize) -> Option<usize> {
        let slot = self.slots.get(number)?.checked_sub(1)? as usize;
        (slot < self.grads.len()).then_some(slot)
    }

    /// Sets the inputs; a forward pass recomputes the rest.
    pub fn put(&mut self, numbers: impl IntoIterator<Item = f64>) {
        let inputs = self.values.iter_mut().take(self.inputs.len());
        inputs.zip(numbers).for_each(|(input, number)| *input = number);
        if let (Some(row), Some(input)) = (self.pinned_row, self.inputs.first()) {
            self.walks.iter_mut().for_each(|walk| walk.pin(input, row, self.values[0]));
        }
    }

    /// Sets the inputs, and returns the root's data.
    pub fn root_at(&mut self, numbers: impl IntoIterator<Item = f64>) -> f64 {
        self.put(numbers);
        self.forward();
        self.root_data()
    }

    /// Sets the inputs, and runs the pass.
    pub fn pass_at(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.put(numbers);
        self.pass();
    }

    /// The grads of the inputs, as of the last backward pass.
    pub fn grads(&self) -> &[f64] {
        &self.grads[..self.inputs.len()]
    }

    /// The largest absolute grad of an input; nan if any grad is.
    pub fn largest_grad(&self) -> f64 {
        // In the total order nan is the largest.
        self.grads().iter().map(|grad| grad.abs()).max_by(f64::total_cmp).unwrap_or(0.0)
    }

    /// Copies the data of the inputs and of constant nodes from the graph, which must be up to
    /// date.
    pub fn load(&mut self) {
        for (slot, input) in self.values.iter_mut().zip(&self.inputs) {
            *slot = input.data();
        }
        for (slot, node) in &self.constant_nodes {
            self.values[*slot as usize] = node.data();
        }
    }

    /// Copies the data of the inputs to the graph, without recomputing nodes that use them.
    pub fn store(&self) {
        set_each(&self.inputs, self.data());
    }

    /// The data of the inputs, mutable, and their grads.
    pub fn data_and_grads(&mut self) -> (&mut [f64], &[f64]) {
        (&mut self.values[..self.inputs.len()], &self.grads[..self.inputs.len()])
    }

    /// Takes a step of gradient descent: `input -= rate * grad`, for each input.
    pub fn descend(&mut self, rate: f64) {
        for (input, grad) in self.values.iter_mut().take(self.inputs.len()).zip(&self.grads) {
            *input -= rate * grad;
        }
    }
}
