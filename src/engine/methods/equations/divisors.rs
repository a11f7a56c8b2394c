//! What equations divide by.

use std::collections::HashSet;

use super::Equations;
use crate::graph::{Operand, Value};
use crate::methods::thresholds_of_solve::divisors::MOST;

impl Equations {
    /// The nodes at whose zeros something is divided by 0: of a divisor that is a product or a power its
    /// factors.
    pub fn divisors(&self) -> Vec<Value> {
        let mut factors: Vec<Value> = Vec::new();
        let (mut work, mut seen) = (Vec::new(), HashSet::new());
        for node in self.order.nodes() {
            work.extend(divisor(node));
            while let Some(divisor) = work.pop() {
                if factors.len() == MOST {
                    return factors;
                }
                if divisor.is_per_row() || !seen.insert(divisor.clone()) {
                    continue;
                }
                match divisor.operation() {
                    Some(operation) if operation.keeps_zeros() => {
                        work.extend(divisor.operands().iter().filter_map(Operand::value).cloned());
                    }
                    _ => factors.push(divisor),
                }
            }
        }
        factors
    }
}

/// What a node divides by, if that is a node.
fn divisor(node: &Value) -> Option<Value> {
    let operands = node.operands();
    let second = operands.get(1)?.constant();
    operands.get(node.operation()?.divisor(second)?)?.value().cloned()
}
