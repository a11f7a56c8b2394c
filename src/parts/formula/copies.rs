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
        self.follow_over(order, is_copied, |node| Operand::Value(node.clone()));
    }

    /// The same, with what is given for an operand in whose place nothing stands.
    pub fn follow_over(
        &mut self,
        order: &Order,
        is_copied: impl Fn(&Value) -> bool,
        other: impl Fn(&Value) -> Operand,
    ) {
        for node in order.nodes().iter().filter(|node| is_copied(node)) {
            let Some(operation) = node.operation().filter(|_| self.get(node).is_none()) else {
                continue;
            };
            let own = node.both_operands();
            let copies = own.each_ref().map(|it| it.value().and_then(|it| self.get(it)));
            if copies.iter().all(Option::is_none) {
                continue;
            }
            let operand = |at: usize| match (copies[at], own[at].value()) {
                (Some(copy), _) => copy.clone(),
                (None, Some(node)) => other(node),
                (None, None) => own[at].clone(),
            };
            let copy = Operand::made(operation, [operand(0), operand(1)], node.label());
            self.put(node, copy);
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

    /// The node that stands in the place of another, or that one itself.
    pub fn node(&self, node: &Value) -> Value {
        self.get(node).and_then(Operand::value).unwrap_or(node).clone()
    }

    /// Returns true if a node stands in the place of another.
    pub fn has(&self, node: &Value) -> bool {
        self.0.values().filter_map(Operand::value).any(|it| it.is(node))
    }
}

impl FromIterator<(Value, Operand)> for Copies {
    fn from_iter<T: IntoIterator<Item = (Value, Operand)>>(pairs: T) -> Copies {
        Copies(pairs.into_iter().collect())
    }
}
