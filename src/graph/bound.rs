//! Whether a graph says of its root that it is never below 0.

use super::node::{Operand, Value};
use super::order::Order;
use crate::ops::{ADD, MULTIPLY, Operation, POWER};

const UNKNOWN: u32 = 0;
const NEVER_NEGATIVE: u32 = 1;

impl Order {
    /// Whether the root is never below 0, whatever the leaves are, as what is made of squares is.
    pub fn is_never_negative(&self) -> bool {
        for node in self.nodes() {
            let mark = node.operation().map_or(UNKNOWN, |operation| sign(operation, node));
            node.set_mark(mark);
        }
        let never = self.root().is_some_and(|root| root.mark() == NEVER_NEGATIVE);
        self.nodes().iter().for_each(|node| node.set_mark(UNKNOWN));
        never
    }
}

fn sign(operation: &Operation, node: &Value) -> u32 {
    let is_good = |operand: &Operand| match operand {
        Operand::Value(value) => value.mark() == NEVER_NEGATIVE,
        Operand::Constant(number) => *number >= 0.0,
    };
    let never = match node.operands() {
        [_, Operand::Constant(power)] if operation.is(POWER) && power % 2.0 == 0.0 => true,
        [Operand::Value(one), Operand::Value(other)] if operation.is(MULTIPLY) && one.is(other) => {
            true
        }
        [one, other] if operation.is(ADD) || operation.is(MULTIPLY) => {
            is_good(one) && is_good(other)
        }
        _ => false,
    };
    if never { NEVER_NEGATIVE } else { UNKNOWN }
}
