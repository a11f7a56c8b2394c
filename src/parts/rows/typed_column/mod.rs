//! A column as typed: `[1, 2, 3]`, `[1 2 3]`, `[0 .. 9]`, `[0, 0.5 .. 9]`.

mod counted;

use std::borrow::Cow;

use crate::core::language::{
    Concise, Error, Kind, Result, Span, Token, TokenKind, Tree, closing_bracket, expression_of,
    number_of, outside_parentheses, quotation, quoted, separated, tokens,
};
use crate::core::ops;
use crate::parts::uncertainty::{PlusMinus, column_with};
pub use counted::makes_column;

/// A column as typed.
#[derive(Debug)]
pub struct TypedColumn<'text> {
    /// Its place, brackets included.
    pub span: Span,
    /// What stands between its commas.
    pub elements: Vec<Element<'text>>,
    /// How one goes on that counts; the elements are then its first one or two.
    pub count: Option<Count<'text>>,
    /// The uncertainties of the elements, if some have one of their own: `1.235(34)`.
    pub us: Option<Vec<f64>>,
}

/// How a column goes on that counts.
#[derive(Debug)]
pub struct Count<'text> {
    /// From one number to the next, if it is given so, and not by the second number.
    pub step: Option<Element<'text>>,
    /// The number that it counts to.
    pub end: Element<'text>,
    /// Where it ends.
    pub ends: Ends<'text>,
}

/// Where a column ends that counts.
#[derive(Debug)]
pub enum Ends<'text> {
    /// With the number that it counts to.
    With,
    /// Before that.
    Before,
    /// With that, after so many numbers.
    After(Element<'text>),
}

/// An element of a column.
#[derive(Debug)]
pub enum Element<'text> {
    /// A literal, with its sign.
    Number(f64),
    /// An expression without names.
    Tree(Tree<'text>),
    /// A text, without its quotation marks.
    Text(Cow<'text, str>),
}

impl<'text> TypedColumn<'text> {
    /// Takes the uncertainties of its elements out, as a column of their own.
    pub fn take_uncertainties(&mut self) -> Option<TypedColumn<'text>> {
        let elements = self.us.take()?.into_iter().map(Element::Number).collect();
        Some(TypedColumn { span: self.span, elements, count: None, us: None })
    }

    /// Reads a text that begins with a bracket, and the `±` after it; none for another one.
    pub fn of(text: &'text str) -> Option<Result<(TypedColumn<'text>, Option<PlusMinus<'text>>)>> {
        let tokens: Vec<Token> = tokens(text).into_iter().filter(Token::is_code).collect();
        let is_column = tokens.first().is_some_and(|it| it.kind == TokenKind::OpenBracket);
        is_column.then(|| column_with(text, &tokens))
    }

    /// Reads a column, which is all that `tokens` are.
    ///
    /// # Errors
    ///
    /// The first token that cannot stand where it does, and a column without a number.
    pub fn read(text: &'text str, tokens: &[Token]) -> Result<TypedColumn<'text>> {
        let open = tokens.first().map_or(Span::default(), |token| token.span);
        let inside = tokens.get(1..).unwrap_or_default();
        let Some(end) = closing_bracket(inside) else {
            return Err(Error::new(open, "this [ is never closed").hint("add a ] where it ends"));
        };
        let (inside, rest) = inside.split_at(end);
        let close = rest.first().map_or(open, |token| token.span);
        if let Some(after) = rest.get(1) {
            return Err(Error::new(after.span, "found more after a column").hint(
                "a column is a whole right side: name it, and use the name in an expression",
            ));
        }
        let span = Span { start: open.start, end: close.end };
        if inside.is_empty() {
            return Err(Error::new(span, "a column needs at least one number")
                .hint("write [0, 1, 2], or [0 .. 9] to count"));
        }
        let separated = separated(text, inside)?;
        let mut halves = separated.split(outside_parentheses(|kind| kind == TokenKind::Dots));
        let (listed, end) = (halves.next().unwrap_or_default(), halves.next());
        let (mut elements, mut us) = (Vec::new(), Vec::new());
        for element in listed.split(outside_parentheses(|kind| kind == TokenKind::Comma)) {
            let (element, u) = Element::with_uncertainty(text, element, close)?;
            elements.push(element);
            us.push(u);
        }
        let has_us = us.iter().any(Option::is_some);
        let count = match end {
            None => None,
            Some(_) if has_us => {
                return Err(Error::new(span, "a column that counts has no ± in it")
                    .hint("write it after the whole column: [1 .. 9] ± 0.1"));
            }
            Some(_) if elements.len() > 2 || halves.next().is_some() => {
                return Err(Error::new(
                    span,
                    "a counted column has at most two numbers before .. and one after it",
                )
                .hint("write [0 .. 9], or [0, 0.5 .. 9] for another step"));
            }
            Some(end) => {
                let end = Element::read(text, end, close)?;
                Some(Count { step: None, end, ends: Ends::With })
            }
        };
        let us = has_us.then(|| us.into_iter().map(Option::unwrap_or_default).collect());
        Ok(TypedColumn { span, elements, count, us })
    }
}

impl<'text> Element<'text> {
    /// Reads an element with its standard uncertainty, if it has one: `1.235(34)`, `2.1 ± 0.2`.
    fn with_uncertainty(
        text: &'text str,
        tokens: &[Token],
        end: Span,
    ) -> Result<(Element<'text>, Option<f64>)> {
        let concise = Concise::read(text, tokens).map_err(|error| {
            error.hint("for uncertainties, write [4, 5] ± [3, 1]; for products, *")
        })?;
        if let Some(Concise { value, u, .. }) = concise {
            return Ok((Element::Number(value), Some(u)));
        }
        let at = tokens.iter().position(|token| token.kind == TokenKind::PlusMinus);
        let (value, rest) = tokens.split_at(at.unwrap_or(tokens.len()));
        let [mark, u @ ..] = rest else {
            return Ok((Element::read(text, value, end)?, None));
        };
        match u {
            [u] if u.kind == TokenKind::Number => {
                let u = number_of(u.span.of(text), u.span)?;
                Ok((Element::read(text, value, mark.span)?, Some(u)))
            }
            _ => Err(Error::new(mark.span, "within a column a number stands after ±").hint(
                "[1, 2] ± 5% gives every row the same, [1, 2] ± [0.1, 0.2] each row its own",
            )),
        }
    }

    fn read(text: &'text str, tokens: &[Token], end: Span) -> Result<Element<'text>> {
        let is_minus =
            |token: &Token| ops::prefix(token.span.of(text)).is_some_and(|row| row.is(ops::NEGATE));
        match tokens {
            [] => Err(Error::new(end, "a number is missing here")),
            [only] if only.kind == TokenKind::Number => {
                Ok(Element::Number(number_of(only.span.of(text), only.span)?))
            }
            [only] if only.kind == TokenKind::Quotation => {
                Ok(Element::Text(quotation(text, only.span)?))
            }
            [minus, only] if only.kind == TokenKind::Number && is_minus(minus) => {
                Ok(Element::Number(-number_of(only.span.of(text), only.span)?))
            }
            _ => {
                let tree = expression_of(text, tokens)?;
                refuse_names(&tree)?;
                Ok(Element::Tree(tree))
            }
        }
    }
}

/// An element may be an expression of numbers and constants.
fn refuse_names(tree: &Tree<'_>) -> Result<()> {
    let name = tree.steps.iter().find(|step| {
        matches!(step.kind, Kind::Name) && ops::constant(step.span.of(tree.text)).is_none()
    });
    match name {
        None => Ok(()),
        Some(step) => {
            let name = quoted(step.span.of(tree.text));
            Err(Error::new(step.span, format!("found {name} where a number was expected"))
                .hint("a column is data: its elements are numbers, without names"))
        }
    }
}
