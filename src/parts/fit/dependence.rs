//! Properties of a root that follow from its operations alone.

use crate::core::graph::{Order, Value};
use crate::core::ops::{ADD, Branching, DIVIDE, Fold, MULTIPLY, NEGATE, Operation, SUBTRACT};

impl Order {
    /// Returns true if the root is a constant and a sum of slopes, which may be 0, times these leaves,
    /// for fixed other leaves.
    pub fn is_affine_in_all(&self, leaves: &[Value]) -> bool {
        self.degree_in(leaves) <= 1
    }

    /// The degree of the root as a polynomial in these leaves; 2 also if it is not a polynomial.
    fn degree_in(&self, leaves: &[Value]) -> u8 {
        let mut degrees: Vec<u8> = Vec::with_capacity(self.count());
        self.visit(|node, operands| {
            let of = |number: Option<usize>| number.map_or(0, |number| degrees[number]);
            degrees.push(match node.operation() {
                None => u8::from(leaves.contains(node)),
                Some(operation) => degree(operation, operands.map(of)).min(2),
            });
        });
        degrees.last().copied().unwrap_or(0)
    }
}

fn degree(operation: &Operation, [x, y]: [u8; 2]) -> u8 {
    match operation {
        row if row.is(ADD) || row.is(SUBTRACT) || row.is(NEGATE) => x.max(y),
        row if row.is(MULTIPLY) => x + y,
        row if row.is(DIVIDE) && y == 0 => x,
        row if row.as_fold().is_some_and(Fold::is_linear) => x,
        row if matches!(row.branching, Branching::Gate(_)) && x == 0 => y,
        _ if x.max(y) == 0 => 0,
        _ => 2,
    }
}
