//! Interrupting long work while keeping the session consistent.

use std::rc::Rc;

use super::Session;
use crate::graph::Stop;

#[doc(hidden)]
impl Session {
    /// Returns true if an interrupt is pending.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_set()
    }

    /// The flag that long work polls.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Clears a pending interrupt once the work has stopped, so that showing its result is not
    /// interrupted too.
    pub fn acknowledge_stop(&mut self) {
        self.stopped_early |= self.stop.is_set();
        self.stop.clear();
    }

    /// Returns true if work was interrupted since the last call.
    pub fn was_stopped(&mut self) -> bool {
        self.acknowledge_stop();
        std::mem::take(&mut self.stopped_early)
    }

    /// Drops the kept order, which a panic during a pass may have left incomplete.
    pub fn recover_from_panic(&mut self) {
        self.order = Rc::default();
    }
}
