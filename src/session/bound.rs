//! The bound on what a session holds, and how it makes room.

use std::rc::Rc;

use super::{Session, Settings, State};
use crate::graph::{Budget, Guard};
use crate::language::{Result, Span};

/// The changes that can be taken back may keep this part of all nodes alive, and at most so many.
const PART_FOR_UNDO: usize = 4;
const MOST_FOR_UNDO: usize = 1_000_000;

impl Session {
    /// Says that the memory has room for so many nodes.
    pub fn has_room_for(&mut self, nodes: usize) {
        self.room = nodes;
        let settings = self.settings().clone();
        self.put_settings(settings);
    }

    /// The number of nodes that the memory has room for.
    pub fn room(&self) -> usize {
        self.room
    }

    /// The account of what the session holds, and may hold.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Puts another bound on the nodes, or with none that of the memory.
    pub fn limit(&mut self, limit: Option<usize>) {
        self.change_settings(Settings { limit, ..self.settings().clone() });
    }

    /// The guard that long work asks whether it may go on.
    pub fn guard(&self) -> Guard {
        Guard::new(&self.stop, &self.budget)
    }

    /// Lets the flag that stops `other` stop this one too, and what this one holds, which is
    /// nothing yet, count as held by both.
    pub fn share_limits(&mut self, other: &Session) {
        self.stop = other.stop.clone();
        self.budget = other.budget.clone();
        self.room = other.room;
        self.state = State::new(&self.budget);
    }

    /// An error at `span` when nothing more fits, whatever is forgotten for it.
    pub(super) fn need_room(&mut self, span: Span) -> Result<()> {
        self.with_room(|session| session.guard().room(span))
    }

    /// Does what makes nodes; where they do not fit, once more with all forgotten that could be
    /// taken back, and what is kept to save time.
    pub(super) fn with_room<T>(
        &mut self,
        mut work: impl FnMut(&mut Session) -> Result<T>,
    ) -> Result<T> {
        // What was refused before is no matter.
        self.budget.has_refused();
        let outcome = work(self);
        if outcome.is_err() && self.budget.has_refused() && self.make_room() {
            return work(self);
        }
        outcome
    }

    /// Forgets what only saves time or typing; false when there was nothing of the kind.
    fn make_room(&mut self) -> bool {
        let held = self.budget.held();
        self.history.clear();
        self.order = Rc::default();
        self.tape = None;
        self.budget.held() < held
    }

    /// The number of nodes and numbers that may be kept alive for undo.
    pub(super) fn most_for_undo(&self) -> usize {
        (self.budget.most() / PART_FOR_UNDO).min(MOST_FOR_UNDO)
    }
}
