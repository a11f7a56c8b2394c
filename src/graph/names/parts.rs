//! Inner nodes that are made one by one, before the binding whose statement they belong to.

use std::collections::{HashMap, HashSet};

use super::reference::own_nodes;
use super::{Label, Names, Value};

/// The inner nodes that wait for one binding, by their part.
pub(super) type Waiting = HashMap<u32, Value>;

/// An inner node that was made before its binding: enough to take that back.
#[derive(Debug)]
pub struct Placed {
    label: Label,
    /// The latest binding that inner nodes had been made for until then.
    reserved: u32,
}

impl Placed {
    /// The label of the node.
    pub fn label(&self) -> Label {
        self.label
    }
}

impl Names {
    /// Keeps an inner node, whose binding is still to come; a plain assignment passes that by.
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

    /// Takes back that an inner node was made.
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

    /// The inner node of that label, if it was made before its binding and is no part of it.
    pub(super) fn waiting(&self, label: Label) -> Option<Value> {
        self.waiting.get(&(label.name, label.binding))?.get(&label.part).cloned()
    }

    /// Ends the waiting for the binding of `label`, which is being made: the inner nodes it uses
    /// are found through it from now on. Gives what has waited.
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
