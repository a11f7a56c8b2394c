//! A flag that stops long work from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that long loops read now and then to see whether they should go on.
#[derive(Debug, Clone, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// The number of steps a loop may take between two reads where each takes nanoseconds, or waits
    /// for memory once or twice: some milliseconds in all.
    pub const STRIDE: usize = 1 << 16;

    /// One that is set when `flag` is.
    pub fn when(flag: Arc<AtomicBool>) -> Stop {
        Stop(Some(flag))
    }

    /// Tells whether work should stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Clears the flag once it has been obeyed.
    pub fn clear(&self) {
        if let Some(flag) = &self.0 {
            flag.store(false, Ordering::Relaxed);
        }
    }
}
