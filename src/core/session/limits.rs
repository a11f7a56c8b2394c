//! What long work needs: room, the time, a flag that stops it, and somebody to tell of its progress.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::progress::{Observer, Progress};
use super::{Session, State};
use crate::core::graph::{Budget, Guard, Stop};
use crate::core::language::{Result, Span};

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

impl Session {
    /// Lets `flag` stop long work, as Ctrl-C does at the prompt.
    ///
    /// A descent ends after its last whole step, and clears the flag. Any other statement fails and
    /// changes nothing; the flag is then the caller's to clear.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let (mut session, flag) = (gradcalc::Session::new(), Arc::new(AtomicBool::new(false)));
    /// session.stop_when(Arc::clone(&flag));
    /// flag.store(true, Ordering::Relaxed);
    /// assert!(gradcalc::evaluate(&mut session, "a = 1").is_err());
    /// flag.store(false, Ordering::Relaxed);
    /// assert!(gradcalc::evaluate(&mut session, "a = 1").is_ok());
    /// ```
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Stop::when(flag);
        self.order = Rc::default();
    }
}

#[doc(hidden)]
impl Session {
    /// Returns true if an interrupt is pending, or all the work is done that is allowed; each time counts
    /// as a pass over what the session holds.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_set_at(self.budget.held())
    }

    /// Allows no more work from here on than passing over so many nodes.
    pub fn allow_work(&mut self, nodes: u64) {
        self.stop = self.stop.after(nodes);
        self.order = Rc::default();
    }

    /// The flag that long work polls.
    pub fn stop(&self) -> &Stop {
        &self.stop
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

    /// Drops the kept order, which a panic during a pass may have left incomplete.
    pub fn recover_from_panic(&mut self) {
        self.order = Rc::default();
    }

    /// Sets the number of nodes that the memory has room for.
    pub fn has_room_for(&mut self, nodes: usize) {
        self.budget.set_room(nodes);
    }

    /// The number of nodes in use and the limit on it.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the guard with which long work checks for interrupts and for room.
    pub fn guard(&self) -> Guard {
        Guard::new(&self.stop, &self.budget)
    }

    /// Says whether anybody reads what is found. Where nobody does, what changes nothing else is not worth long
    /// work: random trials are few.
    pub fn be_read(&mut self, is_read: bool) {
        self.is_unread = !is_read;
    }

    /// Returns an empty session with the same settings, limits and readers.
    pub fn anew(&self) -> Session {
        let mut new = Session::new();
        new.share_limits(self);
        new.start_with(self.settings.clone());
        new
    }

    /// Makes this empty session share the interrupt flag and the node limit of `other`, and its readers.
    pub fn share_limits(&mut self, other: &Session) {
        self.is_unread = other.is_unread;
        self.stop = other.stop.clone();
        self.budget = other.budget.clone();
        self.state = State::new(&self.budget);
    }

    /// Returns an error at `span` when no node fits, even after forgetting undo and caches.
    pub(crate) fn need_room(&mut self, span: Span) -> Result<()> {
        self.with_room(|session| session.guard().room(span))
    }

    /// Returns an error at `span` when so many more nodes do not fit, even after forgetting undo and caches.
    pub(crate) fn need_nodes(&mut self, count: usize, span: Span) -> Result<()> {
        self.with_room(|session| {
            session.guard().room(span)?;
            let nodes = session.budget.held().saturating_add(count);
            if session.budget.allows(nodes) { Ok(()) } else { Err(session.budget.refusal(span)) }
        })
    }

    /// Runs work that makes nodes. If they do not fit, forgets undo and caches and tries once more.
    pub(super) fn with_room<T>(
        &mut self,
        mut work: impl FnMut(&mut Session) -> Result<T>,
    ) -> Result<T> {
        // Clears an earlier refusal.
        self.budget.has_refused();
        let outcome = work(self);
        if outcome.is_err() && self.budget.has_refused() && self.make_room() {
            return work(self);
        }
        outcome
    }

    /// Forgets undo and caches; returns true if that freed anything.
    fn make_room(&mut self) -> bool {
        let held = self.budget.held();
        self.journal.clear();
        self.order = Rc::default();
        self.tape = None;
        self.budget.held() < held
    }

    /// The count of nodes made and passed over, which a caller sets to 0 and reads later.
    pub fn meter(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.meter)
    }

    pub fn meter_nodes(&self, nodes: usize) {
        self.meter.set(self.meter.get().saturating_add(nodes));
    }

    /// Reports the progress of long work to `observer`.
    pub fn report_progress(&mut self, observer: impl FnMut(Progress) + 'static) {
        self.observer = Some(Observer(Box::new(observer)));
    }

    /// Takes the callback, for work that reports to it; [`Session::return_observer`] puts it back.
    pub fn lend_observer(&mut self) -> Option<Observer> {
        self.observer.take()
    }

    /// Puts the callback back.
    pub fn return_observer(&mut self, observer: Option<Observer>) {
        self.observer = observer;
    }

    /// Tells the callback of progress.
    pub fn observe(&mut self, progress: Progress) {
        if let Some(observer) = &mut self.observer {
            observer.tell(progress);
        }
    }

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
