//! Work that is stopped from outside, or broken off, and how the session stays whole.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Session;
use crate::graph::Stop;

impl Session {
    /// Lets `flag` stop long work; what it stops is left as after its last whole step.
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Stop::when(flag);
        self.order = Rc::default();
    }

    /// Returns true if long work should stop.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_set()
    }

    /// The stop flag that long work looks at.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Says that work was stopped and is whole: what follows, such as showing it, may go on.
    pub fn heed(&mut self) {
        self.heeded |= self.stop.is_set();
        self.stop.clear();
    }

    /// Returns true if work was stopped since the last time this was asked.
    pub fn was_stopped(&mut self) -> bool {
        self.heed();
        std::mem::take(&mut self.heeded)
    }

    /// Makes the session fit for use after a walk over its graph was broken off by a panic.
    pub fn heal(&mut self) {
        self.order = Rc::default();
    }
}
