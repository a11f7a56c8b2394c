//! A chart: curves and rows over two axes, or the heat of a plane, as text and SVG draw it.

use super::numbers;
use crate::core::ops::MOST_WHOLE;

/// The digits of numbers of a legend and of an axis, where they tell these apart.
pub const DIGITS: usize = 4;
/// Enough digits to tell any two numbers apart.
const MOST_DIGITS: usize = 17;
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
    /// The heights of level lines.
    pub levels: Vec<f64>,
    /// The present point with its tangent.
    pub present: Option<Tangent>,
    /// Where the present point was before, the latest last.
    pub trail: Vec<[f64; 2]>,
    /// The heat of the plane.
    pub heat: Option<Heat>,
    /// The marks on it.
    pub marks: Vec<Mark>,
    /// What the samples of the picture mean.
    pub legend: Vec<Entry>,
    /// True if a table below says the same as the legend.
    pub has_table: bool,
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
    /// The texts that its numbers stand for, from 0, if they do.
    pub texts: Vec<String>,
}

/// A curve, its rows, or both.
#[derive(Debug, Clone, Default)]
pub struct Series {
    /// The values at evenly spaced shares of the axis; none of rows alone.
    pub values: Vec<f64>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Both ends of each band at each of the values, the narrow one first.
    pub bands: Vec<Vec<[f64; 2]>>,
}

/// A row of data.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Its place on the axis, and its value.
    pub point: [f64; 2],
    /// The standard uncertainty of both; 0 without.
    pub us: [f64; 2],
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
    /// The places from left to right, the middles of as many intervals.
    pub columns: usize,
    /// Those from the bottom up.
    pub rows: usize,
    /// For each y from the bottom up the values of all x.
    pub values: Vec<f64>,
}

/// A mark on the heat.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    /// Its place.
    pub point: [f64; 2],
    /// What a terminal shows.
    pub character: char,
    /// Where its number stands among others: below 0, above it, or at it.
    pub height: f64,
}

/// A line of the legend.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What it explains.
    pub sample: Sample,
    /// What that is.
    pub text: String,
}

/// A piece of the picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Sample {
    /// None: a remark on the picture.
    None,
    /// The curve of the series with this number.
    Curve(usize),
    /// Its rows.
    Rows(usize),
    /// The present point.
    Present,
    /// The tangent, or a level line.
    Dotted,
    /// A band, the narrow one first.
    Band(usize),
    /// A mark on the heat, and where its number stands.
    Mark(char, f64),
    /// Shades of these heights, from -1 to 1, and what a terminal shows.
    Shades(Vec<f64>, String),
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
            let rows = series.rows.iter().map(|row| row.point[1]);
            let bars = series.rows.iter().filter(|row| row.has_bar(1)).flat_map(|row| row.bar(1));
            let bands = series.bands.iter().flatten().flatten().copied();
            series.values.iter().copied().chain(rows).chain(bars).chain(bands).collect()
        };
        let all = self.series.iter().flat_map(own).chain(self.levels.iter().copied());
        let is_shown = |value: &f64| value.is_finite() && (!self.y.is_logarithmic || *value > 0.0);
        all.filter(is_shown).collect()
    }

    /// True if its series are told apart by numbers.
    pub fn is_numbered(&self) -> bool {
        self.series.len() > 1
    }
}

impl Row {
    /// Both ends of its bar across, 0, or upright, 1.
    pub fn bar(&self, side: usize) -> [f64; 2] {
        [self.point[side] - self.us[side], self.point[side] + self.us[side]]
    }

    /// True if its bar on this side can be seen.
    pub fn has_bar(&self, side: usize) -> bool {
        let [low, high] = self.bar(side);
        low < high && low.is_finite() && high.is_finite()
    }
}

impl Tangent {
    /// The value of the line at a place.
    pub fn value_at(&self, at: f64) -> f64 {
        self.value + self.slope * (at - self.at)
    }
}

impl Entry {
    /// A line of the legend.
    pub fn new(sample: Sample, text: impl Into<String>) -> Entry {
        Entry { sample, text: text.into() }
    }
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

    /// A number on it, or the text that it stands for.
    pub fn text(&self, at: f64, digits: usize) -> String {
        let text = Some(at).filter(|at| *at >= 0.0).and_then(|at| self.texts.get(at as usize));
        text.map_or_else(|| numbers::significant(at, digits), Clone::clone)
    }

    /// The shares of the axis that have a label: of an axis of numbers round ones, of one of texts all.
    pub fn labels(&self) -> Vec<(f64, String)> {
        if self.texts.is_empty() {
            let digits = self.digits();
            return self
                .ticks()
                .into_iter()
                .map(|at| (self.share(at), on_axis(at, digits)))
                .collect();
        }
        let texts = (0..).map(f64::from).zip(self.texts.iter().cloned());
        let inside = texts.filter(|(at, _)| self.contains(*at));
        inside.map(|(at, text)| (self.share(at), text)).collect()
    }

    /// The number of digits that tells its labels apart: few, unless the range is very narrow.
    pub fn digits(&self) -> usize {
        digits_of(&self.ticks(), DIGITS)
    }

    /// The numbers that are written: a few round ones, both ends among them if those are round; where none are,
    /// both ends and the quarters between.
    fn ticks(&self) -> Vec<f64> {
        let found = if self.is_logarithmic {
            self.decades()
        } else {
            let [four, six] = [4.0, 6.0].map(|most| self.multiples(most));
            let ends = four.first().copied().zip(four.last().copied());
            if ends == Some((self.from, self.to)) { four } else { six }
        };
        if found.len() > 1 { found } else { self.places(5) }
    }

    /// The multiples of a round step, of which the axis has at most `most`; none if they are not exact.
    fn multiples(&self, most: f64) -> Vec<f64> {
        const ROUND: [f64; 5] = [1.0, 2.0, 2.5, 5.0, 10.0];
        let least = (self.to / 2.0 - self.from / 2.0) / most * 2.0;
        let unit = 10f64.powf(least.log10().floor());
        // Rounding must not make the step larger where it fits exactly.
        let is_enough = |step: &f64| *step >= least * (1.0 - 1e-9);
        let step = ROUND.map(|digit| digit * unit).into_iter().find(is_enough).unwrap_or(least);
        let first = (self.from / step - 1e-9).ceil();
        let last = (self.to / step + 1e-9).floor();
        let count = last - first + 1.0;
        let is_exact = step.is_normal() && first.abs().max(last.abs()) < 1e9 && count <= most + 1.0;
        let count = if is_exact { count as usize } else { 0 };
        // Adding zero makes -0 into 0.
        (0..count).map(|tick| (first + tick as f64) * step + 0.0).collect()
    }

    /// The powers of ten of a logarithmic axis, at most seven of them; of few decades twice and five times these as well.
    fn decades(&self) -> Vec<f64> {
        let (first, last) = (self.from.log10().floor(), self.to.log10().ceil());
        let digits: &[f64] = if last - first > 2.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let every = ((last - first) / 6.0).ceil().max(1.0) as usize;
        let powers = (first as i32..=last as i32).step_by(every).map(|power| 10f64.powi(power));
        let all = powers.flat_map(|power| digits.iter().map(move |digit| digit * power));
        all.filter(|at| (-1e-9..=1.0 + 1e-9).contains(&self.share(*at))).collect()
    }
}

/// The least number of digits, from so many up, that tells numbers beside an axis apart.
pub fn digits_of(numbers: &[f64], least: usize) -> usize {
    let differ = |digits: &usize| {
        let texts: Vec<String> = numbers.iter().map(|at| on_axis(*at, *digits)).collect();
        texts.windows(2).all(|two| matches!(two, [one, next] if one != next))
    };
    (least..MOST_DIGITS).find(differ).unwrap_or(MOST_DIGITS)
}

/// A number beside an axis: `250000`, `1e12`.
pub fn on_axis(value: f64, digits: usize) -> String {
    if value.abs() < 1e6 || !value.is_finite() {
        return numbers::significant(value, digits);
    }
    let text = format!("{value:.*e}", digits.clamp(1, MOST_DIGITS) - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    format!("{mantissa}e{exponent}")
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
