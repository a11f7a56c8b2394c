//! How far long work has come. Whoever stops it ends the thread that does it, and rebuilds the session as it was.

use std::time::Duration;

use crate::core::graph::Progress;

/// What is told how far long work has come: to which step, and to which data of its root.
pub type Tell = fn(u64, f64);

/// The time between two reports of progress: a frame.
const FRAME: Duration = Duration::from_millis(16);

/// Calls `tell` now and then, and looks at the clock hardly more often.
pub fn seldom(clock: fn() -> Duration, tell: Tell) -> impl FnMut(Progress) {
    let (mut left, mut stride) = (1_u32, 1_u32);
    let mut last = Duration::ZERO;
    move |at| {
        let Progress::At { step, data: root, .. } = at else {
            return;
        };
        left -= 1;
        if left > 0 {
            return;
        }
        let now = clock();
        let passed = now.saturating_sub(last);
        stride = if passed < FRAME / 4 { (stride * 2).min(1 << 20) } else { (stride / 2).max(1) };
        left = stride;
        if passed >= FRAME {
            last = now;
            tell(step, root);
        }
    }
}
