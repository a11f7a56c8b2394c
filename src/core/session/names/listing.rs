//! The contents of the table of names, in the order of their bindings.

use std::rc::Rc;

use super::{Binding, Earlier, Names, Value};
use crate::core::graph::Label;
use crate::core::session::Statement;

/// A binding of a name whose node may live.
#[derive(Debug)]
pub struct Listed {
    /// The name and the number of the binding.
    pub label: Label,
    /// The node, while it lives.
    pub node: Option<Value>,
    /// The statement that made it.
    pub statement: Rc<Statement>,
    /// The time, counted in bindings and deletions of any name.
    pub when: u32,
    /// True if the name has this meaning now.
    pub is_current: bool,
    /// The time at which the name was deleted next, if it was.
    pub deleted: Option<u32>,
}

impl Names {
    /// Returns the bindings whose nodes may live, in the order they were made.
    pub fn listed(&self) -> Vec<Listed> {
        let mut listed = Vec::new();
        for (name, own) in (0..).zip(self.table.values()) {
            let label = |binding: u32| Label { name, binding, part: 0 };
            let earlier = |it: &Earlier| {
                let Earlier { count, when, deleted, .. } = *it;
                let (node, statement) = (it.node.upgrade(), it.statement.clone()?);
                let (label, is_current) = (label(count), false);
                Some(Listed { label, node, statement, when, is_current, deleted })
            };
            listed.extend(own.older.iter().flat_map(|older| older.iter()).filter_map(earlier));
            let Binding { node, statement, count, when, .. } = own.binding.clone();
            if let (Some(node), Some(statement)) = (node, statement) {
                let (label, node) = (label(count), Some(node));
                let (is_current, deleted) = (true, None);
                listed.push(Listed { label, node, statement, when, is_current, deleted });
            }
        }
        listed.sort_unstable_by_key(|binding| binding.when);
        listed
    }

    /// Every bound name with its node, in the order of their bindings.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        let bound = self.table.iter();
        let mut bound: Vec<(u32, &str, &Value)> = bound
            .filter_map(|(name, own)| {
                Some((own.binding.when, name.as_ref(), own.binding.node.as_ref()?))
            })
            .collect();
        bound.sort_unstable_by_key(|(when, ..)| *when);
        bound.into_iter().map(|(_, name, value)| (name, value))
    }
}
