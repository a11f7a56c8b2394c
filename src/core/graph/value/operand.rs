//! What operations are applied to: nodes, numbers, and what leaves and groups have in place of operands.

use std::rc::Rc;

use super::{Label, Value};
use crate::core::language::in_marks;
use crate::core::ops::Operation;
use crate::parts::networks::Network;
use crate::parts::rows::{Categories, CellKind, Column};

/// An operand of an operation.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A node, which takes a gradient.
    Value(Value),
    /// A number written in the expression, which takes no gradient.
    Constant(f64),
    /// A text that a column of categories is compared with, and its code there.
    Text(Rc<Category>),
    /// The numbers of a leaf that has one for each row; no operation has such an operand.
    Column(Rc<Column>),
    /// The shape of the network that a leaf belongs to; no operation has such an operand.
    Network(Rc<Network>),
    /// Many nodes at once, which a fold makes one of: what the name of a network stands for. No
    /// operation has such an operand.
    Each(Rc<Vec<Value>>),
    /// The members of a group: nodes and numbers; no operation has such an operand.
    Members(Rc<Vec<Operand>>),
}

/// A text that a column of categories is compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Category {
    /// The text.
    pub text: String,
    /// Its code in that column; not a number as long as the column is not known.
    pub code: f64,
}

impl Operand {
    /// The number.
    #[inline]
    pub fn data(&self) -> f64 {
        match self {
            Operand::Value(value) => value.data(),
            Operand::Constant(number) => *number,
            Operand::Text(category) => category.code,
            Operand::Column(column) => column.in_view(),
            Operand::Network(_) | Operand::Each(_) | Operand::Members(_) => f64::NAN,
        }
    }

    /// The number of its rows; none where it is one number.
    #[inline]
    pub fn rows(&self) -> Option<usize> {
        self.value().and_then(Value::rows)
    }

    /// The node, unless it is a constant.
    #[inline]
    pub fn value(&self) -> Option<&Value> {
        match self {
            Operand::Value(value) => Some(value),
            Operand::Constant(_)
            | Operand::Text(_)
            | Operand::Column(_)
            | Operand::Network(_)
            | Operand::Each(_)
            | Operand::Members(_) => None,
        }
    }

    /// Returns true if both are one node, or the same number to the last bit.
    pub fn is(&self, other: &Operand) -> bool {
        match (self.value(), other.value()) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => self.data().to_bits() == other.data().to_bits(),
            _ => false,
        }
    }

    /// The number of a constant, computed or not.
    #[inline]
    pub fn constant(&self) -> Option<f64> {
        match self {
            Operand::Constant(number) => Some(*number),
            _ => None,
        }
    }

    /// The text in quotation marks, if it is one.
    pub fn text(&self) -> Option<String> {
        match self {
            Operand::Text(category) => Some(in_marks(&category.text)),
            _ => None,
        }
    }

    /// The categories of the column that it is, if it is one of those.
    pub fn categories(&self) -> Option<&Rc<Categories>> {
        self.cell_kind()?.categories()
    }

    /// What the numbers of the column that it is stand for.
    pub fn cell_kind(&self) -> Option<&CellKind> {
        Some(self.value()?.as_column()?.kind())
    }

    /// What an operation makes of operands: a number of constants, and else a new node.
    pub fn made(operation: &'static Operation, operands: [Operand; 2], label: Label) -> Operand {
        match Operand::folded(operation, &operands) {
            Some(number) => number,
            None => Operand::Value(Value::computed(operation, operands, label)),
        }
    }

    /// What an operation makes of constants; none if one of the operands is no constant.
    pub fn folded(operation: &Operation, operands: &[Operand; 2]) -> Option<Operand> {
        let [Some(x), Some(y)] = operands.each_ref().map(Operand::constant) else { return None };
        Some(Operand::Constant(operation.forward(x, y)))
    }

    /// Returns true if it is several nodes: a group, or what the name of a network stands for.
    #[inline]
    pub fn is_many(&self) -> bool {
        matches!(self, Operand::Each(_)) || self.members().is_some()
    }

    /// The members, if it is a group.
    #[inline]
    pub fn members(&self) -> Option<&[Operand]> {
        self.value()?.members()
    }

    /// The nodes, if it is many at once.
    pub fn each(&self) -> Option<&[Value]> {
        match self {
            Operand::Each(nodes) => Some(nodes),
            _ => None,
        }
    }
}
