//! A node over two others, in a report.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::number::Exact;
use crate::core::ops::MOST_WHOLE;

/// So many classes can be told apart by their shades.
pub const MOST_CLASSES: usize = 5;

/// The values of a node over a grid of two others.
#[derive(Debug, Clone)]
pub struct Surface {
    /// What is drawn.
    pub follows: String,
    /// The node from left to right.
    pub x: Axis,
    /// The one from the bottom up.
    pub y: Axis,
    /// The values: for each y from the bottom up those of all x.
    pub values: Vec<f64>,
    /// The rows of the data, if both are columns, or the present point.
    pub points: Vec<Point>,
    /// What the signs of the points are of, if they have some.
    pub by: Option<String>,
    /// The categories that the signs above 0, below 0 and 0 stand for, if they do.
    pub categories: Vec<String>,
}

/// One axis of a grid.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The name of what moves.
    pub name: String,
    /// Where it starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The number of places, which are the middles of as many intervals.
    pub count: usize,
}

/// A point of the data.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// Its place.
    pub x: f64,
    /// Its place.
    pub y: f64,
    /// The number whose sign marks it.
    pub sign: Option<f64>,
}

/// The least and the greatest of the finite among some numbers.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

/// Returns the place at this share of the way between two ends.
pub(super) fn between([from, to]: [f64; 2], share: f64) -> f64 {
    // Not from + share * (to - from), where the difference may overflow.
    from * (1.0 - share) + to * share
}

/// Returns the share of the way between two ends at which a place is.
pub(super) fn share_of([from, to]: [f64; 2], at: f64) -> f64 {
    (at / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0)
}

impl Axis {
    /// Returns the places.
    pub fn places(&self) -> Vec<f64> {
        (0..self.count).map(|index| self.at((index as f64 + 0.5) / self.count as f64)).collect()
    }

    /// Returns the place at this share of the axis.
    pub fn at(&self, share: f64) -> f64 {
        between([self.from, self.to], share)
    }

    /// Returns the share of the axis before a place; none outside.
    pub fn share(&self, at: f64) -> Option<f64> {
        let share = share_of([self.from, self.to], at);
        (0.0..=1.0).contains(&share).then_some(share)
    }
}

impl Serialize for Surface {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("x", &self.x.name)?;
        fields.serialize_entry("y", &self.y.name)?;
        fields.serialize_entry("root", &self.follows)?;
        fields.serialize_entry("xs", &Exact(&self.x.places()))?;
        fields.serialize_entry("ys", &Exact(&self.y.places()))?;
        // For each y the values of all x.
        let values: Vec<Vec<f64>> =
            self.values.chunks(self.x.count.max(1)).map(Into::into).collect();
        fields.serialize_entry("values", &Exact(&values))?;
        fields.end()
    }
}

impl Surface {
    /// Returns the value at a place of the grid.
    pub fn value(&self, x: usize, y: usize) -> f64 {
        self.values.get(y * self.x.count + x).copied().unwrap_or(f64::NAN)
    }

    /// Returns the value at the place next to these shares of the axes.
    pub fn near(&self, x: f64, y: f64) -> f64 {
        let place = |share: f64, count: usize| {
            ((share * count as f64) as usize).min(count.saturating_sub(1))
        };
        self.value(place(x, self.x.count), place(y, self.y.count))
    }

    /// Returns its values, the lowest first, if they are a few whole numbers from 0 up: which of several
    /// classes each place belongs to.
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

    /// Returns true if the values are classes, and the rows of the data are marked by theirs.
    pub fn marks_classes(&self) -> bool {
        let is_class = |sign: f64| (0.0..10.0).contains(&sign) && sign.fract() == 0.0;
        self.categories.is_empty()
            && self.points.iter().all(|point| point.sign.is_none_or(is_class))
            && !self.classes().is_empty()
    }

    /// Returns the range of its finite values.
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
