//! Statements as they are typed.

use super::lines::{Scan, TokenStream};
use super::words::Word;
use crate::core::language::{self, Error, Result, Span, TokenKind};
use crate::core::ops;

/// A statement that has been read.
pub type Statement<'text> = language::Statement<'text, TypedCommand<'text>>;

/// A command as typed.
#[derive(Debug)]
pub struct TypedCommand<'text> {
    /// The name without its colon.
    pub name: &'text str,
    /// The place of the name.
    pub span: Span,
    /// The words after it.
    pub words: Vec<Word<'text>>,
    /// The text after the name, for commands that take a statement.
    pub rest: &'text str,
    /// The byte at which that text starts.
    pub offset: usize,
}

/// Reads one statement.
///
/// # Errors
///
/// The first place that cannot be read, what can be read in two ways, or a number that is too large.
pub fn parse<'text>(stream: TokenStream<'text>) -> Result<Statement<'text>> {
    let text = stream.text;
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(Span::new(0, 1), "this statement is longer than 4 GB"));
    }
    language::statement(text, || command(stream))
}

/// Returns true if the statements of a text can be read, and none is a row of a table.
pub fn has_code(scan: &Scan) -> bool {
    let is_code = |statement: &Statement<'_>| !matches!(statement, Statement::SideBySide(..));
    scan.statements().all(|statement| parse(statement).is_ok_and(|it| is_code(&it)))
}

/// Returns a statement that begins with an operation as one that begins with `answer`: `* 2` as
/// `_ * 2`. A sign begins an expression of its own.
pub fn continued(statement: &TokenStream<'_>, answer: &str) -> Option<String> {
    let first = statement.tokens().next()?;
    let mark = first.span.of(statement.text);
    let is_sign = mark == "+" || ops::prefix(mark).is_some();
    // A transcript has > for its prompt.
    let is_prompt = mark == ">";
    let continues =
        first.kind == TokenKind::Mark && !is_sign && !is_prompt && ops::infix(mark).is_some();
    continues.then(|| format!("{answer}{}", statement.text))
}

fn command(stream: TokenStream<'_>) -> Result<TypedCommand<'_>> {
    let text = stream.text;
    let mut tokens = stream.tokens();
    let typed = tokens.next().map(|token| token.span).unwrap_or_default();
    let name = typed.of(text).trim_start_matches(':').trim_start();
    let end = typed.end as usize;
    let span = Span::new(end - name.len(), end);
    let offset = tokens.next().map_or(end, |first| first.span.start as usize);
    let last = stream.tokens().last().map_or(end, |last| last.span.end as usize);
    let rest = text.get(offset..last).unwrap_or_default();
    Ok(TypedCommand { name, span, words: stream.words()?, rest, offset })
}
