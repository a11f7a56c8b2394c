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

impl TapeSweep {
    /// Computes the folds; `and_back` where the grads of the inputs are wanted as well, and can be
    /// had. False, with the folds as they were, when it was stopped.
    pub fn forward(&mut self, values: &mut [f64], and_back: bool, stop: &Stop) -> bool {
        self.sweep.load(self.inputs.iter().map(|slot| values[*slot as usize]));
        let is_whole = if and_back && self.is_root {
            self.sweep.pass([1.0], stop)
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

    /// Passes the grads of the folds on to the inputs, `already` computed or not; false when it was
    /// stopped.
    pub fn backward(&mut self, grads: &mut [f64], already: bool, stop: &Stop) -> bool {
        let mut is_whole = true;
        if !(already && self.is_root) {
            let upstreams: Vec<f64> = self.folds.iter().map(|slot| grads[*slot as usize]).collect();
            is_whole = self.sweep.backward(upstreams, stop);
        }
        for (slot, sum) in self.inputs.iter().zip(self.sweep.sums()) {
            // Constants have no grad; their slots come last.
            if let Some(grad) = grads.get_mut(*slot as usize) {
                *grad += sum;
            }
        }
        is_whole
    }
}
