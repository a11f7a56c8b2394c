//! The numbers on the axis below a curve.

use std::io;

use super::curve::column;
use super::{DIGITS, name_of_axis};
use crate::render::Style;
use crate::render::line_writer::{LineWriter, width};
use crate::report::{Plot, Role, numbers};

/// Enough digits to tell any two numbers apart.
const MOST_DIGITS: usize = 17;

/// Writes the numbers below the picture and the leaf's name.
pub(super) fn write_places(
    plot: &Plot,
    (left, steps): (usize, usize),
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let mut written = 0;
    for (at, text) in labelled(plot) {
        let Some(column) = column(plot, at, steps) else {
            continue;
        };
        let middle = left + column;
        let wide = width(&text);
        let start = middle.saturating_sub(wide / 2).max(left);
        let start = start.min(style.columns.saturating_sub(wide).max(written));
        if written > 0 && start < written + 2 {
            continue;
        }
        line.skip(start - written);
        line.put(Role::Plain, &text)?;
        written = start + wide;
    }
    let name = name_of_axis(&plot.moves, style);
    if written + 2 + width(&name) <= style.columns {
        line.skip(2);
        line.put(Role::Title, &name)?;
    }
    line.end()
}

/// Returns the places below the picture that have a label: of an axis of numbers those,
/// of one of texts all of them.
pub(super) fn labelled(plot: &Plot) -> Vec<(f64, String)> {
    let is_on_axis = |at: &f64| (plot.from..=plot.to).contains(at);
    if plot.axis.is_empty() {
        let digits = digits(plot);
        let label = |at: f64| (at, numbers::significant(at, digits));
        return ticks(plot).into_iter().map(label).collect();
    }
    let texts = (0..).map(f64::from).zip(plot.axis.texts().iter().cloned());
    texts.filter(|(at, _)| is_on_axis(at)).collect()
}

/// Returns the number of digits that tells the numbers below the picture apart: few, unless the
/// range is very narrow.
pub(super) fn digits(plot: &Plot) -> usize {
    let differ = |digits: &usize| {
        let text = |at: &f64| numbers::significant(*at, *digits);
        let texts: Vec<String> = ticks(plot).iter().map(text).collect();
        texts.windows(2).all(|two| matches!(two, [one, next] if one != next))
    };
    (DIGITS..MOST_DIGITS).find(differ).unwrap_or(MOST_DIGITS)
}

/// The points on the axis that have their numbers: round ones, both ends among them if those are
/// round; where none are, both ends and the quarters between.
pub(super) fn ticks(plot: &Plot) -> Vec<f64> {
    let quarters = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| plot.place(share)).to_vec();
    let found = round_places(plot.from, plot.to);
    if found.len() > 1 { found } else { quarters }
}

/// A few round numbers from one to another, both of these among them if they are round.
pub fn round_places(from: f64, to: f64) -> Vec<f64> {
    let (four, six) = (round_ticks(from, to, 4.0), round_ticks(from, to, 6.0));
    let ends = |ticks: &[f64]| ticks.first().copied().zip(ticks.last().copied());
    if ends(&four) == Some((from, to)) { four } else { six }
}

/// The multiples of a round step on the axis, which has at most `most` steps; none if they are not
/// exact.
fn round_ticks(from: f64, to: f64, most: f64) -> Vec<f64> {
    const ROUND: [f64; 5] = [1.0, 2.0, 2.5, 5.0, 10.0];
    let least = (to / 2.0 - from / 2.0) / most * 2.0;
    let unit = 10f64.powf(least.log10().floor());
    // Rounding must not make the step larger where it fits exactly.
    let is_enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    let step = ROUND.map(|digit| digit * unit).into_iter().find(is_enough).unwrap_or(least);
    let first = (from / step - 1e-9).ceil();
    let last = (to / step + 1e-9).floor();
    let count = last - first + 1.0;
    let is_exact = step.is_normal() && first.abs().max(last.abs()) < 1e9 && count <= most + 1.0;
    let count = if is_exact { count as usize } else { 0 };
    // Adding zero makes -0 into 0.
    (0..count).map(|tick| (first + tick as f64) * step + 0.0).collect()
}
