//! Columns that count without brackets: `linspace(0, 1, 11)`, `arange(0, 1, 0.1)`, `1:8`.

use super::{Count, Element, Ends, TypedColumn};
use crate::core::language::{
    Error, MODULES, Result, Span, Token, TokenKind, Tree, is_colon, outside_parentheses,
};
use crate::core::ops;

/// The functions that make a column that counts.
const COUNTING: [&str; 2] = ["linspace", "arange"];

impl<'text> TypedColumn<'text> {
    /// Reads a column that counts without brackets, and the name of the function that a user may have
    /// defined instead. Returns `None` if it is another expression.
    pub fn counted(
        text: &'text str,
        tokens: &[Token],
    ) -> Option<Result<(TypedColumn<'text>, Option<&'text str>)>> {
        let (first, last) = (tokens.first()?, tokens.last()?);
        let span = Span { start: first.span.start, end: last.span.end };
        if let [name, open, inside @ .., _] = tokens
            && [name.kind, open.kind] == [TokenKind::Name, TokenKind::Open]
            && closes_at_end(tokens)
        {
            let word = name.span.of(text);
            let (module, word) = word.rsplit_once('.').unwrap_or(("", word));
            if !module.is_empty() && !MODULES.contains(&module) {
                return None;
            }
            let column = COUNTING.contains(&word).then(|| counted_by(word, text, inside, span))?;
            return match column {
                _ if module.is_empty() => Some(column.map(|column| (column, Some(word)))),
                _ => Some(column.map(|column| (column, None))),
            };
        }
        let parts: Vec<&[Token]> = tokens.split(|token| is_colon(text, token)).collect();
        let (start, step, end) = match parts.as_slice() {
            [start, end] => (start, None, end),
            [start, step, end] => (start, Some(step), end),
            _ => return None,
        };
        let read = |part: &&[Token]| element(text, part, span).ok();
        let step = match step {
            None => None,
            Some(step) => Some(read(step)?),
        };
        let count = Count { step, end: read(end)?, ends: Ends::With };
        let elements = vec![read(start)?];
        Some(Ok((TypedColumn { span, elements, count: Some(count), us: None }, None)))
    }
}

/// Reads the arguments of a function that counts.
fn counted_by<'text>(
    word: &str,
    text: &'text str,
    inside: &[Token],
    span: Span,
) -> Result<TypedColumn<'text>> {
    let parts = inside.split(outside_parentheses(|kind| kind == TokenKind::Comma));
    let parts: Result<Vec<Element<'_>>> = parts.map(|part| element(text, part, span)).collect();
    let mut parts = parts?.into_iter();
    let all = [parts.next(), parts.next(), parts.next(), parts.next()];
    let (start, count) = match (word, all) {
        ("linspace", [Some(start), Some(end), Some(rows), None]) => {
            (start, Count { step: None, end, ends: Ends::After(rows) })
        }
        ("linspace", _) => {
            return Err(Error::new(span, "linspace takes three numbers")
                .hint("its ends, and how many there are: x = linspace(0, 1, 11)"));
        }
        (_, [Some(end), None, None, None]) => {
            (Element::Number(0.0), Count { step: None, end, ends: Ends::Before })
        }
        (_, [Some(start), Some(end), step, None]) => {
            (start, Count { step, end, ends: Ends::Before })
        }
        _ => {
            return Err(Error::new(span, format!("{word} takes one to three numbers"))
                .hint("its end, or its ends and the step: x = arange(0, 1, 0.1)"));
        }
    };
    Ok(TypedColumn { span, elements: vec![start], count: Some(count), us: None })
}

/// An end, a step or a number of rows, which may have names: the column keeps their present numbers.
fn element<'text>(text: &'text str, tokens: &[Token], end: Span) -> Result<Element<'text>> {
    if has_names(text, tokens) {
        Ok(Element::Tree(Tree::build(text, tokens.iter().copied())?))
    } else {
        Element::read(text, tokens, end)
    }
}

fn has_names(text: &str, tokens: &[Token]) -> bool {
    let is_name = |token: &Token| {
        token.kind == TokenKind::Name && ops::constant(token.span.of(text)).is_none()
    };
    tokens.iter().any(is_name)
}

/// Tells whether a function of that name makes a column of numbers.
pub fn makes_column(name: &str) -> bool {
    COUNTING.contains(&name)
}

/// Tells whether the parenthesis after a name closes with the last token.
fn closes_at_end(tokens: &[Token]) -> bool {
    let end = tokens.iter().skip(1).position(outside_parentheses(|_| true));
    end.is_some_and(|end| end + 2 == tokens.len())
}
