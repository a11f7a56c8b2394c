//! The legend of a chart: what is drawn, its extrema, and whether values are outside.

use super::heat::shade_of_class;
use super::scale::Scale;
use crate::report::{
    Axis, Chart, DIGITS, Heat, Marks, Observed, Range, Row, Tangent, counted, numbers,
};

/// A peak stands out by at least this part of the picture's height.
const LEAST_PROMINENCE: f64 = 0.01;
/// A curve that goes so far between two values jumps, as at a pole.
const JUMP: f64 = 0.1;

/// A line of the legend.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// What it explains.
    pub(super) sample: Sample,
    /// What that is.
    pub(super) text: String,
}

/// A piece of the picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sample {
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

impl Entry {
    pub(super) fn new(sample: Sample, text: impl Into<String>) -> Entry {
        Entry { sample, text: text.into() }
    }
}

/// The lines of the legend.
pub(super) fn legend(chart: &Chart, scale: &Scale) -> Vec<Entry> {
    let mut legend = chart.present.map_or(Vec::new(), |present| of_present(chart, &present));
    for (number, series) in chart.series.iter().enumerate() {
        if !series.values.is_empty() && chart.present.is_none() {
            legend.push(Entry::new(Sample::Curve(number), series.name.clone()));
        }
        let rows = series.observed.as_ref().map(|observed| of_rows(observed, &chart.x));
        legend.extend(rows.map(|text| Entry::new(Sample::Rows(number), text)));
    }
    let bands = chart.series.iter().map(|series| series.bands.len()).max().unwrap_or(0);
    let said = ["95\u{A0}% band of the curve", "95\u{A0}% band of another measurement"];
    let bands = said.into_iter().take(bands).enumerate();
    legend.extend(bands.map(|(band, text)| Entry::new(Sample::Band(band), text)));
    if !chart.levels.is_empty() {
        legend.push(Entry::new(Sample::Dotted, of_levels(chart)));
    }
    legend.extend(chart.heat.iter().flat_map(of_shades));
    let mark = |it: &Marks| Entry::new(Sample::Mark(it.character, it.height), it.text.clone());
    legend.extend(chart.marks.iter().map(mark));
    legend.extend(of_gaps(chart));
    let digits = Some(chart.x.digits()).filter(|digits| *digits > DIGITS);
    for (is_minimum, at) in extrema(chart, scale) {
        let kind = if is_minimum { "minimum" } else { "maximum" };
        let at = chart.x.text(at, digits.unwrap_or(3));
        legend.push(Entry::new(Sample::None, format!("{kind} near {} = {at}", chart.x.name)));
    }
    if scale.is_cut {
        legend.push(Entry::new(Sample::None, "some values are outside the picture"));
    }
    legend
}

fn number(value: f64) -> String {
    numbers::significant(value, DIGITS)
}

/// The present point and its tangent.
fn of_present(chart: &Chart, present: &Tangent) -> Vec<Entry> {
    let Chart { x, y, .. } = chart;
    let at = x.text(present.at, x.digits());
    let text = format!("{} = {at}, {} = {}", x.name, y.name, number(present.value));
    let point = match x.contains(present.at) {
        true => Entry::new(Sample::Present, text),
        false => Entry::new(Sample::None, format!("present: {text}")),
    };
    let is_line = present.slope.is_finite() && present.value.is_finite();
    let sample = if is_line { Sample::Dotted } else { Sample::None };
    vec![point, Entry::new(sample, tangent(chart, present))]
}

/// What the line through the present point is: `tangent: 20 + 14·(x - 3)`
fn tangent(chart: &Chart, present: &Tangent) -> String {
    if !present.slope.is_finite() || !present.value.is_finite() {
        return format!("no tangent: the slope is {}", number(present.slope));
    }
    if is_flat(chart, present) {
        return format!("tangent: flat, at {}", number(present.value));
    }
    let sign = if present.slope < 0.0 { "-" } else { "+" };
    let name = &chart.x.name;
    let from = match present.at {
        0.0 => name.clone(),
        at if at < 0.0 => format!("({name} + {})", number(-at)),
        at => format!("({name} - {})", number(at)),
    };
    let (value, slope) = (number(present.value), number(present.slope.abs()));
    format!("tangent: {value} {sign} {slope}·{from}")
}

/// True if the tangent rises by no more than rounding beside what the curve does.
fn is_flat(chart: &Chart, present: &Tangent) -> bool {
    const ROUNDING: f64 = 1e-12;
    let Range { least, greatest } = Range::of(&chart.values());
    let wide = greatest.max(present.value) - least.min(present.value);
    let rise = (present.slope * (chart.x.to - chart.x.from)).abs();
    rise <= ROUNDING * wide.max(present.value.abs())
}

/// How many rows there are, and how many of them are not in the picture.
fn of_rows(observed: &Observed, x: &Axis) -> String {
    let (left_out, rows): (Vec<&Row>, Vec<&Row>) =
        observed.rows.iter().partition(|row| row.is_left_out);
    let outside = rows.iter().filter(|row| !x.contains(row.point[0])).count();
    let some = |count: usize, text: String| if count > 0 { text } else { String::new() };
    format!(
        "{}: {}{}{}{}",
        observed.name,
        counted(rows.len() as u64, "row"),
        some(outside, format!(", {outside} outside")),
        some(observed.gaps, format!(", {} left out", counted(observed.gaps as u64, "gap"))),
        some(left_out.len(), format!(", · {} left out", left_out.len()))
    )
}

/// Where the level lines of residuals are: `0 and ± 0.24, two deviations`.
fn of_levels(chart: &Chart) -> String {
    match chart.levels.as_slice() {
        [_, two, ..] => format!("0 and ± {}, two deviations", number(*two)),
        _ => "0".to_owned(),
    }
}

/// What each shade means.
fn of_shades(heat: &Heat) -> Vec<Entry> {
    let (range, classes, name) = (heat.range(), heat.classes(), &heat.name);
    let [least, greatest] = [range.least, range.greatest].map(number);
    let entry = |heights: &[f64], shown: &str, text: String| {
        Entry::new(Sample::Shades(heights.to_vec(), shown.to_owned()), text)
    };
    if !classes.is_empty() {
        let class = |(at, class): (usize, &f64)| {
            let shown = match shade_of_class(at, classes.len()) {
                ' ' => "blank:".to_owned(),
                shade => shade.to_string(),
            };
            entry(&[range.height(*class)], &shown, format!("{name} = {}", number(*class)))
        };
        return classes.iter().enumerate().map(class).collect();
    }
    if range.has_both_signs() {
        return vec![
            entry(&[1.0], "▒▓", format!("{name} > 0, to {greatest}")),
            entry(&[-1.0], "░ blank:", format!("{name} < 0, to {least}")),
        ];
    }
    if range.least == range.greatest {
        return vec![entry(&[0.0], "▒", format!("{name} = {least}"))];
    }
    vec![entry(&[-1.0, 0.0, 1.0], "blank ░▒▓:", format!("{name} from {least} to {greatest}"))]
}

/// That some values are not finite.
fn of_gaps(chart: &Chart) -> Option<Entry> {
    let gaps = |values: &[f64]| values.iter().filter(|value| !value.is_finite()).count();
    match (&chart.heat, chart.series.as_slice()) {
        (Some(heat), _) if gaps(&heat.values) > 0 => {
            Some(Entry::new(Sample::Shades(vec![0.0], "?".to_owned()), "nan or inf"))
        }
        (None, [only]) if gaps(&only.values) > 1 && !chart.has_table => {
            Some(Entry::new(Sample::None, "gaps: nan or inf"))
        }
        _ => None,
    }
}

/// The minimum and the maximum of the only curve, each with its place and whether it is a minimum: those that stand out
/// as the only ones of their kind.
pub(super) fn extrema(chart: &Chart, scale: &Scale) -> Vec<(bool, f64)> {
    let [series] = chart.series.as_slice() else { return Vec::new() };
    // Those of a level curve are rounding.
    if scale.is_level {
        return Vec::new();
    }
    let shares: Vec<f64> = series.values.iter().map(|value| scale.share(*value)).collect();
    let only = |sign: f64| {
        let heights: Vec<f64> = shares.iter().map(|share| sign * share).collect();
        let mut peaks = peaks(&heights);
        let only = peaks.next()?;
        peaks.next().is_none().then_some(only)
    };
    let last = series.values.len().saturating_sub(1).max(1) as f64;
    let place = |index: f64| {
        let step = chart.x.place(1.0 / last) - chart.x.place(0.0);
        let at = chart.x.place(index / last);
        // So close to 0 compared to the step, it is 0 up to rounding.
        if at.abs() < 1e-3 * step { 0.0 } else { at }
    };
    let found = [(true, only(-1.0)), (false, only(1.0))].into_iter();
    found.filter_map(|(is_minimum, index)| Some((is_minimum, place(index?)))).collect()
}

/// The peaks that stand out, each at the vertex of the parabola through three values, as an index.
fn peaks(heights: &[f64]) -> impl Iterator<Item = f64> {
    let inner = 1..heights.len().saturating_sub(1);
    inner.filter_map(|index| {
        let [before, here, after] = [heights[index - 1], heights[index], heights[index + 1]];
        let (left, right) = (here - before, after - here);
        // The vertex may lie between two equal values.
        let is_top = left > 0.0 && right <= 0.0;
        let is_smooth = left.abs() < JUMP && right.abs() < JUMP;
        let share = (left + right) / (2.0 * (left - right));
        let stands_out = || {
            let (before, after) = (heights.get(..index)?, heights.get(index + 1..)?);
            let depth = |side: &mut dyn Iterator<Item = &f64>| {
                let lower = side.take_while(|height| **height <= here);
                here - lower.copied().fold(here, f64::min)
            };
            let least = depth(&mut before.iter().rev()).min(depth(&mut after.iter()));
            Some(least >= LEAST_PROMINENCE)
        };
        let is_peak = is_top && is_smooth && share.is_finite() && stands_out() == Some(true);
        is_peak.then_some(index as f64 + share)
    })
}
