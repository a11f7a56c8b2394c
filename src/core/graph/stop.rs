//! The flag that interrupts long work, and a bound on counted work.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What long loops check regularly, telling what they have done since: a flag, and how much work is left.
#[derive(Debug, Clone, Default)]
pub struct Stop(Option<Rc<Reasons>>);

/// Why work stops.
#[derive(Debug, Default)]
struct Reasons {
    flag: Option<Arc<AtomicBool>>,
    /// The work that is left, if it is bounded.
    left: Option<Cell<u64>>,
}

impl Stop {
    /// The number of steps between two checks of a loop whose steps take nanoseconds, or a cache
    /// miss or two: some milliseconds in all.
    pub const STRIDE: usize = 1 << 16;

    /// Wraps `flag`.
    pub fn when(flag: Arc<AtomicBool>) -> Stop {
        Stop(Some(Rc::new(Reasons { flag: Some(flag), left: None })))
    }

    /// The same, which stops for good after so much work, in nodes passed over: the same on any machine.
    #[must_use]
    pub fn after(&self, nodes: u64) -> Stop {
        let flag = self.0.as_ref().and_then(|reasons| reasons.flag.clone());
        Stop(Some(Rc::new(Reasons { flag, left: Some(Cell::new(nodes)) })))
    }

    /// Returns true if the work should stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set_at(1)
    }

    /// Returns true if the work should stop, which is about to pass over so many nodes.
    #[inline]
    pub fn is_set_at(&self, nodes: usize) -> bool {
        self.0.as_ref().is_some_and(|reasons| reasons.stop_at(nodes))
    }

    /// The work that is left, if it is bounded.
    pub fn left(&self) -> Option<u64> {
        self.0.as_ref()?.left.as_ref().map(Cell::get)
    }

    /// Clears the flag once the work has stopped.
    pub fn clear(&self) {
        if let Some(flag) = self.0.as_ref().and_then(|reasons| reasons.flag.as_ref()) {
            flag.store(false, Ordering::Relaxed);
        }
    }
}

impl Reasons {
    fn stop_at(&self, nodes: usize) -> bool {
        let is_spent = self.left.as_ref().is_some_and(|left| {
            left.set(left.get().saturating_sub(nodes as u64));
            left.get() == 0
        });
        is_spent || self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_bounded_by_its_count() {
        let stop = Stop::default().after(10);
        let other = stop.clone();
        assert!(!stop.is_set_at(4) && !other.is_set_at(5) && stop.left() == Some(1));
        assert!(other.is_set() && stop.left() == Some(0) && !Stop::default().is_set_at(usize::MAX));
        stop.clear();
        assert!(stop.is_set());
    }
}
