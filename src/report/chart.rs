//! Charts: curves and rows over two axes, or a heat map.

use std::fmt::Debug;
use std::rc::Rc;

use super::Facts;

/// The points of a curve: eight for each of 60 columns, and the end.
pub const PLACES: usize = 481;
/// The usual digits of numbers beside a chart.
pub const DIGITS: usize = 4;

#[derive(Debug, Clone, Default)]
pub struct Chart {
    pub title: String,
    pub x: Axis,
    /// Without a heat map its ends follow the values.
    pub y: Axis,
    pub series: Vec<Series>,
    /// The heights of level lines: 0, or 0 and ±2s of residuals.
    pub levels: Vec<f64>,
    pub present: Option<Tangent>,
    pub heat: Option<Heat>,
    pub marks: Vec<Marks>,
    /// True if a table below replaces the legend.
    pub has_table: bool,
    pub data: Option<Rc<dyn ChartData>>,
}

/// The machine formats of a chart.
pub trait ChartData: Debug {
    /// The fields of its JSON.
    fn json(&self, chart: &Chart) -> Facts;

    /// The records of its TSV.
    fn records(&self, chart: &Chart) -> Vec<Vec<String>>;
}

#[derive(Debug, Clone, Default)]
pub struct Axis {
    /// Its title.
    pub name: String,
    pub from: f64,
    pub to: f64,
    pub is_logarithmic: bool,
}

/// A curve, its rows, or both.
#[derive(Debug, Clone, Default)]
pub struct Series {
    pub name: String,
    /// The values at evenly spaced points of the axis; empty for rows alone.
    pub values: Vec<f64>,
    /// The half-widths of each band, the narrow band first.
    pub bands: Vec<Vec<f64>>,
    pub observed: Option<Observed>,
}

/// Rows of data.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    pub name: String,
    pub rows: Vec<Row>,
    /// The number of rows that have a gap.
    pub gaps: usize,
}

/// A row of data.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub point: [f64; 2],
    pub u: Option<f64>,
    pub is_left_out: bool,
}

/// A point of a curve and the slope there.
#[derive(Debug, Clone, Copy)]
pub struct Tangent {
    pub at: f64,
    pub value: f64,
    pub slope: f64,
}

/// Values over a grid.
#[derive(Debug, Clone, Default)]
pub struct Heat {
    pub name: String,
    /// The number of intervals from left to right.
    pub columns: usize,
    /// The number of intervals from the bottom up.
    pub rows: usize,
    /// For each y from the bottom up, the values along x.
    pub values: Vec<f64>,
}

/// Marks of one kind on the heat.
#[derive(Debug, Clone)]
pub struct Marks {
    pub character: char,
    /// The sign of their number.
    pub height: f64,
    pub text: String,
    pub points: Vec<[f64; 2]>,
}

/// The least and the greatest finite number.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    pub least: f64,
    pub greatest: f64,
}

impl Axis {
    /// The place at a share of the axis.
    pub fn place(&self, share: f64) -> f64 {
        // to - from may overflow.
        let between = |from: f64, to: f64| from * (1.0 - share) + to * share;
        if self.is_logarithmic {
            return between(self.from.ln(), self.to.ln()).exp();
        }
        between(self.from, self.to)
    }

    /// The share of the axis before a place.
    pub fn share(&self, at: f64) -> f64 {
        let share = |from: f64, to: f64, at: f64| (at / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0);
        if self.is_logarithmic {
            return share(self.from.ln(), self.to.ln(), at.ln());
        }
        share(self.from, self.to, at)
    }

    pub fn contains(&self, at: f64) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// The middles of `count` intervals.
    pub fn middles(&self, count: usize) -> Vec<f64> {
        (0..count).map(|index| self.place((index as f64 + 0.5) / count as f64)).collect()
    }

    /// Evenly spaced places, both ends included.
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
