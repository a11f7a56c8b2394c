//! Numbers as text: in tables, as single answers, and exact for machines. What people see has an
//! exponent of two digits and a sign; what can be typed back, or read by a machine, is the shortest
//! exact text.

use super::{Number, NumberStyle, Role};
pub use crate::language::exact;

/// Decimals in tables unless asked otherwise.
const DECIMALS: usize = 4;
/// Significant digits of answers unless asked otherwise.
const SIGNIFICANT: usize = 12;
/// Significant digits of brief numbers unless asked otherwise.
const BRIEF: usize = 6;
/// No number has more digits than this to show.
const MOST_DIGITS: usize = 1000;
/// From here on tables are scientific.
const LARGE: f64 = 1e6;
/// Below a ten-thousandth answers are scientific: tables have no more decimals than that either.
const LEAST_EXPONENT: i32 = -4;

/// A number in its style; `digits` are those that the reader asked for.
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

/// The role of a number in its style.
pub fn role(number: Number) -> Role {
    match number.style {
        NumberStyle::Grad => Role::of(number.value),
        _ if number.value.is_finite() => Role::Plain,
        _ => Role::NonFinite,
    }
}

/// A number as tables show it: 4 decimals, or as many as asked.
///
/// A number too large for its column is scientific, and so is a small one that would read as zero,
/// so that a vanishing gradient never looks dead.
pub fn table(value: f64, digits: Option<usize>) -> String {
    decimals(value, digits.unwrap_or(DECIMALS), false)
}

/// A number as tables show it with so many decimals, and with its sign even when positive.
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

/// A number as a single answer: up to 12 significant digits, or as many as asked, and no zeros at
/// the end. Fewer digits never cut what stands before the point.
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

/// The mantissa and the exponent of a number in Rust's scientific notation.
fn split(text: &str) -> (&str, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (mantissa, exponent.parse().unwrap_or(0))
}

/// `1.5393e-07`: the exponent with its sign and at least two digits.
fn with_exponent(mantissa: &str, exponent: i32) -> String {
    format!("{mantissa}e{exponent:+03}")
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
