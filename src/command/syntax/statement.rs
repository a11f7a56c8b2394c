//! Statements as they are typed.

use super::lines::statements;
use crate::core::language::{
    self, Error, Outline, Result, Rule, Span, Token, TokenKind, argument, tokens,
};
use crate::core::ops;

/// A statement that has been read.
pub type Statement<'text> = language::Statement<'text, TypedCommand<'text>>;

#[derive(Debug)]
pub struct TypedCommand<'text> {
    /// The name without its colon.
    pub name: &'text str,
    /// The place of the name.
    pub span: Span,
    /// The text after the name.
    pub rest: &'text str,
    /// The byte at which that text starts.
    pub offset: usize,
}

/// Reads one statement.
///
/// # Errors
///
/// The first place that cannot be read, what can be read in two ways, or a number that is too large.
pub fn parse(text: &str) -> Result<Statement<'_>> {
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(Span::new(0, 1), "this statement is longer than 4 GB"));
    }
    language::statement(text, || Ok(command(text)))
}

/// Returns true if the statements of a text can be read, and none is a row of a table.
pub fn has_code(text: &str) -> bool {
    let is_code = |statement: &Statement<'_>| !matches!(statement, Statement::SideBySide(..));
    statements(text, 0).all(|(_, statement)| parse(statement).is_ok_and(|it| is_code(&it)))
}

/// Returns true if a text begins as a command does.
pub fn is_command(text: &str) -> bool {
    argument(Rule::command_name, text.trim_start(), 0).is_some()
}

/// Completes a statement that begins with an operation: `* 2` becomes `_ * 2`. A sign begins its
/// own expression.
pub fn continued(statement: &str, answer: &str) -> Option<String> {
    // The first token is all that counts, and a mark is short.
    let code = Outline::of(statement, 0, 0).code;
    let beginning = code.start..statement.floor_char_boundary(code.end.min(code.start + 16));
    let first = tokens(statement.get(beginning)?).into_iter().find(Token::is_code)?;
    let mark = first.span.of(statement.get(code.start..)?);
    let is_sign = mark == "+" || ops::prefix(mark).is_some();
    // A transcript has > for its prompt.
    let is_prompt = mark == ">";
    let continues =
        first.kind == TokenKind::Mark && !is_sign && !is_prompt && ops::infix(mark).is_some();
    continues.then(|| format!("{answer}{statement}"))
}

fn command(text: &str) -> TypedCommand<'_> {
    let code = Outline::of(text, 0, 0).code;
    let blanks = text.get(code.start..).and_then(|code| code.find(':')).unwrap_or(0);
    let start = code.start + blanks;
    let typed = argument(Rule::command_name, text, start).map_or(start, |(end, _)| end);
    let name = text.get(start + 1..typed).unwrap_or_default().trim_start();
    let rest = text.get(typed..code.end).unwrap_or_default().trim_start();
    let span = Span::new(typed - name.len(), typed);
    TypedCommand { name, span, rest, offset: code.end - rest.len() }
}
