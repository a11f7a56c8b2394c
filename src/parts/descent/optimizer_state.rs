//! The optimizer state that leaves keep between runs.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::optimizer::{Method, Remembered};
use crate::core::graph::Value;
use crate::core::session::{PartState, Session};

/// The optimizer state of a session's leaves.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    leaves: IndexMap<Value, Trained, RandomState>,
}

/// The optimizer state of one leaf.
#[derive(Debug, Clone, Copy)]
pub struct Trained {
    pub method: Method,
    pub remembered: Remembered,
    /// The data that the last step has left.
    pub data: f64,
}

impl PartState for Memory {}

/// The state of a leaf, also if the leaf has moved since.
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
