//! Statements as they are typed, with the columns and uncertainties that parts of the program read.

use super::lines::TokenStream;
use super::words::Word;
use crate::core::language::{self, Error, Joined, Result, Span, Token, TokenKind, Tree, is_colon};
use crate::core::ops;
use crate::parts::rows::{TypedColumn, makes_column};
use crate::parts::uncertainty::{PlusMinus, column_with, value_with};

/// A statement that has been read.
#[derive(Debug)]
pub enum Statement<'text> {
    /// Nothing: blanks or a comment.
    Empty,
    /// `name = tree`, or `name += tree` with the joining already in the tree.
    Assign {
        /// The name, as typed.
        target: &'text str,
        /// Its place.
        span: Span,
        /// The right side.
        tree: Tree<'text>,
        /// The uncertainty after it.
        plus_minus: Option<PlusMinus<'text>>,
        /// The column that it is, if no function has this name: `linspace(0, 1, 11)`.
        column: Option<(&'text str, TypedColumn<'text>)>,
    },
    /// `name, name, name = tree`: the members of a group, one by one.
    Unpack {
        /// The names and their places, as typed.
        targets: Vec<(&'text str, Span)>,
        /// The right side.
        tree: Tree<'text>,
    },
    /// `name = [numbers]`, which may have a `±` after it.
    Column {
        /// The name, as typed.
        target: &'text str,
        /// Its place.
        span: Span,
        /// The numbers.
        column: TypedColumn<'text>,
        /// The uncertainty after them.
        plus_minus: Option<PlusMinus<'text>>,
    },
    /// `name(parameters) = tree`.
    Define {
        /// The name, as typed.
        name: &'text str,
        /// Its place.
        span: Span,
        /// The parameters and their places, as typed.
        parameters: Vec<(&'text str, Span)>,
        /// The body.
        tree: Tree<'text>,
    },
    /// A bare expression.
    Evaluate(Tree<'text>),
    /// `:name arguments`.
    Command(TypedCommand<'text>),
}

impl<'text> Statement<'text> {
    /// The expression of an assignment or a bare expression.
    pub fn into_tree(self) -> Option<Tree<'text>> {
        match self {
            Statement::Assign { tree, .. }
            | Statement::Unpack { tree, .. }
            | Statement::Evaluate(tree) => Some(tree),
            _ => None,
        }
    }
}

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
    if may_be_column(text)
        && let Some(column) = column(&stream)
    {
        return column;
    }
    let named = |span: Span| (span.of(text), span);
    match language::statement(text) {
        Ok(language::Statement::Empty) => Ok(Statement::Empty),
        Ok(language::Statement::Command) => Ok(Statement::Command(command(stream)?)),
        Ok(language::Statement::Evaluate(tree)) => Ok(Statement::Evaluate(tree)),
        Ok(language::Statement::Assign(span, Some(tree))) if !counts(&tree) => {
            let (target, plus_minus, column) = (span.of(text), None, None);
            Ok(Statement::Assign { target, span, tree, plus_minus, column })
        }
        Ok(language::Statement::Assign(..)) => uncertain(&stream),
        Ok(language::Statement::Unpack(names, tree)) => {
            Ok(Statement::Unpack { targets: names.into_iter().map(named).collect(), tree })
        }
        Ok(language::Statement::Define(span, names, tree)) => {
            let parameters = names.into_iter().map(named).collect();
            Ok(Statement::Define { name: span.of(text), span, parameters, tree })
        }
        // What the parts know of it says more.
        Err(error) if may_be_uncertain(&stream) => Err(uncertain(&stream).err().unwrap_or(error)),
        Err(error) => Err(error),
    }
}

/// Returns true if the text after the first `=` begins with a bracket.
fn may_be_column(text: &str) -> bool {
    text.split_once('=').is_some_and(|(_, right)| right.trim_start().starts_with('['))
}

/// Returns true if the whole tree is a call that makes a column.
fn counts(tree: &Tree<'_>) -> bool {
    let last = tree.steps.last();
    last.is_some_and(|step| makes_column(step.span.of(tree.text).rsplit('.').next().unwrap_or("")))
}

/// Reads `name = [1, 2]`, which may have a `±` after it.
fn column<'text>(stream: &TokenStream<'text>) -> Option<Result<Statement<'text>>> {
    let text = stream.text;
    let mut rest = stream.tokens();
    let (name, equals) = (rest.next()?, rest.next()?);
    let kinds = [name.kind, equals.kind, rest.clone().next()?.kind];
    if kinds != [TokenKind::Name, TokenKind::Equals, TokenKind::OpenBracket] {
        return None;
    }
    let tokens: Vec<Token> = rest.collect();
    let (target, span) = (name.span.of(text), name.span);
    Some(column_with(text, &tokens).map(|(column, plus_minus)| Statement::Column {
        target,
        span,
        column,
        plus_minus,
    }))
}

/// Returns true for an assignment with a `±`, a colon or an uncertainty in parentheses.
fn may_be_uncertain(stream: &TokenStream<'_>) -> bool {
    let text = stream.text;
    let is_mark = |token: Token| {
        matches!(token.kind, TokenKind::PlusMinus | TokenKind::Concise) || is_colon(text, &token)
    };
    let is_bound = stream.tokens().nth(1).is_some_and(|mark| mark.kind == TokenKind::Equals);
    is_bound && stream.tokens().any(is_mark)
}

/// Reads an assignment of a value with an uncertainty, or of a column that counts without brackets.
fn uncertain<'text>(stream: &TokenStream<'text>) -> Result<Statement<'text>> {
    let text = stream.text;
    let mut rest = stream.tokens();
    let span = rest.next().map(|token| token.span).unwrap_or_default();
    let equals = rest.find(|token| token.kind == TokenKind::Equals).map(|equals| equals.span);
    let mark = Span { start: span.end, end: equals.unwrap_or_default().start };
    let joined = joined(text, span, mark);
    let tokens: Vec<Token> = rest.collect();
    let (value, plus_minus) = PlusMinus::split(text, &tokens)?;
    let counted = if joined.is_none() { TypedColumn::counted(text, value) } else { None };
    let target = span.of(text);
    let column = match counted.transpose()? {
        Some((column, None)) => return Ok(Statement::Column { target, span, column, plus_minus }),
        Some((column, Some(name))) => Some((name, column)),
        None => None,
    };
    let (tree, plus_minus) = value_with(text, joined, value, plus_minus)?;
    Ok(Statement::Assign { target, span, tree, plus_minus, column })
}

/// The operation of `+=` and its like; none for a plain `=`.
fn joined(text: &str, target: Span, becomes: Span) -> Option<Joined> {
    let typed = becomes.of(text);
    let start = becomes.start as usize + (typed.len() - typed.trim_start().len());
    let mark = Span::new(start, start + typed.trim().len() + 1);
    ops::infix(typed.trim()).map(|operation| Joined { target, operation, mark })
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
