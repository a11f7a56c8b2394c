//! Numbers as text: in tables, as single answers, and exact for machines. Displayed exponents have
//! a sign and two digits; exact numbers, which can be typed back, are the shortest such text.

use super::{Number, NumberStyle, Role};
pub use crate::core::language::exact;
use crate::core::ops::MOST_WHOLE;

/// Default decimals in tables.
const DECIMALS: usize = 4;
/// Default significant digits of answers: those of which a double keeps every one.
const SIGNIFICANT: usize = 15;
/// The fewest significant digits of a number in a table.
const FEWEST: i32 = 3;
/// From here on, the decimals of tables show as many.
const ENOUGH: f64 = 1e-2;
/// Smaller numbers are scientific in tables.
const SMALLEST: f64 = 1e-4;
/// Default significant digits of brief numbers.
const BRIEF: usize = 6;
/// Default significant digits of an uncertainty.
const UNCERTAIN: usize = 2;
/// The significant digits of a double.
const DIGITS_OF_A_DOUBLE: i32 = 17;
/// The maximum number of digits shown; a double has fewer before or after its point.
const MOST_DIGITS: usize = 1000;
/// From this size on, numbers in tables are scientific.
const LARGE: f64 = 1e6;
/// Answers with a smaller exponent are scientific: tables show four decimals, too.
const LEAST_EXPONENT: i32 = -4;

/// Returns the text of a number in its style; `digits` is the reader's setting.
pub fn text(number: Number, digits: Option<usize>) -> String {
    let text = in_style(number.value, number.style, digits);
    match number.other {
        Some(other) if other != number.value && text == in_style(other, number.style, digits) => {
            apart(number, other, digits)
        }
        _ => text,
    }
}

/// Two numbers, what was and what it has become, as answers of at least so many digits that tell them
/// apart.
pub fn change(before: f64, after: f64, digits: Option<usize>) -> [String; 2] {
    NumberStyle::Answer.change(before, after).map(|number| text(number, digits))
}

/// The text of a number with as many digits as it takes to tell it from the other.
fn apart(number: Number, other: f64, digits: Option<usize>) -> String {
    let with = |value: f64, digits: usize| match number.style {
        NumberStyle::Data | NumberStyle::Grad => table(value, Some(digits)),
        NumberStyle::Decimals(_) => decimals(value, digits, false),
        _ => answer(value, Some(digits)),
    };
    let least = match number.style {
        NumberStyle::Data | NumberStyle::Grad => digits.unwrap_or(DECIMALS),
        NumberStyle::Decimals(places) => places,
        _ => digits.unwrap_or(BRIEF),
    };
    let mut texts =
        (least..=MOST_DIGITS).map(|digits| [number.value, other].map(|it| with(it, digits)));
    let apart = texts.find(|[text, other]| text != other);
    apart.map_or_else(|| exact(number.value), |[text, _]| text)
}

fn in_style(value: f64, style: NumberStyle, digits: Option<usize>) -> String {
    match style {
        NumberStyle::Data | NumberStyle::Grad => table(value, digits),
        NumberStyle::Answer => answer(value, digits),
        NumberStyle::Typed if digits.is_none() && value.abs() < MOST_WHOLE => exact(value),
        NumberStyle::Typed => answer(value, digits),
        NumberStyle::Brief => answer(value, digits.or(Some(BRIEF))),
        NumberStyle::Significant(digits) => answer(value, Some(digits)),
        NumberStyle::Decimals(places) => decimals(value, places, false),
        NumberStyle::Change(places) => decimals(value, places, true),
        NumberStyle::Magnitude => magnitude(value),
        NumberStyle::Correlation => match table(value, digits) {
            text if value.abs() < 1.0 && table(value.signum(), digits) == text => {
                correlation(value, digits.unwrap_or(DECIMALS))
            }
            text => text,
        },
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
/// a vanishing gradient must not look dead. Without `digits`, one that four decimals would leave fewer
/// than three digits of has a decimal or two more, and below 0.0001 it is scientific.
pub fn table(value: f64, digits: Option<usize>) -> String {
    let Some(digits) = digits else {
        let size = value.abs();
        if 0.0 < size && size < SMALLEST {
            return scientific(value, DECIMALS, false);
        }
        let more = if 0.0 < size && size < ENOUGH { -exponent(value, FEWEST - 1) } else { 0 };
        let places = usize::try_from(FEWEST - 1 + more).unwrap_or(DECIMALS);
        return decimals(value, places.max(DECIMALS), false);
    };
    decimals(value, digits, false)
}

/// The decimals of a number in a table beyond those that most have; none of a text that is no such
/// number.
pub fn more_decimals(text: &str) -> Option<usize> {
    let (whole, decimals) = text.split_once('.')?;
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = are_digits(whole.trim_start_matches(['-', '+'])) && are_digits(decimals);
    decimals.len().checked_sub(DECIMALS).filter(|_| is_number)
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
    if is_zero(&text) && value != 0.0 { scientific(value, places, signed) } else { text }
}

/// Returns true if all digits are zeros.
fn is_zero(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// Returns the text of a number as a single answer: up to 15 significant digits, or `digits`,
/// without trailing zeros. Digits before the point are never cut, nor those of a whole number below
/// 2^53. From there on, where whole numbers are rounded, it is the shortest text of the double.
pub fn answer(value: f64, digits: Option<usize>) -> String {
    if !value.is_finite() {
        return exact(value);
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    if digits.is_none() && value.abs() >= MOST_WHOLE {
        return format!("{value:e}");
    }
    if digits.is_none() && value.fract() == 0.0 {
        return format!("{value:.0}");
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

/// A correlation with so many significant digits, or as many more as tell it from ±1.
pub fn correlation(r: f64, digits: usize) -> String {
    let texts = (digits..=MOST_DIGITS).map(|digits| answer(r, Some(digits)));
    let is_told = |text: &String| r.abs() >= 1.0 || text.trim_start_matches('-') != "1";
    texts.into_iter().find(is_told).unwrap_or_else(|| answer(r, Some(digits)))
}

/// A number and its standard uncertainty, which has two significant digits, or as many as asked; the
/// number ends at the same place: `3.333 ± 0.085`. Both can be typed. What is not finite has none.
pub fn with_uncertainty(value: f64, u: f64, digits: Option<usize>) -> String {
    if value.is_finite() {
        to_same_place(value, u, digits).join(" ± ")
    } else {
        answer(value, digits)
    }
}

/// An uncertainty as it stands after a number.
pub fn uncertainty(u: f64, digits: Option<usize>) -> String {
    let [_, u] = to_same_place(u, u, digits);
    u
}

/// A number and its standard uncertainty, ending at the same place.
pub fn to_same_place(value: f64, u: f64, digits: Option<usize>) -> [String; 2] {
    let (given, digits) = (value, digits.unwrap_or(UNCERTAIN).clamp(1, SIGNIFICANT));
    let apart = || {
        let value = answer(value, None);
        let has_exponent = value.contains('e') && u.is_finite() && u != 0.0;
        let u =
            if has_exponent { scientific(u, digits - 1, false) } else { answer(u, Some(digits)) };
        [value, u]
    };
    if !value.is_finite() || !u.is_finite() || u == 0.0 {
        return apart();
    }
    // The places of the last digit and of the first: 0 is that of the ones, -1 that of the tenths.
    let last = exponent(u, digits as i32 - 1) - (digits as i32 - 1);
    let of_value = if value == 0.0 { last } else { exponent(value, exponent(value, 0) - last) };
    let first = of_value.max(exponent(u, digits as i32 - 1));
    if first - last >= DIGITS_OF_A_DOUBLE {
        return apart();
    }
    let is_plain = (LEAST_EXPONENT..SIGNIFICANT as i32).contains(&first);
    if !is_plain && is_zero(&fixed(shifted(value, first), first - last)) {
        return ["0".to_owned(), scientific(u, digits - 1, false)];
    }
    // What is no rounding error is not rounded to 0.
    let is_small = value != 0.0 && value.abs() >= SMALL_PART * u && last > exponent(value, 0);
    let [value, u] = [value, u].map(|number| {
        if !is_plain {
            return with_exponent(&fixed(shifted(number, first), first - last), first);
        }
        let whole = |number: f64| shifted(shifted(number, last).round(), -last);
        fixed(if last > 0 { whole(number) } else { number }, -last)
    });
    if is_small && is_zero(&value) { [answer(given, Some(1)), u] } else { [value, u] }
}

/// A number that is less than this part of its uncertainty may be shown as 0.
const SMALL_PART: f64 = 1e-3;

/// The exponent of a number that is rounded to so many digits after its first.
fn exponent(number: f64, places: i32) -> i32 {
    split(&format!("{number:.*e}", usize::try_from(places).unwrap_or(0))).1
}

/// The number with its point so many places further left.
fn shifted(number: f64, places: i32) -> f64 {
    // By its decimal digits: a division would round what it divides by, too.
    let text = format!("{number:e}");
    let (mantissa, exponent) = split(&text);
    format!("{mantissa}e{}", exponent - places).parse().unwrap_or(number)
}

/// The number with so many decimals, and no sign when these are zeros.
fn fixed(number: f64, decimals: i32) -> String {
    let text = format!("{number:.*}", usize::try_from(decimals).unwrap_or(0));
    if is_zero(&text) { text.trim_start_matches('-').to_owned() } else { text }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_shows_as_one() {
        for (style, before, after, expected) in [
            (NumberStyle::Data, 2.0, 2.5, ["2.0000", "2.5000"]),
            (NumberStyle::Data, 2.0, 2.000_01, ["2.00000", "2.00001"]),
            (NumberStyle::Data, 2.0 / 3.0, 0.666_66, ["0.66667", "0.66666"]),
            (NumberStyle::Data, 1e9, 1e9 + 1.0, ["1.000000000e+09", "1.000000001e+09"]),
            (NumberStyle::Data, 0.1, 0.1, ["0.1000", "0.1000"]),
            (NumberStyle::Data, 0.0, -0.0, ["0.0000", "0.0000"]),
            (NumberStyle::Data, f64::NAN, 1.0, ["nan", "1.0000"]),
            (NumberStyle::Brief, 6.0, 6.000_000_1, ["6", "6.0000001"]),
            (NumberStyle::Decimals(6), 1.0, 1.0 + 1e-8, ["1.00000000", "1.00000001"]),
            (NumberStyle::Answer, 0.5, 0.5, ["0.5", "0.5"]),
            (NumberStyle::Answer, 1.0, 1.0 + f64::EPSILON, ["1", "1.0000000000000002"]),
        ] {
            let shown = style.change(before, after).map(|number| text(number, None));
            assert_eq!(shown, expected, "{style:?} {before} {after}");
        }
        assert_eq!(change(3.0, 3.000_000_4, Some(6)), ["3", "3.0000004"]);
    }

    #[test]
    fn a_number_ends_where_its_uncertainty_does() {
        for (value, u, expected) in [
            (10.0 / 3.0, 0.085_346, "3.333 ± 0.085"),
            (-8.0, 1.296, "-8.0 ± 1.3"),
            (3.0, 0.0996, "3.00 ± 0.10"),
            (5.502e-4, 7.3e-6, "0.0005502 ± 0.0000073"),
            (5.502e-5, 7.3e-7, "5.502e-05 ± 0.073e-05"),
            (50_000_838.0, 31.66, "50000838 ± 32"),
            (50_000_838.0, 996.0, "50000800 ± 1000"),
            (1_234_567.0, 8900.0, "1234600 ± 8900"),
            (1.234_567e15, 8.9e12, "1.2346e+15 ± 0.0089e+15"),
            (0.0, 1.25e-9, "0 ± 1.3e-09"),
            (-3e-19, 4.5e-17, "0 ± 4.5e-17"),
            (2e30, 1e10, "2e30 ± 1.0e+10"),
            (0.0, 0.014_142, "0.000 ± 0.014"),
            (-1e-9, 0.5, "0.00 ± 0.50"),
            (3.0, 5000.0, "0 ± 5000"),
            (3.0, 0.0, "3 ± 0"),
            (1.0, 1e-20, "1 ± 1e-20"),
            (2.0, f64::NAN, "2 ± nan"),
            (f64::INFINITY, 0.1, "inf"),
            (f64::NAN, 0.1, "nan"),
            (9.999, 0.01, "9.999 ± 0.010"),
            (9.9999, 0.01, "10.000 ± 0.010"),
            (1e-310, 1e-312, "1.000e-310 ± 0.010e-310"),
            (1e308, 1e307, "1.00e+308 ± 0.10e+308"),
        ] {
            assert_eq!(with_uncertainty(value, u, None), expected);
        }
        assert_eq!(with_uncertainty(10.0 / 3.0, 0.085_346_06, Some(4)), "3.33333 ± 0.08535");
    }
}
