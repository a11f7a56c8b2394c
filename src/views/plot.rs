//! A curve in the terminal: points, the tangent at the present point, axes and a legend.

mod picture;
mod scale;
#[cfg(test)]
mod tests;

use std::io;

use picture::picture;
use scale::Scale;

use super::line_writer::{LineWriter, clipped_inside, width};
use super::{PictureExport, Style};
use crate::report::{Plot, Present, Role, counted, numbers, text_of};

/// Every file format for curves.
pub static CURVE_EXPORTS: &[PictureExport<Plot>] =
    &[PictureExport { ending: ".svg", text: picture }];

/// The columns beside a picture: the numbers on the left, and half of those below its ends.
const BESIDE: usize = 20;
/// The least and the most steps between the columns of a picture, one less than its columns.
const STEPS: std::ops::RangeInclusive<usize> = 20..=120;
/// The columns of the names of the axes.
const AXIS: usize = 16;
/// Digits of the numbers in the legend.
const DIGITS: usize = 4;
/// Enough digits to tell any two numbers apart.
const MOST_DIGITS: usize = 17;
/// The minimum width of the numbers on the left.
const LABELS: usize = 8;

/// Writes the picture.
pub fn write(plot: &Plot, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let scale = Scale::of(&plot.shown());
    let steps = style.columns.saturating_sub(BESIDE).clamp(*STEPS.start(), *STEPS.end());
    let picture = Picture::of(plot, &scale, steps);
    let labels = scale.labels();
    let left = labels.iter().flatten().map(|label| width(label)).max().unwrap_or(0).max(LABELS);
    line.right(Role::Title, &clipped_inside(plot.follows.clone(), AXIS, &style.mark()), left)?;
    line.end()?;
    for (row, cells) in picture.rows.iter().enumerate() {
        match labels.get(row) {
            Some(Some(label)) => {
                line.right(Role::Plain, label, left)?;
                line.put(Role::Faint, " ┤")?;
            }
            _ => {
                line.skip(left + 1);
                line.put(Role::Faint, "│")?;
            }
        }
        write_cells(cells, line)?;
        line.end()?;
    }
    line.skip(left + 1);
    line.put(Role::Faint, &format!("└{}", "─".repeat(steps + 1)))?;
    line.end()?;
    write_places(plot, (left + 2, steps), style, line)?;
    write_legend(plot, &scale, style, line)
}

/// The mark in a cell; the greater of two marks hides the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Empty,
    Tangent,
    Curve,
    Row,
    Present,
}

/// The cells, row by row from the top.
struct Picture {
    rows: Vec<Vec<Mark>>,
    steps: usize,
}

impl Picture {
    fn of(plot: &Plot, scale: &Scale, steps: usize) -> Picture {
        let rows = vec![vec![Mark::Empty; steps + 1]; scale.rows];
        let mut picture = Picture { rows, steps };
        if let Some(present) = &plot.present {
            for (column, at) in places(plot, steps).enumerate() {
                picture.put(column, scale.row(tangent(present, at)), Mark::Tangent);
            }
            picture.draw_curve(plot, scale);
            if let Some(column) = column(plot, present.at, steps) {
                picture.put(column, scale.row(present.value), Mark::Present);
            }
        } else {
            picture.draw_curve(plot, scale);
        }
        for (at, value) in plot.rows() {
            if let Some(column) = column(plot, at, steps) {
                picture.put(column, scale.row(value), Mark::Row);
            }
        }
        picture
    }

    /// Draws one point per column, and where the curve is steep also the values in between.
    fn draw_curve(&mut self, plot: &Plot, scale: &Scale) {
        let last = plot.values.len().saturating_sub(1).max(1);
        let mut before: Option<(usize, isize)> = None;
        for column in 0..=self.steps {
            let index = index(column, self.steps, last);
            let row = plot.values.get(index).and_then(|value| scale.row(*value));
            self.put(column, row, Mark::Curve);
            if let (Some((from, before)), Some(row)) = (before, row)
                && before.abs_diff(row) > 1
            {
                let between = plot.values.get(from..index).unwrap_or_default();
                for (at, value) in between.iter().enumerate().skip(1) {
                    let near = ((from + at) * self.steps + last / 2) / last;
                    self.put(near, scale.row(*value), Mark::Curve);
                }
            }
            before = row.map(|row| (index, row));
        }
    }

    fn put(&mut self, column: usize, row: Option<isize>, cell: Mark) {
        let row = row.and_then(|row| usize::try_from(row).ok());
        let place = row.and_then(|row| self.rows.get_mut(row)?.get_mut(column));
        if let Some(place) = place {
            *place = cell.max(*place);
        }
    }
}

/// The point on the axis of each column.
fn places(plot: &Plot, steps: usize) -> impl Iterator<Item = f64> {
    let last = plot.values.len().saturating_sub(1);
    (0..=steps).map(move |column| plot.at(index(column, steps, last)))
}

/// The index of the value for a column.
fn index(column: usize, steps: usize, last: usize) -> usize {
    (column * last + steps / 2) / steps
}

/// The column nearest to a point on the axis, if that is in the picture.
fn column(plot: &Plot, at: f64, steps: usize) -> Option<usize> {
    let share = (at / 2.0 - plot.from / 2.0) / (plot.to / 2.0 - plot.from / 2.0);
    // A round number may lie at an end but for rounding.
    (-1e-9..=1.0 + 1e-9).contains(&share).then_some((share * steps as f64).round() as usize)
}

/// Returns true if a point on the axis is in the picture.
fn is_inside(plot: &Plot, at: f64) -> bool {
    (plot.from..=plot.to).contains(&at)
}

/// The tangent's value at a point on the axis.
fn tangent(present: &Present, at: f64) -> f64 {
    present.value + present.slope * (at - present.at)
}

fn write_cells(cells: &[Mark], line: &mut LineWriter<'_>) -> io::Result<()> {
    for run in cells.chunk_by(|one, other| one == other) {
        let (mark, role) = match run.first() {
            Some(Mark::Present) => ("◆", Role::Title),
            Some(Mark::Row) => ("○", Role::Title),
            Some(Mark::Curve) => ("•", Role::Plain),
            Some(Mark::Tangent) => ("·", Role::Faint),
            _ => {
                line.skip(run.len());
                continue;
            }
        };
        line.put(role, &mark.repeat(run.len()))?;
    }
    Ok(())
}

/// Returns the number of digits that tells the numbers below the picture apart: few, unless the
/// range is very narrow.
fn digits(plot: &Plot) -> usize {
    let differ = |digits: &usize| {
        let text = |at: &f64| numbers::answer(*at, Some(*digits));
        let texts: Vec<String> = ticks(plot).iter().map(text).collect();
        texts.windows(2).all(|two| matches!(two, [one, next] if one != next))
    };
    (DIGITS..MOST_DIGITS).find(differ).unwrap_or(MOST_DIGITS)
}

/// The points on the axis that have their numbers: round ones, both ends among them if those are
/// round; where none are, both ends and the quarters between.
fn ticks(plot: &Plot) -> Vec<f64> {
    let last = plot.values.len().saturating_sub(1);
    let quarters: Vec<f64> = (0..=4).map(|quarter| plot.at(quarter * last / 4)).collect();
    let (four, six) = (round_ticks(plot, 4.0), round_ticks(plot, 6.0));
    let ends = |ticks: &[f64]| ticks.first().copied().zip(ticks.last().copied());
    let reaches_the_ends = ends(&four) == Some((plot.from, plot.to));
    let found = if reaches_the_ends { four } else { six };
    if found.len() > 1 { found } else { quarters }
}

/// The multiples of a round step on the axis, which has at most `most` steps; none if they are not
/// exact.
fn round_ticks(plot: &Plot, most: f64) -> Vec<f64> {
    const ROUND: [f64; 5] = [1.0, 2.0, 2.5, 5.0, 10.0];
    let least = (plot.to / 2.0 - plot.from / 2.0) / most * 2.0;
    let unit = 10f64.powf(least.log10().floor());
    // Rounding must not make the step larger where it fits exactly.
    let is_enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    let step = ROUND.map(|digit| digit * unit).into_iter().find(is_enough).unwrap_or(least);
    let first = (plot.from / step - 1e-9).ceil();
    let last = (plot.to / step + 1e-9).floor();
    let count = last - first + 1.0;
    let is_exact = step.is_normal() && first.abs().max(last.abs()) < 1e9 && count <= most + 1.0;
    let count = if is_exact { count as usize } else { 0 };
    // Adding zero makes -0 into 0.
    (0..count).map(|tick| (first + tick as f64) * step + 0.0).collect()
}

/// Writes the numbers below the picture and the leaf's name.
fn write_places(
    plot: &Plot,
    (left, steps): (usize, usize),
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let digits = digits(plot);
    let mut written = 0;
    for at in ticks(plot) {
        let text = numbers::answer(at, Some(digits));
        let Some(column) = column(plot, at, steps) else {
            continue;
        };
        let middle = left + column;
        let start = middle.saturating_sub(text.len() / 2).max(left);
        let start = start.min(style.columns.saturating_sub(text.len()).max(written));
        if written > 0 && start < written + 2 {
            continue;
        }
        line.skip(start - written);
        line.put(Role::Plain, &text)?;
        written = start + text.len();
    }
    let name = clipped_inside(plot.moves.clone(), AXIS, &style.mark());
    if written + 2 + width(&name) <= style.columns {
        line.skip(2);
        line.put(Role::Title, &name)?;
    }
    line.end()
}

/// Writes the legend: the present point, the tangent, and the curve's extrema.
fn write_legend(
    plot: &Plot,
    scale: &Scale,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let number = |value: f64| numbers::answer(value, Some(DIGITS));
    let narrow = Some(digits(plot)).filter(|digits| *digits > DIGITS);
    let place = |at: f64, digits: usize| numbers::answer(at, Some(narrow.unwrap_or(digits)));
    let mut said: Vec<String> = Vec::new();
    match &plot.present {
        None => said.push(format!("•• {}", plot.follows)),
        Some(present) => {
            let is_inside = is_inside(plot, present.at);
            let mark = if is_inside { "◆" } else { "present:" };
            let (at, value) = (place(present.at, DIGITS), number(present.value));
            said.push(format!("{mark} {} = {at}, {} = {value}", plot.moves, plot.follows));
            said.push(slope(plot, present));
        }
    }
    if let Some(observed) = &plot.observed {
        let all = observed.points.len();
        let hidden = all - plot.rows().count();
        let outside = if hidden > 0 { format!(", {hidden} outside") } else { String::new() };
        said.push(format!("○ {}: {}{outside}", observed.name, counted(all as u64, "row")));
    }
    said.extend(extrema(plot, scale).iter().map(|extremum| {
        let kind = match (extremum.is_minimum, extremum.is_alone) {
            (true, true) => "minimum",
            (true, false) => "one of several minima",
            (false, true) => "maximum",
            (false, false) => "one of several maxima",
        };
        format!("{kind} near {} = {}", plot.moves, place(extremum.at, 3))
    }));
    if scale.is_cut {
        said.push("some values are outside the picture".to_owned());
    }
    let gaps = plot.values.iter().filter(|value| !value.is_finite()).count();
    if gaps > 1 {
        said.push("gaps: nan or inf".to_owned());
    }
    let mut used = 0;
    for text in said {
        if used > 0 && used + 5 + width(&text) > style.columns {
            line.end()?;
            used = 0;
        }
        let gap = if used == 0 { 2 } else { 5 };
        line.skip(gap);
        line.put(Role::Plain, &text)?;
        used += gap + width(&text);
    }
    line.end()
}

/// `··· tangent: 20 + 14·(x - 3)`, or for a single operation the formula of its slope.
fn slope(plot: &Plot, present: &Present) -> String {
    let number = |value: f64| numbers::answer(value, Some(DIGITS));
    if !present.slope.is_finite() || !present.value.is_finite() {
        return format!("no tangent: the slope is {}", number(present.slope));
    }
    if let Some(reason) = &present.reason {
        // The nodes in it have been replaced by numbers.
        let reason = text_of(reason, |_| String::new(), number);
        return format!("··· slope {reason} = {}", number(present.slope));
    }
    let sign = if present.slope < 0.0 { "-" } else { "+" };
    let from = match present.at {
        0.0 => plot.moves.clone(),
        at if at < 0.0 => format!("({} + {})", plot.moves, number(-at)),
        at => format!("({} - {})", plot.moves, number(at)),
    };
    let (value, slope) = (number(present.value), number(present.slope.abs()));
    format!("··· tangent: {value} {sign} {slope}·{from}")
}

/// A minimum or maximum of a curve.
struct Extremum {
    at: f64,
    value: f64,
    is_minimum: bool,
    /// True if the picture has no other of its kind.
    is_alone: bool,
}

/// The lowest of the curve's minima and the highest of its maxima, inside the picture.
fn extrema(plot: &Plot, scale: &Scale) -> Vec<Extremum> {
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
