//! The numbers beside an axis.

use crate::report::{Axis, DIGITS, numbers};

/// Enough digits to distinguish any two numbers.
const MOST_DIGITS: usize = 17;
/// The part of a step that counts as rounding.
pub(super) const ROUNDING: f64 = 1e-9;

/// The labels of an axis, a few round numbers, by share.
pub(super) fn labels(axis: &Axis) -> Vec<(f64, String)> {
    let ticks = ticks(axis);
    let digits = digits_of(&ticks, DIGITS);
    ticks.into_iter().map(|at| (axis.share(at), on_axis(at, digits))).collect()
}

/// The number of digits that distinguishes the labels of an axis.
pub(super) fn digits(axis: &Axis) -> usize {
    digits_of(&ticks(axis), DIGITS)
}

/// A few round numbers, with both ends if they are round; if there are none, both ends and the
/// quarters.
fn ticks(axis: &Axis) -> Vec<f64> {
    let ticks = if axis.is_logarithmic {
        decades(axis)
    } else {
        let [four, six] = [4.0, 6.0].map(|most| multiples(axis, most));
        let ends = four.first().copied().zip(four.last().copied());
        if ends == Some((axis.from, axis.to)) { four } else { six }
    };
    if ticks.len() > 1 { ticks } else { axis.places(5) }
}

/// The multiples of a round step, at most `most`; empty if they are not exact.
fn multiples(axis: &Axis, most: f64) -> Vec<f64> {
    let Some(step) = round_steps([axis.from, axis.to], most).next() else { return Vec::new() };
    let first = (axis.from / step - ROUNDING).ceil();
    let last = (axis.to / step + ROUNDING).floor();
    let count = if last - first <= most { (last - first + 1.0) as usize } else { 0 };
    // Adding zero makes -0 into 0.
    (0..count).map(|tick| (first + tick as f64) * step + 0.0).collect()
}

/// The powers of ten of a logarithmic axis, at most seven; with few decades also 2 and 5 times
/// these.
fn decades(axis: &Axis) -> Vec<f64> {
    let (first, last) = (axis.from.log10().floor(), axis.to.log10().ceil());
    let digits: &[f64] = if last - first > 2.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let every = ((last - first) / 6.0).ceil().max(1.0) as usize;
    let powers = (first as i32..=last as i32).step_by(every).map(|power| 10f64.powi(power));
    let all = powers.flat_map(|power| digits.iter().map(move |digit| digit * power));
    all.filter(|at| (-ROUNDING..=1.0 + ROUNDING).contains(&axis.share(*at))).collect()
}

/// The round steps that fit a range at most `most` times, the largest first. `None` if their
/// multiples are not exact.
pub(super) fn round_steps([from, to]: [f64; 2], most: f64) -> impl Iterator<Item = f64> {
    const ROUND: [f64; 6] = [0.5, 1.0, 2.0, 2.5, 5.0, 10.0];
    let least = (to / 2.0 - from / 2.0) / most * 2.0;
    let steps = ROUND.map(|digit| digit * 10f64.powf(least.log10().floor()));
    // Rounding must not make the step larger if it fits exactly.
    let enough = steps.iter().position(|step| *step >= least * (1.0 - ROUNDING)).unwrap_or(0);
    let is_exact = move |step: &f64| step.is_normal() && from.abs().max(to.abs()) < 1e9 * step;
    steps.into_iter().take(enough + 1).rev().filter(is_exact)
}

/// The least number of digits that distinguishes numbers beside an axis.
pub(super) fn digits_of(numbers: &[f64], least: usize) -> usize {
    let differ = |digits: &usize| {
        let texts: Vec<String> = numbers.iter().map(|at| on_axis(*at, *digits)).collect();
        texts.windows(2).all(|two| two[0] != two[1])
    };
    (least..MOST_DIGITS).find(differ).unwrap_or(MOST_DIGITS)
}

/// A number beside an axis: `250000`, `1e12`.
pub(super) fn on_axis(value: f64, digits: usize) -> String {
    if value.abs() < 1e6 || !value.is_finite() {
        return numbers::significant(value, digits);
    }
    let text = format!("{value:.*e}", digits.clamp(1, MOST_DIGITS) - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.parse().map_or_else(|_| mantissa.to_owned(), numbers::exact);
    format!("{mantissa}e{exponent}")
}
