//! Whether a root is linear in a leaf, which is sure knowledge that it has no minimum.

use super::node::{Operand, Value};
use super::order::Order;
use crate::ops::Operation;

/// How a node depends on the leaf; a node's mark is one of these.
const NOT: u32 = 0;
const LINEARLY: u32 = 1;
const OTHERWISE: u32 = 2;

impl Order {
    /// Whether the root is `constant + slope * leaf` as long as the other leaves stay as they are.
    pub fn is_linear_in(&self, leaf: &Value) -> bool {
        for node in self.nodes() {
            let mark = match node.operation() {
                None if node.is(leaf) => LINEARLY,
                None => NOT,
                Some(operation) => {
                    let mark = |operand: &Operand| operand.value().map_or(NOT, Value::mark);
                    let [x, y] = node.places().each_ref().map(mark);
                    dependence(operation, x, y)
                }
            };
            node.set_mark(mark);
        }
        let linear = self.root().is_some_and(|root| root.mark() == LINEARLY);
        self.nodes().iter().for_each(|node| node.set_mark(0));
        linear
    }
}

fn dependence(operation: &Operation, x: u32, y: u32) -> u32 {
    match (operation.arity(), operation.name) {
        (2, "+" | "-") => x.max(y),
        (2, "*") if x == NOT || y == NOT => x.max(y),
        (2, "/") if y == NOT => x,
        (1, "-") => x,
        _ if x == NOT && y == NOT => NOT,
        _ => OTHERWISE,
    }
}
