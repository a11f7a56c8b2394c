//! What a cell of a table spells: a number, a gap, or text.

use std::borrow::Cow;

use super::commas::{Commas, without_thousands};

/// What a cell spells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spelled {
    /// A number.
    Number(f64),
    /// That a number is missing.
    Gap,
    /// A word without a digit: `rotary`.
    Word,
    /// Something else, such as `1,000` or `<5`.
    Other,
}

/// What programs write where a number is missing, in small letters; they also leave the cell empty.
const GAPS: &[&str] = &[
    "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "+nan", "null", "none", ".", "-", "--", "?",
    "-1.#ind", "1.#ind", "-1.#qnan", "1.#qnan",
];

/// Returns true for a gap that a column of text has as a category: a treatment may be none.
pub fn may_be_text(gap: &[u8]) -> bool {
    gap.trim_ascii().eq_ignore_ascii_case(b"none")
}

/// Reads a cell; with decimal commas `2,5` is a number, with commas between thousands `1,000.5`.
pub fn spelled(cell: &[u8], commas: Commas) -> Spelled {
    let Ok(text) = str::from_utf8(cell) else {
        return Spelled::Other;
    };
    // Most cells are plain numbers.
    if let Some(number) = text.parse().ok().filter(|it: &f64| it.is_finite()) {
        return Spelled::Number(number);
    }
    let text = text.trim();
    if is_gap(text) {
        return Spelled::Gap;
    }
    if let Some(number) = number(text, commas) {
        return Spelled::Number(number);
    }
    if text.bytes().any(|byte| byte.is_ascii_digit()) { Spelled::Other } else { Spelled::Word }
}

/// Returns true for what says that a number is missing.
pub fn is_gap(text: &str) -> bool {
    const LONGEST: usize = 9;
    text.is_empty() || text.len() <= LONGEST && GAPS.contains(&&*text.to_ascii_lowercase())
}

fn number(text: &str, commas: Commas) -> Option<f64> {
    let parsed = match commas {
        Commas::Decimal if text.contains(',') && !text.contains('.') => {
            text.replacen(',', ".", 1).parse()
        }
        Commas::Thousands if text.contains(',') => without_thousands(text)?.parse(),
        _ => as_programs_write(text).parse::<f64>(),
    };
    let number = parsed.ok()?;
    // A number that is too large is none; infinity is written out.
    let is_infinity = || text.to_ascii_lowercase().contains("inf") || text.contains('∞');
    let is_meant = number.is_finite() || is_infinity();
    (is_meant && !number.is_nan()).then_some(number)
}

/// A number with the minus of a typesetter, the D of Fortran, or the sign of infinity, as others write
/// it: 1.5D+03.
fn as_programs_write(text: &str) -> Cow<'_, str> {
    let unsigned = text.strip_prefix('\u{2212}');
    let is_digit = |it: char| it.is_ascii_digit() || it == '.' || it == '∞';
    if let Some(digits) = unsigned.filter(|it| it.starts_with(is_digit)) {
        return format!("-{digits}").replace('∞', "inf").into();
    }
    if text.ends_with('∞') {
        return text.replace('∞', "inf").into();
    }
    match ["D+", "D-", "d+", "d-"].into_iter().find(|mark| text.contains(mark)) {
        Some(mark) => text.replacen(mark, &mark.replace(['D', 'd'], "e"), 1).into(),
        None => text.into(),
    }
}

/// Returns true for a number with a comma in it.
pub fn has_comma(cell: &[u8]) -> bool {
    let is_mark = |byte: &u8| byte.is_ascii_digit() || b"+-., ".contains(byte);
    cell.contains(&b',') && cell.iter().all(is_mark) && cell.iter().any(u8::is_ascii_digit)
}

/// Returns true for a number that its point may divide into thousands: `1.250`.
pub fn is_group(cell: &[u8]) -> bool {
    let cell = cell.trim_ascii();
    let cell = cell.strip_prefix(b"-").or_else(|| cell.strip_prefix(b"+")).unwrap_or(cell);
    let mut parts = cell.split(|byte| *byte == b'.');
    let are_digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(first), Some(last), None) => {
            (1..=3).contains(&first.len())
                && !first.starts_with(b"0")
                && last.len() == 3
                && are_digits(first)
                && are_digits(last)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> Spelled {
        spelled(cell.as_bytes(), Commas::Unknown)
    }

    #[test]
    fn numbers_are_read_as_programs_write_them() {
        for (cell, number) in [
            ("1.5D+03", 1500.0),
            ("-2d-1", -0.2),
            ("\u{2212}2.5", -2.5),
            (" 7 ", 7.0),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("-∞", f64::NEG_INFINITY),
        ] {
            assert_eq!(read(cell), Spelled::Number(number), "{cell}");
        }
        for other in ["1D3", "\u{2212}-2", "1,5", "2024-01-01", "1e400", "2\"3", "<5", "12%"] {
            assert_eq!(read(other), Spelled::Other, "{other}");
        }
        for word in ["D+", "rotary", "a b", "n.d.", "\u{2212}"] {
            assert_eq!(read(word), Spelled::Word, "{word}");
        }
    }

    #[test]
    fn a_gap_is_a_gap_however_it_is_written() {
        for gap in ["", " ", "NA", "nan", "NaN", "-nan", "N/A", "#N/A", "null", "None", ".", "?"] {
            assert_eq!(read(gap), Spelled::Gap, "{gap:?}");
        }
    }

    #[test]
    fn a_group_of_thousands_is_told_from_a_fraction() {
        for group in ["1.250", "-12.500", " 999.999 ", "+1.000"] {
            assert!(is_group(group.as_bytes()), "{group}");
        }
        for other in ["0.125", "1.25", "1.2500", "1250.500", "1.250.000", "1.250,5", "a.bcd", ""] {
            assert!(!is_group(other.as_bytes()), "{other}");
        }
    }
}
