//! Operands of operations: nodes and numbers.

use super::{Label, Value};
use crate::core::ops::Operation;

/// An operand of an operation.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A node, which takes a gradient.
    Value(Value),
    /// A number written in the expression, which takes no gradient.
    Constant(f64),
}

impl Operand {
    /// The number.
    #[inline]
    pub fn data(&self) -> f64 {
        match self {
            Operand::Value(value) => value.data(),
            Operand::Constant(number) => *number,
        }
    }

    /// The number of rows; `None` for one number.
    #[inline]
    pub fn rows(&self) -> Option<usize> {
        self.value().and_then(Value::rows)
    }

    /// The node, unless it is a constant.
    #[inline]
    pub fn value(&self) -> Option<&Value> {
        match self {
            Operand::Value(value) => Some(value),
            Operand::Constant(_) => None,
        }
    }

    /// Returns true for the same node, or the same number to the last bit.
    pub fn is(&self, other: &Operand) -> bool {
        match (self.value(), other.value()) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => self.data().to_bits() == other.data().to_bits(),
            _ => false,
        }
    }

    /// The number of a constant.
    #[inline]
    pub fn constant(&self) -> Option<f64> {
        match self {
            Operand::Constant(number) => Some(*number),
            Operand::Value(_) => None,
        }
    }

    /// The result of an operation: a number for constants, else a new node.
    pub fn made(operation: &'static Operation, operands: [Operand; 2], label: Label) -> Operand {
        match Operand::folded(operation, &operands) {
            Some(number) => number,
            None => Operand::Value(Value::computed(operation, operands, label)),
        }
    }

    /// The result of an operation on constants; `None` if an operand is a node.
    pub fn folded(operation: &Operation, operands: &[Operand; 2]) -> Option<Operand> {
        let [Some(x), Some(y)] = operands.each_ref().map(Operand::constant) else { return None };
        Some(Operand::Constant(operation.forward(x, y)))
    }

    /// The members, if it is a group.
    #[inline]
    pub fn members(&self) -> Option<&[Operand]> {
        self.value()?.members()
    }

    /// Returns true if it stands for many nodes at once.
    #[inline]
    pub fn is_many(&self) -> bool {
        self.value().is_some_and(Value::is_many)
    }

    /// The members of a group, or the operand itself.
    pub fn each_member(&self) -> Vec<Operand> {
        match self.value().map(|value| (value.members(), value.each())) {
            Some((Some(members), _)) => members.to_vec(),
            Some((_, Some(each))) => each.iter().cloned().map(Operand::Value).collect(),
            _ => vec![self.clone()],
        }
    }
}
