//! The tape of the last descent, reused while its root and leaves are the same.

use super::Tape;
use crate::core::graph::Value;
use crate::core::session::{PartState, Session};

/// A pass of so many records takes longer than whoever stops a run wants to wait: some tens of
/// milliseconds.
const LONG: usize = 10_000_000;

#[derive(Debug, Default)]
struct KeptTape(Option<Tape>);

impl PartState for KeptTape {}

#[doc(hidden)]
impl Session {
    /// Returns the current root's tape for `leaves`, or for every unfrozen leaf, after a forward
    /// and a backward pass. The kept tape is reused if it is the same.
    ///
    /// Give it back with [`Session::keep_tape`].
    pub fn take_tape(&mut self, leaves: Option<Vec<Value>>) -> Option<Tape> {
        let root = self.root()?.clone();
        self.refresh(&root);
        let kept = self.cache_mut::<KeptTape>().0.take();
        let order = self.order_of(&root);
        let leaves = leaves.unwrap_or_else(|| order.unfrozen_leaves());
        let mut tape = match kept.filter(|kept| kept.root().is(&root) && kept.leaves() == leaves) {
            Some(kept) => kept,
            None => Tape::compile(order, &leaves)?,
        };
        tape.load();
        tape.pass();
        Some(tape)
    }

    /// Takes back a tape whose leaves are not to be moved.
    pub fn return_tape(&mut self, tape: Tape) {
        self.cache_mut::<KeptTape>().0 = Some(tape);
    }

    /// Stores the tape's leaves in the graph, undoably even if none has moved, and runs one ordinary
    /// pass. Returns false without one if the work was interrupted and it would take long; grads
    /// are then those of an earlier pass.
    pub fn keep_tape(&mut self, tape: Tape) -> bool {
        let before = tape.leaves().iter().map(|leaf| (leaf.clone(), leaf.data())).collect();
        let takes_long = tape.has_rows() && tape.records() > LONG && self.work().is_interrupted();
        // The interrupt that ended the steps must not end the pass that shows their result.
        self.work_mut().acknowledge_stop();
        self.order_of(tape.root());
        self.keep_grads();
        tape.store();
        self.record_moves(before);
        self.clock = self.clock.wrapping_add(1);
        if takes_long {
            self.cache_mut::<KeptTape>().0 = Some(tape);
            return false;
        }
        let clock = self.clock;
        self.order_of(tape.root()).pass(clock);
        self.cache_mut::<KeptTape>().0 = Some(tape);
        self.work().meter_nodes(self.order.nodes().len());
        true
    }
}
