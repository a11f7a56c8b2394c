//! Curves and rows of data in a report.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::chart::DIGITS;
use super::number::{Exact, as_exact};
use super::{Axis, Chart, Entry, Range, Row, Sample, Series, Tangent, counted, numbers};
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
    pub present: Option<Tangent>,
    /// The rows that the curve is to be compared with.
    pub observed: Option<Observed>,
    /// The bands around the curve.
    pub band: Option<Band>,
    /// How far rows scatter around 0, if they are residuals; not a number where that is not known.
    pub scatter: Option<f64>,
    /// The texts that the numbers of the axis stand for, if they do.
    pub axis: Categories,
    /// Whether the axis, and that of the values, are logarithmic.
    pub logarithmic: [bool; 2],
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

impl Serialize for Plot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("x", &self.moves)?;
        fields.serialize_entry("y", &self.follows)?;
        if let Some(Tangent { at, value, slope }) = &self.present {
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
    /// The picture.
    pub fn chart(&self) -> Chart {
        let x = self.axis();
        let ends = [x.from, x.to].map(|at| x.text(at, DIGITS));
        Chart {
            title: format!("{} for {} from {} to {}", self.follows, self.moves, ends[0], ends[1]),
            y: Axis {
                name: self.follows.clone(),
                is_logarithmic: self.logarithmic[1],
                ..Axis::default()
            },
            series: self.all().map(|plot| plot.series(&x)).collect(),
            levels: self.levels(),
            present: self.present,
            legend: self.legend(&x),
            x,
            ..Chart::default()
        }
    }

    /// The axis from left to right.
    pub fn axis(&self) -> Axis {
        let (name, texts) = (self.moves.clone(), self.axis.texts().to_vec());
        Axis { name, from: self.from, to: self.to, texts, is_logarithmic: self.logarithmic[0] }
    }

    /// The points of the curve.
    pub fn points(&self) -> impl Iterator<Item = [f64; 2]> {
        let places = self.axis().places(self.values.len());
        places.into_iter().zip(&self.values).map(|(at, value)| [at, *value])
    }

    /// What is drawn: itself, or its groups.
    fn all(&self) -> impl Iterator<Item = &Plot> {
        let own = self.groups.is_empty().then_some(self);
        own.into_iter().chain(&self.groups)
    }

    fn series(&self, x: &Axis) -> Series {
        let (values, bands) = (self.values.clone(), self.bands());
        let Some(observed) = &self.observed else { return Series { values, bands, rows: vec![] } };
        let u = |us: &Option<Vec<f64>>, row: usize| {
            us.as_ref().and_then(|us| us.get(row).copied()).unwrap_or(0.0)
        };
        let rows = observed.points.iter().enumerate().map(|(row, point)| Row {
            point: *point,
            us: [u(&observed.us_across, row), u(&observed.us, row)],
            is_left_out: false,
        });
        let left_out = observed.left_out.iter();
        let left_out = left_out.map(|point| Row { point: *point, us: [0.0; 2], is_left_out: true });
        let rows = rows.chain(left_out).filter(|row| x.contains(row.point[0])).collect();
        Series { values, bands, rows }
    }

    /// Both ends of each band at each point of the curve, the narrow one first.
    fn bands(&self) -> Vec<Vec<[f64; 2]>> {
        let Some(Band { curve, measurement }) = &self.band else { return Vec::new() };
        let around = |far: &Vec<f64>| {
            let ends = self.values.iter().zip(far);
            ends.map(|(value, far)| [value - far, value + far]).collect()
        };
        std::iter::once(curve).chain(measurement).map(around).collect()
    }

    /// The level lines of residuals: 0, and two deviations on both sides, where that is known.
    fn levels(&self) -> Vec<f64> {
        let Some(scatter) = self.scatter else { return Vec::new() };
        [0.0, 2.0 * scatter, -2.0 * scatter].into_iter().filter(|it| it.is_finite()).collect()
    }

    fn legend(&self, x: &Axis) -> Vec<Entry> {
        let mut legend = match &self.present {
            Some(present) => self.legend_of_present(present, x),
            None => Vec::new(),
        };
        for (number, plot) in self.all().enumerate() {
            if !plot.values.is_empty() && self.present.is_none() {
                legend.push(Entry::new(Sample::Curve(number), plot.follows.clone()));
            }
            let rows = plot.observed.as_ref().map(|it| it.legend(x));
            legend.extend(rows.map(|text| Entry::new(Sample::Rows(number), text)));
        }
        let bands = self.all().map(|plot| plot.bands().len()).max().unwrap_or(0);
        let said = ["95\u{A0}% band of the curve", "95\u{A0}% band of another measurement"];
        let bands = said.into_iter().take(bands).enumerate();
        legend.extend(bands.map(|(band, said)| Entry::new(Sample::Band(band), said)));
        legend.extend(self.legend_of_levels().map(|said| Entry::new(Sample::Dotted, said)));
        if self.values.iter().filter(|value| !value.is_finite()).count() > 1 {
            legend.push(Entry::new(Sample::None, "gaps: nan or inf"));
        }
        legend
    }

    /// The present point and its tangent.
    fn legend_of_present(&self, present: &Tangent, x: &Axis) -> Vec<Entry> {
        let (at, value) =
            (x.text(present.at, x.digits()), numbers::significant(present.value, DIGITS));
        let text = format!("{} = {at}, {} = {value}", self.moves, self.follows);
        let point = match x.contains(present.at) {
            true => Entry::new(Sample::Present, text),
            false => Entry::new(Sample::None, format!("present: {text}")),
        };
        let is_line = present.slope.is_finite() && present.value.is_finite();
        let sample = if is_line { Sample::Dotted } else { Sample::None };
        vec![point, Entry::new(sample, self.tangent(present))]
    }

    /// What the line through the present point is: `tangent: 20 + 14·(x - 3)`
    fn tangent(&self, present: &Tangent) -> String {
        let number = |value: f64| numbers::significant(value, DIGITS);
        if !present.slope.is_finite() || !present.value.is_finite() {
            return format!("no tangent: the slope is {}", number(present.slope));
        }
        if self.is_flat(present) {
            return format!("tangent: flat, at {}", number(present.value));
        }
        let sign = if present.slope < 0.0 { "-" } else { "+" };
        let from = match present.at {
            0.0 => self.moves.clone(),
            at if at < 0.0 => format!("({} + {})", self.moves, number(-at)),
            at => format!("({} - {})", self.moves, number(at)),
        };
        let (value, slope) = (number(present.value), number(present.slope.abs()));
        format!("tangent: {value} {sign} {slope}·{from}")
    }

    /// True if the tangent rises by no more than rounding beside what the curve does.
    fn is_flat(&self, present: &Tangent) -> bool {
        const ROUNDING: f64 = 1e-12;
        let Range { least, greatest } = Range::of(&self.values);
        let wide = greatest.max(present.value) - least.min(present.value);
        let rise = (present.slope * (self.to - self.from)).abs();
        rise <= ROUNDING * wide.max(present.value.abs())
    }

    /// Where the level lines of residuals are: `0 and ± 0.24, two deviations`.
    fn legend_of_levels(&self) -> Option<String> {
        let scatter = self.scatter?;
        if !scatter.is_finite() {
            return Some("0".to_owned());
        }
        let are_unequal = self.observed.as_ref().is_some_and(Observed::has_unequal_bars);
        let of_all = if are_unequal { " (rms)" } else { "" };
        let two = numbers::significant(2.0 * scatter, DIGITS);
        Some(format!("0 and ± {two}, two deviations{of_all}"))
    }
}

impl Observed {
    /// How many rows there are, and how many of them are not in the picture.
    fn legend(&self, x: &Axis) -> String {
        let rows = counted(self.points.len() as u64, "row");
        let outside = self.points.iter().filter(|[at, _]| !x.contains(*at)).count();
        let outside = if outside > 0 { format!(", {outside} outside") } else { String::new() };
        let gaps = match self.gaps {
            0 => String::new(),
            gaps => format!(", {} left out", counted(gaps as u64, "gap")),
        };
        let left_out = match self.left_out.len() {
            0 => String::new(),
            rows => format!(", · {rows} left out"),
        };
        format!("{}: {rows}{outside}{gaps}{left_out}{}", self.name, self.across())
    }

    /// How far the places of rows are uncertain: `, ± 0.3 across`
    fn across(&self) -> String {
        let Some(us) = &self.us_across else { return String::new() };
        let Range { least, greatest } = Range::of(us);
        let [least, greatest] = [least, greatest].map(|u| numbers::significant(u, 2));
        if least == greatest {
            return format!(", ± {least} across");
        }
        format!(", ± {least} to {greatest} across")
    }

    /// True if some rows are more uncertain than others, by more than rounding.
    fn has_unequal_bars(&self) -> bool {
        const ROUNDING: f64 = 1e-9;
        let us: Vec<f64> = self.us.iter().flatten().copied().filter(|u| *u > 0.0).collect();
        let Range { least, greatest } = Range::of(&us);
        least < greatest * (1.0 - ROUNDING)
    }
}
