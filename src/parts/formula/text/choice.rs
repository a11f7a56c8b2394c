//! Choices between two sides, known by their gates.

use super::writer::Work;
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::{ADD, Branching};

/// What is chosen between, and by which condition: the sum of a gate and its opposite, or one gate.
pub(super) struct Choice {
    condition: Operand,
    sides: [Operand; 2],
}

impl Choice {
    /// The choice that a node is, if it is one and its gates are `inner`.
    pub fn of(value: &Value, inner: impl Fn(&Value) -> bool) -> Option<Choice> {
        match value.operands() {
            [Operand::Value(one), Operand::Value(other)]
                if value.operation()?.is(ADD) && inner(one) && inner(other) =>
            {
                Choice::between(one, other)
            }
            _ => Choice::of_one(value),
        }
    }

    /// The choice between two gates, if they are opposites.
    pub fn between(one: &Value, other: &Value) -> Option<Choice> {
        let (Branching::Gate(true), Branching::Gate(false)) = (one.branching(), other.branching())
        else {
            return None;
        };
        let ([condition, taken], [second, otherwise]) =
            (one.both_operands(), other.both_operands());
        let sides = [taken.clone(), otherwise.clone()];
        condition.is(second).then(|| Choice { condition: condition.clone(), sides })
    }

    /// The choice that one gate is, with 0 for its other side.
    pub fn of_one(value: &Value) -> Option<Choice> {
        let Branching::Gate(on) = value.branching() else { return None };
        let [condition, side] = value.both_operands().clone();
        let none = Operand::Constant(0.0);
        let sides = if on { [side, none] } else { [none, side] };
        Some(Choice { condition, sides })
    }

    pub fn operands(self) -> [Operand; 3] {
        let [taken, otherwise] = self.sides;
        [self.condition, taken, otherwise]
    }

    /// Adds it to a work list that is reversed afterwards.
    pub fn write(self, work: &mut Vec<Work>) {
        work.extend(self.operands().map(|operand| Work::Enter(operand, false)));
        work.push(Work::Where);
    }
}

/// Tells whether one place uses a node: both gates of a choice are one.
pub(super) fn is_used_once(order: &Order, number: usize) -> bool {
    match order.uses(number) {
        [] | [_] => true,
        [one, other] => {
            let [one, other] = [one, other].map(|it| (it.index, order.node(it.user)));
            let are_gates = one.0 == 0 && other.0 == 0;
            are_gates
                && (Choice::between(one.1, other.1).is_some()
                    || Choice::between(other.1, one.1).is_some())
        }
        _ => false,
    }
}
