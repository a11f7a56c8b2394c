//! Numbers as they are typed: `1_000`, `2.5e-3`, `0x1f`, and the digits of `x²`.

use std::borrow::Cow;

use super::error::{Error, Result, Span, quoted};

/// Returns the number that `text` spells.
///
/// # Errors
/// The number overflows or is invalid, such as `0x1g`.
pub fn number(text: &str, span: Span) -> Result<f64> {
    let is_none = || Error::new(span, format!("{} is not a number", quoted(text)));
    for (prefix, radix) in [("0x", 16), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let whole = u64::from_str_radix(digits, radix).map_err(|_| is_none())?;
            return Ok(whole as f64);
        }
    }
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is_between = |at: usize| at > 0 && is_digit(at - 1) && is_digit(at + 1);
    if !text.match_indices('_').all(|(at, _)| is_between(at)) {
        return Err(is_none().hint("an underscore goes between two digits"));
    }
    let digits: Cow<'_, str> =
        if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Error::new(span, "this number is too large")
            .hint("the largest is about 1.8e308; inf stands for infinity")),
        Err(_) => Err(is_none()),
    }
}

/// Returns the power that superscript digits spell.
pub(super) fn superscript(text: &str, span: Span) -> Result<f64> {
    const DIGITS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let plain = |typed: char| {
        let digit = DIGITS.chars().zip('0'..='9').find(|(digit, _)| *digit == typed);
        digit.map_or('-', |(_, plain)| plain)
    };
    number(&text.chars().map(plain).collect::<String>(), span)
}
