//! What leaves remember of the steps that an optimizer took with them.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::optimizer::{Method, Remembered};
use crate::core::graph::Value;
use crate::core::session::{PartState, Session};

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

impl PartState for Memory {}

/// What a leaf remembers, wherever it is now.
pub fn trained<'session>(session: &'session Session, leaf: &Value) -> Option<&'session Trained> {
    session.part::<Memory>()?.leaves.get(leaf)
}

/// Lets leaves of a session remember this, or nothing, undoably.
pub fn remember(session: &mut Session, leaves: impl IntoIterator<Item = (Value, Option<Trained>)>) {
    let mut memory = session.part::<Memory>().cloned().unwrap_or_default();
    let had_any = !memory.leaves.is_empty();
    for (leaf, trained) in leaves {
        match trained {
            Some(trained) => _ = memory.leaves.insert(leaf, trained),
            None => _ = memory.leaves.swap_remove(&leaf),
        }
    }
    if had_any || !memory.leaves.is_empty() {
        session.put_part(memory);
    }
}
