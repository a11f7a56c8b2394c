//! The changes of a session, so that they can be undone.

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

/// The changes of one statement.
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
    /// The meaning of the answer `_`.
    pub answer: Bound,
}

/// The changes that can be taken back, newest last.
#[derive(Debug, Default)]
pub struct History {
    entries: VecDeque<(Entry, usize)>,
    weight: usize,
    /// The groups that are open, outermost first.
    groups: Vec<Group>,
    /// What there was when the statement under way began, until it has an entry.
    begun: Option<Aside>,
    /// The number of changes noted when the statement under way began.
    began_at: Option<u64>,
    /// The number of changes noted and not undone.
    noted: u64,
}

/// Entries that become one when the group is closed.
#[derive(Debug)]
struct Group {
    /// How many entries there were before it.
    start: usize,
    /// What there was before it; none once an undo has gone back beyond that.
    aside: Option<Aside>,
}

/// A moment of a session.
#[derive(Debug)]
pub struct Moment {
    noted: u64,
    /// What goes back with the changes since.
    pub(super) aside: Aside,
}

impl History {
    /// Notes what a statement changed. `aside` gives what there was before the change. The oldest
    /// entries go until at most `most` nodes and numbers are kept alive; those of an open group stay.
    pub fn record(&mut self, change: Change, most: usize, aside: impl FnOnce() -> Aside) {
        let weight = change.weight();
        let aside = self.begun.take().unwrap_or_else(aside);
        let entry = Entry { first: change, others: Vec::new(), aside };
        self.entries.push_back((entry, weight));
        self.weight += weight;
        self.noted += 1;
        while self.weight > most && self.entries.len() > self.under_way().max(1) {
            self.forget_oldest();
        }
    }

    /// Forgets all entries but those of the statement or the group under way, which may still fail.
    pub fn clear(&mut self) {
        while self.entries.len() > self.under_way() {
            self.forget_oldest();
        }
    }

    /// How many of the newest entries belong to what is under way.
    fn under_way(&self) -> usize {
        match self.groups.first() {
            Some(group) => self.entries.len() - group.start.min(self.entries.len()),
            None => usize::from(self.began_at.is_some_and(|noted| self.noted > noted)),
        }
    }

    fn forget_oldest(&mut self) {
        if let Some((_, weight)) = self.entries.pop_front() {
            self.weight -= weight;
        }
        for group in &mut self.groups {
            group.start = group.start.saturating_sub(1);
        }
    }

    /// Ends a statement.
    pub fn conclude(&mut self) {
        self.began_at = None;
        self.begun = None;
    }

    /// The newest entry, taken out.
    pub fn pop(&mut self) -> Option<Entry> {
        let (entry, weight) = self.entries.pop_back()?;
        self.weight -= weight;
        self.noted -= 1 + entry.others.len() as u64;
        for group in self.groups.iter_mut().filter(|group| group.start > self.entries.len()) {
            *group = Group { start: self.entries.len(), aside: None };
        }
        Some(entry)
    }

    /// Begins a statement, to whose beginning its undo leads back.
    pub fn begin(&mut self, aside: Aside) -> Moment {
        self.began_at = Some(self.noted);
        self.begun = Some(aside.clone());
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
                let (entry, _) = self.entries.pop_back()?;
                self.begun = Some(entry.aside);
                entry.first
            }
        };
        self.weight -= change.weight();
        self.noted -= 1;
        Some(change)
    }

    /// Opens a group, within which each statement still has an entry of its own.
    pub fn open_group(&mut self, aside: impl FnOnce() -> Aside) {
        let aside = self.begun.clone().unwrap_or_else(aside);
        self.groups.push(Group { start: self.entries.len(), aside: Some(aside) });
    }

    /// Closes the group opened last: all that it has changed is one entry from now on.
    pub fn close_group(&mut self) {
        let Some(group) = self.groups.pop() else {
            return;
        };
        let mut entries = self.entries.drain(group.start.min(self.entries.len())..);
        let Some((mut whole, mut weight)) = entries.next() else {
            return;
        };
        for (entry, kept) in entries {
            whole.others.push(entry.first);
            whole.others.extend(entry.others);
            weight += kept;
        }
        whole.aside = group.aside.unwrap_or(whole.aside);
        self.entries.push_back((whole, weight));
    }
}
