//! Counts inside a call that makes one number of them: `sum(1:8)`.

use crate::core::language::error::{Error, Result, Span};
use crate::core::language::tokens::{Token, TokenKind, is_colon};
use crate::core::ops::{self, MOST_WHOLE, Makes};

/// A number that a call folds a column to that counts: `sum(1:8)`.
pub(super) struct Folded {
    pub number: f64,
    /// The number of tokens of the column.
    pub tokens: usize,
    pub span: Span,
}

/// The fold of a column that counts, where that is the only argument of a call of `name`.
pub(super) fn folded(
    name: &str,
    text: &str,
    mut tokens: impl Iterator<Item = Token>,
) -> Option<Result<Folded>> {
    let Makes::Fold { joins: joins @ ("+" | "max" | "min"), averages, .. } = ops::form(name)?.makes
    else {
        return None;
    };
    let (mut numbers, mut taken, mut has_dots): (Vec<f64>, usize, bool) = Default::default();
    let mut next = tokens.next()?;
    let start = next.span.start;
    let in_brackets = next.kind == TokenKind::OpenBracket;
    if in_brackets {
        next = tokens.next()?;
        taken += 2;
    }
    let span = loop {
        let is_minus = ops::prefix(next.span.of(text)).is_some_and(|row| row.is(ops::NEGATE));
        let number = if is_minus { tokens.next()? } else { next };
        let size = number.span.of(text).parse::<f64>().ok()?;
        numbers.push(if is_minus { -size } else { size });
        let mark = tokens.next()?;
        taken += 1 + usize::from(is_minus);
        match mark.kind {
            TokenKind::CloseBracket if in_brackets && has_dots => {
                tokens.next().filter(|next| next.kind == TokenKind::Close)?;
                break Span { start, end: mark.span.end };
            }
            TokenKind::Comma if in_brackets && numbers.len() == 1 => taken += 1,
            TokenKind::Dots if in_brackets && !has_dots => {
                taken += 1;
                has_dots = true;
            }
            _ if in_brackets => return None,
            TokenKind::Close if numbers.len() > 1 => break Span { start, end: number.span.end },
            _ if is_colon(text, &mark) && numbers.len() < 3 => taken += 1,
            _ => return None,
        }
        next = tokens.next()?;
    };
    let (first, step, end) = match numbers.as_slice() {
        [first, end] => (*first, 1.0, *end),
        [first, second, end] if in_brackets => (*first, second - first, *end),
        [first, step, end] => (*first, *step, *end),
        _ => return None,
    };
    let steps = ((end - first) / step + ROUNDING).floor();
    if !(0.0..=MOST_WHOLE).contains(&steps) {
        return Some(Err(Error::new(span, "this count never reaches its last number")
            .hint("a step leads from the first number to the last: 8:-1:1")));
    }
    let last = first + steps * step;
    let middle = first + (last - first) / 2.0;
    let number = match joins {
        _ if averages => middle,
        "max" => first.max(last),
        "min" => first.min(last),
        _ => middle * (steps + 1.0),
    };
    Some(Ok(Folded { number, tokens: taken, span }))
}

/// What a number of steps may be off by.
const ROUNDING: f64 = 1e-9;
