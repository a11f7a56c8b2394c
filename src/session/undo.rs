//! Undoing the last statement, or everything since a moment.

use std::rc::Rc;

use super::history::{History, RootAndAnswer};
use super::rows::put_rows;
use super::undone::{Touched, Undone, Was};
use super::{Change, Moment, Session, State};
use crate::graph::ANSWER;

#[doc(hidden)]
impl Session {
    /// Returns the number of steps that [`Session::undo`] can take back.
    pub fn undoable(&self) -> usize {
        self.history.count()
    }

    /// Undoes the last statement, and returns a sentence for each name, leaf or setting that it had
    /// changed. Returns none when there is nothing to undo, or nothing since the open group began.
    pub fn undo(&mut self) -> Option<Vec<String>> {
        let entry = self.history.pop()?;
        let mut undone = Undone::default();
        for change in entry.others.into_iter().rev().chain([entry.first]) {
            self.undo_change(change, &mut undone);
        }
        self.restore(entry.before);
        self.set_data(&[]);
        Some(self.said_of(undone))
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
        self.history.conclude();
        if changed {
            self.clock = self.clock.wrapping_add(1);
        }
    }

    /// Begins a statement, and returns the moment before it.
    ///
    /// End it with [`Session::conclude`], or with [`Session::return_to`] if it fails.
    pub fn begin(&mut self) -> Moment {
        self.kept_grads = Some(Vec::new());
        self.views.keep();
        let before = self.state.root_and_answer();
        self.history.begin(before)
    }

    /// Ends a statement that has succeeded.
    pub fn conclude(&mut self) {
        self.kept_grads = None;
        self.history.conclude();
    }

    fn restore(&mut self, before: RootAndAnswer) {
        self.state.root = before.root;
        self.state.assigned = before.assigned;
        self.names_mut().restore(before.answer);
    }

    /// Forgets the undo history.
    pub fn forget_history(&mut self) {
        self.history = History::default();
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

    /// Closes the group that [`Session::open_group`] opened last; one whose leaves have not moved is
    /// nothing to undo.
    pub fn close_group_of_moves(&mut self) {
        if self.history.close_group() {
            self.history.forget_unmoved();
        }
    }

    pub(super) fn record(&mut self, change: Change) {
        self.history.record(change, &self.budget, || self.state.root_and_answer());
    }

    /// Records a change together with the root and the answer before it.
    pub(super) fn record_after(&mut self, before: RootAndAnswer, change: Change) {
        self.history.record(change, &self.budget, || before);
    }

    fn undo_change(&mut self, change: Change, undone: &mut Undone) {
        match change {
            Change::Bound(bound) => {
                let name = self.state.names.text(bound.name()).to_owned();
                undone.touch(Touched::Name(name.clone()), || {
                    Was::Node(self.state.names.get(&name).cloned(), None)
                });
                self.names_mut().restore(bound);
            }
            Change::Placed(placed) => {
                undone.touch(Touched::Inner(self.state.names.full(placed.label())), || Was::There);
                self.names_mut().displace(&placed);
            }
            Change::Renamed(renamed) => self.undo_renaming(renamed, undone),
            Change::Labels(nodes) => {
                nodes.iter().for_each(|(node, label)| node.set_label(*label));
            }
            Change::Function(name, previous) => {
                undone.touch(Touched::Function(name.clone()), || Was::There);
                match previous {
                    Some((place, function)) => {
                        let functions = &mut self.state.functions;
                        functions.shift_insert(place.min(functions.len()), name, function);
                    }
                    None => drop(self.state.functions.shift_remove(&name)),
                }
            }
            Change::Data(leaves) => {
                for (leaf, _) in &leaves {
                    undone.touch(Touched::Data(leaf.clone()), || Was::Number(leaf.data()));
                }
                for (leaf, data) in leaves.iter().rev() {
                    leaf.set_data(*data);
                }
            }
            Change::Rows(rows) => {
                put_rows(&rows);
                for (leaf, row, number) in rows {
                    undone.say(Touched::Row(leaf, row), Was::Number(number));
                }
            }
            Change::Frozen(leaves) => {
                for (leaf, _) in &leaves {
                    undone.touch(Touched::Frozen(leaf.clone()), || Was::Frozen(leaf.is_frozen()));
                }
                for (leaf, frozen) in leaves.iter().rev() {
                    leaf.set_frozen(*frozen);
                }
            }
            Change::Uncertain(leaves) => self.undo_uncertain(leaves, undone),
            Change::Settings(settings) => {
                let was = self.put_settings(settings);
                undone.touch(Touched::Settings, || Was::Settings(was));
            }
            Change::Reset(state) => {
                self.state = *state;
                undone.touch(Touched::Session, || Was::There);
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
