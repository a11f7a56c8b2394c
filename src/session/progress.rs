//! The progress of long work, for whoever wants to show it.

use std::fmt;

use super::Session;

/// A report on long work under way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// A step has been taken.
    At {
        /// The number done so far.
        step: u64,
        /// The most there will be, when that is known.
        steps: Option<u64>,
        /// The root's data.
        root: f64,
    },
    /// The work is over.
    Over,
}

/// Someone who is told after every step.
pub(super) struct Observer(Box<dyn FnMut(Progress)>);

impl fmt::Debug for Observer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Observer")
    }
}

impl Session {
    /// Tells `observer` how long work goes on.
    pub fn tell(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    pub(super) fn observe(&mut self, progress: Progress) {
        if let Some(Observer(observer)) = &mut self.observer {
            observer(progress);
        }
    }
}
