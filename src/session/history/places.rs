//! Places in the history: going back to one, and where undo ends.

use std::iter;

use super::{Change, History};

/// A place in the history.
#[derive(Debug)]
pub struct Place {
    recorded: u64,
    /// The number of the entry before it.
    newest: Option<u64>,
}

impl History {
    /// The number of an entry that is made.
    pub(super) fn next_number(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// Where the history is.
    pub fn place(&self) -> Place {
        let newest = self.entries.back().map(|(entry, _)| entry.number);
        Place { recorded: self.recorded, newest }
    }

    /// Removes and returns the changes since a place, the newest first, for good; none if it is no longer a place
    /// of this history, as what came before was undone or is forgotten.
    pub fn take_since(&mut self, place: &Place) -> Option<Vec<Change>> {
        let (mut kept, mut recorded) = (self.entries.len(), self.recorded);
        for (entry, _) in self.entries.iter().rev() {
            if recorded <= place.recorded {
                break;
            }
            recorded = recorded.saturating_sub(1 + entry.others.len() as u64);
            kept -= 1;
        }
        let newest = kept.checked_sub(1).and_then(|last| self.entries.get(last));
        let is_there = newest.map(|(entry, _)| entry.number) == place.newest;
        if recorded != place.recorded || !is_there {
            return None;
        }
        (self.undone, self.set_aside) = Default::default();
        let mut changes = Vec::new();
        for (entry, weight) in self.entries.split_off(kept).into_iter().rev() {
            self.weight -= weight;
            changes.extend(entry.others.into_iter().rev().chain(iter::once(entry.first)));
        }
        self.recorded = recorded;
        Some(changes)
    }

    /// Lets undo go no further back than to here, or as far as ever.
    pub fn end_undo_here(&mut self, ends: bool) {
        self.floor = ends.then_some(self.entries.len());
    }

    /// Returns true if there is a place where undo ends.
    pub fn has_end_of_undo(&self) -> bool {
        self.floor.is_some()
    }
}
