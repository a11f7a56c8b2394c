//! Numbers as text: in tables, as single answers, and exact for machines. Displayed exponents have
//! a sign and two digits; exact numbers, which can be typed back, are the shortest such text.

use super::{Number, NumberStyle, Role};
pub use crate::language::exact;

/// Default decimals in tables.
const DECIMALS: usize = 4;
/// Default significant digits of answers.
const SIGNIFICANT: usize = 12;
/// Default significant digits of brief numbers.
const BRIEF: usize = 6;
/// The maximum number of digits shown; a double has fewer before or after its point.
const MOST_DIGITS: usize = 1000;
/// From this size on, numbers in tables are scientific.
const LARGE: f64 = 1e6;
/// Answers with a smaller exponent are scientific: tables show four decimals, too.
const LEAST_EXPONENT: i32 = -4;

/// Returns the text of a number in its style; `digits` is the reader's setting.
pub fn text(number: Number, digits: Option<usize>) -> String {
    let value = number.value;
    match number.style {
        NumberStyle::Data | NumberStyle::Grad => table(value, digits),
        NumberStyle::Answer => answer(value, digits),
        NumberStyle::Brief => answer(value, digits.or(Some(BRIEF))),
        NumberStyle::Significant(digits) => answer(value, Some(digits)),
        NumberStyle::Decimals(places) => decimals(value, places, false),
        NumberStyle::Change(places) => decimals(value, places, true),
        NumberStyle::Magnitude => magnitude(value),
    }
}

/// Returns the role of a number in its style.
pub fn role(number: Number) -> Role {
    match number.style {
        NumberStyle::Grad => Role::of(number.value),
        _ if number.value.is_finite() => Role::Plain,
        _ => Role::NonFinite,
    }
}

/// Returns the text of a number in a table: 4 decimals, or `digits`.
///
/// A number too large for its column is scientific, and so is a small one that would read as zero:
/// a vanishing gradient must not look dead.
pub fn table(value: f64, digits: Option<usize>) -> String {
    decimals(value, digits.unwrap_or(DECIMALS), false)
}

/// The text of a number with this many decimals, and if `signed` with a sign even if positive.
fn decimals(value: f64, places: usize, signed: bool) -> String {
    let places = places.min(MOST_DIGITS);
    if !value.is_finite() {
        return exact(value);
    }
    // Adding zero makes -0 into 0.
    let value = value + 0.0;
    if value.abs() >= LARGE {
        return scientific(value, places, signed);
    }
    let text = if signed { format!("{value:+.places$}") } else { format!("{value:.places$}") };
    let reads_as_zero = !text.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    if reads_as_zero && value != 0.0 { scientific(value, places, signed) } else { text }
}

/// Returns the text of a number as a single answer: up to 12 significant digits, or `digits`,
/// without trailing zeros. Digits before the point are never cut.
pub fn answer(value: f64, digits: Option<usize>) -> String {
    if !value.is_finite() {
        return exact(value);
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = digits.unwrap_or(SIGNIFICANT).clamp(1, MOST_DIGITS);
    let places = digits - 1;
    let rounded = format!("{value:.places$e}");
    let (mantissa, exponent) = split(&rounded);
    let decimals = match usize::try_from(exponent) {
        Ok(exponent) if exponent < digits.max(SIGNIFICANT) => places.saturating_sub(exponent),
        Err(_) if exponent >= LEAST_EXPONENT => places.saturating_add_signed(-(exponent as isize)),
        _ => return with_exponent(without_zeros(mantissa), exponent),
    };
    without_zeros(&format!("{value:.decimals$}")).to_owned()
}

fn magnitude(value: f64) -> String {
    if value.is_finite() { scientific(value + 0.0, 1, false) } else { exact(value) }
}

fn scientific(value: f64, places: usize, signed: bool) -> String {
    let text = if signed { format!("{value:+.places$e}") } else { format!("{value:.places$e}") };
    let (mantissa, exponent) = split(&text);
    with_exponent(mantissa, exponent)
}

/// Splits a number in Rust's scientific notation into mantissa and exponent.
fn split(text: &str) -> (&str, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (mantissa, exponent.parse().unwrap_or(0))
}

/// `1.5393e-07`: the exponent with a sign and at least two digits.
fn with_exponent(mantissa: &str, exponent: i32) -> String {
    format!("{mantissa}e{exponent:+03}")
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
