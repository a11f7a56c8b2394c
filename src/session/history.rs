//! What has changed, so that it can be taken back.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{Root, Settings, State};
use crate::graph::{Bound, Function, Value};

/// One change of a session's state, with what was there before.
#[derive(Debug)]
pub enum Change {
    /// A name was bound or deleted.
    Bound(Bound),
    /// A function was defined or deleted.
    Function(Box<str>, Option<Rc<Function>>),
    /// Leaves were given other numbers.
    Data(Vec<(Value, f64)>),
    /// Leaves were frozen or thawed.
    Frozen(Vec<(Value, bool)>),
    /// A setting was changed.
    Settings(Settings),
    /// Everything was thrown away.
    Reset(Box<State>),
}

impl Change {
    /// About how many nodes or numbers it keeps.
    fn weight(&self) -> usize {
        match self {
            Change::Bound(bound) => bound.weight(),
            Change::Data(leaves) => leaves.len(),
            Change::Frozen(leaves) => leaves.len(),
            Change::Function(..) | Change::Settings(_) | Change::Reset(_) => 1,
        }
    }
}

/// What one statement changed.
#[derive(Debug)]
pub struct Entry {
    /// The first change.
    pub first: Change,
    /// The others, in order; most statements make none.
    pub others: Vec<Change>,
    /// The root before them.
    pub root: Root,
}

/// The changes that can be taken back, newest last.
#[derive(Debug, Default)]
pub struct History {
    entries: VecDeque<(Entry, usize)>,
    weight: usize,
    /// How many groups are open: inside one, all statements are one entry.
    groups: usize,
    /// Whether the open group has an entry yet.
    grouped: bool,
    /// How many changes have been noted and not taken back.
    noted: u64,
}

/// A moment of a session.
#[derive(Debug)]
pub struct Moment {
    noted: u64,
    /// The root then.
    pub(super) root: Root,
}

/// How many nodes and numbers the history may keep alive; beyond it the oldest entries go.
const MOST_KEPT: usize = 1_000_000;

impl History {
    /// Notes what a statement changed; inside a group it joins the group's entry.
    pub fn record(&mut self, change: Change, root: &Root) {
        let weight = change.weight();
        self.weight += weight;
        self.noted += 1;
        match self.entries.back_mut() {
            Some((entry, kept)) if self.grouped => {
                entry.others.push(change);
                *kept += weight;
            }
            _ => {
                let entry = Entry { first: change, others: Vec::new(), root: root.clone() };
                self.entries.push_back((entry, weight));
                self.grouped = self.groups > 0;
            }
        }
        while self.weight > MOST_KEPT && self.entries.len() > 1 {
            if let Some((_, weight)) = self.entries.pop_front() {
                self.weight -= weight;
            }
        }
    }

    /// The newest entry, taken out.
    pub fn pop(&mut self) -> Option<Entry> {
        let (entry, weight) = self.entries.pop_back()?;
        self.weight -= weight;
        self.noted -= 1 + entry.others.len() as u64;
        self.grouped = false;
        Some(entry)
    }

    /// The present moment, with the root as it is.
    pub fn moment(&self, root: &Root) -> Moment {
        Moment { noted: self.noted, root: root.clone() }
    }

    /// The newest change after `moment`, taken out.
    pub fn pop_after(&mut self, moment: &Moment) -> Option<Change> {
        if self.noted <= moment.noted {
            return None;
        }
        let (entry, kept) = self.entries.back_mut()?;
        let change = match entry.others.pop() {
            Some(change) => {
                *kept -= change.weight();
                change
            }
            None => {
                self.grouped = false;
                self.entries.pop_back()?.0.first
            }
        };
        self.weight -= change.weight();
        self.noted -= 1;
        Some(change)
    }

    /// From here on all changes are one entry.
    pub fn open_group(&mut self) {
        self.groups += 1;
    }

    /// Ends what [`History::open_group`] began.
    pub fn close_group(&mut self) {
        self.groups = self.groups.saturating_sub(1);
        if self.groups == 0 {
            self.grouped = false;
        }
    }
}
