//! Reporting the progress of long work.

use std::fmt;

use super::Session;

/// The progress of long work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// A step has been taken.
    At {
        /// The number of steps so far.
        step: u64,
        /// The most there will be, if known.
        steps: Option<u64>,
        /// What gets lower: the root, or a sum of squares.
        name: &'static str,
        /// Its data.
        data: f64,
    },
    /// The work is over.
    Over,
}

/// A callback called after every step.
pub(super) struct Observer(Box<dyn FnMut(Progress)>);

impl Observer {
    pub(super) fn tell(&mut self, progress: Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Observer")
    }
}

#[doc(hidden)]
impl Session {
    /// Reports the progress of long work to `observer`.
    pub fn report_progress(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    pub(super) fn observe(&mut self, progress: Progress) {
        if let Some(observer) = &mut self.observer {
            observer.tell(progress);
        }
    }
}
