//! Numbers as tables of constants print them: `1.235(34)` is `1.235 ± 0.034`.

use super::error::{Error, Result, Span, quoted};
use super::number::number;
use super::print::exact;
use super::tokens::{Token, TokenKind};
use crate::core::ops;

/// A number and the standard uncertainty of its last digits.
#[derive(Debug, Clone, Copy)]
pub struct Concise {
    /// The number, with its sign.
    pub value: f64,
    /// The uncertainty.
    pub u: f64,
    /// The place of both.
    pub span: Span,
}

impl Concise {
    /// Reads tokens that are such a number, with a sign or without; none for others.
    ///
    /// # Errors
    ///
    /// It can be read as a product as well, as `4(3)`, or is too large.
    pub fn read(text: &str, tokens: &[Token]) -> Result<Option<Concise>> {
        let (sign, rest) = match tokens {
            [sign, rest @ ..] if is_sign(text, sign) => (Some(sign), rest),
            rest => (None, rest),
        };
        match rest {
            [only] if only.kind == TokenKind::Concise => {
                let Parts { whole, digits, exponent } = Parts::of(only.span.of(text));
                let value = number(&format!("{whole}{exponent}"), only.span)?;
                let u = number(&last_digits(&whole, &digits, &exponent), only.span)?;
                let is_minus = sign.is_some_and(|sign| sign.span.of(text) != "+");
                let start = sign.unwrap_or(only).span.start;
                let span = Span { start, end: only.span.end };
                Ok(Some(Concise { value: if is_minus { -value } else { value }, u, span }))
            }
            [value, open, digits, close]
                if is_product([value, open, digits, close])
                    && [value, open, digits]
                        .into_iter()
                        .zip([open, digits, close])
                        .all(|(one, next)| one.touches(next)) =>
            {
                let span = Span { start: value.span.start, end: close.span.end };
                Err(two_readings(text, span, Reading::Value))
            }
            _ => Ok(None),
        }
    }
}

/// Where a text stands that can be read in two ways.
#[derive(Debug, Clone, Copy)]
pub enum Reading {
    /// It is all that a leaf gets.
    Value,
    /// It is a part of something else.
    Operand,
}

fn is_sign(text: &str, token: &Token) -> bool {
    let mark = token.span.of(text);
    token.kind == TokenKind::Mark
        && (mark == "+" || ops::prefix(mark).is_some_and(|row| row.is(ops::NEGATE)))
}

fn is_product(tokens: [&Token; 4]) -> bool {
    use TokenKind::{Close, Number, Open};
    tokens.map(|token| token.kind) == [Number, Open, Number, Close]
}

/// Returns the error for `1.235(34)` where it is no value with an uncertainty, and for `4(3)`.
pub fn two_readings(text: &str, span: Span, reading: Reading) -> Error {
    let typed = span.of(text);
    let Parts { whole, digits, exponent } = Parts::of(typed);
    let u = number(&last_digits(&whole, &digits, &exponent), span)
        .map_or_else(|_| digits.clone(), exact);
    let message = format!("{} can be read in two ways", quoted(typed));
    let [value, digits] = [&format!("{whole}{exponent}"), &digits].map(|text| quoted(text));
    Error::new(span, message).hint(match reading {
        Reading::Value => format!("write {value}*{digits} or {value} ± {u}"),
        Reading::Operand => format!(
            "write {value}*{digits}, or give the uncertain number a name first: x = {value} ± {u}"
        ),
    })
}

/// What stands before the parentheses, in them, and the exponent of both.
struct Parts {
    whole: String,
    digits: String,
    exponent: String,
}

impl Parts {
    fn of(typed: &str) -> Parts {
        let (whole, rest) = typed.split_once('(').unwrap_or((typed, ""));
        let (digits, exponent) = rest.split_once(')').unwrap_or((rest, ""));
        // Of 1.5e3(2), too, the exponent is for both.
        let at = whole.find(['e', 'E']).unwrap_or(whole.len());
        let (whole, own) = whole.split_at(at);
        let exponent = if exponent.is_empty() { own } else { exponent };
        let [whole, digits, exponent] = [whole, digits, exponent].map(|text| text.replace('_', ""));
        Parts { whole, digits, exponent }
    }
}

/// Returns the text of the uncertainty: digits without a point of their own count in units of the
/// last digit before them.
fn last_digits(whole: &str, digits: &str, exponent: &str) -> String {
    if digits.contains('.') {
        return format!("{digits}{exponent}");
    }
    let decimals = whole.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exponent = exponent.get(1..).and_then(|exponent| exponent.parse::<i64>().ok()).unwrap_or(0);
    let exponent = exponent.saturating_sub(i64::try_from(decimals).unwrap_or(i64::MAX));
    format!("{digits}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    #[test]
    fn digits_in_parentheses_are_those_of_the_end() {
        let read = |text: &str| {
            let read = Concise::read(text, &tokens(text)).unwrap().unwrap();
            (read.value, read.u)
        };
        assert_eq!(read("1.235(34)"), (1.235, 0.034));
        assert_eq!(read("6.67430(15)e-11"), (6.6743e-11, 1.5e-15));
        assert_eq!(read("1.602_176(2)E-19"), (1.602176e-19, 2e-25));
        assert_eq!(read("-0.5(12)"), (-0.5, 1.2));
        assert_eq!(read(".5(1)"), (0.5, 0.1));
        assert_eq!(read("1.2(1.2)"), (1.2, 1.2));
        assert_eq!(read("1.2(0.1)e3"), (1200.0, 100.0));
        for text in ["4(3)", "1.(3)", "1e3(2)", "-4(3)"] {
            assert!(Concise::read(text, &tokens(text)).is_err(), "{text}");
        }
        for text in ["4", "(43)(60)", "2 (3)", "4( 3 )", "a(3)", "1.2(3) + 1"] {
            assert!(Concise::read(text, &tokens(text)).unwrap().is_none(), "{text}");
        }
    }
}
