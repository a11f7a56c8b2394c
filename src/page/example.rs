//! The example session, which ends when the user starts a session.

use std::mem;

use super::{Page, new_session};
use crate::command::syntax::{Statement, parse, statements};
use crate::core::language::Tree;

impl Page {
    /// Drops the example if a typed text redefines one of its names without using any. Returns true
    /// if it is dropped.
    pub(super) fn outgrow_example(&mut self, typed: &str) -> bool {
        let goes = mem::take(&mut self.is_example) && self.begins_anew(typed);
        if goes {
            self.clear();
        }
        goes
    }

    /// Resets the session, except settings.
    pub(super) fn clear(&mut self) {
        self.let_go();
        let mut fresh = new_session(self.clock, self.tell);
        fresh.start_with(self.session.settings().clone());
        self.watched = super::plots::Watched::default();
        self.session = fresh;
    }

    fn begins_anew(&self, typed: &str) -> bool {
        let uses = |tree: &Tree<'_>| tree.names().any(|(name, _)| self.session.has_name(name));
        match statements(typed, 0).next().map(|(_, first)| parse(first)) {
            Some(Ok(Statement::Assign { target, tree, .. })) => {
                self.session.has_name(target) && !uses(&tree)
            }
            _ => false,
        }
    }
}
