//! Parts of a graph made once more, with something else in the place of some nodes.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::core::graph::{Operand, Order, Value};

/// What stands in the place of nodes: what was put there, and copies of nodes that depend on such.
#[derive(Debug, Clone, Default)]
pub struct Copies(HashMap<Value, Operand, RandomState>);

impl Copies {
    /// Puts something in the place of a node.
    pub fn put(&mut self, node: &Value, operand: Operand) {
        self.0.insert(node.clone(), operand);
    }

    /// Copies those of the nodes of an order that are to be copied and depend on a node in whose place
    /// something stands.
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

    /// What stands in the place of a node, if something does.
    pub fn get(&self, node: &Value) -> Option<&Operand> {
        self.0.get(node)
    }

    /// What stands in the place of an operand, or the operand itself.
    pub fn of(&self, operand: &Operand) -> Operand {
        operand.value().and_then(|node| self.get(node)).unwrap_or(operand).clone()
    }

    /// What stands in the places of the operands of a node.
    pub fn operands(&self, node: &Value) -> [Operand; 2] {
        node.both_operands().each_ref().map(|operand| self.of(operand))
    }
}
