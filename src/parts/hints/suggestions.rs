//! What a statement seems to have been meant as: a command without its colon, a name that needs a number.

use crate::command::commands;
use crate::command::syntax::{Statement, TypedCommand as Typed};
use crate::core::language::{Error, ErrorKind, Outline, Result, Span, is_reference, quoted};
use crate::core::session::{Session, is_free};

/// Returns the command that a statement of one word means.
pub fn command_without_colon<'text>(
    session: &Session,
    statement: &'text str,
    parsed: &Result<Statement<'_>>,
) -> Option<Typed<'text>> {
    let may_be_word = match parsed {
        Ok(Statement::Evaluate(tree)) => tree.as_name().is_some(),
        parsed => parsed.is_err(),
    };
    let code = Outline::of(statement, 0, 0).code;
    let name = statement.get(code.clone()).filter(|_| may_be_word)?;
    let is_command = commands().any(|row| row.without_colon.contains(&name))
        && session.names().get(name).is_none();
    let (span, offset) = (Span::new(code.start, code.end), statement.len());
    is_command.then_some(Typed { name, span, rest: "", offset })
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
