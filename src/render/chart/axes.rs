//! The axes of a chart as SVG.

use std::fmt::Write;

use crate::render::diagram::shapes::CHARACTER;
use crate::render::diagram::svg::escaped;
use crate::render::line_writer::{clipped_inside, width};

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
    /// Where a legend begins in little room.
    const BEGINS: f64 = 8.0;
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
        let room = (self.width() - self.legend - 24.0) / CHARACTER;
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

    /// Returns the upright lines with the numbers below them, each with its share.
    pub fn columns(self, numbers: impl IntoIterator<Item = (f64, String)>) -> String {
        let (top, bottom) = (Axes::TOP, self.bottom);
        let line = |(share, number): (f64, String)| {
            let x = self.x(share);
            let number = number_at((x, bottom + 20.0), "middle", &number);
            format!("<path class=\"grid\" d=\"M{x:.1} {top} V{bottom}\"/>{number}\n")
        };
        numbers.into_iter().map(line).collect()
    }

    /// Returns the lines across it with their numbers, each with its share: as many as there is room for.
    pub fn rows(self, numbers: &[(f64, String)]) -> String {
        let mut text = String::new();
        for (share, number) in self.with_room(numbers) {
            let (left, right, y) = (Axes::LEFT, self.right, self.y(*share));
            let number = number_at((left - 8.0, y + 4.5), "end", number);
            let _ = writeln!(text, "<path class=\"grid\" d=\"M{left} {y:.1} H{right}\"/>{number}");
        }
        text
    }

    /// Keeps of numbers on the upright axis, each with its share, the first, and every so many after it that none
    /// touches the next.
    fn with_room<Number>(self, numbers: &[(f64, Number)]) -> impl Iterator<Item = &(f64, Number)> {
        const LINE: f64 = 15.0;
        let apart = numbers.windows(2).map(|two| (self.y(two[0].0) - self.y(two[1].0)).abs());
        let least = apart.fold(f64::INFINITY, f64::min);
        let every = (LINE / least).ceil().clamp(1.0, numbers.len().max(1) as f64) as usize;
        numbers.iter().step_by(every)
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

/// A number of an axis.
fn number_at((x, y): (f64, f64), anchor: &str, number: &str) -> String {
    let number = escaped(number);
    format!(
        "<text class=\"faint\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{number}</text>"
    )
}
