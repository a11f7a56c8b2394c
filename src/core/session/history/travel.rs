//! Undone changes, which can be redone until something new is made.

use super::{Entry, History};

impl History {
    /// Something new has been made, if only a node for an answer: what was undone cannot be redone,
    /// unless the statement fails.
    pub fn set_aside_undone(&mut self) {
        if !self.undone.is_empty() {
            self.set_aside = std::mem::take(&mut self.undone);
        }
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
