//! Leaves that a command makes for names without a value.

use super::functions::is_operation;
use super::{Session, is_free};
use crate::core::graph::{Built, Value, undifferentiated};
use crate::core::language::{
    Error, ErrorKind, Kind, Result, Span, Tree, is_one_letter_from, quoted, split_number,
};

/// Returns the names in these expressions that have no value, in the order of their appearance,
/// each with its first place.
///
/// # Errors
///
/// At `offset` after its place, the first of them that something else may be meant by: a function,
/// or a leaf whose name is one letter from it.
pub fn names_to_make(
    session: &Session,
    trees: &[Tree<'_>],
    offset: usize,
) -> Result<Vec<(String, Span)>> {
    let mut names: Vec<(String, Span)> = Vec::new();
    for tree in trees {
        let mut steps: Vec<_> =
            tree.steps.iter().filter(|step| matches!(step.kind, Kind::Name)).collect();
        steps.sort_by_key(|step| step.span.start);
        for step in steps {
            let (name, span) = (step.span.of(tree.text), step.span.moved(offset));
            let is_met = names.iter().any(|(met, _)| met == name);
            if !is_met && is_free(session, name) && may_be_made(session, name, span)? {
                names.push((name.to_owned(), span));
            }
        }
    }
    Ok(names)
}

/// Tells whether a name without a value may become that of a leaf, and not only be an error.
fn may_be_made(session: &Session, name: &str, span: Span) -> Result<bool> {
    if is_operation(name)
        || session.has_function(name)
        || undifferentiated(name).1 > 0
        || quoted(name) != name
    {
        return Ok(false);
    }
    // `mx` beside a column x.
    let is_product = |(column, node): &(&str, &Value)| {
        let factor = name.strip_suffix(column).filter(|factor| factor.chars().count() == 1);
        factor.is_some() && node.is_leaf() && node.is_per_row()
    };
    if let Some((column, _)) = session.state.names.iter().find(is_product) {
        let factor = name.strip_suffix(column).unwrap_or_default();
        return Err(Error::new(span, format!("unknown name {name}"))
            .kind(ErrorKind::UnknownName)
            .hint(format!(
                "did you mean {factor}*{column}? or give {name} a number first: {name} = 1"
            )));
    }
    // Parameters are often numbered; of numbered columns one is meant.
    let is_close = |(other, node): &(&str, &Value)| {
        let is_next = !node.is_per_row() && split_number(name).0 == split_number(other).0;
        node.is_leaf() && !is_next && is_one_letter_from(name, other)
    };
    let close = session.state.names.iter().rev().find(is_close).map(|(other, _)| other);
    match close {
        None => Ok(true),
        Some(close) => Err(Error::new(span, format!("unknown name {name}"))
            .kind(ErrorKind::UnknownName)
            .hint(format!(
                "did you mean {close}? a name so close to it is not made; give it a number first: {name} = 1"
            ))),
    }
}

/// Makes a leaf of that name and number, undoably.
///
/// # Errors
///
/// The name cannot be bound, or there is no room.
pub fn make_leaf(session: &mut Session, name: &str, number: f64, span: Span) -> Result<Value> {
    session.need_room(span)?;
    let label = session.next_label(name, span)?;
    Ok(session.bind_built(label, Built::number(number), None, None).value)
}
