//! What leaves remember of the steps that an optimizer took with them.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::optimizer::{Method, Remembered};
use crate::core::graph::Value;
use crate::core::session::{PartState, Session, same_bits};

/// What the leaves of a session remember.
#[derive(Debug, Clone, Default)]
pub struct Memory {
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
}

impl Trained {
    /// Tells whether the leaf is where the last step has left it.
    pub fn is_there(&self, leaf: &Value) -> bool {
        same_bits(leaf.data(), self.data)
    }
}

impl PartState for Memory {}

impl Memory {
    /// Lets leaves remember this, or nothing.
    pub fn remember(&mut self, leaves: impl IntoIterator<Item = (Value, Option<Trained>)>) {
        for (leaf, trained) in leaves {
            match trained {
                Some(trained) => _ = self.leaves.insert(leaf, trained),
                None if self.leaves.is_empty() => {}
                None => _ = self.leaves.swap_remove(&leaf),
            }
        }
    }
}

/// What a leaf remembers, wherever it is now.
pub fn trained<'session>(session: &'session Session, leaf: &Value) -> Option<&'session Trained> {
    session.part::<Memory>()?.leaves.get(leaf)
}

/// Tells whether anything is remembered.
pub fn remembers(session: &Session) -> bool {
    session.part::<Memory>().is_some_and(|memory| !memory.leaves.is_empty())
}

/// Changes what the leaves of a session remember, undoably.
pub fn remember(session: &mut Session, change: impl FnOnce(&mut Memory)) {
    let mut memory = session.part::<Memory>().cloned().unwrap_or_default();
    change(&mut memory);
    session.put_part(memory);
}
