//! What a statement seems to have been meant as: a command without its colon, a name that needs a number.

use crate::command::commands;
use crate::command::syntax::{Statement, TypedCommand, parse};
use crate::core::language::{Error, ErrorKind, Outline, Result, Span, is_reference, quoted};
use crate::core::session::{Session, is_free};

/// Reads a statement; some words alone are commands without their colon.
///
/// # Errors
///
/// As [`parse`], with a hint where a command was typed without its colon.
pub fn read<'text>(session: &Session, text: &'text str) -> Result<Statement<'text>> {
    let parsed = parse(text);
    let may_be_word = match &parsed {
        Ok(Statement::Evaluate(tree)) => tree.as_name().is_some(),
        parsed => parsed.is_err(),
    };
    let code = Outline::of(text, 0, 0).code;
    let name = text.get(code.clone()).unwrap_or_default();
    let is_command = || commands().any(|row| row.without_colon.contains(&name));
    if may_be_word && session.names().get(name).is_none() && is_command() {
        let span = Span::new(code.start, code.end);
        return Ok(Statement::Command(TypedCommand { name, span, rest: "", offset: text.len() }));
    }
    parsed.map_err(|error| without_colon(text, error))
}

/// Adds a hint to the error if a command was typed without its colon.
pub fn without_colon(text: &str, error: Error) -> Error {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_command =
        commands().any(|row| row.name == word || (word.len() > 1 && row.aliases.contains(&word)));
    if is_command { error.hint(format!("commands begin with a colon: :{word}")) } else { error }
}

/// Adds a hint to the error if a name has no value.
pub fn number_first(session: &Session, text: &str, error: Error) -> Error {
    let name = error.span().of(text);
    let can_be_given = error.is(ErrorKind::UnknownName)
        && error.advice().is_none()
        && is_free(session, name)
        && is_reference(name)
        && quoted(name) == name;
    if can_be_given { error.hint(format!("give {name} a number first: {name} = 3")) } else { error }
}
