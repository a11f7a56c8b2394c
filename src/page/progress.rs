//! How far long work has come. Whoever stops it ends the thread that does it, and rebuilds the session as it was.

use std::time::Duration;

use crate::core::graph::Progress;

/// What is told how far long work has come: to which step, and to which data of its root.
pub type Tell = fn(u64, f64);

/// The time between two reports of progress: a frame.
const FRAME: Duration = Duration::from_millis(16);

/// Calls `tell` once a frame.
pub fn seldom(clock: fn() -> Duration, tell: Tell) -> impl FnMut(Progress) {
    let mut last = Duration::ZERO;
    move |at| {
        let Progress::At { step, data: root, .. } = at else {
            return;
        };
        let now = clock();
        if now.saturating_sub(last) >= FRAME {
            last = now;
            tell(step, root);
        }
    }
}
