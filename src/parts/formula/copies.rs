//! Copies of parts of a graph with some nodes replaced.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::core::graph::{Operand, Order, Value};

/// The replacements of nodes, and copies of nodes that depend on them.
#[derive(Debug, Clone, Default)]
pub struct Copies(HashMap<Value, Operand, RandomState>);

impl Copies {
    /// Replaces a node.
    pub fn put(&mut self, node: &Value, operand: Operand) {
        self.0.insert(node.clone(), operand);
    }

    /// Copies the selected nodes of an order that depend on a replaced node.
    pub fn follow(&mut self, order: &Order, is_copied: impl Fn(&Value) -> bool) {
        for node in order.nodes().iter().filter(|node| is_copied(node)) {
            let has_copy = |it: &Operand| it.value().is_some_and(|it| self.get(it).is_some());
            if self.get(node).is_none()
                && node.operands().iter().any(has_copy)
                && let Some(operation) = node.operation()
            {
                let operands = self.operands(node);
                self.put(node, Operand::made(operation, operands, node.label()));
            }
        }
    }

    /// The replacement of a node.
    pub fn get(&self, node: &Value) -> Option<&Operand> {
        self.0.get(node)
    }

    /// The replacement of an operand, or the operand itself.
    pub fn of(&self, operand: &Operand) -> Operand {
        operand.value().and_then(|node| self.get(node)).unwrap_or(operand).clone()
    }

    /// The operands of a node after replacement.
    pub fn operands(&self, node: &Value) -> [Operand; 2] {
        node.both_operands().each_ref().map(|operand| self.of(operand))
    }
}
