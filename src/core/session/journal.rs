//! The journal of changes, for undo, redo and failed statements.

use std::collections::{HashSet, VecDeque};
use std::mem::discriminant;
use std::rc::Rc;

use super::names::Binding;
use super::parts::PartChange;
use super::state::{Answer, Root, State};
use super::{Session, Settings};
use crate::core::graph::{BYTES_PER_NODE, Budget, Function, Label, Value};

/// Undo may keep alive one in this many of the allowed nodes,
const SHARE: usize = 4;
/// and never more than this.
const MOST: usize = 1_000_000;

/// One change of a session, with what was there before.
/// [`Change::swap`] exchanges both; a swapped change is its own redo.
#[derive(Debug)]
pub enum Change {
    /// A name was bound or deleted.
    Name(u32, Binding),
    /// A function was defined or deleted; with its earlier position.
    Function(Box<str>, Option<(usize, Rc<Function>)>),
    /// A leaf was given another number.
    Leaf(Value, f64),
    /// A leaf was frozen or thawed.
    Frozen(Value, bool),
    /// A column was given another number in a row, from 0.
    Row(Value, usize, f64),
    /// A node was given another label.
    Label(Value, Label),
    /// A part has changed its state.
    Part(Box<dyn PartChange>),
    /// Settings were changed.
    Settings(Settings),
    /// The root changed.
    Root(Root),
    /// The answer changed.
    Answer(Box<Answer>),
    /// Everything was discarded.
    Reset(Box<State>),
}

impl Change {
    /// The approximate number of nodes and numbers that it keeps alive.
    fn weight(&self) -> usize {
        match self {
            Change::Name(_, binding) => binding.weight(),
            Change::Function(_, before) => {
                1 + before.as_ref().map_or(0, |(_, function)| function.bytes() / BYTES_PER_NODE)
            }
            Change::Part(change) => change.weight(),
            _ => 1,
        }
    }

    /// Exchanges the present and the earlier state.
    pub fn swap(&mut self, session: &mut Session) {
        match self {
            Change::Name(name, before) => {
                *before = session.names_mut().exchange(*name, std::mem::take(before));
            }
            Change::Function(name, before) => {
                let defined = before.as_ref().map(|(_, function)| function.when);
                let time = defined.unwrap_or_else(|| session.names_mut().tick());
                let functions = &mut session.state.functions;
                let now = functions.shift_remove_full(name).map(|(place, _, own)| (place, own));
                if let Some((_, function)) = &now {
                    function.gone.set(Some(time));
                }
                if let Some((place, function)) = before.take() {
                    function.gone.set(None);
                    functions.shift_insert(place.min(functions.len()), name.clone(), function);
                }
                *before = now;
            }
            Change::Leaf(leaf, before) => *before = leaf.replace_data(*before),
            Change::Frozen(leaf, before) => {
                let now = leaf.is_frozen();
                leaf.set_frozen(*before);
                *before = now;
            }
            Change::Row(leaf, row, before) => {
                let contents = leaf.contents();
                if let Some(now) = contents.and_then(|it| it.replace_number(*row, *before)) {
                    leaf.recompute();
                    *before = now;
                }
            }
            Change::Label(node, before) => {
                let now = node.label();
                node.set_label(*before);
                *before = now;
            }
            Change::Part(change) => change.swap(session),
            Change::Settings(before) => std::mem::swap(before, &mut session.settings),
            Change::Root(before) => std::mem::swap(before, &mut session.state.root),
            Change::Answer(before) => session.state.swap_answer(before),
            Change::Reset(before) => std::mem::swap(&mut **before, &mut session.state),
        }
    }

    /// True for changes that are no step of undo alone: the answer, and the root of a pass.
    fn is_passive(&self) -> bool {
        matches!(self, Change::Root(_) | Change::Answer(_))
    }

    /// The target, if only its first change in a statement counts.
    fn target(&self) -> Option<Target> {
        Some(match self {
            Change::Leaf(leaf, _) => Target::Leaf(leaf.clone()),
            Change::Root(_) => Target::Root,
            Change::Answer(_) => Target::Answer,
            Change::Settings(_) => Target::Settings,
            _ => return None,
        })
    }

    /// True for a leaf that has its earlier number again.
    fn is_undone(&self) -> bool {
        match self {
            Change::Leaf(leaf, before) => same_bits(leaf.data(), *before),
            _ => self.is_passive(),
        }
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Target {
    Leaf(Value),
    Root,
    Answer,
    Settings,
}

/// The changes of one statement.
#[derive(Debug)]
struct Entry {
    statement: Box<str>,
    changes: Vec<Change>,
    weight: usize,
}

impl Entry {
    fn new(statement: Box<str>, changes: Vec<Change>) -> Entry {
        let weight = changes.iter().map(Change::weight).sum::<usize>().max(1);
        Entry { statement, changes, weight }
    }

    /// Undoes the changes, the last one first, or redoes them.
    fn swap(&mut self, session: &mut Session) {
        self.changes.reverse();
        self.changes.iter_mut().for_each(|change| change.swap(session));
    }
}

/// The undoable and redoable steps.
#[derive(Debug, Default)]
pub struct Journal {
    /// The undoable steps, the oldest first.
    done: VecDeque<Entry>,
    /// The redoable steps, the last undone last.
    undone: Vec<Entry>,
    /// The current statement and its changes so far.
    statement: Option<Box<str>>,
    changes: Vec<Change>,
    /// True if the current statement has made something, even if only the answer.
    pub(super) is_new: bool,
    /// The open groups, outermost first.
    groups: Vec<Group>,
    /// The number of entries that undo does not reach.
    floor: Option<usize>,
    weight: usize,
    /// The number of statements done and not undone.
    standing: u64,
    /// The number of undos and redos.
    travels: u64,
}

/// Statements that become one step when the group closes.
#[derive(Debug)]
struct Group {
    /// The number of entries before it.
    start: usize,
    /// The passive changes before its first step.
    passive: Vec<Change>,
}

/// A point in a statement to return to.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    changes: usize,
    names: usize,
    data_time: u32,
}

impl Journal {
    fn push(&mut self, entry: Entry) {
        self.weight += entry.weight;
        self.standing += 1;
        self.done.push_back(entry);
    }

    fn pop(&mut self) -> Option<Entry> {
        let start = self.groups.last().map(|group| group.start);
        if start.max(self.floor).is_some_and(|start| self.done.len() <= start) {
            return None;
        }
        let entry = self.done.pop_back()?;
        self.weight -= entry.weight;
        self.standing -= 1;
        Some(entry)
    }

    fn conclude(&mut self, budget: &Budget) {
        let statement = self.statement.take().unwrap_or_default();
        let changes = std::mem::take(&mut self.changes);
        let is_step = !changes.iter().all(Change::is_passive);
        if std::mem::take(&mut self.is_new) || is_step {
            self.undone.clear();
        }
        self.add(statement, changes, is_step);
        self.forget_oldest(budget);
    }

    /// Adds changes as a step, or to the last step if they are passive.
    fn add(&mut self, statement: Box<str>, changes: Vec<Change>, is_step: bool) {
        if is_step {
            self.push(Entry::new(statement, changes));
            return;
        }
        let last = match self.groups.last_mut() {
            Some(group) if group.start == self.done.len() => Some(&mut group.passive),
            _ => self.done.back_mut().map(|entry| &mut entry.changes),
        };
        let Some(last) = last else { return };
        for change in changes.into_iter().filter(Change::is_passive) {
            // Searched from the end, because a step may have changed many leaves.
            let is_same = |it: &Change| discriminant(it) == discriminant(&change);
            let is_reset = |it: &Change| matches!(it, Change::Reset(_));
            if !last.iter().rev().take_while(|it| !is_reset(it)).any(is_same) {
                last.push(change);
            }
        }
    }

    /// Drops the oldest steps while the journal keeps too much alive, except those of an open group.
    fn forget_oldest(&mut self, budget: &Budget) {
        let is_heavy =
            |weight: usize| weight > MOST || !budget.allows(weight.saturating_mul(SHARE));
        while is_heavy(self.weight) && self.done.len() > self.in_group().max(1) {
            self.forget_one();
        }
    }

    fn in_group(&self) -> usize {
        self.groups.first().map_or(0, |group| self.done.len().saturating_sub(group.start))
    }

    fn forget_one(&mut self) {
        if let Some(entry) = self.done.pop_front() {
            self.weight -= entry.weight;
        }
        for group in &mut self.groups {
            group.start = group.start.saturating_sub(1);
        }
        self.floor = self.floor.map(|floor| floor.saturating_sub(1));
    }

    /// Drops all steps except those of an open group.
    pub fn clear(&mut self) {
        self.undone.clear();
        while self.done.len() > self.in_group() {
            self.forget_one();
        }
    }

    /// Opens a group. Until it closes, each statement is a step, and undo stops at its beginning.
    pub fn open_group(&mut self) {
        self.groups.push(Group { start: self.done.len(), passive: Vec::new() });
    }

    /// Closes the innermost group: its steps become one, called `statement`. Without steps left, it is none.
    pub fn close_group(&mut self, statement: &str) {
        let Some(Group { start, passive }) = self.groups.pop() else { return };
        let mut changes = passive;
        for entry in self.done.split_off(start.min(self.done.len())) {
            self.weight -= entry.weight;
            self.standing -= 1;
            changes.extend(entry.changes);
        }
        let changes = first_of_each(changes);
        let is_step = !changes.iter().all(Change::is_undone);
        self.add(statement.into(), changes, is_step);
    }

    /// Stops undo here, or lifts the stop.
    pub fn end_undo_here(&mut self, ends: bool) {
        self.floor = ends.then_some(self.done.len());
    }

    pub fn standing(&self) -> u64 {
        self.standing
    }

    /// The number of times that something was undone or redone.
    pub fn travels(&self) -> u64 {
        self.travels
    }
}

/// Keeps the first of several changes of one target: it has the state before all of them.
fn first_of_each(changes: Vec<Change>) -> Vec<Change> {
    let mut known: HashSet<Target> = HashSet::new();
    let mut is_first = |change: &Change| {
        if matches!(change, Change::Reset(_)) {
            known.clear();
        }
        change.target().is_none_or(|target| known.insert(target))
    };
    changes.into_iter().filter(|change| is_first(change)).collect()
}

#[doc(hidden)]
impl Session {
    /// Begins a statement and returns the moment before it.
    ///
    /// End it with [`Session::conclude`], or with [`Session::return_to`] if it fails.
    pub fn begin(&mut self, statement: &str) -> Moment {
        self.kept_grads = Some(Vec::new());
        self.each_part(|part, session| part.begin(session));
        self.journal.statement = Some(statement.into());
        self.moment()
    }

    pub fn moment(&self) -> Moment {
        let (changes, names) = (self.journal.changes.len(), self.names().met());
        Moment { changes, names, data_time: self.data_time }
    }

    /// Ends a statement that has succeeded.
    pub fn conclude(&mut self) {
        self.kept_grads = None;
        self.journal.conclude(&self.work.budget);
    }

    /// Ends a failed statement and undoes its changes since `moment`.
    pub fn return_to(&mut self, moment: Moment) {
        self.restore_grads();
        let mut changed = self.take_back_since(moment);
        self.each_part(|part, session| changed |= part.fail(session));
        self.journal.statement = None;
        self.journal.is_new = false;
        if changed {
            self.data_time = self.data_time.wrapping_add(1);
        }
        self.each_part(|part, session| part.failed(session, moment.data_time));
    }

    /// Undoes the changes since `moment`; returns true if there were some.
    pub fn take_back_since(&mut self, moment: Moment) -> bool {
        let changes = self.journal.changes.split_off(moment.changes);
        let has_changed = !changes.is_empty();
        Entry::new(Box::default(), changes).swap(self);
        if self.names().met() > moment.names {
            self.names_mut().forget_since(moment.names);
        }
        has_changed
    }

    /// Records a change. Outside a statement it is a step by itself.
    pub(crate) fn record(&mut self, change: Change) {
        self.journal.changes.push(change);
        if self.journal.statement.is_none() {
            self.journal.conclude(&self.work.budget);
        }
    }

    /// Runs work and undoes its changes.
    pub fn tentatively<T>(&mut self, work: impl FnOnce(&mut Session) -> T) -> T {
        let Journal { statement, is_new, .. } = &self.journal;
        let (statement, is_new) = (statement.clone(), *is_new);
        self.journal.statement.get_or_insert_default();
        let moment = self.moment();
        let outcome = work(self);
        self.take_back_since(moment);
        (self.journal.statement, self.journal.is_new) = (statement, is_new);
        outcome
    }

    /// Undoes the last step and returns its statement; `None` if undo reaches no step.
    pub fn undo(&mut self) -> Option<String> {
        let entry = self.journal.pop()?;
        let (statement, entry) = self.travel(entry);
        self.journal.undone.push(entry);
        Some(statement)
    }

    /// Redoes the last undone step and returns its statement; `None` if there is none.
    pub fn redo(&mut self) -> Option<String> {
        let entry = self.journal.undone.pop()?;
        let (statement, entry) = self.travel(entry);
        self.journal.push(entry);
        Some(statement)
    }

    fn travel(&mut self, mut entry: Entry) -> (String, Entry) {
        entry.swap(self);
        self.journal.travels += 1;
        self.set_data(&[]);
        (entry.statement.to_string(), entry)
    }

    pub fn forget_history(&mut self) {
        self.journal = Journal::default();
    }

    /// The changes that can be undone and redone.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub fn journal_mut(&mut self) -> &mut Journal {
        &mut self.journal
    }
}

/// Returns true if two numbers are the same to the last bit; -0 is not 0.
pub fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}
