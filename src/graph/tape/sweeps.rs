//! Walks over rows as records of a tape.

use super::Slot;
use crate::graph::rows::Sweep;
use crate::graph::stop::Stop;

/// A walk over rows: which slots it reads, and which it computes.
#[derive(Debug)]
pub(super) struct TapeSweep {
    pub sweep: Sweep,
    /// The slots of its inputs.
    pub inputs: Vec<Slot>,
    /// The slots of its folds.
    pub folds: Vec<Slot>,
    /// Set when the root is its only fold, whose slope is known before its rows are, so that a pass
    /// need walk over them only once.
    pub is_root: bool,
}

// A walk takes milliseconds for a million rows: whoever stops a run stops it between two passes.
fn never() -> Stop {
    Stop::default()
}

impl TapeSweep {
    /// Computes the folds; `and_back` where the grads of the inputs are wanted as well, and can be
    /// had.
    pub fn forward(&mut self, values: &mut [f64], and_back: bool) {
        self.sweep.load(self.inputs.iter().map(|slot| values[*slot as usize]));
        if and_back && self.is_root {
            self.sweep.pass([1.0], &never());
        } else {
            self.sweep.forward(&never());
        }
        for (slot, out) in self.folds.iter().zip(self.sweep.outs()) {
            values[*slot as usize] = out;
        }
    }

    /// Passes the grads of the folds on to the inputs, `already` computed or not.
    pub fn backward(&mut self, grads: &mut [f64], already: bool) {
        if !(already && self.is_root) {
            let upstreams: Vec<f64> = self.folds.iter().map(|slot| grads[*slot as usize]).collect();
            self.sweep.backward(upstreams, &never());
        }
        for (slot, sum) in self.inputs.iter().zip(self.sweep.sums()) {
            // Constants have no grad; their slots come last.
            if let Some(grad) = grads.get_mut(*slot as usize) {
                *grad += sum;
            }
        }
    }
}
