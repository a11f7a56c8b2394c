//! What all drawings of a graph are made of: numbered nodes, and texts for nodes and operations.

use std::collections::HashMap;

use crate::graph::{Operand, Value};
use crate::ops::Notation;
use crate::report::Pass;
use crate::views::{Style, numbers};

pub use crate::views::text::rows::name;

/// The nodes of a pass in forward order, each with its number.
pub struct Numbered<'pass> {
    nodes: &'pass [Value],
    numbers: HashMap<usize, usize>,
}

impl<'pass> Numbered<'pass> {
    /// Numbers the nodes from 0.
    pub fn of(pass: &'pass Pass) -> Numbered<'pass> {
        let nodes = pass.order.nodes();
        let numbers = nodes.iter().map(Value::identity).zip(0..).collect();
        Numbered { nodes, numbers }
    }

    /// Every node and its number.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &'pass Value)> {
        self.nodes.iter().enumerate()
    }

    /// Every use of a node: its number, and that of the node whose operand it is.
    pub fn uses(&self) -> impl Iterator<Item = (usize, usize)> {
        self.nodes().flat_map(move |(user, node)| {
            let operands = node.operands().iter().filter_map(Operand::value);
            operands.filter_map(move |operand| Some((self.number(operand)?, user)))
        })
    }

    /// The number of a node.
    pub fn number(&self, node: &Value) -> Option<usize> {
        self.numbers.get(&node.identity()).copied()
    }
}

/// An operation as a drawing shows it: its name, with the constants it is applied to in their
/// places: `+`, `3 *`, `^ 2`, `max(·, 0)`.
pub fn operation(node: &Value) -> String {
    let Some(operation) = node.operation() else {
        return String::new();
    };
    let number = |number: &f64| numbers::answer(*number, None);
    match (operation.notation, node.operands()) {
        (Notation::Infix { .. }, [Operand::Constant(x), _]) => {
            format!("{} {}", number(x), operation.name)
        }
        (Notation::Infix { .. }, [_, Operand::Constant(y)]) => {
            format!("{} {}", operation.name, number(y))
        }
        (_, [Operand::Constant(x), _]) => format!("{}({}, ·)", operation.name, number(x)),
        (_, [_, Operand::Constant(y)]) => format!("{}(·, {})", operation.name, number(y)),
        _ => operation.name.to_owned(),
    }
}

/// `data 2.0000`
pub fn data(node: &Value, style: &Style) -> String {
    format!("data {}", numbers::table(node.data(), style.digits))
}

/// `grad 6.0000`
pub fn grad(node: &Value, style: &Style) -> String {
    format!("grad {}", numbers::table(node.grad(), style.digits))
}
