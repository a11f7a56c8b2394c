//! The limits of a session: its room, and the flag that stops long work.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Session, State};
use crate::core::graph::{Budget, Guard, Stop, Work};
use crate::core::language::{Result, Span};

impl Session {
    /// Lets `flag` stop long work, as Ctrl-C does at the prompt.
    ///
    /// A call of `evaluate` or `show` that the flag stops returns the error "interrupted" and clears the flag, which can
    /// then be used again. A descent keeps its last whole step; any other statement changes nothing. A flag that is
    /// set after the last statement has ended stops the next call.
    ///
    /// The flag does not stop [`Session::value`] from bringing data up to date.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let (mut session, flag) = (gradcalc::Session::new(), Arc::new(AtomicBool::new(false)));
    /// session.stop_when(Arc::clone(&flag));
    /// flag.store(true, Ordering::Relaxed);
    /// let stopped = gradcalc::evaluate(&mut session, "a = 1");
    /// assert_eq!(stopped.unwrap_err().message(), "interrupted");
    /// assert!(!flag.load(Ordering::Relaxed));
    /// assert!(gradcalc::evaluate(&mut session, "a = 1").is_ok());
    /// ```
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.work.stop = Stop::when(flag);
        self.forget_order();
    }
}

#[doc(hidden)]
impl Session {
    pub fn work(&self) -> &Work {
        &self.work
    }

    pub fn work_mut(&mut self) -> &mut Work {
        &mut self.work
    }

    pub fn stop(&self) -> &Stop {
        &self.work.stop
    }

    /// The number of nodes in use and its limit.
    pub fn budget(&self) -> &Budget {
        &self.work.budget
    }

    pub fn guard(&self) -> Guard {
        self.work.guard()
    }

    /// Limits further work to passes over so many nodes.
    pub fn allow_work(&mut self, nodes: u64) {
        self.work.stop = self.work.stop.after(nodes);
        self.forget_order();
    }

    /// Drops the cached order, which a panic during a pass may have left incomplete.
    pub fn forget_order(&mut self) {
        self.order = Rc::default();
        self.caches.clear();
    }

    /// Returns an empty session with the same settings and limits.
    pub fn anew(&self) -> Session {
        let mut new = Session::with_parts(self.parts);
        new.work = self.work.shared();
        new.state = State::new(new.budget(), self.parts);
        new.start_with(self.settings.clone());
        new
    }

    /// Returns an error at `span` if no node fits, even without undo and caches.
    pub(crate) fn need_room(&mut self, span: Span) -> Result<()> {
        self.need_nodes(0, span)
    }

    /// Returns an error at `span` if `count` nodes do not fit, even without undo and caches.
    pub(crate) fn need_nodes(&mut self, count: usize, span: Span) -> Result<()> {
        if !self.budget().allows(count) {
            // They would not fit into an empty session either: keep undo.
            return Err(self.budget().refusal(span));
        }
        self.with_room(|session| {
            session.guard().room(span)?;
            let budget = session.budget();
            let nodes = budget.held().saturating_add(count);
            if budget.allows(nodes) { Ok(()) } else { Err(budget.refusal(span)) }
        })
    }

    /// Runs work that makes nodes. If they do not fit, drops undo and caches and tries again.
    pub(super) fn with_room<T>(
        &mut self,
        mut work: impl FnMut(&mut Session) -> Result<T>,
    ) -> Result<T> {
        // Clears an earlier refusal.
        self.budget().has_refused();
        let outcome = work(self);
        if outcome.is_err() && self.budget().has_refused() && self.make_room() {
            return work(self);
        }
        outcome
    }

    /// Drops undo and caches; returns true if that freed anything.
    fn make_room(&mut self) -> bool {
        let held = self.budget().held();
        self.journal.clear();
        self.forget_order();
        self.budget().held() < held
    }
}
