//! Progress of long work. To stop it, the page ends the thread and rebuilds the session.

use std::time::Duration;

use crate::core::graph::Progress;

/// The callback for progress: the step, and the root's data.
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
