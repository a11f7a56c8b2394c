//! The passes over a program, record by record.

use super::{Program, Record, Slot};
use crate::core::ops::{NO_PATH, arrived, is_no_path};

impl Program {
    /// Runs the forward pass, then the backward pass.
    pub fn pass(&mut self) {
        self.go_forward(true);
        self.backward();
    }

    /// Runs the forward pass: computes each record from the slots before it.
    pub fn forward(&mut self) {
        self.go_forward(false);
    }

    /// The forward pass; with `and_back`, walks also go back if possible.
    fn go_forward(&mut self, and_back: bool) {
        let Program { values, records, operands, walks, stop, is_cut, .. } = self;
        *is_cut = false;
        operands.clear();
        let (mut walks, mut products) = (walks.iter_mut(), self.products.as_slice());
        for (at, record) in (self.first_record..).zip(records) {
            match *record {
                Record::Sum { operation, start, products: count } => {
                    let own;
                    (own, products) = products.split_at(count as usize);
                    let start = values[start as usize];
                    let product = |[x, y]: &[Slot; 2]| values[*x as usize] * values[*y as usize];
                    let sum = own.iter().fold(start, |sum, own| sum + product(own));
                    values[at] = match operation {
                        None => sum,
                        Some(operation) => {
                            operands.push(sum);
                            operation.forward(sum, 0.0)
                        }
                    };
                }
                Record::Binary { operation, operands: [x, y] } => {
                    values[at] = operation.forward(values[x as usize], values[y as usize]);
                }
                Record::Walk => {
                    if let Some(walk) = walks.next() {
                        *is_cut |= !walk.forward(values, and_back, stop);
                    }
                }
            }
        }
    }

    /// Runs the backward pass: sets each grad to d root / d slot.
    ///
    /// Contributions are the same as in the graph's own pass, but a slot used by several records
    /// may receive them in a different order.
    pub fn backward(&mut self) {
        self.backward_from(self.root_slot as usize);
    }

    /// The backward pass from another node by number, in a program of every node.
    pub fn backward_from_node(&mut self, number: usize) {
        self.backward_from(self.slot_of(number).unwrap_or(usize::MAX));
    }

    fn backward_from(&mut self, root: usize) {
        let Program { values, grads, records, operands, walks, stop, is_cut, .. } = self;
        let mut grads = Grads(grads);
        grads.0.fill(NO_PATH);
        grads.add(root, 1.0);
        let (mut walks, mut products) = (walks.iter_mut().rev(), self.products.as_slice());
        let mut operands = operands.iter().rev();
        for (record, at) in records.iter().rev().zip((self.first_record..grads.0.len()).rev()) {
            let (mut upstream, out) = (grads.0[at], values[at]);
            match *record {
                Record::Sum { operation, start, products: count } => {
                    let own;
                    (products, own) = products.split_at(products.len() - count as usize);
                    if let Some(operation) = operation {
                        let x = operands.next().copied().unwrap_or(f64::NAN);
                        if is_no_path(upstream) || operation.branching.is_some() {
                            continue;
                        }
                        upstream = arrived(operation.partial(0, x, 0.0, out) * upstream);
                    } else if is_no_path(upstream) {
                        continue;
                    }
                    for [x, y] in own.iter().rev().map(|own| own.map(|slot| slot as usize)) {
                        grads.add(x, values[y] * upstream);
                        grads.add(y, values[x] * upstream);
                    }
                    grads.add(start as usize, upstream);
                }
                Record::Binary { operation, operands: own } if !is_no_path(upstream) => {
                    let [x, y] = own.map(|slot| values[slot as usize]);
                    for (index, slot) in own.into_iter().enumerate() {
                        if operation.branching.passes(index, x) {
                            let local = operation.partial(index, x, y, out);
                            grads.add(slot as usize, local * upstream);
                        }
                    }
                }
                Record::Binary { .. } => {}
                Record::Walk => {
                    if let Some(walk) = walks.next() {
                        *is_cut |= !walk.backward(grads.0, stop);
                    }
                }
            }
        }
    }
}

/// The grads of the slots; constants come last, without grads.
struct Grads<'program>(&'program mut [f64]);

impl Grads<'_> {
    /// Adds a contribution.
    #[inline(always)]
    fn add(&mut self, slot: usize, contribution: f64) {
        if let Some(grad) = self.0.get_mut(slot) {
            *grad += arrived(contribution);
        }
    }
}
