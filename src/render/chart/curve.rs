//! A curve in the terminal: points, the tangent at the present point, axes and a legend.

use std::io;

use super::curve_svg::picture;
use super::legend::legend;
use super::scale::Scale;
use super::ticks::write_places;
use super::{BESIDE, write_frame};
use crate::render::line_writer::LineWriter;
use crate::render::{PictureExport, Style, chart};
use crate::report::{Plot, Present, Role};

/// Every file format for curves.
pub static CURVE_EXPORTS: &[PictureExport<Plot>] =
    &[PictureExport { ending: ".svg", text: picture }];

/// The least and the most steps between the columns of a picture, one less than its columns.
pub(super) const STEPS: std::ops::RangeInclusive<usize> = 20..=120;
/// The lower edge of the axes in a file, a line of the legend, and what is blank below the last.
pub(super) const BOTTOM: f64 = 252.0;
pub(super) const LINE: f64 = 18.0;
pub(super) const BELOW: f64 = -6.0;

/// Writes the picture.
pub fn write(plot: &Plot, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let scale = Scale::of(&plot.shown());
    let steps = style.columns.saturating_sub(BESIDE).clamp(*STEPS.start(), *STEPS.end());
    let picture = Picture::of(plot, &scale, steps);
    let labels = scale.labels();
    let left = write_frame(&plot.follows, (&labels, steps + 1), style, line, |row, line| {
        write_cells(picture.rows.get(row).map_or(&[], Vec::as_slice), line)
    })?;
    write_places(plot, (left, steps), style, line)?;
    chart::write_legend(legend(plot, &scale), BETWEEN, style, line)
}

/// The columns between the parts of a legend.
const BETWEEN: usize = 5;

/// The mark in a cell; the greater of two marks hides the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Empty,
    Measurement,
    Band,
    LeftOut,
    Tangent,
    Bar,
    Curve,
    /// The curve, and a row, of the group with this number.
    CurveOf(u32),
    Row,
    RowOf(u32),
    Present,
}

/// The mark of the curve, and of the rows, of a group.
pub(super) fn marks_of_group(number: u32) -> [char; 2] {
    [1, 10].map(|first| {
        let mark = char::from_digit(number + first, 36).unwrap_or('*');
        mark.to_ascii_uppercase()
    })
}

/// The colors of groups and of runs, on light and on dark ground.
pub(super) const COLORS: [[&str; 2]; 5] = [
    ["#1c5cab", "#6aa9f4"],
    ["#b1560b", "#e8924a"],
    ["#2a7a3b", "#6cc481"],
    ["#8a3ea8", "#c78be0"],
    ["#6b6b66", "#a3a29b"],
];

/// The rules that a picture has for each color, for light and for dark ground.
pub(super) fn in_colors(rule: impl Fn(usize, &str) -> String) -> [String; 2] {
    [0, 1].map(|ground| {
        let rules = COLORS.iter().enumerate().map(|(number, both)| rule(number, both[ground]));
        rules.collect::<Vec<_>>().join(" ")
    })
}

/// The cells, row by row from the top.
pub(super) struct Picture {
    pub(super) rows: Vec<Vec<Mark>>,
    steps: usize,
}

impl Picture {
    pub(super) fn of(plot: &Plot, scale: &Scale, steps: usize) -> Picture {
        let rows = vec![vec![Mark::Empty; steps + 1]; scale.rows];
        let mut picture = Picture { rows, steps };
        picture.draw(plot, scale, [Mark::Curve, Mark::Row]);
        for (number, group) in (0..).zip(&plot.groups) {
            picture.draw(group, scale, [Mark::CurveOf(number), Mark::RowOf(number)]);
        }
        picture
    }

    /// Draws a curve and its rows with these marks, and what is around them.
    fn draw(&mut self, plot: &Plot, scale: &Scale, [curve, row]: [Mark; 2]) {
        let steps = self.steps;
        self.draw_bands(plot, scale);
        for level in plot.levels() {
            (0..=steps).for_each(|column| self.put(column, scale.row(level), Mark::Tangent));
        }
        for [at, low, high] in plot.bars() {
            if let Some(column) = column(plot, at, steps) {
                self.put_between(column, (scale.row(low), scale.row(high)), Mark::Bar);
            }
        }
        if let Some(present) = &plot.present {
            for (column, at) in places(plot, steps).enumerate() {
                self.put(column, scale.row(tangent(present, at)), Mark::Tangent);
            }
            if let Some(column) = column(plot, present.at, steps) {
                self.put(column, scale.row(present.value), Mark::Present);
            }
        }
        self.draw_curve(plot, scale, curve);
        let left_out = plot.left_out().map(|row| (row, Mark::LeftOut));
        for ([at, value], mark) in plot.rows().map(|place| (place, row)).chain(left_out) {
            if let Some(column) = column(plot, at, steps) {
                self.put(column, scale.row(value), mark);
            }
        }
    }

    /// Draws one point per column, and where the curve is steep also the values in between.
    fn draw_curve(&mut self, plot: &Plot, scale: &Scale, mark: Mark) {
        let last = plot.values.len().saturating_sub(1).max(1);
        let mut before: Option<(usize, isize)> = None;
        for column in 0..=self.steps {
            let index = index(column, self.steps, last);
            let row = plot.values.get(index).and_then(|value| scale.row(*value));
            self.put(column, row, mark);
            if let (Some((from, before)), Some(row)) = (before, row)
                && before.abs_diff(row) > 1
            {
                let between = plot.values.get(from..index).unwrap_or_default();
                for (at, value) in between.iter().enumerate().skip(1) {
                    let near = ((from + at) * self.steps + last / 2) / last;
                    self.put(near, scale.row(*value), mark);
                }
            }
            before = row.map(|row| (index, row));
        }
    }

    fn draw_bands(&mut self, plot: &Plot, scale: &Scale) {
        let last = plot.values.len().saturating_sub(1);
        for (band, mark) in plot.bands().iter().zip([Mark::Band, Mark::Measurement]) {
            for column in 0..=self.steps {
                if let Some([low, high]) = band.get(index(column, self.steps, last)) {
                    self.put_between(column, (scale.row(*low), scale.row(*high)), mark);
                }
            }
        }
    }

    /// Puts marks into a column from one row up to another, as far as they are in the picture.
    fn put_between(&mut self, column: usize, ends: (Option<isize>, Option<isize>), mark: Mark) {
        let (Some(low), Some(high)) = ends else { return };
        let last = self.rows.len() as isize - 1;
        for row in high.max(0)..=low.min(last) {
            self.put(column, Some(row), mark);
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
pub(super) fn places(plot: &Plot, steps: usize) -> impl Iterator<Item = f64> {
    let last = plot.values.len().saturating_sub(1);
    (0..=steps).map(move |column| plot.at(index(column, steps, last)))
}

/// The index of the value for a column.
fn index(column: usize, steps: usize, last: usize) -> usize {
    (column * last + steps / 2) / steps
}

/// The column nearest to a point on the axis, if that is in the picture.
pub(super) fn column(plot: &Plot, at: f64, steps: usize) -> Option<usize> {
    let share = plot.share(at);
    // A round number may lie at an end but for rounding.
    (-1e-9..=1.0 + 1e-9).contains(&share).then_some((share * steps as f64).round() as usize)
}

/// Returns true if a point on the axis is in the picture.
pub(super) fn is_inside(plot: &Plot, at: f64) -> bool {
    (plot.from..=plot.to).contains(&at)
}

/// The tangent's value at a point on the axis.
pub(super) fn tangent(present: &Present, at: f64) -> f64 {
    present.value + present.slope * (at - present.at)
}

fn write_cells(cells: &[Mark], line: &mut LineWriter<'_>) -> io::Result<()> {
    for run in cells.chunk_by(|one, other| one == other) {
        let of_group = |number: u32, at: usize| marks_of_group(number)[at].to_string();
        let own;
        let (mark, role) = match run.first() {
            Some(Mark::CurveOf(number)) => {
                own = of_group(*number, 0);
                (own.as_str(), Role::Plain)
            }
            Some(Mark::RowOf(number)) => {
                own = of_group(*number, 1);
                (own.as_str(), Role::Title)
            }
            Some(Mark::Present) => ("◆", Role::Title),
            Some(Mark::Row) => ("○", Role::Title),
            Some(Mark::Curve) => ("•", Role::Plain),
            Some(Mark::Bar) => ("│", Role::Title),
            Some(Mark::Tangent | Mark::LeftOut) => ("·", Role::Faint),
            Some(Mark::Band) => (":", Role::Faint),
            Some(Mark::Measurement) => (".", Role::Faint),
            _ => {
                line.skip(run.len());
                continue;
            }
        };
        line.put(role, &mark.repeat(run.len()))?;
    }
    Ok(())
}
