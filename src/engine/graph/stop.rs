//! The flag that interrupts long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that long loops check regularly.
#[derive(Debug, Clone, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// The number of steps between two checks of a loop whose steps take nanoseconds, or a cache
    /// miss or two: some milliseconds in all.
    pub const STRIDE: usize = 1 << 16;

    /// Wraps `flag`.
    pub fn when(flag: Arc<AtomicBool>) -> Stop {
        Stop(Some(flag))
    }

    /// Returns true if the work should stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Clears the flag once the work has stopped.
    pub fn clear(&self) {
        if let Some(flag) = &self.0 {
            flag.store(false, Ordering::Relaxed);
        }
    }
}
