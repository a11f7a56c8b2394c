//! The legend of a chart: what is drawn, and whether values are outside.

use super::heat::Shades;
use super::scale::Scale;
use super::ticks;
use crate::report::{Axis, Chart, DIGITS, Heat, Marks, Observed, Tangent, counted, numbers};

/// A line of the legend.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The sample.
    pub(super) sample: Sample,
    /// The text.
    pub(super) text: String,
}

/// A piece of the picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sample {
    /// No sample: a remark.
    None,
    /// The curve of the series with this number.
    Curve(usize),
    Rows(usize),
    /// The current point.
    Present,
    /// The tangent, or a level line.
    Dotted,
    /// A band, the narrow one first.
    Band(usize),
    /// A mark on the heat, and its height.
    Mark(char, f64),
    /// Shades of these heights, from -1 to 1, and their characters.
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
    let said = ["95\u{A0}% confidence band", "95\u{A0}% prediction band"];
    let bands = said.into_iter().take(bands).enumerate();
    legend.extend(bands.map(|(band, text)| Entry::new(Sample::Band(band), text)));
    match chart.levels.as_slice() {
        [] => {}
        [_, two, ..] => {
            let text = format!("0 and ± {}, two standard deviations", number(*two));
            legend.push(Entry::new(Sample::Dotted, text));
        }
        [_] => legend.push(Entry::new(Sample::Dotted, "0")),
    }
    legend.extend(chart.heat.iter().flat_map(of_shades));
    let mark = |it: &Marks| Entry::new(Sample::Mark(it.character, it.height), it.text.clone());
    legend.extend(chart.marks.iter().map(mark));
    let remark = |text: String| Entry::new(Sample::None, text);
    if let [only] = chart.series.as_slice()
        && only.values.iter().filter(|value| !value.is_finite()).count() > 1
        && !chart.has_table
    {
        legend.push(remark("gaps: nan or inf".to_owned()));
    }
    if scale.is_cut {
        legend.push(remark("some values are outside the picture".to_owned()));
    }
    legend
}

fn number(value: f64) -> String {
    numbers::significant(value, DIGITS)
}

fn of_present(chart: &Chart, present: &Tangent) -> Vec<Entry> {
    let Chart { x, y, .. } = chart;
    let at = numbers::significant(present.at, ticks::digits(x));
    let text = format!("{} = {at}, {} = {}", x.name, y.name, number(present.value));
    let point = match x.contains(present.at) {
        true => Entry::new(Sample::Present, text),
        false => Entry::new(Sample::None, format!("current: {text}")),
    };
    if !present.slope.is_finite() || !present.value.is_finite() {
        let text = format!("no tangent: the slope is {}", number(present.slope));
        return vec![point, Entry::new(Sample::None, text)];
    }
    if present.slope == 0.0 {
        let text = format!("tangent: flat, at {}", number(present.value));
        return vec![point, Entry::new(Sample::Dotted, text)];
    }
    let sign = if present.slope < 0.0 { "-" } else { "+" };
    let from = match present.at {
        0.0 => x.name.clone(),
        at if at < 0.0 => format!("({} + {})", x.name, number(-at)),
        at => format!("({} - {})", x.name, number(at)),
    };
    let (value, slope) = (number(present.value), number(present.slope.abs()));
    let text = format!("tangent: {value} {sign} {slope}·{from}");
    vec![point, Entry::new(Sample::Dotted, text)]
}

/// The number of rows, and of those outside.
fn of_rows(observed: &Observed, x: &Axis) -> String {
    let rows = || observed.rows.iter().filter(|row| !row.is_left_out);
    let (count, outside) = (rows().count(), rows().filter(|row| !x.contains(row.point[0])).count());
    let left_out = observed.rows.len() - count;
    let some = |count: usize, text: String| if count > 0 { text } else { String::new() };
    format!(
        "{}: {}{}{}{}",
        observed.name,
        counted(count as u64, "row"),
        some(outside, format!(", {outside} outside")),
        some(observed.gaps, format!(", {} left out", counted(observed.gaps as u64, "gap"))),
        some(left_out, format!(", · {left_out} left out"))
    )
}

fn of_shades(heat: &Heat) -> Vec<Entry> {
    let (shades, name) = (Shades::of(heat), &heat.name);
    let [least, greatest] = [shades.range.least, shades.range.greatest].map(number);
    let entry = |heights: &[f64], shown: String, text: String| {
        Entry::new(Sample::Shades(heights.to_vec(), shown), text)
    };
    let mut entries = Vec::new();
    for (at, class) in shades.classes.iter().enumerate() {
        let shown = match shades.of_class(at) {
            ' ' => "blank:".to_owned(),
            shade => shade.to_string(),
        };
        let text = format!("{name} = {}", number(*class));
        entries.push(entry(&[shades.height(*class)], shown, text));
    }
    if !entries.is_empty() {
        return entries;
    }
    if shades.has_both_signs() {
        entries.push(entry(&[1.0], "▒▓".to_owned(), format!("{name} > 0, to {greatest}")));
        entries.push(entry(&[-1.0], "░ blank:".to_owned(), format!("{name} < 0, to {least}")));
    } else if shades.range.least == shades.range.greatest {
        entries.push(entry(&[0.0], "▒".to_owned(), format!("{name} = {least}")));
    } else {
        let text = format!("{name} from {least} to {greatest}");
        entries.push(entry(&[-1.0, 0.0, 1.0], "blank ░▒▓:".to_owned(), text));
    }
    if heat.values.iter().any(|value| !value.is_finite()) {
        entries.push(entry(&[0.0], "?".to_owned(), "nan or inf".to_owned()));
    }
    entries
}
