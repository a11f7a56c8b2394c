//! The errors for unknown names, with the nearest name.

use super::MOST_COMPARED;
use crate::core::language::{Error, Span, nearest, quoted};
use crate::core::ops;
use crate::core::session::Session;
use crate::core::session::names::ANSWER;

/// Returns the error for an unknown name.
pub fn name(session: &Session, reference: &str, span: Span) -> Error {
    let names = &session.state.names;
    let shown = quoted(reference);
    if reference == ANSWER {
        return Error::new(span, "no answer yet")
            .hint("_ is the value of the last bare expression");
    }
    if let Some((name, _)) = reference.split_once(['@', '.'])
        && names.count(name) > 0
    {
        return Error::new(span, format!("unknown node {shown}"))
            .hint("no node in use has this name; :vars lists the names");
    }
    if !reference.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return Error::new(span, format!("found {shown} where a name was expected"));
    }
    let error = Error::unknown_name(span, reference);
    if session.state.functions.contains_key(reference) || session.is_call(reference) {
        return error.hint(format!("{shown} is a function: write {shown}(…), or {shown} = 3"));
    }
    let bound = || names.iter().rev().map(|(name, _)| name).take(MOST_COMPARED);
    let constants = ops::CONSTANTS.iter().map(|constant| constant.name);
    let meant = nearest(reference, constants.chain(bound()))
        .or_else(|| bound().find(|name| name.to_lowercase() == reference.to_lowercase()));
    error.maybe_hint(meant.map(|name| format!("did you mean {name}?")))
}

/// Returns the error for a name that cannot be deleted.
pub fn own_name(session: &Session, name: &str, span: Span) -> Error {
    if session.names().resolve(name).is_some() {
        return Error::new(span, format!("{name} is an inner node, not a name"))
            .hint("only names can be deleted");
    }
    let error = self::name(session, name, span);
    match error.advice() {
        None => error.hint(":vars lists the names"),
        Some(_) => error,
    }
}

/// Returns the error for a call of a value.
pub fn call(session: &Session, name: &str, span: Span) -> Error {
    let shown = quoted(name);
    if session.state.names.get(name).is_some() || ops::constant(name).is_some() {
        return Error::new(span, format!("{shown} is a value, not a function"))
            .hint(format!("to multiply, write {shown}*(…)"));
    }
    let mut known: Vec<&str> = Vec::new();
    session.call_names().for_each(|name| known.push(name));
    known
        .extend(session.state.functions.keys().rev().take(MOST_COMPARED).map(AsRef::<str>::as_ref));
    let elsewhere = ops::operations().find(|row| row.elsewhere.contains(&name));
    let meant = elsewhere.map(|row| row.name).or_else(|| nearest(name, known.into_iter()));
    Error::new(span, format!("unknown function {shown}"))
        .maybe_hint(meant.map(|name| format!("did you mean {name}?")))
}
