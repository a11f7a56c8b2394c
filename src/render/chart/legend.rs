//! The legend of a chart, with what is to be seen in the picture alone: its extrema, and whether values are outside.

use super::scale::Scale;
use crate::report::{Chart, DIGITS, Entry, Sample};

/// A peak stands out by at least this part of the picture's height.
const LEAST_PROMINENCE: f64 = 0.01;
/// A curve that goes so far between two values jumps, as at a pole.
const JUMP: f64 = 0.1;

/// The lines of the legend.
pub(super) fn legend(chart: &Chart, scale: &Scale) -> Vec<Entry> {
    let mut legend = chart.legend.clone();
    let digits = Some(chart.x.digits()).filter(|digits| *digits > DIGITS);
    for (is_minimum, at) in extrema(chart, scale) {
        let kind = if is_minimum { "minimum" } else { "maximum" };
        let at = chart.x.text(at, digits.unwrap_or(3));
        legend.push(Entry::new(Sample::None, format!("{kind} near {} = {at}", chart.x.name)));
    }
    if scale.is_cut {
        legend.push(Entry::new(Sample::None, "some values are outside the picture"));
    }
    legend
}

/// The minimum and the maximum of the only curve, each with its place and whether it is a minimum: those that stand out
/// as the only ones of their kind.
pub(super) fn extrema(chart: &Chart, scale: &Scale) -> Vec<(bool, f64)> {
    let [series] = chart.series.as_slice() else { return Vec::new() };
    // Those of a level curve are rounding.
    if scale.is_level {
        return Vec::new();
    }
    let shares: Vec<f64> = series.values.iter().map(|value| scale.share(*value)).collect();
    let only = |sign: f64| {
        let heights: Vec<f64> = shares.iter().map(|share| sign * share).collect();
        let mut peaks = peaks(&heights);
        let only = peaks.next()?;
        peaks.next().is_none().then_some(only)
    };
    let last = series.values.len().saturating_sub(1).max(1) as f64;
    let place = |index: f64| {
        let step = chart.x.place(1.0 / last) - chart.x.place(0.0);
        let at = chart.x.place(index / last);
        // So close to 0 compared to the step, it is 0 up to rounding.
        if at.abs() < 1e-3 * step { 0.0 } else { at }
    };
    let found = [(true, only(-1.0)), (false, only(1.0))].into_iter();
    found.filter_map(|(is_minimum, index)| Some((is_minimum, place(index?)))).collect()
}

/// The peaks that stand out, each at the vertex of the parabola through three values, as an index.
fn peaks(heights: &[f64]) -> impl Iterator<Item = f64> {
    let inner = 1..heights.len().saturating_sub(1);
    inner.filter_map(|index| {
        let [before, here, after] = [heights[index - 1], heights[index], heights[index + 1]];
        let (left, right) = (here - before, after - here);
        // The vertex may lie between two equal values.
        let is_top = left > 0.0 && right <= 0.0;
        let is_smooth = left.abs() < JUMP && right.abs() < JUMP;
        let share = (left + right) / (2.0 * (left - right));
        let stands_out = || {
            let (before, after) = (heights.get(..index)?, heights.get(index + 1..)?);
            let depth = |side: &mut dyn Iterator<Item = &f64>| {
                let lower = side.take_while(|height| **height <= here);
                here - lower.copied().fold(here, f64::min)
            };
            let least = depth(&mut before.iter().rev()).min(depth(&mut after.iter()));
            Some(least >= LEAST_PROMINENCE)
        };
        let is_peak = is_top && is_smooth && share.is_finite() && stands_out() == Some(true);
        is_peak.then_some(index as f64 + share)
    })
}
