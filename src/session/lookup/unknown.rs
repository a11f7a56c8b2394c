//! The errors for names that mean nothing here: what they may have been meant as.

use super::MOST_COMPARED;
use crate::graph::{ANSWER, Order, Part, Value, split, undifferentiated};
use crate::language::{
    Error, ErrorKind, Span, makes_column, nearest, plus_minus_correction, quoted,
};
use crate::ops;
use crate::session::fitted::fitted_called;
use crate::session::{Session, parameters_of};

/// Returns the error for an unknown name.
pub fn name(session: &Session, reference: &str, span: Span) -> Error {
    let names = &session.state.names;
    let shown = quoted(reference);
    if reference == ANSWER {
        return Error::new(span, "there is no answer yet")
            .hint("_ is the value of the last bare expression");
    }
    if let Some((name, _)) = reference.split_once(['@', '.'])
        && names.count(name) > 0
    {
        let error = Error::new(span, format!("there is no node {shown}"));
        let value = names.get(name);
        if let Some((_, _, Part::Neuron(_))) = split(reference) {
            return error.hint(match value.and_then(Value::as_network) {
                Some(_) => format!(
                    "h1.2 is neuron 2 of layer 1 in the last call of a network: y = {name}(…), {name}.h1.2"
                ),
                None => format!("{name} has neurons only where it is made by the call of a network"),
            });
        }
        if let Some(members) = value.and_then(Value::members) {
            let last = members.len().saturating_sub(1);
            return error.hint(format!("its members are {name}.o0 to {name}.o{last}"));
        }
        if let Some(leaves) = session.leaves_of_network(name) {
            let ends = [leaves.first(), leaves.last()].map(|leaf| leaf.map(|it| names.call(it)));
            let [first, last] = ends.map(Option::unwrap_or_default);
            let hint = format!("its leaves are {first} to {last}");
            let order = Order::until(&session.stop, session.root());
            let used = order.root().filter(|_| leaves.iter().any(|it| order.contains(it)));
            return error.hint(match used {
                Some(root) => format!("{hint}; :grad {} {name} shows them", names.call(root)),
                None => hint,
            });
        }
        return match value {
            Some(value) if names.call(value) != name => {
                error.hint(format!("{name} is another name of {}", names.call(value)))
            }
            _ => error.hint(format!(
                "nothing that is still in use has that name; see :vars and :table {name}"
            )),
        };
    }
    if !reference.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        let error = Error::new(span, format!("found {shown} where a name was expected"));
        return error.maybe_hint(plus_minus_correction(reference));
    }
    let error = Error::new(span, format!("unknown name {shown}")).kind(ErrorKind::UnknownName);
    if session.state.functions.contains_key(reference)
        || ops::call_names().any(|name| name == reference)
    {
        return error.hint(format!("{shown} is a function: write {shown}(…)"));
    }
    let (base, primes) = undifferentiated(reference);
    if primes > 0 && parameters_of(session, base).len() == 1 {
        let (shown, base) = (quoted(reference), quoted(base));
        return error
            .hint(format!("write {shown}(3) for its value at 3, :diff {base} for the formula"));
    }
    if primes > 0 && names.get(base).is_some() {
        let base = quoted(base);
        return error.hint(format!("differentiate it by a name: :diff {base} NAME"));
    }
    if reference == "e" {
        return error.hint("Euler's number is exp(1); e is free for a name of yours");
    }
    let bound = || names.iter().rev().map(|(name, _)| name).take(MOST_COMPARED);
    let constants = ops::CONSTANTS.iter().map(|constant| constant.name);
    let meant = nearest(reference, constants.chain(bound()))
        .or_else(|| bound().find(|name| name.to_lowercase() == reference.to_lowercase()))
        .or_else(|| bound().find(|name| is_with_unit(session, name, reference)));
    error.maybe_hint(meant.map(|name| format!("did you mean {name}?")))
}

/// Returns true if a name is that of a column with what its header has after the name, as `t_s` of `t (s)`.
fn is_with_unit(session: &Session, name: &str, without: &str) -> bool {
    let has_unit = name.strip_prefix(without).is_some_and(|unit| unit.starts_with('_'));
    has_unit && session.state.names.get(name).is_some_and(|value| value.as_column().is_some())
}

/// Returns the error for an unknown name of what is to be deleted or renamed.
pub fn to_be_changed(session: &Session, name: &str, span: Span) -> Error {
    if fitted_called(session, name).is_some() {
        return Error::new(
            span,
            format!("{name} belongs to the last :fit and is not a name of yours"),
        )
        .hint(format!("the next :fit gives it another meaning; line = {name} names this one"));
    }
    let error = self::name(session, name, span);
    match error.advice() {
        None => error.hint(":vars lists the names"),
        Some(_) => error,
    }
}

/// Returns the error for a call of what is no function.
pub fn call(session: &Session, name: &str, span: Span) -> Error {
    let shown = quoted(name);
    if session.state.names.get(name).is_some() || ops::constant(name).is_some() {
        return Error::new(span, format!("{shown} is a value, not a function"))
            .hint(format!("to multiply, write {shown}*(…)"));
    }
    let (base, primes) = undifferentiated(name);
    if primes > 0 && session.state.names.get(base).is_some() {
        let base = quoted(base);
        return Error::new(span, format!("{base} is a value, not a function"))
            .hint(format!("differentiate it by a name: diff({base}, x), or :diff {base} x"));
    }
    if makes_column(name) {
        return Error::new(span, format!("{shown} makes a column, which is a whole right side"))
            .hint(format!("give it a name first, of numbers without names: x = {shown}(…)"));
    }
    let mut known: Vec<&str> = Vec::new();
    ops::call_names().for_each(|name| known.push(name));
    known
        .extend(session.state.functions.keys().rev().take(MOST_COMPARED).map(AsRef::<str>::as_ref));
    let meant = nearest(name, known.into_iter());
    Error::new(span, format!("unknown function {shown}"))
        .maybe_hint(meant.map(|name| format!("did you mean {name}?")))
}
