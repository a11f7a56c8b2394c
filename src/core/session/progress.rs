//! The progress of long work.

use std::fmt;

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
pub struct Observer(pub Box<dyn FnMut(Progress)>);

impl Observer {
    /// Tells it of a step.
    pub fn tell(&mut self, progress: Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Observer")
    }
}
