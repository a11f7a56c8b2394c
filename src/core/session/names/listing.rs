//! The contents of the table of names, in the order of their bindings.

use super::{ANSWER, Label, Names, Value};

/// A binding still in use: the current one of its name, or an earlier one whose node is alive.
#[derive(Debug)]
pub struct History {
    /// The number of bindings of any name before it.
    pub when: u32,
    /// The name and the number of the binding.
    pub label: Label,
    /// The node.
    pub value: Value,
}

impl Names {
    /// Every binding whose node is alive, in the order they were made.
    pub fn history(&self) -> Vec<History> {
        let mut history = Vec::new();
        for (number, binding) in self.table.values().enumerate() {
            let name = u32::try_from(number).unwrap_or(u32::MAX);
            let mut keep = |count: u32, when: u32, value: Value| {
                let label = Label { name, binding: count, part: 0 };
                history.push(History { when, label, value });
            };
            for earlier in binding.older.iter().flat_map(|older| older.iter()) {
                // A node with a name is known by that, and not as what an answer was once.
                let is_known = |value: &Value| self.text(name) == ANSWER && !self.is_answers(value);
                if let Some(value) = earlier.value.upgrade().filter(|value| !is_known(value)) {
                    keep(earlier.count, earlier.when, value);
                }
            }
            if let Some(value) = &binding.current {
                keep(binding.count, binding.when, value.clone());
            }
        }
        history.sort_unstable_by_key(|binding| binding.when);
        history
    }

    /// Every bound name with its node, in the order of their bindings.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        let bound = self.table.iter();
        let mut bound: Vec<(u32, &str, &Value)> = bound
            .filter_map(|(name, it)| Some((it.when, name.as_ref(), it.current.as_ref()?)))
            .collect();
        bound.sort_unstable_by_key(|(when, ..)| *when);
        bound.into_iter().map(|(_, name, value)| (name, value))
    }
}
