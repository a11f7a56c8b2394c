//! Undone changes, which can be redone until something new is made.

use super::{Entry, History};

impl History {
    /// A new change has been made: what was undone cannot be redone, unless that fails.
    pub(super) fn set_aside_undone(&mut self) {
        if !self.undone.is_empty() {
            self.set_aside = std::mem::take(&mut self.undone);
        }
    }

    /// A statement has made a node, if only for an answer: what was undone cannot be redone.
    pub fn make_node(&mut self) {
        self.set_aside_undone();
    }

    /// Keeps what takes an undo back.
    pub fn push_undone(&mut self, entry: Entry) {
        self.travels += 1;
        self.undone.push(entry);
    }

    /// Removes and returns what takes back the last undo.
    pub fn pop_undone(&mut self) -> Option<Entry> {
        self.undone.pop()
    }

    /// Keeps what takes a redo back.
    pub fn push(&mut self, entry: Entry) {
        self.travels += 1;
        let weight = entry.weight();
        self.recorded += 1 + entry.others.len() as u64;
        self.entries.push_back((entry, weight));
        self.weight += weight;
    }

    /// The number of times that something was undone or redone.
    pub fn travels(&self) -> u64 {
        self.travels
    }
}
