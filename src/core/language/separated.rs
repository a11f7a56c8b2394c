//! The elements of a column between commas, blanks or semicolons: `[1, 2]`, `[1 2]`, `[1; 2]`.

use super::error::{Error, Result, Span};
use super::tokens::{Token, TokenKind, outside_parentheses};
use crate::core::ops;

/// Returns the tokens inside of a column's brackets with a comma between all of its elements.
pub fn separated(text: &str, inside: &[Token]) -> Result<Vec<Token>> {
    let marks = [TokenKind::Comma, TokenKind::Dots, TokenKind::Semicolon];
    let mut is_mark = outside_parentheses(|kind| marks.contains(&kind));
    let mark = inside.iter().find(|token| is_mark(token));
    if let Some(error) = of_several_columns(text, inside, mark.is_some()) {
        return Err(error);
    }
    let gap = gaps(text, inside).next().and_then(|at| inside.get(at));
    match (mark, gap) {
        (None, None) => Ok(inside.to_vec()),
        (None, Some(_)) => Ok(with_commas(text, inside)),
        (Some(mark), gap) if mark.kind == TokenKind::Semicolon => match gap {
            Some(second) => Err(Error::new(second.span, SEVERAL_COLUMNS).hint(EACH_COLUMN)),
            None => Ok(inside.iter().map(comma_for_semicolon).collect()),
        },
        (Some(_), Some(second)) => {
            let message = "a blank separates some of these numbers, and a mark others";
            Err(Error::new(second.span, message).hint("write [1, 2, 3] or [1 2 3]"))
        }
        (Some(_), None) => Ok(inside.to_vec()),
    }
}

/// The error for lines of several numbers each.
fn of_several_columns(text: &str, inside: &[Token], has_marks: bool) -> Option<Error> {
    let is_after_line = |at: &usize| {
        let [before, token] = [at.checked_sub(1)?, *at].map(|at| inside.get(at));
        let between = Span { start: before?.span.end, end: token?.span.start };
        Some(between.of(text).contains('\n'))
    };
    let lines = gaps(text, inside).filter(|at| is_after_line(at) == Some(true)).count();
    let is_row = lines > 0 && (has_marks || lines < gaps(text, inside).count());
    let place = inside.first()?.span.to(inside.last()?.span);
    is_row.then(|| Error::new(place, SEVERAL_COLUMNS).hint(EACH_COLUMN))
}

const SEVERAL_COLUMNS: &str = "a column has one number a row";
const EACH_COLUMN: &str = "write one for each column: x1 = [1, 3]; x2 = [2, 4]";

fn comma_for_semicolon(token: &Token) -> Token {
    match token.kind {
        TokenKind::Semicolon => Token { kind: TokenKind::Comma, ..*token },
        _ => *token,
    }
}

/// The tokens with a comma in each gap.
fn with_commas(text: &str, inside: &[Token]) -> Vec<Token> {
    let mut gaps = gaps(text, inside).peekable();
    let mut separated = Vec::with_capacity(2 * inside.len());
    for (at, token) in inside.iter().enumerate() {
        if gaps.next_if_eq(&at).is_some() {
            let start = token.span.start;
            let span = Span { start: start.saturating_sub(1), end: start };
            separated.push(Token { kind: TokenKind::Comma, span });
        }
        separated.push(*token);
    }
    separated
}

/// The places of tokens outside parentheses that begin an element after a blank.
fn gaps<'tokens>(
    text: &'tokens str,
    inside: &'tokens [Token],
) -> impl Iterator<Item = usize> + use<'tokens> {
    let mut depth = 0_usize;
    inside.windows(2).zip(1..).filter_map(move |(two, at)| {
        let [before, token] = two else {
            return None;
        };
        depth = before.depth_after(depth);
        let begins = !before.touches(token) && ends_a_value(text, before) && {
            let mark = token.span.of(text);
            match token.kind {
                TokenKind::Number
                | TokenKind::Concise
                | TokenKind::Name
                | TokenKind::Quotation
                | TokenKind::Open => true,
                TokenKind::Mark if mark == "+" || ops::prefix(mark).is_some() => {
                    let is_sign = |next: &Token| ops::prefix(next.span.of(text)).is_some();
                    inside.get(at + 1).is_some_and(|next| token.touches(next) && !is_sign(next))
                }
                TokenKind::Mark => {
                    ops::before_atom(mark).is_some() || ops::constant(mark).is_some()
                }
                _ => false,
            }
        };
        (depth == 0 && begins).then_some(at)
    })
}

fn ends_a_value(text: &str, token: &Token) -> bool {
    let mark = token.span.of(text);
    let is_mark =
        || mark == "%" || ops::constant(mark).is_some() || ops::after_number(mark).is_some();
    match token.kind {
        TokenKind::Concise => true,
        TokenKind::Mark => is_mark(),
        kind => kind.ends_a_value(),
    }
}
