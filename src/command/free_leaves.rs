//! The leaves that a command moves: the named leaves, or all leaves that are not frozen.

use indexmap::IndexSet;

use super::arguments::{Arguments, leaves, must_not_be_newer};
use crate::command::syntax::Word;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, exact, quoted};
use crate::core::session::Session;
use crate::report::counted;

/// Returns the leaves given as NAME, or all unfrozen leaves below `roots`, each once. Errors call
/// the roots `name`; `hint` is for a leaf that no root depends on.
pub fn free_leaves(
    session: &mut Session,
    roots: &[Value],
    (name, place): (&str, Span),
    arguments: &Arguments<'_>,
    hint: &str,
) -> Result<Vec<Value>> {
    let mut found = IndexSet::new();
    for word in arguments.words("NAME") {
        let leaves = leaves(session, word)?;
        if leaves.iter().any(Value::is_per_row) {
            return Err(is_data(word));
        }
        let mut used = leaves.clone();
        used.retain(|leaf| roots.iter().any(|root| session.order_of(root).contains(leaf)));
        if let (Some(first), true) = (leaves.first(), used.is_empty()) {
            for root in roots {
                must_not_be_newer(session, root, first, word)?;
            }
            let message = format!("{name} does not depend on {}", quoted(word.text));
            return Err(Error::new(word.span, message).hint(hint));
        }
        used.retain(|leaf| !leaf.is_frozen());
        if used.is_empty() {
            let name = quoted(word.text);
            return Err(Error::new(word.span, format!("{name} is frozen"))
                .hint(format!(":thaw {name} lets it move")));
        }
        found.extend(used);
    }
    if !arguments.has("NAME") {
        found = roots.iter().flat_map(|root| session.order_of(root).unfrozen_leaves()).collect();
    }
    if found.is_empty() {
        let message = format!("nothing can move: {name} has no free leaf");
        let frozen = |root| session.order_of(root).leaves().find(|it| !it.is_per_row()).cloned();
        let frozen = roots.iter().find_map(frozen);
        let thaw = frozen.map(|leaf| format!(":thaw {} lets it move", session.names().call(&leaf)));
        let add = || "m = 1 makes a leaf; use m in the formula".to_owned();
        return Err(Error::new(place, message).hint(thaw.unwrap_or_else(add)));
    }
    Ok(found.into_iter().collect())
}

/// Returns the leaves that may move to change a root; the root must be one number. A leaf that is not finite stays as
/// it is: no step moves it.
pub fn moving(
    session: &mut Session,
    root: &Value,
    arguments: &Arguments<'_>,
    place: Span,
) -> Result<Vec<Value>> {
    let name = session.names().call(root);
    must_be_number(root, &name, place)?;
    let hint = "its grad is 0, so it would not move";
    let mut leaves =
        free_leaves(session, std::slice::from_ref(root), (&name, place), arguments, hint)?;
    let stays = leaves.iter().find(|leaf| !leaf.data().is_finite()).cloned();
    leaves.retain(|leaf| leaf.data().is_finite());
    match stays.filter(|_| leaves.is_empty()) {
        None => Ok(leaves),
        Some(leaf) => {
            let (leaf, data) = (session.names().call(&leaf), exact(leaf.data()));
            Err(Error::new(place, format!("nothing can move: {leaf} is {data}"))
                .hint(format!(":set {leaf} 1 gives it a finite number")))
        }
    }
}

pub fn must_be_number(node: &Value, name: &str, place: Span) -> Result<()> {
    let Some(rows) = node.rows() else { return Ok(()) };
    let message = format!("{name} has {}", counted(rows as u64, "row"));
    Err(Error::new(place, message).hint("fold it with sum or mean"))
}

pub fn is_data(word: Word<'_>) -> Error {
    Error::new(word.span, format!("{} is a column", quoted(word.text)))
        .hint("columns are data, and never move")
}
