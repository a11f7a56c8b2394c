//! An operation on its operands as text.

use crate::core::graph::{Operand, Value, text_among};
use crate::core::language::{Item, expression};
use crate::core::ops::Operation;
use crate::core::session::Names;

/// One operation on its operands: `L.2 * f`.
pub fn applied(
    names: &Names,
    operation: &'static Operation,
    operands: &[Operand],
    name: impl Fn(&Value) -> String,
    number: impl Fn(f64) -> String,
) -> String {
    let text = |(at, operand): (usize, &Operand)| match operand.value() {
        Some(value) => Some(name(value)),
        None => text_among(operands, at),
    };
    let texts: Vec<Option<String>> = operands.iter().enumerate().map(text).collect();
    let items = operands.iter().zip(&texts).map(|(operand, text)| match text {
        Some(text) => Item::name(text),
        None => Item::number(operand.data()),
    });
    let mut items: Vec<Item<'_>> = items.collect();
    items.push(Item::operation(operation));
    expression(&items, |value| number_among(names, value, &number))
}

/// A number as `write` writes it; as an operation if a name hides `inf` or `nan`.
pub fn number_among(names: &Names, number: f64, write: impl Fn(f64) -> String) -> String {
    let constant = if number.is_nan() { "nan" } else { "inf" };
    if number.is_finite() || names.get(constant).is_none() {
        return write(number);
    }
    let operation = match number {
        f64::INFINITY => "(1/0)",
        f64::NEG_INFINITY => "(-1/0)",
        _ => "(0/0)",
    };
    operation.to_owned()
}
