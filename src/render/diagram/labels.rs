//! The labels of nodes and operations in drawings.

use crate::core::graph::{Operand, Value};
use crate::core::ops::Notation;
use crate::parts::rows::text_among;
use crate::render::line_writer::{WIDEST, clipped_inside};
use crate::render::{ELLIPSIS, Style};
use crate::report::{Pass, Role, numbers};

/// All names of a node: a leaf's own ones, even where it stands for its network in tables.
pub fn names(pass: &Pass, node: &Value) -> String {
    clipped_inside(pass.all_names(node), WIDEST, ELLIPSIS)
}

/// The label of a node's operation, with constant operands in place, of so many significant digits: `+`, `3 *`, `^ 2`, `max(·,
/// 0)`.
pub fn operation(node: &Value, digits: Option<usize>) -> String {
    let Some(operation) = node.operation() else {
        return String::new();
    };
    let number = |number: f64| match digits {
        Some(digits) => numbers::significant(number, digits),
        None => numbers::answer(number, None),
    };
    let constant = |(at, it): (usize, &Operand)| {
        text_among(node.operands(), at).or_else(|| it.constant().map(number))
    };
    let constants = node.operands().iter().enumerate().map(constant);
    match (operation.notation, constants.collect::<Vec<_>>().as_slice()) {
        (Notation::Infix { .. }, [Some(x), _]) => format!("{} {}", x, operation.name),
        (Notation::Infix { .. }, [_, Some(y)]) => format!("{} {}", operation.name, y),
        (Notation::Row, [_, Some(row)]) => format!("[{}]", row),
        (_, [Some(x), _]) => format!("{}({}, ·)", operation.name, x),
        (_, [_, Some(y)]) => format!("{}(·, {})", operation.name, y),
        _ => operation.name.to_owned(),
    }
}

/// The name, the data and the grad of a node: `a`, `data 2.0000`, `grad 6.0000`.
pub fn cells(pass: &Pass, node: &Value, style: &Style) -> [String; 3] {
    let number = |number: f64| numbers::table(number, style.digits);
    let data = node.text().unwrap_or_else(|| number(node.data()));
    let grad = pass.grad(node).map_or_else(|| BLANK.to_owned(), number);
    [names(pass, node), format!("data {data}"), format!("grad {grad}")]
}

/// The class of the sign of a node's grad; that of 0 where it is not known.
pub fn class(pass: &Pass, node: &Value) -> &'static str {
    Role::of(pass.grad(node).unwrap_or(0.0)).class()
}

/// The room for a grad that is to be filled in.
const BLANK: &str = "        ";
