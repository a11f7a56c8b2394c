//! Undoing the last statement, or everything since a moment.

use std::rc::Rc;

use super::history::{History, RootAndAnswer};
use super::rows::put_rows;
use super::{Change, Moment, Session, State};
use crate::graph::{ANSWER, Value};
use crate::language::exact;

#[doc(hidden)]
impl Session {
    /// Undoes the last statement, and returns a sentence for each change. Returns none when there is
    /// nothing to undo, or nothing since the open group began.
    pub fn undo(&mut self) -> Option<Vec<String>> {
        let entry = self.history.pop()?;
        let mut said = Vec::new();
        for change in entry.others.into_iter().rev().chain([entry.first]) {
            self.undo_change(change, &mut said);
        }
        self.restore(entry.before);
        self.set_data(&[]);
        Some(said)
    }

    /// Ends a failed statement and undoes its changes since `moment`.
    pub fn return_to(&mut self, moment: Moment) {
        self.restore_grads();
        let mut changed = false;
        while let Some(change) = self.history.pop_after(&moment) {
            self.undo_change(change, &mut Vec::new());
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

    pub(super) fn record(&mut self, change: Change) {
        let most = self.most_for_undo();
        self.history.record(change, most, || self.state.root_and_answer());
    }

    /// Records a change together with the root and the answer before it.
    pub(super) fn record_after(&mut self, before: RootAndAnswer, change: Change) {
        self.history.record(change, self.most_for_undo(), || before);
    }

    fn undo_change(&mut self, change: Change, said: &mut Vec<String>) {
        let name_of = |session: &Session, value: &Value| session.state.names.call(value);
        match change {
            Change::Bound(bound) => {
                let name = self.state.names.text(bound.name()).to_owned();
                let again = bound.previous().cloned();
                self.names_mut().restore(bound);
                said.push(match again {
                    Some(value)
                        if value.is_leaf()
                            && !value.is_per_row()
                            && value.as_network().is_none() =>
                    {
                        format!("{name} is {} again", exact(value.data()))
                    }
                    Some(_) => format!("{name} is what it was"),
                    None => format!("{name} is gone"),
                });
            }
            Change::Placed(placed) => {
                let name = self.state.names.full(placed.label());
                self.names_mut().displace(&placed);
                said.push(format!("{name} is gone"));
            }
            Change::Labels(nodes) => {
                nodes.iter().for_each(|(node, label)| node.set_label(*label));
            }
            Change::Function(name, previous) => {
                said.push(match &previous {
                    Some(_) => format!("the function {name} is what it was"),
                    None => format!("the function {name} is gone"),
                });
                match previous {
                    Some((place, function)) => {
                        let functions = &mut self.state.functions;
                        functions.shift_insert(place.min(functions.len()), name, function);
                    }
                    None => drop(self.state.functions.shift_remove(&name)),
                }
            }
            Change::Data(leaves) => {
                let moved = leaves.iter().filter(|(leaf, data)| !same_bits(leaf.data(), *data));
                for (leaf, data) in moved {
                    let again = match leaf.network_of_leaf() {
                        Some(_) => {
                            format!("{} is what it was", self.state.names.call_network(leaf))
                        }
                        None => format!("{} is {} again", name_of(self, leaf), exact(*data)),
                    };
                    if said.last() != Some(&again) {
                        said.push(again);
                    }
                }
                for (leaf, data) in leaves.iter().rev() {
                    leaf.set_data(*data);
                }
            }
            Change::Rows(rows) => {
                put_rows(&rows);
                let again = |(leaf, row, number): &(Value, usize, f64)| {
                    format!("{}[{row}] is {} again", name_of(self, leaf), exact(*number))
                };
                said.extend(rows.iter().map(again));
            }
            Change::Frozen(leaves) => {
                let changed = leaves.iter().filter(|(leaf, frozen)| leaf.is_frozen() != *frozen);
                for (leaf, frozen) in changed {
                    let state = if *frozen { "frozen" } else { "thawed" };
                    let name = match leaf.network_of_leaf() {
                        Some(_) => self.state.names.call_network(leaf),
                        None => name_of(self, leaf),
                    };
                    let again = format!("{name} is {state} again");
                    if said.last() != Some(&again) {
                        said.push(again);
                    }
                }
                for (leaf, frozen) in leaves.iter().rev() {
                    leaf.set_frozen(*frozen);
                }
            }
            Change::Uncertain(leaves) => self.undo_uncertain(leaves, said),
            Change::Settings(settings) => {
                if self.put_settings(settings) != *self.settings() {
                    said.push("the settings are what they were".to_owned());
                }
            }
            Change::Reset(state) => {
                self.state = *state;
                said.push("the session is back".to_owned());
            }
        }
    }
}

/// Tells whether two numbers are the same to the last bit, so that -0 is not 0.
fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
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
