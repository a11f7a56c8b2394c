//! The axes of a chart as SVG.

use crate::render::line_writer::{clipped_inside, width};
use crate::render::svg::{CHARACTER, word};

/// The size of a picture in pixels; `None` for the size of a file.
pub type Room = Option<(f64, f64)>;

/// The axes of an SVG picture. Its base size is small, so that text stays readable.
#[derive(Debug, Clone, Copy)]
pub struct Axes {
    /// The right and the lower edge of the frame.
    pub right: f64,
    pub bottom: f64,
    /// The top of the legend.
    pub legend: f64,
}

impl Axes {
    /// The width of the picture around it in a file.
    const WIDTH: f64 = 512.0;
    pub const LEFT: f64 = 88.0;
    pub const TOP: f64 = 28.0;
    /// The distance of the legend from the lower edge.
    pub const LEGEND: f64 = 64.0;
    /// The margin on the right.
    const BESIDE: f64 = 16.0;
    /// The smallest size of a picture.
    const LEAST: (f64, f64) = (240.0, 160.0);

    /// Returns the axes for a size, less the legend; in a file they end at `bottom`.
    pub fn within(room: Room, bottom: f64, legend: f64) -> Axes {
        let Some((width, height)) = room else {
            return Axes { right: Axes::WIDTH - Axes::BESIDE, bottom, legend: Axes::LEFT };
        };
        let (width, height) = (width.max(Axes::LEAST.0), height.max(Axes::LEAST.1 + legend));
        let bottom = height - Axes::LEGEND - legend;
        let legend = if width < Axes::WIDTH { 8.0 } else { Axes::LEFT };
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

    /// Returns the x of a share of the horizontal axis.
    pub fn x(self, share: f64) -> f64 {
        Axes::LEFT + (self.right - Axes::LEFT) * share
    }

    /// Returns the y of a share of the vertical axis.
    pub fn y(self, share: f64) -> f64 {
        self.bottom - (self.bottom - Axes::TOP) * share
    }

    /// Returns its place and size as attributes.
    pub fn attributes(self) -> String {
        let (left, top) = (Axes::LEFT, Axes::TOP);
        let (width, height) = (self.right - left, self.bottom - top);
        format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"")
    }

    /// Returns the vertical grid lines with the numbers below, each with its share.
    pub fn columns(self, numbers: impl IntoIterator<Item = (f64, String)>) -> String {
        let (top, bottom) = (Axes::TOP, self.bottom);
        let line = |(share, number): (f64, String)| {
            let x = self.x(share);
            let number = word("faint", (x, bottom + 20.0), "middle", &number);
            format!("<path class=\"grid\" d=\"M{x:.1} {top} V{bottom}\"/>{number}\n")
        };
        numbers.into_iter().map(line).collect()
    }

    /// Returns the horizontal grid lines with their numbers: the first, and every nth, so that none
    /// overlap.
    pub fn rows(self, numbers: &[(f64, String)]) -> String {
        const LINE: f64 = 15.0;
        let apart = numbers.windows(2).map(|two| (self.y(two[0].0) - self.y(two[1].0)).abs());
        let least = apart.fold(f64::INFINITY, f64::min);
        let every = (LINE / least).ceil().clamp(1.0, numbers.len().max(1) as f64) as usize;
        let line = |(share, number): &(f64, String)| {
            let (left, right, y) = (Axes::LEFT, self.right, self.y(*share));
            let number = word("faint", (left - 8.0, y + 4.5), "end", number);
            format!("<path class=\"grid\" d=\"M{left} {y:.1} H{right}\"/>{number}\n")
        };
        numbers.iter().step_by(every).map(line).collect()
    }

    /// Returns the names of the axes: below its middle, and above its left.
    pub fn names(self, across: &str, up: &str) -> String {
        /// The characters of a name, and of a name above the numbers.
        const NAME: usize = 48;
        const ABOVE: usize = 7;
        let clipped = |name: &str| clipped_inside(name.to_owned(), NAME, "…");
        let left = Axes::LEFT;
        let (x, anchor) =
            if width(up) <= ABOVE { (left - 8.0, "end") } else { (left - 68.0, "start") };
        let across = word("", (self.x(0.5), self.bottom + 40.0), "middle", &clipped(across));
        across + &word("", (x, 17.0), anchor, &clipped(up)) + "\n"
    }
}
