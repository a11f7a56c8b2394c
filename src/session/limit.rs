//! The limit on what a session holds, and making room under it.

use std::rc::Rc;

use super::{Session, Settings, State};
use crate::graph::{Budget, Guard};
use crate::language::{Result, Span};

#[doc(hidden)]
impl Session {
    /// Sets the number of nodes that the memory has room for.
    pub fn has_room_for(&mut self, nodes: usize) {
        self.budget.set_room(nodes);
    }

    /// The number of nodes that the memory has room for.
    pub fn room(&self) -> usize {
        self.budget.room()
    }

    /// The number of nodes in use and the limit on it.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Sets the limit on nodes; none means as many as the memory has room for.
    pub fn limit(&mut self, limit: Option<usize>) {
        self.change_settings(Settings { limit, ..self.settings().clone() });
    }

    /// Returns the guard with which long work checks for interrupts and for room.
    pub fn guard(&self) -> Guard {
        Guard::new(&self.stop, &self.budget)
    }

    /// Makes this empty session share the interrupt flag and the node limit of `other`.
    pub fn share_limits(&mut self, other: &Session) {
        self.stop = other.stop.clone();
        self.budget = other.budget.clone();
        self.state = State::new(&self.budget);
    }

    /// Returns an error at `span` when no node fits, even after forgetting undo and caches.
    pub(super) fn need_room(&mut self, span: Span) -> Result<()> {
        self.with_room(|session| session.guard().room(span))
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
        self.history.clear();
        self.order = Rc::default();
        self.tape = None;
        self.budget.held() < held
    }
}
