//! Properties of a root that follow from its operations, whatever its data.

use crate::core::graph::{Order, Value};
use crate::core::ops::{ADD, Branching, DIVIDE, Fold, MULTIPLY, NEGATE, Operation, SUBTRACT};

/// The kinds of dependence on a leaf, from simple to complicated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dependence {
    None,
    Linear,
    Other,
}

impl Order {
    /// Returns true if the root is a constant and a sum of slopes, which may be 0, times these leaves,
    /// for fixed other leaves.
    pub fn is_affine_in_all(&self, leaves: &[Value]) -> bool {
        self.dependence_on(leaves) <= Dependence::Linear
    }

    fn dependence_on(&self, leaves: &[Value]) -> Dependence {
        let mut found: Vec<Dependence> = Vec::with_capacity(self.count());
        self.visit(|node, operands| {
            let of = |number: Option<usize>| {
                number.and_then(|number| found.get(number)).copied().unwrap_or(Dependence::None)
            };
            found.push(match node.operation() {
                None if leaves.contains(node) => Dependence::Linear,
                None => Dependence::None,
                Some(operation) => dependence(operation, operands.map(of)),
            });
        });
        found.last().copied().unwrap_or(Dependence::None)
    }
}

fn dependence(operation: &Operation, [x, y]: [Dependence; 2]) -> Dependence {
    let keeps_degree = match operation {
        row if row.is(ADD) || row.is(SUBTRACT) || row.is(NEGATE) => true,
        row if row.as_fold().is_some_and(Fold::is_linear) => true,
        row if row.is(MULTIPLY) => x.min(y) == Dependence::None,
        row if row.is(DIVIDE) => y == Dependence::None,
        row if matches!(row.branching, Branching::Gate(_)) => x == Dependence::None,
        _ => x.max(y) == Dependence::None,
    };
    if keeps_degree { x.max(y) } else { Dependence::Other }
}
