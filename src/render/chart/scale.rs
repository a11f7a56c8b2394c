//! The vertical axis of a picture, and the row of each value.

use super::ticks::{self, ROUNDING, digits_of, on_axis, round_steps};
use crate::report::{Axis, Chart, DIGITS, Row, Series};

/// The values at the bottom and the top of a picture, and its number of rows.
#[derive(Debug, Clone)]
pub struct Scale {
    pub axis: Axis,
    /// The number of rows.
    pub rows: usize,
    /// True if some values are outside.
    pub is_cut: bool,
    /// The labels by their shares, from the bottom.
    pub labels: Vec<(f64, String)>,
}

const ROWS: usize = 15;
/// The rows beside heat.
const ROWS_OF_HEAT: usize = 20;
/// The first guess of the steps between labels.
const LABELS: f64 = 5.0;
/// The steps between round labels that a picture has room for.
const INTERVALS: std::ops::RangeInclusive<f64> = 4.0..=8.0;
/// The rows for a constant; the middle one has a label.
const ROWS_OF_CONSTANT: usize = 9;
/// A curve is cut if its range is this many times the range of its middle nine tenths.
const WILD: f64 = 20.0;

impl Scale {
    /// Chooses the scale for what a chart shows.
    pub fn of(chart: &Chart) -> Scale {
        let y = &chart.y;
        if chart.heat.is_some() {
            let (axis, labels) = (y.clone(), ticks::labels(y));
            return Scale { axis, rows: ROWS_OF_HEAT, is_cut: false, labels };
        }
        let mut values = values(chart);
        if y.is_logarithmic {
            values.iter_mut().for_each(|value| *value = value.log10());
        }
        values.sort_unstable_by(f64::total_cmp);
        let (low, high) = (values.first().copied(), values.last().copied());
        let all = [low.unwrap_or(0.0), high.unwrap_or(0.0)];
        let middle = middle_of(all);
        let is_level = middle.is_some();
        let shown = middle.unwrap_or_else(|| without_poles(all, &values));
        let is_cut = !is_level && shown != all;
        let most = if is_level { ROWS_OF_CONSTANT } else { ROWS };
        let is_number = |end: &f64| !y.is_logarithmic || end.abs() < 308.0;
        let round = rounded(shown).filter(|(ends, ..)| !is_level && ends.iter().all(is_number));
        let (shown, rows, per_label) = round.unwrap_or((shown, most, 2));
        let labels = labels(shown, y.is_logarithmic, (rows, per_label));
        let [from, to] = shown.map(|end| if y.is_logarithmic { 10f64.powf(end) } else { end });
        Scale { axis: Axis { from, to, ..y.clone() }, rows, is_cut, labels }
    }

    /// The height of a value: 0 at the bottom, 1 at the top.
    pub fn share(&self, value: f64) -> f64 {
        self.axis.share(value)
    }

    /// The row of a value from the top, perhaps outside; `None` if it is not finite.
    pub fn row(&self, value: f64) -> Option<isize> {
        let last = self.rows.saturating_sub(1);
        // The offset makes ties go up.
        let height = (self.share(value) * last as f64 + ROUNDING).round();
        (value.is_finite() && !height.is_nan())
            .then_some((last as isize).saturating_sub(height as isize))
    }
}

/// The finite values on the vertical axis.
fn values(chart: &Chart) -> Vec<f64> {
    let own = |series: &Series| -> Vec<f64> {
        let rows = rows_on(series, &chart.x).flat_map(|row| {
            let [low, high] = bar(row);
            [row.point[1], low, high]
        });
        let bands = (0..series.bands.len()).flat_map(|number| band(series, number)).flatten();
        series.values.iter().copied().chain(rows).chain(bands).collect()
    };
    let all = chart.series.iter().flat_map(own).chain(chart.levels.iter().copied());
    let is_shown = |value: &f64| value.is_finite() && (!chart.y.is_logarithmic || *value > 0.0);
    all.filter(is_shown).collect()
}

/// The rows of a series on an axis.
pub(super) fn rows_on<'all>(series: &'all Series, x: &Axis) -> impl Iterator<Item = &'all Row> {
    let rows = series.observed.iter().flat_map(|observed| &observed.rows);
    rows.filter(|row| x.contains(row.point[0]))
}

/// Both ends of a band of a series at each of its values.
pub(super) fn band(series: &Series, number: usize) -> Vec<[f64; 2]> {
    let far = series.bands.get(number).into_iter().flatten();
    series.values.iter().zip(far).map(|(value, far)| [value - far, value + far]).collect()
}

/// Both ends of the bar of a row.
pub(super) fn bar(row: &Row) -> [f64; 2] {
    let (value, u) = (row.point[1], row.u.unwrap_or(0.0));
    [value - u, value + u]
}

/// The range around values that are equal up to rounding.
fn middle_of([low, high]: [f64; 2]) -> Option<[f64; 2]> {
    let size = low.abs().max(high.abs());
    if high / 2.0 - low / 2.0 > 1e-13 * size {
        return None;
    }
    let air = if size == 0.0 { 1.0 } else { (size / 2.0).min(f64::MAX / 4.0) };
    let middle = low / 2.0 + high / 2.0;
    Some([middle - air, middle + air])
}

/// Cuts a range to the middle nine tenths of the values if others are far away, as near a pole.
fn without_poles([low, high]: [f64; 2], sorted: &[f64]) -> [f64; 2] {
    let at = |share: f64| sorted[(share * (sorted.len() - 1) as f64) as usize];
    let (first, last) = (at(0.05), at(0.95));
    let middle = last / 2.0 - first / 2.0;
    if middle <= 0.0 || (high / 2.0 - low / 2.0) / middle < WILD {
        return [low, high];
    }
    [low.max(first - middle), high.min(last + middle)]
}

/// Widens a range to round numbers, and returns the numbers of rows and of rows a label.
fn rounded([low, high]: [f64; 2]) -> Option<([f64; 2], usize, usize)> {
    round_steps([low, high], LABELS).find_map(|step| {
        // Rounding must not add a step if the range fits exactly.
        let first = (low / step + ROUNDING).floor();
        let last = (high / step - ROUNDING).ceil();
        let (ends, intervals) = ([first, last].map(|end| end * step), last - first);
        let fits = ends.iter().all(|end| end.is_finite()) && INTERVALS.contains(&intervals);
        let per_label = (((ROWS - 1) as f64 / intervals).round() as usize).max(1);
        fits.then_some((ends, intervals as usize * per_label + 1, per_label))
    })
}

/// The labels of a range: some rows have one.
fn labels(
    [low, high]: [f64; 2],
    is_logarithmic: bool,
    (rows, per_label): (usize, usize),
) -> Vec<(f64, String)> {
    let last = (rows - 1) as f64;
    let shares: Vec<f64> = (0..rows).step_by(per_label).map(|row| row as f64 / last).collect();
    let place = |share: &f64| match low * (1.0 - share) + high * share {
        value if is_logarithmic => 10f64.powf(value),
        value if value.abs() < (high / 2.0 - low / 2.0) * ROUNDING => 0.0,
        value => value,
    };
    let values: Vec<f64> = shares.iter().map(place).collect();
    let digits = digits_of(&values, if is_logarithmic { 2 } else { DIGITS });
    let texts = values.iter().map(|value| on_axis(*value, digits));
    shares.iter().copied().zip(texts).collect()
}
