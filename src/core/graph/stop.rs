//! The flag that interrupts long work, and a bound on counted work.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The flag and the work left, which long loops check regularly.
#[derive(Debug, Clone, Default)]
pub struct Stop(Option<Rc<Reasons>>);

#[derive(Debug, Default)]
struct Reasons {
    flag: Option<Arc<AtomicBool>>,
    left: Option<Cell<u64>>,
}

impl Stop {
    /// The steps between two checks of a loop: some milliseconds if a step takes nanoseconds.
    pub const STRIDE: usize = 1 << 16;

    pub fn when(flag: Arc<AtomicBool>) -> Stop {
        Stop(Some(Rc::new(Reasons { flag: Some(flag), left: None })))
    }

    /// The same flag, which also stops after passes over so many nodes, on any machine alike.
    #[must_use]
    pub fn after(&self, nodes: u64) -> Stop {
        let flag = self.0.as_ref().and_then(|reasons| reasons.flag.clone());
        Stop(Some(Rc::new(Reasons { flag, left: Some(Cell::new(nodes)) })))
    }

    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set_at(1)
    }

    /// Returns true if the work should stop before passing over `nodes` nodes.
    #[inline]
    pub fn is_set_at(&self, nodes: usize) -> bool {
        self.0.as_ref().is_some_and(|reasons| reasons.stop_at(nodes))
    }

    /// The work that is left, if it is bounded.
    pub fn left(&self) -> Option<u64> {
        self.0.as_ref()?.left.as_ref().map(Cell::get)
    }

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
