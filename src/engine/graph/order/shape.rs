//! Properties of a root that follow from its operations, whatever its data.

use super::Order;
use crate::graph::value::{Operand, Value};
use crate::ops::{ADD, Branching, DIVIDE, Fold, MULTIPLY, NEGATE, Operation, POWER, SUBTRACT};

/// The kinds of dependence on a leaf, from simple to complicated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dependence {
    None,
    Linear,
    Quadratic,
    Other,
}

impl Order {
    /// Returns true if the root is `constant + slope * leaf` for fixed other leaves. Such a root
    /// has no minimum.
    pub fn is_linear_in(&self, leaf: &Value) -> bool {
        self.dependence_on(std::slice::from_ref(leaf)) == Dependence::Linear
    }

    /// Returns true if the root is a constant and a sum of slopes, which may be 0, times these leaves,
    /// for fixed other leaves.
    pub fn is_affine_in_all(&self, leaves: &[Value]) -> bool {
        self.dependence_on(leaves) <= Dependence::Linear
    }

    /// Returns true if the root is a polynomial of the second degree in these leaves, for fixed other
    /// leaves. Such a root has one minimum at most, unless it is level there.
    pub fn is_quadratic_in_all(&self, leaves: &[Value]) -> bool {
        self.dependence_on(leaves) == Dependence::Quadratic
    }

    fn dependence_on(&self, leaves: &[Value]) -> Dependence {
        let mut found: Vec<Dependence> = Vec::with_capacity(self.count());
        self.visit(|node, operands| {
            let of = |number: Option<usize>| {
                number.and_then(|number| found.get(number)).copied().unwrap_or(Dependence::None)
            };
            let power = node.operands().get(1).and_then(Operand::constant);
            found.push(match node.operation() {
                None if leaves.contains(node) => Dependence::Linear,
                None => Dependence::None,
                Some(operation) => dependence(operation, operands.map(of), power),
            });
        });
        found.last().copied().unwrap_or(Dependence::None)
    }

    /// Returns true if these leaves may take the root over a kink or a jump of an operation.
    pub fn has_kinks_in(&self, leaves: &[Value]) -> bool {
        let mut moves: Vec<bool> = Vec::with_capacity(self.count());
        let mut has_kinks = false;
        self.visit(|node, operands| {
            let of = |number: Option<usize>| {
                number.and_then(|number| moves.get(number)).is_some_and(|moves| *moves)
            };
            let [x, y] = operands.map(of);
            moves.push(x || y || node.operation().is_none() && leaves.contains(node));
            let Some(operation) = node.operation() else { return };
            // A power has a kink only at an exponent of 0, which a constant one cannot come to
            // cross; a gate only where it opens.
            let is_fixed_power = operation.is(POWER)
                && matches!(node.operands(), [_, power] if power.constant().is_some());
            let may_cross = match operation.branching {
                Branching::Gate(_) => x,
                _ => (x || y) && !is_fixed_power,
            };
            has_kinks |= may_cross && !operation.kinks.is_empty();
        });
        has_kinks
    }

    /// Returns true if the root cannot be negative, as a sum of squares.
    pub fn is_never_negative(&self) -> bool {
        let mut found: Vec<bool> = Vec::with_capacity(self.count());
        self.visit(|node, numbers| {
            let is_never_negative = |index: usize| match (node.operands().get(index), numbers) {
                (Some(operand), _) if operand.value().is_none() => operand.data() >= 0.0,
                (Some(_), numbers) => {
                    let number = numbers.get(index).copied().flatten();
                    number.and_then(|number| found.get(number)).is_some_and(|found| *found)
                }
                (None, _) => false,
            };
            let both = || is_never_negative(0) && is_never_negative(1);
            found.push(match (node.operation(), node.operands()) {
                (Some(row), [_, power]) if row.is(POWER) => {
                    power.constant().is_some_and(|power| power % 2.0 == 0.0)
                }
                (Some(row), _) if row.is(MULTIPLY) => {
                    both() || numbers[0].is_some() && numbers[0] == numbers[1]
                }
                (Some(row), _) if row.is(ADD) => both(),
                (Some(row), _) if matches!(row.branching, Branching::Gate(_)) => {
                    is_never_negative(1)
                }
                (Some(row), _) if row.as_fold().is_some() => is_never_negative(0),
                (Some(row), _) if row.branching.is_some() => true,
                _ => false,
            });
        });
        found.last() == Some(&true)
    }
}

fn dependence(operation: &Operation, [x, y]: [Dependence; 2], power: Option<f64>) -> Dependence {
    let linear = Dependence::Linear;
    let keeps_degree = match operation {
        row if row.is(ADD) || row.is(SUBTRACT) || row.is(NEGATE) => true,
        row if row.as_fold().is_some_and(Fold::is_linear) => true,
        row if row.is(MULTIPLY) => x.min(y) == Dependence::None,
        row if row.is(DIVIDE) => y == Dependence::None,
        row if matches!(row.branching, Branching::Gate(_)) => x == Dependence::None,
        _ => x.max(y) == Dependence::None,
    };
    let squares = operation.is(MULTIPLY) && [x, y] == [linear; 2]
        || operation.is(POWER) && x == linear && power == Some(2.0);
    if keeps_degree {
        x.max(y)
    } else if squares {
        Dependence::Quadratic
    } else {
        Dependence::Other
    }
}
