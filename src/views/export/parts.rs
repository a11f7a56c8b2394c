//! The texts of nodes and operations that all drawings of a graph share.

use crate::graph::{Operand, Value};
use crate::ops::Notation;
use crate::report::numbers;
use crate::views::Style;

pub use crate::views::text::rows::name;

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
