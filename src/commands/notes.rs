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
    let value = |(operand, number): (&Operand, &f64)| {
        operand.value().map(|value| format!("{} = {}", names.call(value), exact(*number)))
    };
    let is_fold = found.operation.as_fold().is_some();
    let known = operands.iter().zip(&found.numbers).filter(|_| !is_fold);
    let mut known: Vec<String> = known.filter_map(value).collect();
    known.dedup();
    let mut text = format!("{applied} is {}", exact(found.out));
    if let Some(row) = found.row {
        text.push_str(&format!(" in row {row}"));
    }
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
    if old.is_per_row() || assigned.value.is_per_row() {
        return Some(Part::Note(format!("{users} {keep} the old {name}")));
    }
    let u = session.uncertainty_of_leaf(&assigned.value);
    let u = u.map_or(String::new(), |u| format!(" ± {}", exact(u)));
    let (before, after) = (exact(old.data()), exact(assigned.value.data()) + &u);
    Some(Part::Note(format!(
        "{users} {keep} the old {name} = {before}; to change the leaf itself, :undo and :set {name} {after}"
    )))
}
