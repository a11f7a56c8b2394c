//! What a statement seems to have been meant as: a command without its colon, a name that needs a number.

use crate::command::commands;
use crate::core::language::{Error, is_reference, quoted};
use crate::core::session::{Session, is_free};

/// Adds a hint to the error of a statement.
pub fn hint(session: &Session, text: &str, error: Error) -> Error {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default();
    let is_command =
        commands().any(|row| row.name == word || (word.len() > 1 && row.aliases.contains(&word)));
    if is_command && words.next() != Some("=") {
        return error.hint(format!("commands begin with a colon: :{word}"));
    }
    let name = error.span().of(text);
    let can_be_given = error.is_unknown_name
        && error.advice().is_none()
        && is_free(session, name)
        && is_reference(name)
        && quoted(name) == name;
    if can_be_given { error.hint(format!("give {name} a number first: {name} = 3")) } else { error }
}
