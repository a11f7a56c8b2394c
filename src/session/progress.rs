//! How long work is going on, for whoever wants to show it.

use std::fmt;

use super::Session;

/// A moment of long work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// How many steps have been taken.
    pub step: u64,
    /// How many there will be at most, when that is known.
    pub steps: Option<u64>,
    /// The root's data.
    pub root: f64,
}

/// Someone who is told after every step.
pub(super) struct Observer(Box<dyn FnMut(Progress)>);

impl fmt::Debug for Observer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Observer")
    }
}

impl Session {
    /// Tells `observer` after every step how long work goes on.
    pub fn tell(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    pub(super) fn observe(&mut self, step: u64, steps: Option<u64>, root: f64) {
        if let Some(Observer(observer)) = &mut self.observer {
            observer(Progress { step, steps, root });
        }
    }
}
