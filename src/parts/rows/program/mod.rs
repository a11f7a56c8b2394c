//! The compiled form of a graph: its nodes as records in arrays, for many passes with other numbers in some
//! of them. Descents, minima, roots, fits, plots, trials and checks evaluate a graph by it.
//!
//! A sum of products whose inner nodes nothing else uses is one record, `out = f(start + Σ x·y)`, added up
//! from left to right as the nodes themselves would be, so that values are the same to the last bit. Nodes that
//! depend on no input are constants. A walk over rows is one record, which reads numbers and gives those of
//! its folds; a per-row node has no slot, unless every node is wanted: then it has that of the current row.

mod compile;
mod passes;
mod row_walk;

use crate::core::graph::{Stop, Value, set_each};
use crate::core::ops::Operation;
use row_walk::RowWalk;

/// A root's graph, compiled for many passes with other numbers in some of its nodes.
#[derive(Debug)]
pub struct Program {
    root: Value,
    root_slot: Slot,
    /// The nodes that are given numbers, usually leaves; they have the first slots, and folds the next ones.
    inputs: Vec<Value>,
    /// By node number the slots, from 1, of the nodes that depend on inputs, if every node is wanted.
    slots: Vec<Slot>,
    /// The nodes that depend on no input, and their slots.
    constant_nodes: Vec<(Slot, Value)>,
    /// The data of each slot: inputs, folds, records and constants.
    values: Vec<f64>,
    /// d root / d slot, for the inputs, the folds and the records; constants have no grad.
    grads: Vec<f64>,
    /// In the order of the slots they compute.
    records: Vec<Record>,
    /// The products of the sums, record by record.
    products: Vec<[Slot; 2]>,
    /// The walks over rows, in the order of their records.
    walks: Vec<RowWalk>,
    /// The number of slots before that of the first record: the inputs and the folds.
    first_record: usize,
    /// What unary operations were applied to in the last forward pass, in order.
    operands: Vec<f64>,
    /// The flag that stops a walk over rows.
    stop: Stop,
    /// Set when it has, so that the numbers of the pass are incomplete.
    is_cut: bool,
    /// The row, from 0, of the only input, where only its number in that row is given.
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

    /// The nodes that are given numbers, and get grads.
    pub fn inputs(&self) -> &[Value] {
        &self.inputs
    }

    /// The number of records, those over rows once for each row.
    pub fn records(&self) -> usize {
        let over_rows = self.walks.iter().map(RowWalk::records);
        self.grads.len() - self.first_record + over_rows.sum::<usize>()
    }

    /// Returns true if walks over rows are part of its passes, which can be stopped in them.
    pub fn has_rows(&self) -> bool {
        !self.walks.is_empty()
    }

    /// Returns true if the last pass was stopped in a walk over rows, so that its numbers are not
    /// to be used.
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

    /// The data of the node of this number, as of the last forward pass; none if it does not depend on the inputs.
    /// Only of a program of every node.
    pub fn data_of(&self, number: usize) -> Option<f64> {
        self.slot_of(number).map(|slot| self.values[slot])
    }

    /// The grad of the node of this number, as of the last backward pass; none if it does not depend on the
    /// inputs. Only of a program of every node.
    pub fn grad_of(&self, number: usize) -> Option<f64> {
        self.slot_of(number).map(|slot| self.grads[slot])
    }

    fn slot_of(&self, number: usize) -> Option<usize> {
        let slot = self.slots.get(number)?.checked_sub(1)? as usize;
        (slot < self.grads.len()).then_some(slot)
    }

    /// Gives the inputs these numbers; a forward pass recomputes the rest.
    pub fn put(&mut self, numbers: impl IntoIterator<Item = f64>) {
        let inputs = self.values.iter_mut().take(self.inputs.len());
        inputs.zip(numbers).for_each(|(input, number)| *input = number);
        if let (Some(row), Some(input)) = (self.pinned_row, self.inputs.first()) {
            self.walks.iter_mut().for_each(|walk| walk.pin(input, row, self.values[0]));
        }
    }

    /// The root's data where the inputs have these numbers, which they keep.
    pub fn root_at(&mut self, numbers: impl IntoIterator<Item = f64>) -> f64 {
        self.put(numbers);
        self.forward();
        self.root_data()
    }

    /// Runs the pass where the inputs have these numbers, which they keep.
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

    /// The data of the inputs, to be changed, and their grads; a forward pass recomputes the rest.
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
