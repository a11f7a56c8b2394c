//! Undoing the last statement, or everything since a moment.

use std::rc::Rc;

use super::history::{Entry, History, RootAndAnswer};
use super::names::ANSWER;
use super::undo_report::{Touched, Undone, Was};
use super::{Change, Moment, Session, State};
use crate::core::graph::Value;
use crate::parts::rows::put_rows;

/// What an undo or a redo has changed.
#[derive(Debug, PartialEq)]
pub struct Traveled {
    /// Each name, leaf or setting.
    pub undone: Undone,
    /// The script whose changes these are, if a script made them.
    pub loaded: Option<Box<str>>,
}

#[doc(hidden)]
impl Session {
    /// Undoes the last statement, and returns each name, leaf or setting that it had changed.
    /// Returns none when there is nothing to undo, or nothing since the open group began.
    pub fn undo(&mut self) -> Option<Traveled> {
        let entry = self.history.pop()?;
        let (back, traveled) = self.take_back(entry);
        self.history.push_undone(back);
        Some(traveled)
    }

    /// Does again what the last undo has undone, and returns each thing changed. Returns
    /// none when nothing was undone, or something new has been done since.
    pub fn redo(&mut self) -> Option<Traveled> {
        let entry = self.history.pop_undone()?;
        let (back, traveled) = self.take_back(entry);
        self.history.push(back);
        Some(traveled)
    }

    /// Takes the changes of an entry back, and returns those that take that back.
    fn take_back(&mut self, entry: Entry) -> (Entry, Traveled) {
        let Entry { mut first, mut others, before, loaded } = entry;
        let answer = self.names_mut().whole(ANSWER);
        let after = RootAndAnswer { answer, ..self.state.root_and_answer() };
        let mut undone = Undone::default();
        // What came last is taken back first.
        others.reverse();
        if let Some(last) = others.first_mut() {
            std::mem::swap(&mut first, last);
            others.rotate_left(1);
        }
        let first = self.undo_change(first, &mut undone);
        let others = others.into_iter().map(|it| self.undo_change(it, &mut undone)).collect();
        self.restore(before);
        self.set_data(&[]);
        let traveled = Traveled { undone, loaded: loaded.clone() };
        (Entry { first, others, before: after, loaded }, traveled)
    }

    /// Returns how often something has been undone or redone.
    pub fn travels(&self) -> u64 {
        self.history.travels()
    }

    /// Ends a failed statement and undoes its changes since `moment`.
    pub fn return_to(&mut self, moment: Moment) {
        self.restore_grads();
        let mut changed = false;
        while let Some(change) = self.history.pop_after(&moment) {
            self.undo_change(change, &mut Undone::default());
            changed = true;
        }
        changed |= self.views.restore();
        self.restore(moment.before);
        self.history.fail();
        if changed {
            self.clock = self.clock.wrapping_add(1);
        }
        self.keep_practice_of(moment.clock);
    }

    /// Begins a statement, and returns the moment before it.
    ///
    /// End it with [`Session::conclude`], or with [`Session::return_to`] if it fails.
    pub fn begin(&mut self) -> Moment {
        self.kept_grads = Some(Vec::new());
        self.views.keep();
        let before = self.state.root_and_answer();
        self.history.begin(before, self.clock)
    }

    /// Ends a statement that has succeeded.
    pub fn conclude(&mut self) {
        self.kept_grads = None;
        self.history.conclude();
    }

    pub(super) fn restore(&mut self, before: RootAndAnswer) {
        self.state.root = before.root;
        self.state.assigned = before.assigned;
        self.names_mut().restore(before.answer);
    }

    /// Forgets the undo history.
    pub fn forget_history(&mut self) {
        self.history = History::default();
    }

    /// Lets `:undo` go no further back than to here, or as far as ever.
    pub fn end_undo_here(&mut self, ends: bool) {
        self.history.end_undo_here(ends);
    }

    /// Returns true if there is a place where `:undo` ends.
    pub fn has_end_of_undo(&self) -> bool {
        self.history.has_end_of_undo()
    }

    /// Opens a group: once it is closed, a single undo covers all its changes.
    pub fn open_group(&mut self) {
        self.history.open_group(|| self.state.root_and_answer());
    }

    /// Returns true while a group is open; no undo goes back beyond its start.
    pub fn has_open_group(&self) -> bool {
        self.history.has_open_group()
    }

    /// Closes the group that [`Session::open_group`] opened last.
    pub fn close_group(&mut self) {
        self.history.close_group();
    }

    /// The same for the changes that a script has made.
    pub fn close_group_of_script(&mut self, script: &str) {
        if self.history.close_group() {
            self.history.name_script(script);
        }
    }

    /// Closes the group that [`Session::open_group`] opened last; one whose leaves have not moved is
    /// nothing to undo.
    pub fn close_group_of_moves(&mut self) {
        if self.history.close_group() {
            self.history.forget_unmoved();
        }
    }

    /// Closes the group that was opened last and takes its changes back; that counts as a change all the
    /// same.
    pub fn close_group_without_a_trace(&mut self) {
        if !self.history.close_group() {
            return;
        }
        if let Some(Entry { first, others, before, .. }) = self.history.pop() {
            for change in others.into_iter().rev().chain([first]) {
                self.undo_change(change, &mut Undone::default());
            }
            self.restore(before);
            self.set_data(&[]);
        }
        self.record(Change::Data(Vec::new()));
    }

    pub(crate) fn record(&mut self, change: Change) {
        self.history.record(change, &self.budget, || self.state.root_and_answer());
    }

    /// Records a change together with the root and the answer before it.
    pub(super) fn record_after(&mut self, before: RootAndAnswer, change: Change) {
        self.history.record(change, &self.budget, || before);
    }

    /// Takes a change back, and returns the one that takes that back.
    pub(super) fn undo_change(&mut self, change: Change, undone: &mut Undone) -> Change {
        match change {
            Change::Bound(bound) => {
                let name = self.state.names.text(bound.name()).to_owned();
                undone.touch(Touched::Name(name.clone()), || {
                    Was::Node(self.state.names.get(&name).cloned())
                });
                let now = self.names_mut().whole(&name);
                self.names_mut().restore(bound);
                Change::Bound(now)
            }
            Change::Placed(placed) => {
                undone.touch(Touched::Inner(self.state.names.full(placed.label())), || Was::There);
                let name = self.state.names.text(placed.label().name).to_owned();
                let now = self.names_mut().whole(&name);
                self.names_mut().displace(&placed);
                Change::Bound(now)
            }
            Change::Labels(nodes) => {
                let now = nodes.iter().map(|(node, _)| (node.clone(), node.label())).collect();
                nodes.iter().for_each(|(node, label)| node.set_label(*label));
                Change::Labels(now)
            }
            Change::Function(name, previous) => {
                undone.touch(Touched::Function(name.clone()), || Was::There);
                let functions = &mut self.state.functions;
                let now = functions.get_full(&name).map(|(place, _, own)| (place, Rc::clone(own)));
                match previous {
                    Some((place, function)) => {
                        functions.shift_insert(place.min(functions.len()), name.clone(), function);
                    }
                    None => drop(functions.shift_remove(&name)),
                }
                Change::Function(name, now)
            }
            Change::Data(leaves) => {
                for (leaf, _) in &leaves {
                    undone.touch(Touched::Data(leaf.clone()), || Was::Number(leaf.data()));
                }
                let now = leaves.iter().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
                for (leaf, data) in leaves.iter().rev() {
                    leaf.set_data(*data);
                }
                Change::Data(now)
            }
            Change::Rows(rows) => {
                let number = |(leaf, row, _): &(Value, usize, f64)| {
                    let number = leaf.as_column()?.number(row.saturating_sub(1))?;
                    Some((leaf.clone(), *row, number))
                };
                let now = rows.iter().filter_map(number).collect();
                put_rows(&rows);
                for (leaf, row, number) in rows {
                    undone.say(Touched::Row(leaf, row), Was::Number(number));
                }
                Change::Rows(now)
            }
            Change::Frozen(leaves) => {
                for (leaf, _) in &leaves {
                    undone.touch(Touched::Frozen(leaf.clone()), || Was::Frozen(leaf.is_frozen()));
                }
                let now = leaves.iter().map(|(leaf, _)| (leaf.clone(), leaf.is_frozen())).collect();
                for (leaf, frozen) in leaves.iter().rev() {
                    leaf.set_frozen(*frozen);
                }
                Change::Frozen(now)
            }
            Change::Uncertain(leaves) => Change::Uncertain(self.undo_uncertain(leaves, undone)),
            Change::Fitted(fitted) => {
                Change::Fitted(std::mem::replace(&mut self.state.fitted, fitted))
            }
            Change::Memory(memory) => {
                Change::Memory(std::mem::replace(&mut self.state.memory, memory))
            }
            Change::Solved(solved) => {
                Change::Solved(std::mem::replace(&mut self.state.solved, solved))
            }
            Change::Settings(settings) => {
                let was = self.put_settings(settings);
                undone.touch(Touched::Settings, || Was::Settings(was.clone()));
                Change::Settings(was)
            }
            Change::Reset(state) => {
                undone.touch(Touched::Session, || Was::There);
                Change::Reset(Box::new(std::mem::replace(&mut self.state, *state)))
            }
        }
    }
}

impl State {
    /// The present root and answer.
    pub(super) fn root_and_answer(&mut self) -> RootAndAnswer {
        RootAndAnswer {
            root: self.root.clone(),
            assigned: self.assigned.clone(),
            answer: Rc::make_mut(&mut self.names).standing(ANSWER),
        }
    }
}
