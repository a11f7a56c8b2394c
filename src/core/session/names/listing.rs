//! A listing of the table of names, by binding time.

use std::rc::Rc;

use super::{Binding, Earlier, Names, Value};
use crate::core::graph::Label;
use crate::core::session::Statement;

/// A binding whose node may be alive.
#[derive(Debug)]
pub struct Listed {
    pub label: Label,
    /// The node, while it is alive.
    pub node: Option<Value>,
    pub statement: Rc<Statement>,
    /// The `binding_time` of the binding.
    pub when: u32,
    /// True for the current binding of its name.
    pub is_current: bool,
    /// The `binding_time` of the next deletion of the name.
    pub deleted: Option<u32>,
}

impl Names {
    /// Returns the bindings whose nodes may be alive, the oldest first.
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

    /// The bound names with their nodes, by binding time.
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
