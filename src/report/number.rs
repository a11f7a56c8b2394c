//! Numbers in a report: the value, and the style in which it is shown.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::exact_json;

/// A number with its style; exact in machine formats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    pub value: f64,
    pub style: NumberStyle,
    /// The other number of a change; the digits distinguish both.
    pub other: Option<f64>,
}

/// The digits and the color with which a number is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberStyle {
    /// With the decimals of tables: `-8.0000`.
    Data,
    Grad,
    /// As a single answer, with up to 15 significant digits: `0.707106781186548`.
    Answer,
    /// With few digits.
    Brief,
    Significant(usize),
    Decimals(usize),
    /// With decimals and a sign, even if positive.
    Signed(usize),
    /// To the last place of this standard uncertainty.
    Beside(f64),
    /// As the standard uncertainty of this number.
    UncertaintyOf(f64),
}

impl Number {
    /// A number to the last place of its standard uncertainty, and that.
    pub fn with_uncertainty(value: f64, u: f64) -> [Number; 2] {
        [NumberStyle::Beside(u).of(value), NumberStyle::UncertaintyOf(value).of(u)]
    }
}

impl NumberStyle {
    pub fn of(self, value: f64) -> Number {
        Number { value, style: self, other: None }
    }

    /// The two numbers of a change, with digits that distinguish them.
    pub fn change(self, before: f64, after: f64) -> [Number; 2] {
        let apart = |value: f64, other: f64| Number { other: Some(other), ..self.of(value) };
        [apart(before, after), apart(after, before)]
    }
}

/// Numbers for machines: one, or lists.
pub trait Numbers {
    fn json(&self) -> Value;
}

impl Numbers for f64 {
    fn json(&self) -> Value {
        exact_json(*self)
    }
}

impl<T: Numbers> Numbers for Option<T> {
    fn json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::json)
    }
}

impl<T: Numbers> Numbers for [T] {
    fn json(&self) -> Value {
        self.iter().map(T::json).collect()
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl<T: Numbers, const COUNT: usize> Numbers for [T; COUNT] {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

/// Serializes a field of numbers: `#[serde(serialize_with = "as_exact")]`.
pub fn as_exact<S: Serializer>(numbers: &impl Numbers, serializer: S) -> Result<S::Ok, S::Error> {
    numbers.json().serialize(serializer)
}

/// Returns true for 0, which machine formats leave out.
pub fn is_zero(count: &usize) -> bool {
    *count == 0
}
