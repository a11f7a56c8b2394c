//! The contents of the table of names, in the order in which they were bound.

use super::{Label, Names, Value};

/// One binding that is still of use: the current one of its name, or an earlier one whose node
/// lives.
#[derive(Debug)]
pub struct History {
    /// The time of the binding, counted in bindings of any name.
    pub when: u32,
    /// The name and which binding of it.
    pub label: Label,
    /// The node.
    pub value: Value,
}

impl Names {
    /// Every binding whose node lives, in the order they were made.
    pub fn history(&self) -> Vec<History> {
        let mut history = Vec::new();
        for (number, binding) in self.table.values().enumerate() {
            let name = u32::try_from(number).unwrap_or(u32::MAX);
            let mut keep = |count: u32, when: u32, value: Value| {
                let label = Label { name, binding: count, part: 0 };
                history.push(History { when, label, value });
            };
            for earlier in binding.older.iter().flat_map(|older| older.iter()) {
                if let Some(value) = earlier.value.upgrade() {
                    keep(earlier.count, earlier.when, value);
                }
            }
            if let Some(value) = &binding.current {
                keep(binding.count, binding.when, value.clone());
            }
        }
        history.sort_by_key(|binding| binding.when);
        history
    }

    /// Every name that means something, in the order they were given that meaning, and the node.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        let bound = self.table.iter();
        let mut bound: Vec<(u32, &str, &Value)> = bound
            .filter_map(|(name, it)| Some((it.when, name.as_ref(), it.current.as_ref()?)))
            .collect();
        bound.sort_by_key(|(when, ..)| *when);
        bound.into_iter().map(|(_, name, value)| (name, value))
    }
}
