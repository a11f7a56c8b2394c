//! Numbers as reports hold them: the value, and the style in which people see it.

use serde::{Serialize, Serializer};

use crate::language::exact;

/// A number; people see it in its style, machines get it exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// The number itself.
    pub value: f64,
    /// The style in which people see it.
    pub style: NumberStyle,
}

/// The digits of a number that people see, and its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberStyle {
    /// With the decimals of tables: `-8.0000`.
    Data,
    /// The same, colored by its sign.
    Grad,
    /// As a single answer, all its digits that matter: `0.707106781187`.
    Answer,
    /// With the few digits that one reckons with by hand.
    Brief,
    /// With at most so many significant digits.
    Significant(usize),
    /// With so many decimals.
    Decimals(usize),
    /// With so many decimals, and with its sign even when positive.
    Change(usize),
    /// Its order of magnitude: `1.3e-11`.
    Magnitude,
}

impl NumberStyle {
    /// The number in this style.
    pub fn of(self, value: f64) -> Number {
        Number { value, style: self }
    }
}

/// The number of the machine formats: JSON has none for `nan` and infinities, which become texts.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.value.is_finite() {
            serializer.serialize_f64(self.value)
        } else {
            serializer.serialize_str(&exact(self.value))
        }
    }
}
