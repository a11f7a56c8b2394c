//! The legend below a curve: the present point, its tangent, the rows of data, and extrema.

use super::DIGITS;
use super::curve::{is_inside, marks_of_group};
use super::scale::Scale;
use super::ticks::digits;
use crate::report::{Plot, Present, numbers};

/// Returns the parts of the legend: the present point, the tangent, and the curve's extrema.
pub(super) fn legend(plot: &Plot, scale: &Scale) -> Vec<String> {
    let number = |value: f64| numbers::significant(value, DIGITS);
    let narrow = Some(digits(plot)).filter(|digits| *digits > DIGITS);
    let place = |at: f64, digits: usize| plot.place_said(at, narrow.unwrap_or(digits));
    let mut said: Vec<String> = Vec::new();
    match &plot.present {
        None if plot.values.is_empty() => {}
        None => said.push(format!("•• {}", plot.follows)),
        Some(present) => {
            let is_inside = is_inside(plot, present.at);
            let mark = if is_inside { "◆" } else { "present:" };
            let (at, value) = (place(present.at, DIGITS), number(present.value));
            said.push(format!("{mark} {} = {at}, {} = {value}", plot.moves, plot.follows));
            said.push(tangent(plot, present));
        }
    }
    let rows = |plot: &Plot, mark: char| {
        let observed = plot.observed.as_ref()?;
        Some(observed.said(mark, observed.points.len() - plot.rows().count()))
    };
    said.extend(rows(plot, '○'));
    for (number, group) in (0..).zip(&plot.groups) {
        let [curve, row] = marks_of_group(number);
        let is_drawn = !group.values.is_empty();
        said.extend(is_drawn.then(|| format!("{curve} {}", group.follows)));
        said.extend(rows(group, row));
    }
    let bands = [plot.said_of_bands_of_groups(), plot.said_of_bands()];
    let marks = [":::", "..."];
    for bands in bands {
        said.extend(bands.iter().zip(marks).map(|(band, mark)| format!("{mark} {band}")));
    }
    said.extend(plot.said_of_levels().map(|levels| format!("··· {levels}")));
    said.extend(extrema(plot, scale).iter().map(|extremum| {
        let at = plot.place_said(extremum.at, narrow.unwrap_or(3));
        plot.extremum(extremum.is_minimum, extremum.is_alone, &at)
    }));
    if scale.is_cut {
        said.push(Plot::CUT.to_owned());
    }
    let gaps = plot.values.iter().filter(|value| !value.is_finite()).count();
    if gaps > 1 {
        said.push("gaps: nan or inf".to_owned());
    }
    said
}

/// `··· tangent: 20 + 14·(x - 3)`
fn tangent(plot: &Plot, present: &Present) -> String {
    match plot.tangent(present) {
        (true, text) => format!("··· {text}"),
        (false, text) => text,
    }
}

/// A minimum or maximum of a curve.
pub(super) struct Extremum {
    pub(super) at: f64,
    value: f64,
    pub(super) is_minimum: bool,
    /// True if the picture has no other of its kind.
    pub(super) is_alone: bool,
}

/// The lowest of the curve's minima and the highest of its maxima, inside the picture.
pub(super) fn extrema(plot: &Plot, scale: &Scale) -> Vec<Extremum> {
    // Those of a level curve are rounding.
    if scale.is_level {
        return Vec::new();
    }
    let all: Vec<Extremum> = plot
        .values
        .windows(4)
        .enumerate()
        .filter_map(|(index, values)| {
            let values = <[f64; 4]>::try_from(values).ok()?;
            extremum(plot, scale, index + 1, values)
        })
        .collect();
    let (minima, maxima): (Vec<Extremum>, Vec<Extremum>) =
        all.into_iter().partition(|it| it.is_minimum);
    let alone = |extremum: Extremum, count: usize| Extremum { is_alone: count == 1, ..extremum };
    let (few, many) = (minima.len(), maxima.len());
    let lowest = minima.into_iter().min_by(|one, other| one.value.total_cmp(&other.value));
    let highest = maxima.into_iter().max_by(|one, other| one.value.total_cmp(&other.value));
    let lowest = lowest.map(|it| alone(it, few));
    lowest.into_iter().chain(highest.map(|it| alone(it, many))).collect()
}

/// The extremum at the second of four successive values: the vertex of the parabola through the
/// first three.
fn extremum(plot: &Plot, scale: &Scale, index: usize, values: [f64; 4]) -> Option<Extremum> {
    let [before, here, after, last] = values.map(|value| scale.share(value));
    let (left, right) = (here - before, after - here);
    // In a very narrow range several values may be at the same number.
    if !(plot.at(index - 1) < plot.at(index) && plot.at(index) < plot.at(index + 1)) {
        return None;
    }
    // The vertex may lie between two equal values, whereas a step has more than two.
    let beyond = if right == 0.0 { last - after } else { right };
    let is_minimum = left < 0.0 && beyond > 0.0;
    let is_maximum = left > 0.0 && beyond < 0.0;
    // A jump, as at a pole, is no extremum.
    let is_smooth = left.abs() < 0.1 && right.abs() < 0.1;
    let share = (left + right) / (2.0 * (left - right));
    let is_extremum = (is_minimum || is_maximum) && is_smooth && share.is_finite();
    is_extremum.then(|| {
        let step = plot.at(1) - plot.at(0);
        let at = plot.at(index) + share * step;
        // So close to 0 compared to the step, it is 0 up to rounding.
        let at = if at.abs() < 1e-3 * step { 0.0 } else { at };
        Extremum { at, value: values[1], is_minimum, is_alone: true }
    })
}
