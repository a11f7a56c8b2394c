//! The flag that interrupts long work, and a bound on counted work.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that long loops check regularly, telling what they have done since.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    flag: Option<Arc<AtomicBool>>,
    /// The work that is left, if it is bounded; clones share it.
    left: Option<Rc<Cell<u64>>>,
}

impl Stop {
    /// The number of steps between two checks of a loop whose steps take nanoseconds, or a cache
    /// miss or two: some milliseconds in all.
    pub const STRIDE: usize = 1 << 16;

    /// Wraps `flag`.
    pub fn when(flag: Arc<AtomicBool>) -> Stop {
        Stop { flag: Some(flag), left: None }
    }

    /// The same, which stops for good after so much work, in nodes passed over: the same on any machine.
    #[must_use]
    pub fn after(&self, nodes: u64) -> Stop {
        Stop { flag: self.flag.clone(), left: Some(Rc::new(Cell::new(nodes))) }
    }

    /// Returns true if the work should stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set_at(1)
    }

    /// Returns true if the work should stop, which is about to pass over so many nodes.
    #[inline]
    pub fn is_set_at(&self, nodes: usize) -> bool {
        if let Some(left) = &self.left {
            left.set(left.get().saturating_sub(nodes as u64));
        }
        self.is_spent() || self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns true if all the work has been done that it is bounded by.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.get() == 0)
    }

    /// The work that is left, if it is bounded.
    pub fn left(&self) -> Option<u64> {
        self.left.as_ref().map(|left| left.get())
    }

    /// Clears the flag once the work has stopped.
    pub fn clear(&self) {
        if let Some(flag) = &self.flag {
            flag.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_bounded_by_its_count() {
        let stop = Stop::default().after(10);
        let other = stop.clone();
        assert!(!stop.is_set_at(4) && !other.is_set_at(5) && !stop.is_spent());
        assert!(other.is_set() && stop.is_spent() && !Stop::default().is_set_at(usize::MAX));
        stop.clear();
        assert!(stop.is_set());
    }
}
