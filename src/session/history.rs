//! What has changed, so that it can be taken back.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{Root, Settings, State};
use crate::graph::{BYTES_PER_NODE, Bound, Function, Placed, Value};

/// One change of a session's state, with what was there before.
#[derive(Debug)]
pub enum Change {
    /// A name was bound or deleted.
    Bound(Bound),
    /// An inner node was made before its binding.
    Placed(Placed),
    /// A function was defined or deleted; with what it was before and its place among the others.
    Function(Box<str>, Option<(usize, Rc<Function>)>),
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
            Change::Function(_, function) => {
                1 + function.as_ref().map_or(0, |(_, function)| function.bytes() / BYTES_PER_NODE)
            }
            Change::Placed(_) | Change::Settings(_) | Change::Reset(_) => 1,
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
    /// What they took along.
    pub aside: Aside,
}

/// What no statement is undone for, but what goes back together with a change: bare expressions
/// bind the answer, and passes choose the root.
#[derive(Debug, Clone)]
pub struct Aside {
    /// The root.
    pub root: Root,
    /// What the answer means.
    pub answer: Bound,
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
    /// What there was when the statement or the group under way began, until it has an entry.
    begun: Option<Aside>,
    /// How many changes had been noted when the statement under way began.
    began_at: Option<u64>,
    /// How many changes have been noted and not taken back.
    noted: u64,
}

/// A moment of a session.
#[derive(Debug)]
pub struct Moment {
    noted: u64,
    /// What goes back with the changes since.
    pub(super) aside: Aside,
}

impl History {
    /// Notes what a statement changed; inside a group it joins the group's entry. `aside` gives what
    /// there was before the change. The oldest entries go until at most `most` nodes and numbers are
    /// kept alive.
    pub fn record(&mut self, change: Change, most: usize, aside: impl FnOnce() -> Aside) {
        let weight = change.weight();
        self.weight += weight;
        self.noted += 1;
        match self.entries.back_mut() {
            Some((entry, kept)) if self.grouped => {
                entry.others.push(change);
                *kept += weight;
            }
            _ => {
                let aside = self.begun.take().unwrap_or_else(aside);
                let entry = Entry { first: change, others: Vec::new(), aside };
                self.entries.push_back((entry, weight));
                self.grouped = self.groups > 0;
            }
        }
        while self.weight > most && self.entries.len() > 1 {
            if let Some((_, weight)) = self.entries.pop_front() {
                self.weight -= weight;
            }
        }
    }

    /// Forgets all entries but that of the statement or the group under way, which may still fail.
    pub fn clear(&mut self) {
        let has_changed = self.began_at.is_some_and(|noted| self.noted > noted);
        let kept = usize::from(self.grouped || has_changed);
        while self.entries.len() > kept {
            if let Some((_, weight)) = self.entries.pop_front() {
                self.weight -= weight;
            }
        }
    }

    /// Ends a statement.
    pub fn conclude(&mut self) {
        self.began_at = None;
        if self.groups == 0 {
            self.begun = None;
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

    /// Begins a statement, to whose beginning its undo leads back.
    pub fn begin(&mut self, aside: Aside) -> Moment {
        self.began_at = Some(self.noted);
        if self.groups == 0 {
            self.begun = Some(aside.clone());
        }
        Moment { noted: self.noted, aside }
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
                let (entry, _) = self.entries.pop_back()?;
                self.begun = Some(entry.aside);
                entry.first
            }
        };
        self.weight -= change.weight();
        self.noted -= 1;
        Some(change)
    }

    /// From here on all changes are one entry.
    pub fn open_group(&mut self, aside: impl FnOnce() -> Aside) {
        self.groups += 1;
        self.begun.get_or_insert_with(aside);
    }

    /// Ends what [`History::open_group`] began.
    pub fn close_group(&mut self) {
        self.groups = self.groups.saturating_sub(1);
        if self.groups == 0 {
            self.grouped = false;
        }
    }
}
