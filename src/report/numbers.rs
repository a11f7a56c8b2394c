//! Numbers as text: in tables and as single answers.

use std::ops::Range;

use super::{Number, NumberStyle, Role};
pub use crate::core::language::exact;
use crate::core::ops::MOST_WHOLE;

const DECIMALS: usize = 4;
/// The fewest significant digits of a number in a table.
const FEWEST: usize = 4;
const MOST_IN_TABLES: i32 = 8;
/// The numbers for which four decimals have four significant digits.
const USUAL: Range<f64> = 0.1..9999.5;
/// Smaller whole numbers keep all digits in tables.
const MOST_OF_WHOLE: f64 = 1e9;
/// Significant digits of answers: a double keeps each of them.
const SIGNIFICANT: usize = 15;
const BRIEF: usize = 6;
const UNCERTAIN: usize = 1;
const DIGITS_OF_A_DOUBLE: i32 = 17;
const MOST_PLACES: usize = DIGITS_OF_A_DOUBLE as usize - 1;
/// More digits than a double has on either side of its point.
const MOST_DIGITS: usize = 1000;
const LARGEST_EXPONENT: i32 = 7;
const LEAST_EXPONENT: i32 = -4;
/// A large number that would end in this many insignificant zeros gets an exponent.
const MANY_ZEROS: i32 = 4;

/// Returns the text of a number in its style; `digits` is the setting of decimals.
pub fn text(number: Number, digits: Option<usize>) -> String {
    let Number { value, style, other } = number;
    let text = in_style(value, style, digits);
    let parsed = |text: &str| text.parse::<f64>().ok();
    let is_alike = |it: &f64| parsed(&in_style(*it, style, digits)) == parsed(&text);
    let Some(other) = other.filter(is_alike) else { return text };
    let mut places = FEWEST..=DIGITS_OF_A_DOUBLE as usize;
    let apart = places.find(|it| significant(value, *it) != significant(other, *it));
    apart.map_or(text, |places| significant(value, places))
}

/// The two numbers of a change as answers, with digits that distinguish them.
pub fn change(before: f64, after: f64, digits: Option<usize>) -> [String; 2] {
    NumberStyle::Answer.change(before, after).map(|number| text(number, digits))
}

fn in_style(value: f64, style: NumberStyle, digits: Option<usize>) -> String {
    match style {
        NumberStyle::Data | NumberStyle::Grad => table(value, digits),
        NumberStyle::Answer => answer(value, digits),
        NumberStyle::Brief => short(value, BRIEF, digits),
        NumberStyle::Significant(digits) => significant(value, digits),
        NumberStyle::Decimals(places) => decimals(value, places),
        NumberStyle::Signed(places) if !value.is_finite() || value < 0.0 => decimals(value, places),
        NumberStyle::Signed(places) => format!("+{}", decimals(value, places)),
        NumberStyle::Beside(u) => to_same_place(value, u, digits)[0].clone(),
        NumberStyle::UncertaintyOf(of) => to_same_place(of, value, digits)[1].clone(),
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

/// Returns the text of a number in a table: with `digits` decimals, or in ten characters with at least four
/// significant digits.
pub fn table(value: f64, digits: Option<usize>) -> String {
    if let Some(places) = digits {
        return decimals(value, places);
    }
    if !value.is_finite() {
        return exact(value);
    }
    let value = value + 0.0;
    if value == 0.0 || USUAL.contains(&value.abs()) {
        return format!("{value:.DECIMALS$}");
    }
    let first = exponent(value, FEWEST - 1);
    if first >= LARGEST_EXPONENT && value.fract() == 0.0 && value.abs() < MOST_OF_WHOLE {
        return format!("{value:.0}");
    }
    if !(LEAST_EXPONENT..LARGEST_EXPONENT).contains(&first) {
        return format!("{value:.*e}", FEWEST - 1);
    }
    let fewest = FEWEST as i32 - 1 - first;
    fixed(value, fewest.max(DECIMALS as i32).min((MOST_IN_TABLES - 1 - first).max(fewest)))
}

/// The text with decimals; a large number gets an exponent.
fn decimals(value: f64, places: usize) -> String {
    if value.is_finite() && value.abs() >= MOST_OF_WHOLE {
        return format!("{value:.*e}", places.min(MOST_PLACES));
    }
    with_point(value, places)
}

/// The text with decimals. A number that would read as zero gets an exponent: a vanishing gradient must not
/// look dead.
fn with_point(value: f64, places: usize) -> String {
    if !value.is_finite() {
        return exact(value);
    }
    let value = value + 0.0;
    let last = DIGITS_OF_A_DOUBLE - 1 - exponent(value, 0);
    let text =
        format!("{value:.*}", places.min(usize::try_from(last).unwrap_or(0)).min(MOST_DIGITS));
    if value != 0.0 && is_zero(&text) {
        format!("{value:.*e}", places.min(MOST_PLACES))
    } else {
        text
    }
}

fn is_zero(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// Returns the text of a single answer: 15 significant digits without trailing zeros, or `digits` decimals.
/// Whole numbers below 2^53 keep all digits; from there on it is the shortest text of the double.
pub fn answer(value: f64, digits: Option<usize>) -> String {
    match digits {
        _ if !value.is_finite() => exact(value),
        _ if value.abs() >= MOST_WHOLE => format!("{value:e}"),
        _ if value.fract() == 0.0 => format!("{:.0}", value + 0.0),
        None => significant(value, SIGNIFICANT),
        Some(places) => with_point(value, places),
    }
}

/// Returns the text of an answer of at most `most` significant digits, or of `digits` decimals.
pub fn short(value: f64, most: usize, digits: Option<usize>) -> String {
    if digits.is_some() { answer(value, digits) } else { significant(value, most) }
}

/// Returns the text with at most this many significant digits, without trailing zeros. Up to 15 digits before
/// the point are never cut.
pub fn significant(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return exact(value);
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let places = digits.clamp(1, MOST_DIGITS) - 1;
    let rounded = format!("{value:.places$e}");
    let (mantissa, exponent) = split(&rounded);
    if !(LEAST_EXPONENT..=places.max(SIGNIFICANT - 1) as i32).contains(&exponent) {
        return format!("{}e{exponent}", without_zeros(mantissa));
    }
    without_zeros(&fixed(value, places as i32 - exponent)).to_owned()
}

/// A correlation with four decimals, or more to distinguish it from ±1.
pub fn correlation(r: f64) -> String {
    let text = |places: usize| without_zeros(&fixed(r, places as i32)).to_owned();
    let is_told = |text: &String| r.abs() >= 1.0 || text.trim_start_matches('-') != "1";
    (DECIMALS..=MOST_DIGITS).map(text).find(is_told).unwrap_or_else(|| exact(r))
}

/// A number and its standard uncertainty, which end at the same place: `3.333 ± 0.085`.
pub fn with_uncertainty(value: f64, u: Option<f64>, digits: Option<usize>) -> String {
    match u.filter(|_| value.is_finite()) {
        Some(u) => in_parentheses(to_same_place(value, u, digits)).join(" ± "),
        None => answer(value, digits),
    }
}

/// Moves a common exponent behind a parenthesis: `(3.32 ± 0.28)e11`.
pub fn in_parentheses([value, u]: [String; 2]) -> [String; 2] {
    match (value.split_once('e'), u.split_once('e')) {
        (Some((value, exponent)), Some((u, same))) if exponent == same => {
            [format!("({value}"), format!("{u})e{exponent}")]
        }
        _ => [value, u],
    }
}

pub fn uncertainty(u: f64, digits: Option<usize>) -> String {
    to_same_place(u, u, digits)[1].clone()
}

/// A number and its standard uncertainty, ending at the same place.
pub fn to_same_place(value: f64, u: f64, digits: Option<usize>) -> [String; 2] {
    let places = digits.map(|places| places.min(MOST_DIGITS));
    if let Some(places) = places
        && u.is_finite()
        && value.abs() < MOST_WHOLE
        && !is_zero(&format!("{u:.places$}"))
    {
        return [value, u].map(|number| fixed(number, places as i32));
    }
    ending_with_u(value, u).unwrap_or_else(|| {
        let value = answer(value, None);
        let has_exponent = value.contains('e') && u.is_finite() && u != 0.0;
        let text = if has_exponent { format!("{u:.1e}") } else { significant(u, 2) };
        [value, text]
    })
}

/// A number and its standard uncertainty, ending where that has two significant digits; `None` if that is far
/// from the number's digits.
fn ending_with_u(value: f64, u: f64) -> Option<[String; 2]> {
    if !value.is_finite() || !u.is_finite() || u == 0.0 {
        return None;
    }
    // Places of digits: 0 for ones, -1 for tenths.
    let first_of_u = exponent(u, UNCERTAIN);
    let last = first_of_u - UNCERTAIN as i32;
    let places = usize::try_from(exponent(value, 0) - last).unwrap_or(0);
    let of_value = if value == 0.0 { last } else { exponent(value, places) };
    let first = of_value.max(first_of_u);
    if first - last >= DIGITS_OF_A_DOUBLE {
        return None;
    }
    let has_zeros = last >= MANY_ZEROS && first >= LARGEST_EXPONENT;
    if !has_zeros && (LEAST_EXPONENT..SIGNIFICANT as i32).contains(&first) {
        let whole = |number: f64| shifted(shifted(number, last).round(), -last);
        return Some([value, u].map(|it| fixed(if last > 0 { whole(it) } else { it }, -last)));
    }
    let mantissa = |number: f64| fixed(shifted(number, first), first - last);
    if is_zero(&mantissa(value)) {
        return Some(["0".to_owned(), format!("{u:.UNCERTAIN$e}")]);
    }
    Some([value, u].map(|number| format!("{}e{first}", mantissa(number))))
}

/// The exponent of a number rounded to `places` digits after its first.
fn exponent(number: f64, places: usize) -> i32 {
    split(&format!("{number:.places$e}")).1
}

/// The number with its point moved left by `places`.
fn shifted(number: f64, places: i32) -> f64 {
    // By its digits: a division would round twice.
    let text = format!("{number:e}");
    let (mantissa, exponent) = split(&text);
    format!("{mantissa}e{}", exponent - places).parse().unwrap_or(number)
}

/// The number with decimals, without a sign if all digits are zeros.
fn fixed(number: f64, decimals: i32) -> String {
    let text = format!("{number:.*}", usize::try_from(decimals).unwrap_or(0));
    if is_zero(&text) { text.trim_start_matches('-').to_owned() } else { text }
}

/// Splits scientific notation into mantissa and exponent.
fn split(text: &str) -> (&str, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (mantissa, exponent.parse().unwrap_or(0))
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
            (NumberStyle::Data, 2.0, 2.000_01, ["2", "2.00001"]),
            (NumberStyle::Data, 2.0 / 3.0, 0.666_66, ["0.66667", "0.66666"]),
            (NumberStyle::Data, 1e9, 1e9 + 1.0, ["1000000000", "1000000001"]),
            (NumberStyle::Data, 0.1, 0.1, ["0.1000", "0.1000"]),
            (NumberStyle::Data, 0.0, -0.0, ["0.0000", "0.0000"]),
            (NumberStyle::Data, f64::NAN, 1.0, ["nan", "1.0000"]),
            (NumberStyle::Brief, 6.0, 6.000_000_1, ["6", "6.0000001"]),
            (NumberStyle::Decimals(6), 1.0, 1.0 + 1e-8, ["1", "1.00000001"]),
            (NumberStyle::Answer, 0.5, 0.5, ["0.5", "0.5"]),
            (NumberStyle::Answer, 1.0, 1.0 + f64::EPSILON, ["1", "1.0000000000000002"]),
        ] {
            let shown = style.change(before, after).map(|number| text(number, None));
            assert_eq!(shown, expected, "{style:?} {before} {after}");
        }
        assert_eq!(change(3.0, 3.000_000_4, Some(6)), ["3", "3.0000004"]);
    }

    #[test]
    fn an_answer_keeps_the_digits_before_its_point() {
        assert_eq!(answer(1_234_567_890.5, Some(2)), "1234567890.50");
        assert_eq!(answer(0.001, Some(2)), "1.00e-3");
        assert_eq!(table(1_234_567_890.5, Some(2)), "1.23e9");
    }

    #[test]
    fn a_number_ends_where_its_uncertainty_does() {
        for (value, u, expected) in [
            (10.0 / 3.0, 0.085_346, "3.333 ± 0.085"),
            (-8.0, 1.296, "-8.0 ± 1.3"),
            (3.0, 0.0996, "3.00 ± 0.10"),
            (5.502e-4, 7.3e-6, "0.0005502 ± 0.0000073"),
            (5.502e-5, 7.3e-7, "(5.502 ± 0.073)e-5"),
            (50_000_838.0, 31.66, "50000838 ± 32"),
            (50_000_838.0, 996.0, "50000800 ± 1000"),
            (1_234_567.0, 8900.0, "1234600 ± 8900"),
            (1.234_567e15, 8.9e12, "(1.2346 ± 0.0089)e15"),
            (3.32e11, 2.8e10, "(3.32 ± 0.28)e11"),
            (1e9, 1e7, "(1.000 ± 0.010)e9"),
            (0.0, 1.25e-9, "0 ± 1.3e-9"),
            (-3e-19, 4.5e-17, "0 ± 4.5e-17"),
            (2e30, 1e10, "2e30 ± 1.0e10"),
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
            (1e-310, 1e-312, "(1.000 ± 0.010)e-310"),
            (1e308, 1e307, "(1.00 ± 0.10)e308"),
        ] {
            assert_eq!(with_uncertainty(value, Some(u), None), expected);
        }
        assert_eq!(with_uncertainty(10.0 / 3.0, Some(0.085_346_06), Some(4)), "3.3333 ± 0.0853");
        assert_eq!(with_uncertainty(10.0 / 3.0, Some(0.000_085), Some(3)), "3.333333 ± 0.000085");
    }
}
