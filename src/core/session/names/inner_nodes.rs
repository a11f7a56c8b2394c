//! Inner nodes made one by one, before the binding they belong to, as saved scripts do.

use std::collections::{HashMap, HashSet};

use super::reference::own_nodes;
use super::{Label, Names, Value};

/// The inner nodes that wait for a binding, by their part.
pub(super) type Waiting = HashMap<u32, Value>;

/// The record of an inner node made before its binding, for undo.
#[derive(Debug)]
pub struct Placed {
    label: Label,
    /// The latest binding with such inner nodes before it.
    reserved: u32,
}

impl Placed {
    /// The label of the node.
    pub fn label(&self) -> Label {
        self.label
    }
}

impl Names {
    /// Keeps an inner node whose binding is still to come.
    pub fn place(&mut self, label: Label, value: Value) -> Placed {
        self.last_is_new = false;
        self.waiting.entry((label.name, label.binding)).or_default().insert(label.part, value);
        let mut placed = Placed { label, reserved: 0 };
        if let Some((_, binding)) = self.table.get_index_mut(label.name as usize) {
            placed.reserved = binding.reserved;
            binding.reserved = binding.reserved.max(label.binding);
        }
        placed
    }

    /// Undoes the making of an inner node.
    pub fn displace(&mut self, placed: &Placed) {
        let Placed { label, reserved } = *placed;
        let key = (label.name, label.binding);
        if let Some(waiting) = self.waiting.get_mut(&key) {
            waiting.remove(&label.part);
            if waiting.is_empty() {
                self.waiting.remove(&key);
            }
        }
        if let Some((_, binding)) = self.table.get_index_mut(label.name as usize) {
            binding.reserved = reserved;
        }
    }

    /// The inner node with that label, if its binding does not use it.
    pub(super) fn waiting(&self, label: Label) -> Option<Value> {
        self.waiting.get(&(label.name, label.binding))?.get(&label.part).cloned()
    }

    /// Ends the wait for the binding of `label`, which is being made: the inner nodes it uses can
    /// be found through it from now on. Returns the nodes that waited.
    pub(super) fn join_parts(&mut self, label: Label, bound: &Value) -> Option<Box<Waiting>> {
        let waiting = self.waiting.remove(&(label.name, label.binding))?;
        let mut apart = waiting.clone();
        if bound.label() == label {
            let used: HashSet<&Value> = own_nodes(bound).collect();
            apart.retain(|_, node| !used.contains(node));
        }
        if !apart.is_empty() {
            self.waiting.insert((label.name, label.binding), apart);
        }
        Some(Box::new(waiting))
    }
}
