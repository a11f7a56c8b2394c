//! The clock of a session: what measures time asks it, and who runs the session may give another.

use std::time::{Duration, Instant};

use super::Session;

/// A clock.
#[derive(Debug, Clone, Copy)]
pub(super) enum Clock {
    /// The system's, counted from this moment.
    System(Instant),
    /// Another, which returns the time since some moment.
    Given(fn() -> Duration),
    /// None: in a browser the standard library has no clock, and panics when asked.
    None,
}

impl Default for Clock {
    fn default() -> Clock {
        if cfg!(target_family = "wasm") { Clock::None } else { Clock::System(Instant::now()) }
    }
}

#[doc(hidden)]
impl Session {
    /// Gives the session a clock that returns the time since some moment.
    pub fn tell_time_by(&mut self, clock: fn() -> Duration) {
        self.timer = Clock::Given(clock);
    }

    /// The time since some moment; none if there is no clock.
    pub fn time(&self) -> Option<Duration> {
        match self.timer {
            Clock::System(begun) => Some(begun.elapsed()),
            Clock::Given(clock) => Some(clock()),
            Clock::None => None,
        }
    }
}
