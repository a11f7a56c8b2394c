//! The kinds of statement, told apart by their first tokens, and expressions that stand alone.

use super::error::{Error, Result, Span};
use super::tokens::{Token, TokenKind, tokens};
use super::tree::Tree;
use crate::core::ops;

/// Reads an expression, and nothing else.
///
/// # Errors
///
/// As [`parse`], and where the text is another kind of statement.
pub fn parse_expression(text: &str) -> Result<Tree<'_>> {
    expression_of(text, &tokens(text))
}

/// Reads the tokens of an expression in `text`.
pub fn expression_of<'text>(text: &'text str, tokens: &[Token]) -> Result<Tree<'text>> {
    let tokens = tokens.iter().copied().filter(|token| token.is_code());
    let first = tokens.clone().next().map(|token| token.span).unwrap_or_default();
    match shape(tokens.clone()) {
        Shape::Expression => Tree::build(text, tokens),
        Shape::Empty => Err(Error::new(Span::new(0, text.len()), "an expression is missing")),
        Shape::Assignment | Shape::Unpacking | Shape::Definition => {
            Err(Error::new(first, "found an assignment where an expression was expected"))
        }
        Shape::Command => {
            let name = Span { start: first.start + 1, end: first.end };
            Err(Error::new(name, "found a command where an expression was expected"))
        }
    }
}

/// The kinds of statement, told apart by their first tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Empty,
    /// `:name …`
    Command,
    /// `name = …`, `name += …`
    Assignment,
    /// `name, name, … = …`
    Unpacking,
    /// `name(name, …) = …`
    Definition,
    /// Anything else.
    Expression,
}

/// Tells the kind of a statement from its tokens.
pub fn shape(mut tokens: impl Iterator<Item = Token> + Clone) -> Shape {
    match tokens.next().map(|first| first.kind) {
        None => Shape::Empty,
        Some(TokenKind::Command) => Shape::Command,
        Some(TokenKind::Name) if is_assigned(tokens.clone()) => Shape::Assignment,
        Some(TokenKind::Name) if is_unpacked(tokens.clone()) => Shape::Unpacking,
        Some(TokenKind::Name) if is_defined(tokens) => Shape::Definition,
        Some(_) => Shape::Expression,
    }
}

/// Returns true if `=`, or a mark and `=`, comes next; `==` is no assignment.
fn is_assigned(tokens: impl Iterator<Item = Token> + Clone) -> bool {
    let mut tokens = tokens.peekable();
    if let Some(mark) = tokens.next_if(|token| token.kind == TokenKind::Mark)
        && !tokens.peek().is_some_and(|next| mark.touches(next))
    {
        return false;
    }
    is_equals(tokens)
}

/// Returns true if more names between commas and `=` come next.
fn is_unpacked(mut tokens: impl Iterator<Item = Token> + Clone) -> bool {
    let mut names = 0;
    loop {
        if is_equals(tokens.clone()) {
            return names > 0;
        }
        let pair = (tokens.next(), tokens.next());
        let (Some(comma), Some(name)) = pair else { return false };
        if comma.kind != TokenKind::Comma || name.kind != TokenKind::Name {
            return false;
        }
        names += 1;
    }
}

/// Returns true if a list of parameters and `=` come next.
fn is_defined(mut tokens: impl Iterator<Item = Token> + Clone) -> bool {
    if tokens.next().is_none_or(|open| open.kind != TokenKind::Open) {
        return false;
    }
    // A name comes first, and after every comma.
    let mut kinds = tokens.by_ref().map(|token| token.kind);
    while kinds.next() == Some(TokenKind::Name) {
        match kinds.next() {
            Some(TokenKind::Comma) => {}
            Some(TokenKind::Close) => return is_equals(tokens),
            _ => return false,
        }
    }
    false
}

/// Returns true if one `=` comes next, and not `==`.
fn is_equals(mut tokens: impl Iterator<Item = Token>) -> bool {
    let (first, second) = (tokens.next(), tokens.next());
    first.is_some_and(|first| {
        let is_double = second.is_some_and(|it| it.kind == TokenKind::Equals && first.touches(&it));
        first.kind == TokenKind::Equals && !is_double
    })
}

/// The infix marks, for messages.
pub fn infix_marks(after: &str) -> String {
    let infix = |row: &&ops::Operation| matches!(row.notation, ops::Notation::Infix { .. });
    let assigns = |row: &&ops::Operation| after.is_empty() || !row.branching.is_some();
    let marks =
        ops::operations().filter(infix).filter(assigns).map(|row| format!("{}{after}", row.name));
    marks.collect::<Vec<_>>().join(" ")
}
