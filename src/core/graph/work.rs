//! The context of long work: room, a clock, the interrupt flag and an observer.

use std::fmt;
use std::time::{Duration, Instant};

use super::node_limit::{Budget, Guard};
use super::stop::Stop;

/// The context of long work.
#[derive(Debug, Default)]
pub struct Work {
    pub stop: Stop,
    /// The number of nodes in use and the limit on it.
    pub budget: Budget,
    /// True if work has stopped early since [`Work::was_stopped`] last reported it.
    stopped_early: bool,
    /// The callback for progress; work that borrows the session takes it meanwhile.
    pub observer: Option<Observer>,
    clock: Clock,
    /// True if nobody reads the result; Monte Carlo then makes few trials.
    pub is_unread: bool,
}

#[derive(Debug, Clone, Copy)]
enum Clock {
    /// The system's.
    System(Instant),
    /// A function that returns the time since some moment.
    Given(fn() -> Duration),
    /// In a browser the standard library has no clock.
    None,
}

impl Default for Clock {
    fn default() -> Clock {
        if cfg!(target_family = "wasm") { Clock::None } else { Clock::System(Instant::now()) }
    }
}

/// The progress of long work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    At {
        step: u64,
        /// The limit on steps, if known.
        steps: Option<u64>,
        /// The root, or `SSR`.
        name: &'static str,
        data: f64,
    },
    Over,
}

/// A callback called after every step.
pub struct Observer(pub Box<dyn FnMut(Progress)>);

impl Observer {
    pub fn tell(&mut self, progress: Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Observer")
    }
}

impl Work {
    /// Returns a context for other work with the same limits.
    #[must_use]
    pub fn shared(&self) -> Work {
        let (stop, budget) = (self.stop.clone(), self.budget.clone());
        Work { stop, budget, is_unread: self.is_unread, ..Work::default() }
    }

    /// Returns true after an interrupt or beyond the work allowed; each call counts as a pass over all nodes.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_set_at(self.budget.held())
    }

    /// Clears a pending interrupt, so that showing the result is not interrupted too.
    pub fn acknowledge_stop(&mut self) {
        self.stopped_early |= self.stop.is_set();
        self.stop.clear();
    }

    /// Returns true if work was interrupted since the last call.
    pub fn was_stopped(&mut self) -> bool {
        self.acknowledge_stop();
        self.take_early_stop()
    }

    /// Tells whether work has stopped early since the last call, and forgets it. The flag stays as it is: it may stop the next work.
    pub fn take_early_stop(&mut self) -> bool {
        std::mem::take(&mut self.stopped_early)
    }

    /// Returns the guard with which long work checks for interrupts and for room.
    pub fn guard(&self) -> Guard {
        Guard::new(&self.stop, &self.budget)
    }

    /// Reports the progress of long work to `observer`.
    pub fn report_progress(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    pub fn observe(&mut self, progress: Progress) {
        if let Some(observer) = &mut self.observer {
            observer.tell(progress);
        }
    }

    /// Sets a clock: a function that returns the time since some moment.
    pub fn tell_time_by(&mut self, clock: fn() -> Duration) {
        self.clock = Clock::Given(clock);
    }

    pub fn time(&self) -> Option<Duration> {
        match self.clock {
            Clock::System(begun) => Some(begun.elapsed()),
            Clock::Given(clock) => Some(clock()),
            Clock::None => None,
        }
    }
}
