//! What the pictures of curves and of surfaces have in common, in the terminal and as SVG: the frame
//! with its axes, and the legend below.

pub mod compare;
pub mod curve;
pub mod curve_svg;
mod legend;
mod scale;
pub mod surface;
pub mod surface_svg;
#[cfg(test)]
mod tests;
mod ticks;

use std::fmt::Write;
use std::io;

use super::Style;
use super::line_writer::{LineWriter, clipped_inside, width};
use crate::render::diagram::shapes::CHARACTER;
use crate::render::diagram::svg::escaped;
use crate::report::Role;

/// The columns beside a picture: the numbers on the left, and half of those below its ends.
pub const BESIDE: usize = 20;
/// Digits of the numbers in a legend, and beside a surface.
pub const DIGITS: usize = 4;
/// The columns of the names of the axes.
const NAME: usize = 16;
/// The minimum width of the numbers on the left.
const LABELS: usize = 8;

/// Returns the name of an axis, clipped to its room.
pub fn name_of_axis(name: &str, style: &Style) -> String {
    clipped_inside(name.to_owned(), NAME, &style.mark())
}

/// Writes the name of the upright axis, a line for each label with what `draw` writes beside it, and
/// the line below. Returns the columns before the picture.
pub fn write_frame(
    name: &str,
    (labels, columns): (&[Option<String>], usize),
    style: &Style,
    line: &mut LineWriter<'_>,
    mut draw: impl FnMut(usize, &mut LineWriter<'_>) -> io::Result<()>,
) -> io::Result<usize> {
    let left = labels.iter().flatten().map(|label| width(label)).max().unwrap_or(0).max(LABELS);
    line.right(Role::Title, &name_of_axis(name, style), left)?;
    line.end()?;
    for (row, label) in labels.iter().enumerate() {
        match label {
            Some(label) => {
                line.right(Role::Plain, label, left)?;
                line.put(Role::Faint, " ┤")?;
            }
            None => {
                line.skip(left + 1);
                line.put(Role::Faint, "│")?;
            }
        }
        draw(row, line)?;
        line.end()?;
    }
    line.skip(left + 1);
    line.put(Role::Faint, &format!("└{}", "─".repeat(columns)))?;
    line.end()?;
    Ok(left + 2)
}

/// Writes what a legend says, so many blanks between, on as many lines as it takes.
pub fn write_legend(
    said: impl IntoIterator<Item = String>,
    between: usize,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let mut used = 0;
    for text in said {
        if used > 0 && used + between + width(&text) > style.columns {
            line.end()?;
            used = 0;
        }
        let gap = if used == 0 { 2 } else { between };
        line.skip(gap);
        line.put(Role::Plain, &text)?;
        used += gap + width(&text);
    }
    line.end()
}

/// The room for a picture as SVG, in pixels of its words; without one it is as large as in a file.
pub type Room = Option<(f64, f64)>;

/// The axes of a picture as SVG, which is small, so that its words can be read where it is shown
/// smaller still.
#[derive(Debug, Clone, Copy)]
pub struct Axes {
    /// The right and the lower edge of the frame that they make.
    pub right: f64,
    pub bottom: f64,
    /// Where the lines of the legend begin.
    pub legend: f64,
}

impl Axes {
    /// The width of the picture around it in a file.
    pub const WIDTH: f64 = 512.0;
    /// Its other edges.
    pub const LEFT: f64 = 88.0;
    pub const TOP: f64 = 28.0;
    /// Where the legend begins, below its lower edge.
    pub const LEGEND: f64 = 64.0;
    /// What is blank to the right of it.
    const BESIDE: f64 = 16.0;
    /// Where a legend begins in little room, after its samples.
    const BEGINS: f64 = 32.0;
    /// The least room that a picture can be drawn for.
    const LEAST: (f64, f64) = (240.0, 160.0);

    /// Returns those of a picture in a file, with this lower edge.
    pub const fn in_file(bottom: f64) -> Axes {
        Axes { right: Axes::WIDTH - Axes::BESIDE, bottom, legend: Axes::LEFT }
    }

    /// Returns those of a picture in some room, of which the legend takes so much.
    pub fn within(room: Room, bottom: f64, legend: f64) -> Axes {
        let Some((width, height)) = room else { return Axes::in_file(bottom) };
        let (width, height) = (width.max(Axes::LEAST.0), height.max(Axes::LEAST.1 + legend));
        let bottom = height - Axes::LEGEND - legend;
        let legend = if width < Axes::WIDTH { Axes::BEGINS } else { Axes::LEFT };
        Axes { right: width - Axes::BESIDE, bottom, legend }
    }

    /// Returns the width of the picture.
    pub fn width(self) -> f64 {
        self.right + Axes::BESIDE
    }

    /// Returns a line of the legend, clipped to its room.
    pub fn clipped(self, said: &str) -> String {
        let room = (self.width() - self.legend) / CHARACTER;
        clipped_inside(said.to_owned(), room as usize, "…")
    }

    /// Returns the place of a share of the axis below it.
    pub fn x(self, share: f64) -> f64 {
        Axes::LEFT + (self.right - Axes::LEFT) * share
    }

    /// Returns the place of a share of the upright axis.
    pub fn y(self, share: f64) -> f64 {
        self.bottom - (self.bottom - Axes::TOP) * share
    }

    /// Returns its place and size as attributes.
    pub fn attributes(self) -> String {
        format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            Axes::LEFT,
            Axes::TOP,
            self.right - Axes::LEFT,
            self.bottom - Axes::TOP
        )
    }

    /// Returns a number below it.
    pub fn number_below(self, share: f64, number: &str) -> String {
        format!(
            "<text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            self.x(share),
            self.bottom + 20.0,
            escaped(number)
        )
    }

    /// Returns a number to its left.
    pub fn number_beside(self, share: f64, number: &str) -> String {
        format!(
            "<text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            Axes::LEFT - 8.0,
            self.y(share) + 4.5,
            escaped(number)
        )
    }

    /// Returns the upright lines with the numbers below them, each with its share.
    pub fn columns(self, numbers: impl IntoIterator<Item = (f64, String)>) -> String {
        let (top, bottom) = (Axes::TOP, self.bottom);
        let line = |(share, number): (f64, String)| {
            let (x, number) = (self.x(share), self.number_below(share, &number));
            format!("<path class=\"grid\" d=\"M{x:.1} {top} V{bottom}\"/>{number}\n")
        };
        numbers.into_iter().map(line).collect()
    }

    /// Returns the lines across it with the numbers of rows, the uppermost first: of those that have one, as many as
    /// there is room for.
    pub fn rows(self, numbers: &[Option<String>]) -> String {
        let last = numbers.len().saturating_sub(1).max(1) as f64;
        let share = |row: usize| 1.0 - row as f64 / last;
        let named = numbers.iter().enumerate().rev();
        let named = named.filter_map(|(row, number)| Some((share(row), number.as_deref()?)));
        let kept = self.with_room(named.collect());
        let mut text = String::new();
        for (share, number) in kept.into_iter().rev() {
            let (left, right, y) = (Axes::LEFT, self.right, self.y(share));
            let number = self.number_beside(share, number);
            let _ = writeln!(text, "<path class=\"grid\" d=\"M{left} {y:.1} H{right}\"/>{number}");
        }
        text
    }

    /// Keeps of numbers on the upright axis, each with its share, the first, and every so many after it that none
    /// touches the next.
    pub fn with_room<Number>(self, numbers: Vec<(f64, Number)>) -> Vec<(f64, Number)> {
        const LINE: f64 = 15.0;
        let mut before = f64::INFINITY;
        let apart = |(share, _): &(f64, Number)| {
            let apart = (self.y(*share) - before).abs();
            before = self.y(*share);
            apart
        };
        let least = numbers.iter().map(apart).fold(f64::INFINITY, f64::min);
        let every = (LINE / least).ceil().clamp(1.0, numbers.len().max(1) as f64) as usize;
        numbers.into_iter().step_by(every).collect()
    }

    /// Returns the names of the axes: below its middle, and above its left.
    pub fn names(self, across: &str, up: &str) -> String {
        /// The characters of a name, and those that stand above the numbers.
        const NAME: usize = 48;
        const ABOVE: usize = 7;
        let clipped = |name: &str| escaped(&clipped_inside(name.to_owned(), NAME, "…"));
        let left = Axes::LEFT;
        // Above the numbers, or where a long name begins.
        let (x, anchor) =
            if width(up) <= ABOVE { (left - 8.0, "end") } else { (left - 68.0, "start") };
        let mut text = String::new();
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"{x:.1}\" y=\"17\" text-anchor=\"{anchor}\">{}</text>",
            self.x(0.5),
            self.bottom + 40.0,
            clipped(across),
            clipped(up)
        );
        text
    }
}
