//! Columns that count without brackets: `linspace(0, 1, 11)`, `arange(0, 1, 0.1)`, `1:8`.

use super::{Count, Element, Ends, TypedColumn};
use crate::core::language::{
    Error, MODULES, Result, Span, Token, TokenKind, expression_of, is_colon, outside_parentheses,
};

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
        let column = |(start, count)| {
            let (elements, count) = (vec![start], Some(count));
            TypedColumn { span, elements, count, us: None }
        };
        if let [name, open, inside @ .., _] = tokens
            && [name.kind, open.kind] == [TokenKind::Name, TokenKind::Open]
            && closes_at_end(tokens)
        {
            let word = name.span.of(text);
            let (module, word) = word.rsplit_once('.').unwrap_or(("", word));
            let is_it =
                COUNTING.contains(&word) && (module.is_empty() || MODULES.contains(&module));
            let own = module.is_empty().then_some(word);
            let count = is_it.then(|| counted_by(word, text, inside, span))?;
            return Some(count.map(|count| (column(count), own)));
        }
        let parts = tokens.split(|token| is_colon(text, token));
        let mut parts = parts.map(|part| element(text, part).ok());
        let (start, second, third) = (parts.next()??, parts.next()??, parts.next());
        let (step, end) = match third {
            None => (None, second),
            Some(end) => (Some(second), end?),
        };
        let count = Count { step, end, ends: Ends::With };
        parts.next().is_none().then(|| Ok((column((start, count)), None)))
    }
}

/// Reads the arguments of a function that counts.
fn counted_by<'text>(
    word: &str,
    text: &'text str,
    inside: &[Token],
    span: Span,
) -> Result<(Element<'text>, Count<'text>)> {
    let parts = inside.split(outside_parentheses(|kind| kind == TokenKind::Comma));
    let parts: Result<Vec<Element<'_>>> = parts.map(|part| element(text, part)).collect();
    let mut parts = parts?.into_iter();
    let all = [parts.next(), parts.next(), parts.next(), parts.next()];
    Ok(match (word, all) {
        ("linspace", [Some(start), Some(end), Some(rows), None]) => {
            (start, Count { step: None, end, ends: Ends::After(rows) })
        }
        ("arange", [Some(end), None, None, None]) => {
            (Element::Number(0.0), Count { step: None, end, ends: Ends::Before })
        }
        ("arange", [Some(start), Some(end), step, None]) => {
            (start, Count { step, end, ends: Ends::Before })
        }
        _ => {
            return Err(Error::new(span, format!("{word} takes other arguments")).hint(
                "linspace(0, 1, 11) makes 11 numbers, arange(0, 1, 0.1) the 10 before the end",
            ));
        }
    })
}

/// An end, a step or a number of rows, which may have names: the column keeps their present numbers.
fn element<'text>(text: &'text str, tokens: &[Token]) -> Result<Element<'text>> {
    Ok(Element::Tree(expression_of(text, tokens)?))
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
