//! The history: the changes of each statement, to be undone, and those that were, to be redone.

mod travel;

use std::collections::{HashSet, VecDeque};
use std::iter;
use std::mem::discriminant;
use std::rc::Rc;

use super::names::Bound;
use super::undo_report::same_bits;
use super::{Root, Settings, State};
use crate::core::graph::{BYTES_PER_NODE, Budget, Function, Label, Value};
use crate::core::session::names::inner_nodes::Placed;
use crate::parts::descent::Memory;
use crate::parts::fit::Fitted;
use crate::parts::solve::SolvedLeaves;
use crate::parts::uncertainty::Uncertain;

/// Undo may keep alive one in this many of the allowed nodes,
const SHARE: usize = 4;
/// and never more than this.
const MOST: usize = 1_000_000;

/// One change of a session's state, with what was there before.
#[derive(Debug)]
pub enum Change {
    /// A name was bound or deleted.
    Bound(Bound),
    /// An inner node was made before its binding.
    Placed(Placed),
    /// A function was defined or deleted; with its earlier definition and position.
    Function(Box<str>, Option<(usize, Rc<Function>)>),
    /// Nodes were given other labels; with their earlier ones.
    Labels(Vec<(Value, Label)>),
    /// Leaves were given other numbers.
    Data(Vec<(Value, f64)>),
    /// Numbers of columns were changed, each in one row.
    Rows(Vec<(Value, usize, f64)>),
    /// Leaves were frozen or thawed.
    Frozen(Vec<(Value, bool)>),
    /// Leaves were given other uncertainties or correlations; in the order of the changes.
    Uncertain(Vec<(Value, Option<Uncertain>)>),
    /// Something was fitted; with what had been before.
    Fitted(Option<Fitted>),
    /// Leaves remember other steps; with what all of them remembered before.
    Memory(Option<Rc<Memory>>),
    /// Leaves were solved for; with those that had been before.
    Solved(Rc<SolvedLeaves>),
    /// A setting was changed.
    Settings(Settings),
    /// Everything was discarded.
    Reset(Box<State>),
}

impl Change {
    /// The approximate number of nodes and numbers that it keeps alive.
    fn weight(&self) -> usize {
        match self {
            Change::Bound(bound) => bound.weight(),
            Change::Labels(nodes) => nodes.len(),
            Change::Data(leaves) => leaves.len(),
            Change::Rows(rows) => rows.len(),
            Change::Frozen(leaves) => leaves.len(),
            Change::Uncertain(leaves) => {
                let size = |it: &Option<Uncertain>| it.as_ref().map_or(1, Uncertain::weight);
                leaves.iter().map(|(_, before)| size(before)).sum()
            }
            Change::Function(_, function) => {
                1 + function.as_ref().map_or(0, |(_, function)| function.bytes() / BYTES_PER_NODE)
            }
            Change::Fitted(fitted) => 1 + fitted.as_ref().map_or(0, |it| it.left_out.len()),
            Change::Memory(memory) => 1 + memory.as_ref().map_or(0, |it| it.weight()),
            Change::Solved(solved) => 1 + solved.len(),
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
    /// The root and the answer before them.
    pub before: RootAndAnswer,
    /// The script that made them.
    pub loaded: Option<Box<str>>,
}

impl Entry {
    fn weight(&self) -> usize {
        let weights = iter::once(&self.first).chain(&self.others).map(Change::weight);
        weights.sum::<usize>().max(1)
    }
}

/// State that is restored together with a change, but is no undoable change itself: bare
/// expressions bind the answer, and passes choose the root.
#[derive(Debug, Clone)]
pub struct RootAndAnswer {
    /// The root.
    pub root: Root,
    /// The binding of the answer `_`.
    pub answer: Bound,
    /// The node that the last assignment computed, if the answer means that.
    pub assigned: Option<Value>,
}

/// The changes that can be undone, newest last.
#[derive(Debug, Default)]
pub struct History {
    entries: VecDeque<(Entry, usize)>,
    weight: usize,
    /// The groups that are open, outermost first.
    groups: Vec<OpenGroup>,
    /// The state before the current statement, until it has an entry.
    before_statement: Option<RootAndAnswer>,
    /// The number of changes recorded when the current statement began.
    began_at: Option<u64>,
    /// The number of changes recorded and not undone.
    recorded: u64,
    /// What takes back each undo since the last new change, the newest last.
    undone: Vec<Entry>,
    /// The same before the statement under way has made a change: it may still fail.
    set_aside: Vec<Entry>,
    /// The number of times that something was undone or redone.
    travels: u64,
    /// The number of the oldest entries that undo does not reach.
    floor: Option<usize>,
}

/// Entries that become one when the group is closed.
#[derive(Debug)]
struct OpenGroup {
    /// The number of entries before it.
    start: usize,
    /// The state before it.
    before: RootAndAnswer,
}

/// A point in the history to return to.
#[derive(Debug)]
pub struct Moment {
    recorded: u64,
    /// The root and the answer at that point.
    pub(super) before: RootAndAnswer,
    /// The clock at that point.
    pub(super) clock: u32,
}

impl History {
    /// The number of changes that were recorded and not undone.
    pub fn standing(&self) -> u64 {
        self.recorded
    }

    /// Records a change; `before` returns the state before it. Drops the oldest entries while they
    /// keep too much of the budget alive, but none of an open group.
    pub fn record(
        &mut self,
        change: Change,
        budget: &Budget,
        before: impl FnOnce() -> RootAndAnswer,
    ) {
        self.set_aside_undone();
        let weight = change.weight();
        let before = self.before_statement.take().unwrap_or_else(before);
        let entry = Entry { first: change, others: Vec::new(), before, loaded: None };
        self.entries.push_back((entry, weight));
        self.weight += weight;
        self.recorded += 1;
        while self.is_heavy(budget) && self.entries.len() > self.under_way().max(1) {
            self.forget_oldest();
        }
    }

    /// Returns true if more nodes and numbers are kept alive than may be.
    fn is_heavy(&self, budget: &Budget) -> bool {
        self.weight > MOST || !budget.allows(self.weight.saturating_mul(SHARE))
    }

    /// Drops all entries except those of the open group or the current statement, which may still
    /// fail.
    pub fn clear(&mut self) {
        (self.undone, self.set_aside) = Default::default();
        while self.entries.len() > self.under_way() {
            self.forget_oldest();
        }
    }

    /// The number of the newest entries that belong to the open group or the current statement.
    fn under_way(&self) -> usize {
        match self.groups.first() {
            Some(group) => self.entries.len() - group.start.min(self.entries.len()),
            None => usize::from(self.began_at.is_some_and(|recorded| self.recorded > recorded)),
        }
    }

    fn forget_oldest(&mut self) {
        if let Some((_, weight)) = self.entries.pop_front() {
            self.weight -= weight;
        }
        for group in &mut self.groups {
            group.start = group.start.saturating_sub(1);
        }
        self.floor = self.floor.map(|floor| floor.saturating_sub(1));
    }

    /// Ends a statement.
    pub fn conclude(&mut self) {
        self.began_at = None;
        self.before_statement = None;
        self.set_aside = Vec::new();
    }

    /// Ends a statement that has failed, and whose changes are taken back.
    pub fn fail(&mut self) {
        if !self.set_aside.is_empty() {
            self.undone = std::mem::take(&mut self.set_aside);
        }
        self.conclude();
    }

    /// Removes and returns the newest entry; none from before the group that is open, or from where undo ends.
    pub fn pop(&mut self) -> Option<Entry> {
        let group = self.groups.last().map(|group| group.start);
        if group.max(self.floor).is_some_and(|start| self.entries.len() <= start) {
            return None;
        }
        let (entry, weight) = self.entries.pop_back()?;
        self.weight -= weight;
        self.recorded -= 1 + entry.others.len() as u64;
        Some(entry)
    }

    /// Lets undo go no further back than to here, or as far as ever.
    pub fn end_undo_here(&mut self, ends: bool) {
        self.floor = ends.then_some(self.entries.len());
    }

    /// Returns true if there is a place where undo ends.
    pub fn has_end_of_undo(&self) -> bool {
        self.floor.is_some()
    }

    /// Begins a statement; undoing it restores the state `before`.
    pub fn begin(&mut self, before: RootAndAnswer, clock: u32) -> Moment {
        self.began_at = Some(self.recorded);
        self.set_aside = Vec::new();
        self.before_statement = Some(before.clone());
        Moment { recorded: self.recorded, before, clock }
    }

    /// Removes and returns the newest change after `moment`.
    pub fn pop_after(&mut self, moment: &Moment) -> Option<Change> {
        if self.recorded <= moment.recorded {
            return None;
        }
        let (entry, kept) = self.entries.back_mut()?;
        let change = match entry.others.pop() {
            Some(change) => {
                *kept -= change.weight();
                self.weight -= change.weight();
                change
            }
            None => {
                let (entry, kept) = self.entries.pop_back()?;
                self.weight -= kept;
                self.before_statement = Some(entry.before);
                entry.first
            }
        };
        self.recorded -= 1;
        Some(change)
    }

    /// Opens a group. Until it is closed, each statement has its own entry.
    pub fn open_group(&mut self, before: impl FnOnce() -> RootAndAnswer) {
        let before = self.before_statement.clone().unwrap_or_else(before);
        self.groups.push(OpenGroup { start: self.entries.len(), before });
    }

    /// Returns true while a group is open.
    pub fn has_open_group(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Closes the innermost group and merges its entries into one; moves of leaves that follow each
    /// other are one change. Returns false if no group is open.
    pub fn close_group(&mut self) -> bool {
        let Some(group) = self.groups.pop() else {
            return false;
        };
        self.set_aside_undone();
        let entries = self.entries.drain(group.start.min(self.entries.len())..);
        let (mut changes, mut merged) = (Vec::<Change>::new(), 0);
        let mut known: HashSet<Value> = HashSet::new();
        for (entry, kept) in entries {
            self.weight -= kept;
            for change in iter::once(entry.first).chain(entry.others) {
                // Of what leaves remember only the beginning counts.
                let is_move = |it: &&mut Change| matches!(it, Change::Data(_) | Change::Memory(_));
                let mut moves = changes.iter_mut().rev().take_while(is_move);
                let earlier = moves.find(|it| discriminant(*it) == discriminant(&change));
                let change = match (earlier, change) {
                    (Some(Change::Memory(_)), Change::Memory(_)) => {
                        merged += 1;
                        continue;
                    }
                    (Some(Change::Data(leaves)), Change::Data(later)) => {
                        if known.is_empty() {
                            known.extend(leaves.iter().map(|(leaf, _)| leaf.clone()));
                        }
                        // Where a leaf was before its first move is where undo takes it.
                        leaves.extend(later.into_iter().filter(|(it, _)| known.insert(it.clone())));
                        merged += 1;
                        continue;
                    }
                    (_, change) => change,
                };
                if !matches!(change, Change::Memory(_)) {
                    known.clear();
                }
                changes.push(change);
            }
        }
        self.recorded -= merged;
        let mut changes = changes.into_iter();
        let first = changes.next().unwrap_or_else(|| {
            // It counts as a change all the same.
            self.recorded += 1;
            Change::Data(Vec::new())
        });
        let (others, before) = (changes.collect(), group.before);
        let entry = Entry { first, others, before, loaded: None };
        let weight = entry.weight();
        self.entries.push_back((entry, weight));
        self.weight += weight;
        true
    }

    /// Says which script has made the newest entry.
    pub fn name_script(&mut self, script: &str) {
        if let Some((entry, _)) = self.entries.back_mut() {
            entry.loaded = Some(script.into());
        }
    }

    /// Removes the newest entry if all it did is move leaves, and they are where they were.
    pub fn forget_unmoved(&mut self) {
        let is_unmoved = |(entry, _): &(Entry, usize)| match &entry.first {
            Change::Data(leaves) => {
                let mut leaves = leaves.iter();
                entry.others.is_empty() && leaves.all(|(leaf, data)| same_bits(leaf.data(), *data))
            }
            _ => false,
        };
        if self.entries.back().is_some_and(is_unmoved)
            && let Some((_, weight)) = self.entries.pop_back()
        {
            self.weight -= weight;
            self.recorded -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::core::session::Session;

    #[test]
    fn an_empty_group_that_fails_keeps_nothing_alive() {
        let mut session = Session::new();
        let moment = session.begin();
        session.open_group();
        session.close_group();
        session.return_to(moment);
        assert_eq!((session.history.entries.len(), session.history.weight), (0, 0));
    }
}
