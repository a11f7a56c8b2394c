//! The range of values that a picture shows, and the row of each.

use crate::report::{Axis, Chart, DIGITS, digits_of, on_axis};

/// The values at the bottom and the top of a picture, and its number of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// The value at the bottom.
    pub low: f64,
    /// The value at the top.
    pub high: f64,
    /// The number of rows.
    pub rows: usize,
    /// A row has a label every so many rows.
    per_label: usize,
    /// True if equal steps are equal ratios: `low` and `high` are logarithms to base 10.
    pub is_logarithmic: bool,
    /// True if some values are outside.
    pub is_cut: bool,
    /// True when all values are one but for rounding.
    pub is_level: bool,
    /// The shares that have a label, from the bottom up.
    pub labels: Vec<(f64, String)>,
}

const ROWS: usize = 15;
/// The rows beside heat.
const ROWS_OF_HEAT: usize = 20;
/// The number of steps between labels to begin with.
const LABELS: f64 = 5.0;
/// The steps between round labels that a picture has room for.
const INTERVALS: std::ops::RangeInclusive<f64> = 4.0..=8.0;
/// The rows for a constant: few, and such that the middle row has a label.
const ROWS_OF_CONSTANT: usize = 9;
/// The rows for a curve that levels off at both ends.
const FEW_ROWS: usize = 11;
/// A curve is cut if its range is this many times the range of its middle nine tenths.
const WILD: f64 = 20.0;

impl Scale {
    /// Chooses the scale for what a chart shows.
    pub fn of(chart: &Chart) -> Scale {
        if chart.heat.is_some() {
            let Axis { from, to, is_logarithmic, .. } = chart.y;
            let [from, to] = [from, to].map(|end| if is_logarithmic { end.log10() } else { end });
            return Scale {
                is_logarithmic,
                labels: chart.y.labels(),
                ..Scale::between(from, to, ROWS_OF_HEAT)
            };
        }
        let values = chart.values();
        let is_logarithmic = chart.y.is_logarithmic;
        let scale = if is_logarithmic {
            let logarithms: Vec<f64> = values.iter().map(|value| value.log10()).collect();
            Scale { is_logarithmic, ..Scale::of_values(&logarithms) }
        } else {
            Scale::of_values(&values)
        };
        Scale { labels: scale.labels(), ..scale }
    }

    /// Chooses the scale for some values, ignoring non-finite ones.
    fn of_values(values: &[f64]) -> Scale {
        let mut sorted: Vec<f64> =
            values.iter().copied().filter(|value| value.is_finite()).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let (Some(low), Some(high)) = (sorted.first().copied(), sorted.last().copied()) else {
            return Scale { is_level: true, ..Scale::between(-1.0, 1.0, ROWS) };
        };
        let size = low.abs().max(high.abs());
        if high / 2.0 - low / 2.0 <= 1e-13 * size {
            // Constant up to rounding: the line goes through the middle.
            let air = if size == 0.0 { 1.0 } else { (size / 2.0).min(f64::MAX / 4.0) };
            let middle = low / 2.0 + high / 2.0;
            let (low, high) = (middle - air, middle + air);
            return Scale { is_level: true, ..Scale::between(low, high, ROWS_OF_CONSTANT) };
        }
        let scale = Scale::between(low, high, ROWS);
        scale.without_poles(&sorted).with_air(values).rounded()
    }

    fn between(low: f64, high: f64, rows: usize) -> Scale {
        Scale {
            low,
            high,
            rows,
            per_label: 2,
            is_logarithmic: false,
            is_cut: false,
            is_level: false,
            labels: Vec::new(),
        }
    }

    /// Widens the scale to round numbers, which become its labels.
    fn rounded(self) -> Scale {
        let least = (self.high / 2.0 - self.low / 2.0) / LABELS * 2.0;
        let unit = 10f64.powf(least.log10().floor());
        let fitted = |step: f64| {
            // Rounding must not add a step where the range fits exactly.
            let first = (self.low / step + 1e-9).floor();
            let last = (self.high / step - 1e-9).ceil();
            let (low, high, intervals) = (first * step, last * step, last - first);
            let is_exact = step.is_normal() && first.abs().max(last.abs()) < 1e9;
            let fits = is_exact && low.is_finite() && high.is_finite();
            (fits && INTERVALS.contains(&intervals)).then_some((low, high, intervals))
        };
        // The least step that is enough, or a finer one where that leaves too few labels.
        let steps = [0.5, 1.0, 2.0, 5.0, 10.0].map(|digit| digit * unit);
        let enough = steps.iter().position(|step| *step >= least * (1.0 - 1e-9));
        let steps = steps.iter().take(enough.map_or(0, |enough| enough + 1)).rev();
        let Some((low, high, intervals)) = steps.copied().find_map(fitted) else {
            return self;
        };
        let per_label = (((self.rows - 1) as f64 / intervals).round() as usize).max(1);
        let rows = intervals as usize * per_label + 1;
        Scale { low, high, rows, per_label, ..self }
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
        let value = if self.is_logarithmic { value.log10() } else { value };
        // Halves, since the whole range may overflow.
        (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
    }

    /// The row of a value, counted from the top; it may be outside. None for a non-finite value.
    pub fn row(&self, value: f64) -> Option<isize> {
        let last = self.rows.saturating_sub(1);
        // The small offset makes ties go up in spite of rounding.
        let height = (self.share(value) * last as f64 + 1e-9).round();
        (value.is_finite() && !height.is_nan())
            .then_some((last as isize).saturating_sub(height as isize))
    }

    /// The labels: some rows have one.
    fn labels(&self) -> Vec<(f64, String)> {
        let last = (self.rows - 1) as f64;
        let rows = (0..self.rows).rev().filter(|row| row.is_multiple_of(self.per_label));
        let shares: Vec<f64> = rows.map(|row| 1.0 - row as f64 / last).collect();
        let place = |share: &f64| {
            let value = self.low * (1.0 - share) + self.high * share;
            match self.is_logarithmic {
                true => 10f64.powf(value),
                // A 0 up to rounding.
                false if value.abs() < (self.high / 2.0 - self.low / 2.0) * 1e-9 => 0.0,
                false => value,
            }
        };
        let values: Vec<f64> = shares.iter().map(place).collect();
        let digits = digits_of(&values, if self.is_logarithmic { 2 } else { DIGITS });
        let texts = values.iter().map(|value| on_axis(*value, digits));
        shares.iter().copied().zip(texts).collect()
    }
}
