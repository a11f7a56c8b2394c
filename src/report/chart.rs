//! A chart: curves and rows over two axes, or the heat of a plane, as text and SVG draw it.

use std::fmt::Debug;
use std::rc::Rc;

use super::Facts;

/// The places at which a curve is drawn: eight for each of 60 columns of a terminal, and one for the end.
pub const PLACES: usize = 481;
/// The digits of numbers beside a chart, if these tell them apart.
pub const DIGITS: usize = 4;

/// What is drawn.
#[derive(Debug, Clone, Default)]
pub struct Chart {
    /// What it shows, in words.
    pub title: String,
    /// The axis from left to right.
    pub x: Axis,
    /// The one from the bottom up. Its ends are used beside heat; else they follow the values.
    pub y: Axis,
    /// The curves with their rows.
    pub series: Vec<Series>,
    /// The heights of level lines: 0, and two deviations of residuals on both sides if these are known.
    pub levels: Vec<f64>,
    /// The present point with its tangent.
    pub present: Option<Tangent>,
    /// The heat of the plane.
    pub heat: Option<Heat>,
    pub marks: Vec<Marks>,
    /// True if a table below says the same as the legend.
    pub has_table: bool,
    /// What machines read of it.
    pub data: Option<Rc<dyn ChartData>>,
}

/// What machines read of a chart.
pub trait ChartData: Debug {
    /// The fields of its JSON.
    fn json(&self, chart: &Chart) -> Facts;

    /// The records of its TSV.
    fn records(&self, chart: &Chart) -> Vec<Vec<String>>;
}

/// One axis.
#[derive(Debug, Clone, Default)]
pub struct Axis {
    /// Its title.
    pub name: String,
    /// Where it starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// True if equal steps are equal ratios.
    pub is_logarithmic: bool,
}

/// A curve, its rows, or both.
#[derive(Debug, Clone, Default)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The values at evenly spaced shares of the axis; none of rows alone.
    pub values: Vec<f64>,
    /// How far each band reaches to both sides of each of the values, the narrow one first.
    pub bands: Vec<Vec<f64>>,
    /// The rows, if it has some.
    pub observed: Option<Observed>,
}

/// Rows of data.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    pub name: String,
    pub rows: Vec<Row>,
    /// The number of rows with a gap, which are not drawn.
    pub gaps: usize,
}

/// A row of data.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Its place on the axis, and its value.
    pub point: [f64; 2],
    /// The standard uncertainty of the value, if it has one.
    pub u: Option<f64>,
    /// True if it is drawn faint.
    pub is_left_out: bool,
}

/// A point of a curve and the slope there.
#[derive(Debug, Clone, Copy)]
pub struct Tangent {
    /// Its place on the axis.
    pub at: f64,
    /// The value there.
    pub value: f64,
    /// The slope there.
    pub slope: f64,
}

/// Values over a grid.
#[derive(Debug, Clone, Default)]
pub struct Heat {
    /// What they are the values of.
    pub name: String,
    /// The places from left to right, the middles of as many intervals.
    pub columns: usize,
    /// Those from the bottom up.
    pub rows: usize,
    /// For each y from the bottom up the values of all x.
    pub values: Vec<f64>,
}

/// Marks of one kind on the heat.
#[derive(Debug, Clone)]
pub struct Marks {
    /// What a terminal shows.
    pub character: char,
    /// Where their number stands among others: below 0, above it, or at it.
    pub height: f64,
    /// What they mean.
    pub text: String,
    /// Their places.
    pub points: Vec<[f64; 2]>,
}

/// The least and the greatest of the finite among some numbers.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    pub least: f64,
    pub greatest: f64,
}

impl Axis {
    /// The place at this share of the axis.
    pub fn place(&self, share: f64) -> f64 {
        // Not from + share * (to - from), where the difference may overflow.
        let between = |from: f64, to: f64| from * (1.0 - share) + to * share;
        if self.is_logarithmic {
            return between(self.from.ln(), self.to.ln()).exp();
        }
        between(self.from, self.to)
    }

    /// The share of the axis before a place, which may be outside.
    pub fn share(&self, at: f64) -> f64 {
        let share = |from: f64, to: f64, at: f64| (at / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0);
        if self.is_logarithmic {
            return share(self.from.ln(), self.to.ln(), at.ln());
        }
        share(self.from, self.to, at)
    }

    /// True if a place is on it.
    pub fn contains(&self, at: f64) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// The middles of so many intervals.
    pub fn middles(&self, count: usize) -> Vec<f64> {
        (0..count).map(|index| self.place((index as f64 + 0.5) / count as f64)).collect()
    }

    /// So many places, both ends among them.
    pub fn places(&self, count: usize) -> Vec<f64> {
        let last = count.saturating_sub(1).max(1) as f64;
        (0..count).map(|index| self.place(index as f64 / last)).collect()
    }
}

impl Range {
    /// Returns the range of the finite numbers; from inf to -inf if there is none.
    pub fn of(numbers: &[f64]) -> Range {
        let none = Range { least: f64::INFINITY, greatest: f64::NEG_INFINITY };
        let finite = numbers.iter().copied().filter(|number| number.is_finite());
        finite.fold(none, |Range { least, greatest }, number| Range {
            least: least.min(number),
            greatest: greatest.max(number),
        })
    }
}
