//! The range of values that a picture shows, and the row of each.

use crate::report::numbers;

/// The values at the bottom and the top of a picture, and its number of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// The value at the bottom.
    pub low: f64,
    /// The value at the top.
    pub high: f64,
    /// The number of rows.
    pub rows: usize,
    /// True if some values are outside.
    pub is_cut: bool,
    /// True when all values are one but for rounding.
    pub is_level: bool,
}

const ROWS: usize = 15;
/// The rows for a constant: few, and such that the middle row has a label.
const ROWS_OF_CONSTANT: usize = 9;
/// The rows for a curve that levels off at both ends.
const FEW_ROWS: usize = 11;
/// A curve is cut if its range is this many times the range of its middle nine tenths.
const WILD: f64 = 20.0;

impl Scale {
    /// Chooses the scale for some values, ignoring non-finite ones.
    pub fn of(values: &[f64]) -> Scale {
        let mut sorted: Vec<f64> =
            values.iter().copied().filter(|value| value.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (Some(low), Some(high)) = (sorted.first().copied(), sorted.last().copied()) else {
            return Scale { low: -1.0, high: 1.0, rows: ROWS, is_cut: false, is_level: true };
        };
        let size = low.abs().max(high.abs());
        if high / 2.0 - low / 2.0 <= 1e-13 * size {
            // Constant up to rounding: the line goes through the middle.
            let air = if size == 0.0 { 1.0 } else { (size / 2.0).min(f64::MAX / 4.0) };
            let middle = low / 2.0 + high / 2.0;
            let (low, high) = (middle - air, middle + air);
            return Scale { low, high, rows: ROWS_OF_CONSTANT, is_cut: false, is_level: true };
        }
        let scale = Scale { low, high, rows: ROWS, is_cut: false, is_level: false };
        scale.without_poles(&sorted).with_air(values)
    }

    /// Cuts the scale to the middle nine tenths of the values if the others are far away, as near a
    /// pole.
    fn without_poles(self, sorted: &[f64]) -> Scale {
        let at = |share: f64| sorted.get((share * (sorted.len() - 1) as f64) as usize).copied();
        let (Some(first), Some(last)) = (at(0.05), at(0.95)) else {
            return self;
        };
        let middle = last / 2.0 - first / 2.0;
        if middle <= 0.0 || (self.high / 2.0 - self.low / 2.0) / middle < WILD {
            return self;
        }
        let low = self.low.max(first - middle);
        let high = self.high.min(last + middle);
        Scale { low, high, is_cut: true, ..self }
    }

    /// Adds a margin of a tenth above and below a curve that levels off at both ends, so that its
    /// tangent can be seen to leave it.
    fn with_air(self, values: &[f64]) -> Scale {
        let count =
            |row: isize| values.iter().filter(|value| self.row(**value) == Some(row)).count();
        let last = self.rows as isize - 1;
        let many = values.len() / 5;
        let air = (self.high / 2.0 - self.low / 2.0) / 5.0;
        let (low, high) = (self.low - air, self.high + air);
        if count(0) <= many || count(last) <= many || !low.is_finite() || !high.is_finite() {
            return self;
        }
        Scale { low, high, rows: FEW_ROWS, ..self }
    }

    /// The height of a value: 0 at the bottom, 1 at the top.
    pub fn share(&self, value: f64) -> f64 {
        // Halves, since the whole range may overflow.
        (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
    }

    /// The row of a value, counted from the top; it may be outside. None for a non-finite value.
    pub fn row(&self, value: f64) -> Option<isize> {
        let last = self.rows.saturating_sub(1);
        // The small offset makes ties go up in spite of rounding.
        let height = (self.share(value) * last as f64 + 1e-9).round();
        value.is_finite().then_some((last as isize).saturating_sub(height as isize))
    }

    /// The value at the middle of a row.
    fn value(&self, row: usize) -> f64 {
        let share = row as f64 / (self.rows - 1) as f64;
        self.high * (1.0 - share) + self.low * share
    }

    /// The labels of the rows: every other row has one, from the top.
    pub fn labels(&self) -> Vec<Option<String>> {
        let values = (0..self.rows).map(|row| (row % 2 == 0).then(|| self.value(row)));
        let step = (self.value(0) / 2.0 - self.value(2) / 2.0) * 2.0;
        let size = self.low.abs().max(self.high.abs());
        values.map(|value| value.map(|value| label(value, step, size))).collect()
    }
}

/// A number with enough digits to differ from the adjacent labels.
fn label(value: f64, step: f64, size: f64) -> String {
    let wanted = -step.log10();
    if !(1e-4..1e6).contains(&size) {
        let digits = (size.log10() + wanted).ceil().clamp(1.0, 15.0) as usize + 1;
        // A 0 up to rounding.
        let value = if value.abs() < step / 1e6 { 0.0 } else { value };
        return numbers::answer(value, Some(digits));
    }
    let places = wanted.ceil().clamp(1.0, 15.0) as usize;
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(rest) if !rest.bytes().any(|byte| matches!(byte, b'1'..=b'9')) => rest.to_owned(),
        _ => text,
    }
}
