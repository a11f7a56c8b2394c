//! Walks over rows as records of a program.

use super::Slot;
use crate::core::graph::{Stop, Value};
use crate::parts::rows::sweep::Sweep;

/// A walk over rows: the slots that it reads and computes.
#[derive(Debug)]
pub(super) struct RowWalk {
    sweep: Sweep,
    inputs: Vec<Slot>,
    folds: Vec<Slot>,
    /// The grads of its folds, as of the last backward pass.
    upstreams: Vec<f64>,
    /// True if the next upstreams are likely the same: then a pass walks once, forward and back.
    is_steady: bool,
    /// True if the last forward pass went back with these upstreams.
    went_back: bool,
}

impl RowWalk {
    /// A new walk, whose upstreams are assumed to be 1.
    pub fn new(sweep: Sweep, inputs: Vec<Slot>, folds: Vec<Slot>) -> RowWalk {
        let (upstreams, is_steady) = (vec![1.0; folds.len()], sweep.has_known_slopes());
        RowWalk { sweep, inputs, folds, upstreams, is_steady, went_back: false }
    }

    /// The number of its records over all rows.
    pub fn records(&self) -> usize {
        self.sweep.records() * self.sweep.rows
    }

    /// Gives a per-row node another number in one row, from 0.
    pub fn pin(&mut self, node: &Value, row: usize, number: f64) {
        self.sweep.pin(node, row, number);
    }

    /// Computes the folds, and with `and_back` the grads. Returns false if it was stopped.
    pub fn forward(&mut self, values: &mut [f64], and_back: bool, stop: &Stop) -> bool {
        self.sweep.load(self.inputs.iter().map(|slot| values[*slot as usize]));
        self.went_back = and_back && self.is_steady;
        let is_whole = if self.went_back {
            self.sweep.pass(self.upstreams.iter().copied(), stop)
        } else {
            self.sweep.forward(stop)
        };
        if is_whole {
            for (slot, out) in self.folds.iter().zip(self.sweep.outs()) {
                values[*slot as usize] = out;
            }
        }
        is_whole
    }

    /// Passes the grads of the folds to the inputs. Returns false if it was stopped.
    pub fn backward(&mut self, grads: &mut [f64], stop: &Stop) -> bool {
        let mut are_same = true;
        for (slot, upstream) in self.folds.iter().zip(&mut self.upstreams) {
            let new = grads[*slot as usize];
            are_same &= new.to_bits() == upstream.to_bits();
            *upstream = new;
        }
        self.is_steady = are_same && self.sweep.has_known_slopes();
        let mut is_whole = true;
        if !(self.went_back && are_same) {
            is_whole = self.sweep.backward(self.upstreams.iter().copied(), stop);
        }
        for (slot, sum) in self.inputs.iter().zip(self.sweep.sums()) {
            if let Some(grad) = grads.get_mut(*slot as usize) {
                *grad += sum;
            }
        }
        is_whole
    }
}
