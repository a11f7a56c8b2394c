//! What long work needs: room, the time, a flag that stops it, and somebody to tell of its progress.

use std::fmt;
use std::time::{Duration, Instant};

use super::node_limit::{Budget, Guard};
use super::stop::Stop;

/// What long work needs.
#[derive(Debug, Default)]
pub struct Work {
    /// The flag that interrupts it.
    pub stop: Stop,
    /// The number of nodes in use and the limit on it.
    pub budget: Budget,
    /// True if work has stopped early since [`Work::was_stopped`] last reported it.
    stopped_early: bool,
    /// The callback that work reports its progress to; work that holds the session takes it meanwhile.
    pub observer: Option<Observer>,
    clock: Clock,
    /// True if nobody reads what is found: random trials are then few.
    pub is_unread: bool,
}

/// A clock.
#[derive(Debug, Clone, Copy)]
enum Clock {
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

/// The progress of long work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// A step has been taken.
    At {
        /// The number of steps so far.
        step: u64,
        /// The most there will be, if known.
        steps: Option<u64>,
        /// What gets lower: the root, or a sum of squares.
        name: &'static str,
        /// Its data.
        data: f64,
    },
    /// The work is over.
    Over,
}

/// A callback called after every step.
pub struct Observer(pub Box<dyn FnMut(Progress)>);

impl Observer {
    /// Tells it of a step.
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
    /// Returns what other work needs that shares the limits of this.
    #[must_use]
    pub fn shared(&self) -> Work {
        let (stop, budget) = (self.stop.clone(), self.budget.clone());
        Work { stop, budget, is_unread: self.is_unread, ..Work::default() }
    }

    /// Returns true if an interrupt is pending, or all the work is done that is allowed; each time counts
    /// as a pass over all that is held.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_set_at(self.budget.held())
    }

    /// Clears a pending interrupt once the work has stopped, so that showing its result is not
    /// interrupted too.
    pub fn acknowledge_stop(&mut self) {
        self.stopped_early |= self.stop.is_set();
        self.stop.clear();
    }

    /// Returns true if work was interrupted since the last call.
    pub fn was_stopped(&mut self) -> bool {
        self.acknowledge_stop();
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

    /// Tells the callback of progress.
    pub fn observe(&mut self, progress: Progress) {
        if let Some(observer) = &mut self.observer {
            observer.tell(progress);
        }
    }

    /// Gives work a clock that returns the time since some moment.
    pub fn tell_time_by(&mut self, clock: fn() -> Duration) {
        self.clock = Clock::Given(clock);
    }

    /// The time since some moment; `None` if there is no clock.
    pub fn time(&self) -> Option<Duration> {
        match self.clock {
            Clock::System(begun) => Some(begun.elapsed()),
            Clock::Given(clock) => Some(clock()),
            Clock::None => None,
        }
    }
}
