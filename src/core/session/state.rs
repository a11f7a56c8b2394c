//! The part of a session that `:reset` discards.

use std::collections::HashSet;
use std::mem;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::names::{ANSWER, Binding, Names};
use super::parts::PartStates;
use crate::core::graph::{Budget, Function, Parts, Value};

/// The part of a session that `:reset` discards.
#[derive(Debug)]
pub struct State {
    /// Shared with reports.
    pub(crate) names: Rc<Names>,
    pub(crate) functions: IndexMap<Box<str>, Rc<Function>, RandomState>,
    /// The names that functions have ever called.
    pub(super) called: HashSet<Box<str>, RandomState>,
    pub(super) root: Root,
    /// The node of `_` after an assignment.
    pub(super) assigned: Option<Value>,
    pub(super) parts: PartStates,
}

/// The root of passes, if a command names none.
#[derive(Debug, Default, Clone)]
pub struct Root {
    pub(super) value: Option<Value>,
    /// True if the user chose it, as with `:grad L`; else it is the last computed node with a name.
    pub(super) chosen: bool,
}

/// The meaning of `_`.
#[derive(Debug, Default)]
pub struct Answer {
    pub(super) binding: Binding,
    /// The node of the last assignment, if the answer means it.
    pub(super) assigned: Option<Value>,
}

impl State {
    pub fn new(budget: &Budget, parts: Parts) -> State {
        State {
            names: Rc::new(Names::new(budget, parts)),
            functions: IndexMap::default(),
            called: HashSet::default(),
            root: Root::default(),
            assigned: None,
            parts: PartStates::default(),
        }
    }

    pub(super) fn swap_answer(&mut self, answer: &mut Answer) {
        mem::swap(&mut self.assigned, &mut answer.assigned);
        let names = Rc::make_mut(&mut self.names);
        let number = names.number(ANSWER);
        answer.binding = names.exchange(number, mem::take(&mut answer.binding));
    }
}
