//! A session that nobody typed, to look at: it goes when a person begins one of their own.

use std::mem;

use super::{Page, new_session};
use crate::command::syntax::{Statement, parse, statements};
use crate::core::language::Tree;

impl Page {
    /// Drops the example if a text that was typed gives one of its names another meaning without using any of
    /// them: that is the beginning of something else. After any other text it is a session as any. Returns true
    /// if it is gone.
    pub(super) fn outgrow_example(&mut self, typed: &str) -> bool {
        let goes = mem::take(&mut self.is_example) && self.begins_anew(typed);
        if goes {
            self.clear();
        }
        goes
    }

    /// Begins anew with the same settings.
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
