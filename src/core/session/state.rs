//! The part of a session that `:reset` throws away.

use std::collections::HashSet;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::names::Names;
use crate::core::graph::{Budget, Function, Value};
use crate::parts::descent::Memory;
use crate::parts::fit::Fitted;
use crate::parts::solve::SolvedLeaves;
use crate::parts::uncertainty::Covariance;

/// The part of a session that `:reset` throws away.
#[derive(Debug)]
pub struct State {
    /// Shared with reports not yet shown.
    pub(crate) names: Rc<Names>,
    pub(crate) functions: IndexMap<Box<str>, Rc<Function>, RandomState>,
    /// Every name that any function has ever called.
    pub(super) called: HashSet<Box<str>, RandomState>,
    pub(super) root: Root,
    pub(crate) covariance: Covariance,
    /// The node that the last assignment computed, unless a bare expression came after it: what
    /// the answer `_` means.
    pub(super) assigned: Option<Value>,
    /// The last fit.
    pub(crate) fitted: Option<Fitted>,
    /// What leaves remember of steps.
    pub(crate) memory: Option<Rc<Memory>>,
    /// The leaves that were solved for.
    pub(crate) solved: Rc<SolvedLeaves>,
}

/// The node that passes start from when none is named.
#[derive(Debug, Default, Clone)]
pub struct Root {
    pub(super) value: Option<Value>,
    /// True if the user chose it, as with `:grad L`; otherwise it is the last computed node that
    /// was given a name.
    pub(super) chosen: bool,
}

impl State {
    pub fn new(budget: &Budget) -> State {
        State {
            names: Rc::new(Names::new(budget)),
            functions: IndexMap::default(),
            called: HashSet::default(),
            root: Root::default(),
            covariance: Covariance::default(),
            assigned: None,
            fitted: None,
            memory: None,
            solved: Rc::default(),
        }
    }
}
