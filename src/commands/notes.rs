//! Notes on non-finite numbers, and on leaves whose name was bound to another node.

use crate::graph::{NonFinite, Operand, Value, applied, number_among};
use crate::language::exact;
use crate::report::{LeftBehind, Part, and};
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

/// Returns the leaf that an assignment has taken the name from, if it gave it to another leaf.
pub fn left_behind(name: &str, assigned: &Assigned) -> Option<LeftBehind> {
    let old = assigned.left_behind.clone().filter(|_| assigned.value.is_leaf())?;
    Some(LeftBehind { name: name.to_owned(), old, new: assigned.value.clone() })
}

/// Returns the note on a leaf that has lost its name, if nodes that have one keep it.
pub fn kept_leaf(session: &Session, left_behind: &LeftBehind) -> Option<Part> {
    let LeftBehind { name, old, new } = left_behind;
    let users = session.users_of(old);
    let keep = match users.len() {
        0 => return None,
        1 => "keeps",
        _ => "keep",
    };
    let users = and(users, 2);
    if old.is_per_row() || new.is_per_row() {
        return Some(Part::Note(format!("{users} {keep} the old {name}")));
    }
    let u = session.uncertainty_of_leaf(new);
    let u = u.map_or(String::new(), |u| format!(" ± {}", exact(u)));
    let (before, after) = (exact(old.data()), exact(new.data()) + &u);
    Some(Part::Note(format!(
        "{users} {keep} the old {name} = {before}; to change the leaf itself, :undo and :set {name} {after}"
    )))
}

/// Returns the note on a name given to a node that has one already.
pub fn second_name(session: &Session, name: &str, value: &Value) -> Option<Part> {
    let first = session.names().call(value);
    let text = format!("{name} is a second name of {first}, and moves along with it");
    (first != name).then_some(Part::Note(text))
}
