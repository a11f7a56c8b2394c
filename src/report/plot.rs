//! Curves in a report.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::number::{Exact, as_exact};
use super::numbers;
use super::surface::{between, share_of};
use crate::parts::formula::Atom;
use crate::parts::rows::Categories;

/// A curve: the values of a function at evenly spaced points.
#[derive(Debug, Clone, Default)]
pub struct Plot {
    /// The name of the leaf that moves.
    pub moves: String,
    /// The name of the root, or `f(x)`.
    pub follows: String,
    /// The start of the curve.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// The values at evenly spaced points from `from` to `to`, both included; none where only rows
    /// are drawn.
    pub values: Vec<f64>,
    /// The present point of the session, if the curve is by a leaf.
    pub present: Option<Present>,
    /// The rows that the curve is to be compared with.
    pub observed: Option<Observed>,
    /// The bands around the curve.
    pub band: Option<Band>,
    /// How far rows scatter around 0, if they are residuals; not a number where that is not known.
    pub scatter: Option<f64>,
    /// The texts that the numbers of the axis stand for, if they do.
    pub axis: Categories,
    /// The same for each group of rows, if it draws several instead of a curve of its own: each follows the name
    /// of its group.
    pub groups: Vec<Plot>,
}

/// How far 95 % bands reach to both sides of a curve, at each of its points.
#[derive(Debug, Clone, Serialize)]
pub struct Band {
    /// That of the curve.
    #[serde(serialize_with = "as_exact")]
    pub curve: Vec<f64>,
    /// That of another measurement, where it is known how far rows scatter.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub measurement: Option<Vec<f64>>,
}

/// Rows beside a curve.
#[derive(Debug, Clone, Serialize)]
pub struct Observed {
    /// Their name.
    pub name: String,
    /// The place of each on the axis, and its value.
    #[serde(serialize_with = "as_exact")]
    pub points: Vec<[f64; 2]>,
    /// The standard uncertainty of each, if they have some.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub us: Option<Vec<f64>>,
    /// The standard uncertainty of each place, if they have some.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub us_across: Option<Vec<f64>>,
    /// The place and the value of the rows that were left out.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub left_out: Vec<[f64; 2]>,
    /// The number of rows with a gap, which are not drawn.
    #[serde(skip)]
    pub gaps: usize,
}

/// The present point of a curve.
#[derive(Debug, Clone)]
pub struct Present {
    /// Its place on the axis.
    pub at: f64,
    /// The value there.
    pub value: f64,
    /// The slope there.
    pub slope: f64,
    /// The formula of the slope with numbers, if the root is one operation on the leaf.
    pub reason: Option<Vec<Atom>>,
}

impl Serialize for Plot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("x", &self.moves)?;
        fields.serialize_entry("y", &self.follows)?;
        if let Some(Present { at, value, slope, .. }) = &self.present {
            fields.serialize_entry("present", &Exact(&[*at, *value, *slope]))?;
        }
        if self.groups.is_empty() {
            let points: Vec<[f64; 2]> = self.points().collect();
            fields.serialize_entry("points", &Exact(&points))?;
        } else {
            fields.serialize_entry("groups", &self.groups)?;
        }
        if let Some(observed) = &self.observed {
            fields.serialize_entry("rows", observed)?;
        }
        if let Some(band) = &self.band {
            fields.serialize_entry("band", band)?;
        }
        if let Some(scatter) = self.scatter.filter(|it| it.is_finite()) {
            fields.serialize_entry("scatter", &Exact(&scatter))?;
        }
        fields.end()
    }
}

impl Plot {
    /// The points of the curve.
    pub fn points(&self) -> impl Iterator<Item = [f64; 2]> {
        self.values.iter().enumerate().map(|(index, value)| [self.at(index), *value])
    }

    /// The rows that are on the axis.
    pub fn rows(&self) -> impl Iterator<Item = [f64; 2]> {
        let rows = self.observed.iter().flat_map(|observed| &observed.points).copied();
        rows.filter(|[at, _]| self.is_on_axis(*at))
    }

    fn is_on_axis(&self, at: f64) -> bool {
        (self.from..=self.to).contains(&at)
    }

    /// The rows on the axis that were left out.
    pub fn left_out(&self) -> impl Iterator<Item = [f64; 2]> {
        let rows = self.observed.iter().flat_map(|observed| &observed.left_out).copied();
        rows.filter(|[at, _]| self.is_on_axis(*at))
    }

    /// The rows that are on the axis and have an uncertainty, each with its place and both ends of its bar.
    pub fn bars(&self) -> impl Iterator<Item = [f64; 3]> {
        let with_us =
            self.observed.iter().filter_map(|it| Some(it.points.iter().zip(it.us.as_ref()?)));
        let bars = with_us.flatten().map(|([at, value], u)| [*at, value - u, value + u]);
        bars.filter(move |[at, low, high]| self.is_on_axis(*at) && low < high)
    }

    /// The rows that are on the axis and whose place has an uncertainty, each with its value and both ends of its bar.
    pub fn bars_across(&self) -> impl Iterator<Item = [f64; 3]> {
        let with_us = self
            .observed
            .iter()
            .filter_map(|it| Some(it.points.iter().zip(it.us_across.as_ref()?)));
        let bars = with_us.flatten().filter(move |([at, _], _)| self.is_on_axis(*at));
        bars.map(|([at, value], u)| [*value, at - u, at + u]).filter(|[_, low, high]| low < high)
    }

    /// Tells whether some of its rows are more uncertain than others, by more than rounding.
    pub fn has_unequal_bars(&self) -> bool {
        const ROUNDING: f64 = 1e-9;
        let lengths = || self.bars().map(|[_, low, high]| high - low);
        let (least, most) =
            (lengths().fold(f64::INFINITY, f64::min), lengths().fold(0.0, f64::max));
        least < most * (1.0 - ROUNDING)
    }

    /// Both ends of each band at each point of the curve, the narrow one first.
    pub fn bands(&self) -> Vec<Vec<[f64; 2]>> {
        let Some(Band { curve, measurement }) = &self.band else { return Vec::new() };
        let around = |far: &Vec<f64>| {
            let ends = self.values.iter().zip(far);
            ends.map(|(value, far)| [value - far, value + far]).collect()
        };
        std::iter::once(curve).chain(measurement).map(around).collect()
    }

    /// The level lines of residuals: 0, and two deviations on both sides, where that is known.
    pub fn levels(&self) -> Vec<f64> {
        let Some(scatter) = self.scatter else { return Vec::new() };
        [0.0, 2.0 * scatter, -2.0 * scatter].into_iter().filter(|it| it.is_finite()).collect()
    }

    /// The values that a picture shows: those of the curve, those of rows, and what is drawn around them.
    pub fn shown(&self) -> Vec<f64> {
        // A group has none of its own.
        std::iter::once(self).chain(&self.groups).flat_map(Plot::own).collect()
    }

    fn own(&self) -> Vec<f64> {
        let rows = self.rows().chain(self.left_out()).map(|[_, value]| value);
        let bars = self.bars().flat_map(|[_, low, high]| [low, high]);
        let bands = self.bands().into_iter().flatten().flatten();
        let around = bars.chain(bands).chain(self.levels());
        self.values.iter().copied().chain(rows).chain(around).collect()
    }

    /// The text of a number on the axis.
    pub fn place_said(&self, at: f64, digits: usize) -> String {
        self.axis.text(at).map_or_else(|| numbers::significant(at, digits), str::to_owned)
    }

    /// The point on the axis of the value with this index.
    pub fn at(&self, index: usize) -> f64 {
        let last = self.values.len().saturating_sub(1).max(1) as f64;
        self.place(index as f64 / last)
    }

    /// The point at this share of the axis.
    pub fn place(&self, share: f64) -> f64 {
        between([self.from, self.to], share)
    }

    /// The share of the axis before a point, which may be outside.
    pub fn share(&self, at: f64) -> f64 {
        share_of([self.from, self.to], at)
    }
}
