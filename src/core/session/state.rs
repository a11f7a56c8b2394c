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
    /// Shared with reports not yet shown.
    pub(crate) names: Rc<Names>,
    pub(crate) functions: IndexMap<Box<str>, Rc<Function>, RandomState>,
    /// Every name that any function has ever called.
    pub(super) called: HashSet<Box<str>, RandomState>,
    pub(super) root: Root,
    /// The node that the last assignment computed, unless a bare expression came after it: what
    /// the answer `_` means.
    pub(super) assigned: Option<Value>,
    pub(super) parts: PartStates,
}

/// The node that passes start from when none is named.
#[derive(Debug, Default, Clone)]
pub struct Root {
    pub(super) value: Option<Value>,
    /// True if the user chose it, as with `:grad L`; otherwise it is the last computed node that
    /// was given a name.
    pub(super) chosen: bool,
}

/// The meaning of `_`.
#[derive(Debug, Default)]
pub struct Answer {
    /// The binding of the answer.
    pub(super) binding: Binding,
    /// What the last assignment computed, if the answer means that.
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

    /// Exchanges the present meaning of the answer and another one.
    pub(super) fn swap_answer(&mut self, answer: &mut Answer) {
        mem::swap(&mut self.assigned, &mut answer.assigned);
        let names = Rc::make_mut(&mut self.names);
        let number = names.number(ANSWER);
        answer.binding = names.exchange(number, mem::take(&mut answer.binding));
    }
}
