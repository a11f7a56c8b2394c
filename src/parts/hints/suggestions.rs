//! What a statement seems to have been meant as: a row of the table, a command without its colon, a name that needs
//! a number.

use super::table;
use crate::command::commands;
use crate::core::language::{Error, is_plain_name, is_reference, quoted};
use crate::core::session::{Session, is_free};
use crate::parts::{call, call_names};

/// Adds a hint to the error of a statement.
pub fn hint(session: &Session, text: &str, error: Error) -> Error {
    if let Some(hint) = table::hint(text, &error) {
        return error.hint(hint);
    }
    let name = error.span().of(text);
    let is_function = error.message().starts_with("unknown function");
    let mut words = text.split(|it: char| it.is_whitespace() || it == '(');
    let word = words.find(|word| !word.is_empty()).unwrap_or_default();
    let is_bound = call_names().any(|name| name == word) || session.has_name(word);
    let is_call = is_bound && text.contains(&format!("{word}("));
    let is_command =
        commands().any(|row| row.name == word || (word.len() > 1 && row.aliases.contains(&word)));
    if is_command && !is_call && words.next() != Some("=") {
        return error.hint(format!("commands begin with a colon: :{word}"));
    }
    let is_unknown = is_function || error.is_unknown_name;
    if let Some(call) = call_without_parentheses(session, name).filter(|_| is_unknown) {
        return error.hint(format!("write {call}"));
    }
    if !is_unknown || error.advice().is_some() || !is_reference(name) || quoted(name) != name {
        return error;
    }
    if is_function && is_plain_name(name) && !name.contains('\'') {
        error.hint(format!("define {name} first: {name}(x) = x^2"))
    } else if !is_function && is_free(session, name) {
        error.hint(format!("give {name} a number first: {name} = 3"))
    } else {
        error
    }
}

/// Returns `sin(x)` for `sinx`, where x is a name.
fn call_without_parentheses(session: &Session, name: &str) -> Option<String> {
    let mut splits = (2..name.len()).filter_map(|at| name.split_at_checked(at));
    let (call, x) = splits.find(|(name, x)| call(name).is_some() && session.has_name(x))?;
    Some(format!("{call}({x})"))
}
