//! What leaves remember of the steps that an optimizer took with them.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::undone::same_bits;
use super::{Change, Session};
use crate::graph::Value;
use crate::methods::{BatchPlace, Method, Remembered};

/// What the leaves of a session remember.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Where the next batch begins.
    batch: Option<BatchPlace>,
    leaves: IndexMap<Value, Trained, RandomState>,
}

/// What one leaf remembers.
#[derive(Debug, Clone, Copy)]
pub struct Trained {
    /// What took the steps.
    pub method: Method,
    /// What it goes on with.
    pub remembered: Remembered,
    /// The data that the last step has left.
    pub data: f64,
    /// The last step, if it was taken in this session.
    pub last: Option<LastStep>,
}

/// A step of one leaf.
#[derive(Debug, Clone, Copy)]
pub struct LastStep {
    /// Its rate.
    pub rate: f64,
    /// The leaf's data before.
    pub before: f64,
    /// The leaf's grad before.
    pub grad: f64,
}

impl Trained {
    /// Tells whether the leaf is where the last step has left it.
    pub fn is_there(&self, leaf: &Value) -> bool {
        same_bits(leaf.data(), self.data)
    }
}

impl Memory {
    /// The approximate number of nodes and numbers that it keeps alive.
    pub fn weight(&self) -> usize {
        self.leaves.len()
    }
}

/// What a leaf remembers, wherever it is now.
pub fn trained<'session>(session: &'session Session, leaf: &Value) -> Option<&'session Trained> {
    session.state.memory.as_ref()?.leaves.get(leaf)
}

/// Where the next batch begins.
pub fn batch_place(session: &Session) -> Option<BatchPlace> {
    session.state.memory.as_ref()?.batch
}

/// Lets the next batch begin there, undoably.
pub fn put_batch_place(session: &mut Session, place: Option<BatchPlace>) {
    let before = session.state.memory.clone();
    let memory = before.as_deref().cloned().unwrap_or_default();
    session.state.memory = Some(Rc::new(Memory { batch: place, ..memory }));
    session.record(Change::Memory(before));
}

/// Lets leaves remember this, or nothing, undoably.
pub fn remember(session: &mut Session, leaves: impl IntoIterator<Item = (Value, Option<Trained>)>) {
    let before = session.state.memory.clone();
    let mut leaves = leaves.into_iter();
    let mut memory = match &before {
        Some(memory) => (**memory).clone(),
        // There is nothing to forget.
        None => match leaves.find(|(_, trained)| trained.is_some()) {
            None => return,
            Some((leaf, trained)) => {
                let first = trained.map(|trained| (leaf, trained));
                Memory { batch: None, leaves: first.into_iter().collect() }
            }
        },
    };
    let mut has_changed = before.is_none();
    for (leaf, trained) in leaves {
        has_changed |= match trained {
            Some(trained) => {
                memory.leaves.insert(leaf, trained);
                true
            }
            None => memory.leaves.swap_remove(&leaf).is_some(),
        };
    }
    if has_changed {
        session.state.memory = Some(Rc::new(memory));
        session.record(Change::Memory(before));
    }
}
