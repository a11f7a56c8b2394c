//! Sparklines: numbers as bars.

use super::Range;

/// The maximum number of bars of a sparkline.
pub const LONGEST_CURVE: usize = 40;

/// The relative difference of values that counts as rounding.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A sparkline of at most `most` bars.
pub fn bars(values: &[f64], most: usize) -> String {
    let Range { least, greatest } = Range::of(values);
    sampled(values, most).map(|value| bar(value, least, greatest)).collect()
}

fn bar(value: f64, least: f64, greatest: f64) -> char {
    if !value.is_finite() {
        return '·';
    }
    // Halves: the whole range may overflow.
    let range = greatest / 2.0 - least / 2.0;
    if range <= ROUNDING * greatest.abs().max(least.abs()) {
        return BARS[0];
    }
    let height = (value / 2.0 - least / 2.0) / range;
    BARS[((height * 8.0) as usize).min(BARS.len() - 1)]
}

/// At most `most` evenly chosen values, the first and the last included.
fn sampled(values: &[f64], most: usize) -> impl Iterator<Item = f64> {
    let last = values.len().saturating_sub(1);
    let count = values.len().min(most);
    let steps = count.saturating_sub(1).max(1);
    let at = move |index: usize| (index * last + steps / 2) / steps;
    (0..count).filter_map(move |index| values.get(at(index)).copied())
}
