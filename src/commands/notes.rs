//! Notes on non-finite numbers, and on leaves whose name was bound to another node.

use crate::graph::{NonFinite, Operand, applied, number_among};
use crate::language::exact;
use crate::report::{Part, and};
use crate::session::{Assigned, Session};

/// Returns the note on a number that is not finite: `a / b is inf (a = 1, b = 0)`.
pub fn non_finite(session: &Session, found: &NonFinite) -> Part {
    let arity = found.operation.arity();
    let operands = found.operands.get(..arity).unwrap_or_default();
    let names = session.names();
    let number = |number| number_among(names, number, exact);
    let applied = applied(found.operation, operands, |operand| names.call(operand), number);
    let value = |operand: &Operand| {
        operand.value().map(|value| format!("{} = {}", names.call(value), exact(value.data())))
    };
    let mut known: Vec<String> = operands.iter().filter_map(value).collect();
    known.dedup();
    let mut text = format!("{applied} is {}", exact(found.out));
    if !known.is_empty() {
        text.push_str(&format!(" ({})", known.join(", ")));
    }
    Part::Note(text)
}

/// Returns the note for a leaf's name that is assigned a new number while other nodes keep the old
/// leaf.
pub fn left_behind(session: &Session, name: &str, assigned: &Assigned) -> Option<Part> {
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
