//! Numbers as tables of constants print them: `1.235(34)` is `1.235 ± 0.034`.

use super::error::{Error, Result, Span, quoted};
use super::number::number;
use super::print::exact;

/// Returns a number and its standard uncertainty, of which the last digits stand in parentheses.
///
/// # Errors
///
/// One of them is too large.
pub fn concise(typed: &str, span: Span) -> Result<(f64, f64)> {
    let parts = Parts::of(typed);
    Ok((number(&parts.value(), span)?, number(&parts.uncertainty(), span)?))
}

/// Returns the error for `1.235(34)` where it is no value with an uncertainty, and for `4(3)`.
pub fn two_readings(text: &str, span: Span) -> Error {
    let typed = span.of(text);
    let parts = Parts::of(typed);
    let u = number(&parts.uncertainty(), span).map_or_else(|_| parts.digits.clone(), exact);
    let message = format!("{} is ambiguous", quoted(typed));
    let [value, digits] = [&parts.value(), &parts.digits].map(|text| quoted(text));
    let hint = format!("write {value}*{digits} to multiply, x = {value} ± {u} for a ±");
    Error::new(span, message).hint(hint)
}

/// The digits before and in the parentheses, and the exponent.
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

    fn value(&self) -> String {
        format!("{}{}", self.whole, self.exponent)
    }

    /// Digits without a point of their own count in units of the last digit before them.
    fn uncertainty(&self) -> String {
        let Parts { whole, digits, exponent } = self;
        if digits.contains('.') {
            return format!("{digits}{exponent}");
        }
        let decimals = whole.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let exponent = exponent.get(1..).and_then(|power| power.parse::<i64>().ok()).unwrap_or(0);
        let exponent = exponent.saturating_sub(i64::try_from(decimals).unwrap_or(i64::MAX));
        format!("{digits}e{exponent}")
    }
}

#[cfg(test)]
mod tests {
    use crate::core::language::{Kind, setting};

    #[test]
    fn digits_in_parentheses_are_those_of_the_end() {
        let read = |text: &str| {
            let tree = setting(text).unwrap();
            let [value, u, _] = tree.steps.as_slice() else { panic!("{text}: {tree:?}") };
            match (value.kind, u.kind) {
                (Kind::Number(value), Kind::Number(u)) => (value, u),
                _ => panic!("{text}: {tree:?}"),
            }
        };
        assert_eq!(read("1.235(34)"), (1.235, 0.034));
        assert_eq!(read("6.67430(15)e-11"), (6.6743e-11, 1.5e-15));
        assert_eq!(read("1.602_176(2)E-19"), (1.602176e-19, 2e-25));
        assert_eq!(read("-0.5(12)"), (-0.5, 1.2));
        assert_eq!(read(".5(1)"), (0.5, 0.1));
        assert_eq!(read("1.2(1.2)"), (1.2, 1.2));
        assert_eq!(read("1.2(0.1)e3"), (1200.0, 100.0));
        for text in ["4(3)", "1.(3)", "1e3(2)", "-4(3)"] {
            let error = setting(text).unwrap_err();
            assert!(error.message().contains("ambiguous"), "{text}: {error}");
        }
        let is_uncertain = |text: &str| {
            let steps = setting(text).unwrap().steps;
            steps.iter().any(|step| matches!(step.kind, Kind::PlusMinus { .. }))
        };
        for text in ["4", "(43)(60)", "2 (3)", "4( 3 )", "a(3)", "4*(3)", "4^(3)"] {
            assert!(!is_uncertain(text), "{text}");
        }
        assert!(setting("1.2(3) + 1").is_err());
    }
}
