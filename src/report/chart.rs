//! A chart: curves and rows over two axes, or the heat of a plane, as text and SVG draw it.

use std::fmt::Debug;
use std::rc::Rc;

use super::{Axis, Facts};
use crate::core::ops::MOST_WHOLE;

/// The places at which a curve is drawn: eight for each of 60 columns of a terminal, and one for the end.
pub const PLACES: usize = 481;
/// So many classes can be told apart by their shades.
pub const MOST_CLASSES: usize = 5;

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
    /// The heights of level lines: 0, and two deviations of residuals on both sides where these are known.
    pub levels: Vec<f64>,
    /// The present point with its tangent.
    pub present: Option<Tangent>,
    /// The heat of the plane.
    pub heat: Option<Heat>,
    /// The marks on it.
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
    /// Their name.
    pub name: String,
    /// The rows.
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
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Chart {
    /// The finite values that the upright axis has to show.
    pub fn values(&self) -> Vec<f64> {
        let own = |series: &Series| -> Vec<f64> {
            let rows = series.rows_on(&self.x).flat_map(|row| {
                let [low, high] = row.bar();
                [row.point[1], low, high]
            });
            let bands = (0..series.bands.len()).flat_map(|band| series.band(band)).flatten();
            series.values.iter().copied().chain(rows).chain(bands).collect()
        };
        let all = self.series.iter().flat_map(own).chain(self.levels.iter().copied());
        let is_shown = |value: &f64| value.is_finite() && (!self.y.is_logarithmic || *value > 0.0);
        all.filter(is_shown).collect()
    }

    /// True if its series are told apart by numbers.
    pub fn is_numbered(&self) -> bool {
        self.series.len() > 1
    }

    /// The fields of its JSON.
    pub fn json(&self) -> Facts {
        self.data.as_ref().map(|data| data.json(self)).unwrap_or_default()
    }

    /// The records of its TSV.
    pub fn records(&self) -> Vec<Vec<String>> {
        self.data.as_ref().map(|data| data.records(self)).unwrap_or_default()
    }
}

impl Series {
    /// The rows on an axis.
    pub fn rows_on(&self, x: &Axis) -> impl Iterator<Item = &Row> {
        let rows = self.observed.iter().flat_map(|observed| &observed.rows);
        rows.filter(|row| x.contains(row.point[0]))
    }

    /// Both ends of a band at each of the values.
    pub fn band(&self, number: usize) -> Vec<[f64; 2]> {
        let far = self.bands.get(number).into_iter().flatten();
        self.values.iter().zip(far).map(|(value, far)| [value - far, value + far]).collect()
    }
}

impl Row {
    /// Both ends of its bar.
    pub fn bar(&self) -> [f64; 2] {
        let (value, u) = (self.point[1], self.u.unwrap_or(0.0));
        [value - u, value + u]
    }

    /// True if its bar can be seen.
    pub fn has_bar(&self) -> bool {
        let [low, high] = self.bar();
        low < high && low.is_finite() && high.is_finite()
    }
}

impl Tangent {
    /// The value of the line at a place.
    pub fn value_at(&self, at: f64) -> f64 {
        self.value + self.slope * (at - self.at)
    }
}

impl Heat {
    /// The value at a place of the grid.
    pub fn value(&self, x: usize, y: usize) -> f64 {
        self.values.get(y * self.columns + x).copied().unwrap_or(f64::NAN)
    }

    /// The value at the place next to these shares of the axes.
    pub fn near(&self, x: f64, y: f64) -> f64 {
        let place = |share: f64, count: usize| {
            ((share * count as f64) as usize).min(count.saturating_sub(1))
        };
        self.value(place(x, self.columns), place(y, self.rows))
    }

    /// Its values, the lowest first, if they are a few whole numbers from 0 up: which of several classes each
    /// place belongs to.
    pub fn classes(&self) -> Vec<f64> {
        let mut classes: Vec<f64> = Vec::new();
        for value in &self.values {
            if !(0.0..MOST_WHOLE).contains(value) || value.fract() != 0.0 {
                return Vec::new();
            }
            if let Err(at) = classes.binary_search_by(|class| class.total_cmp(value)) {
                classes.insert(at, *value);
            }
            if classes.len() > MOST_CLASSES {
                return Vec::new();
            }
        }
        if classes.len() > 1 { classes } else { Vec::new() }
    }

    /// The range of its finite values.
    pub fn range(&self) -> Range {
        Range::of(&self.values)
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

    /// Returns how high a value stands: from -1 to 1 where there are values of both signs, with 0
    /// where they change; else from -1, the least, to 1, the greatest.
    pub fn height(self, value: f64) -> f64 {
        let Range { least, greatest } = self;
        if self.has_both_signs() {
            return if value < 0.0 { -value / least } else { value / greatest };
        }
        let range = greatest / 2.0 - least / 2.0;
        if range > 0.0 { (value / 2.0 - least / 2.0) / range * 2.0 - 1.0 } else { 0.0 }
    }

    /// Returns true if there are values of both signs.
    pub fn has_both_signs(self) -> bool {
        self.least < 0.0 && self.greatest > 0.0
    }
}
