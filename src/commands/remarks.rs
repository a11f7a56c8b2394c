//! Sentences about what a statement did: notes on non-finite numbers and on leaves left behind.

use crate::graph::{NonFinite, Operand};
use crate::language::{Item, exact, expression};
use crate::report::{Part, and};
use crate::session::{Assigned, Session};

/// `a / b is inf (a = 1, b = 0)`.
pub fn non_finite(session: &Session, found: &NonFinite) -> Part<'static> {
    let arity = found.operation.arity();
    let operands = found.operands.get(..arity).unwrap_or_default();
    let names: Vec<String> = operands
        .iter()
        .map(|operand| match operand {
            Operand::Value(value) => session.names().call(value),
            Operand::Constant(number) => exact(*number),
        })
        .collect();
    let mut items: Vec<Item<'_>> = operands
        .iter()
        .zip(&names)
        .map(|(operand, name)| match operand {
            Operand::Value(_) => Item::Name(name),
            Operand::Constant(number) => Item::Number(*number),
        })
        .collect();
    items.push(Item::Operation(found.operation));
    let applied = expression(&items, exact);
    let mut known: Vec<String> = operands
        .iter()
        .zip(&names)
        .filter(|(operand, _)| operand.value().is_some())
        .map(|(operand, name)| format!("{name} = {}", exact(operand.data())))
        .collect();
    known.dedup();
    let mut text = format!("{applied} is {}", exact(found.out));
    if !known.is_empty() {
        text.push_str(&format!(" ({})", known.join(", ")));
    }
    Part::Note(text)
}

/// What a person should know when a leaf's name is given a new number and others keep the leaf.
pub fn left_behind(session: &Session, name: &str, assigned: &Assigned) -> Option<Part<'static>> {
    let old = assigned.left_behind.as_ref().filter(|_| assigned.value.is_leaf())?;
    let users = session.users_of(old);
    let keep = match users.len() {
        0 => return None,
        1 => "keeps",
        _ => "keep",
    };
    let users = and(users, 2);
    let (before, after) = (exact(old.data()), exact(assigned.value.data()));
    Some(Part::Note(format!(
        "{users} {keep} the old {name} = {before}; to change the leaf itself, :undo and :set {name} {after}"
    )))
}
