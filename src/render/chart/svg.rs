//! A chart as an SVG picture.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::axes::{Axes, Room};
use super::heat;
use super::legend::{Entry, Sample, legend};
use super::scale::{Scale, band, bar, rows_on};
use super::ticks;
use crate::render::line_writer::width;
use crate::render::svg::{CHARACTER, escaped, opening};
use crate::report::{Chart, Series, Tangent};

/// The lower edge of the axes in a file, and the margin below the legend.
const BOTTOM: f64 = 264.0;
const LAST: f64 = 14.0;
/// The widths of a sample and its gap, and the line height.
const SAMPLE: f64 = 16.0;
const SQUARE: f64 = 12.0;
const GAP: f64 = 8.0;
const LINE: f64 = 18.0;
/// Above this number of rows, dots are placed on a grid.
const MOST_ROWS: usize = 2000;
/// The colors of series, on light and dark backgrounds.
const COLORS: [[&str; 2]; 5] = [
    ["#1c5cab", "#6aa9f4"],
    ["#b1560b", "#e8924a"],
    ["#2a7a3b", "#6cc481"],
    ["#8a3ea8", "#c78be0"],
    ["#6b6b66", "#a3a29b"],
];
/// The styles of a chart, in addition to those of every picture.
const LOOKS: &str = "\
.curve, .bar, .row, .left-out, .tangent { fill: none; stroke: currentColor; stroke-width: 2; }
.bar, .tangent { stroke-width: 1.5; } .tangent { stroke-dasharray: 5 4; }
.row, .left-out { stroke-linecap: round; stroke-width: 7; } .left-out { stroke-opacity: 0.35; stroke-width: 4; }
.present, .band, .measurement { fill: currentColor; }
.band { fill-opacity: 0.28; } .measurement { fill-opacity: 0.12; }
.line { fill: none; stroke: #22221f; stroke-width: 2; } .point { stroke: #fcfcfa; stroke-width: 1.5; }
.ink { fill: #22221f; } .grid { stroke: #6b6b66; stroke-opacity: 0.25; }
@media (prefers-color-scheme: dark) {
.line { stroke: #f0efea; } .point { stroke: #1b1b19; } .ink { fill: #f0efea; }
.grid { stroke: #a3a29b; stroke-opacity: 0.25; }
}
";

fn looks() -> String {
    let [light, dark] = [0, 1].map(|ground| {
        let rule = |(number, both): (usize, &[&str; 2])| {
            format!(".c{number} {{ color: {}; }}", both[ground])
        };
        COLORS.iter().enumerate().map(rule).collect::<Vec<_>>().join(" ")
    });
    format!("<style>\n{LOOKS}{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n</style>\n")
}

pub fn svg(chart: &Chart, room: Room) -> String {
    let scale = Scale::of(chart);
    let legend = legend(chart, &scale);
    let said: Vec<&str> = legend.iter().map(|entry| entry.text.as_str()).collect();
    let said = said.join(". ");
    let (legend, high) = placed(legend, Axes::within(room, BOTTOM, 0.0));
    let axes = Axes::within(room, BOTTOM, high + LAST);
    let top = axes.bottom + Axes::LEGEND;
    let map = Map { chart, scale: &scale, axes };
    let mut text = opening((axes.width(), top + high + LAST), &chart.title, &said);
    text.push_str(&looks());
    text.push_str(&axes.names(&chart.x.name, &chart.y.name));
    text.push_str(&axes.rows(&scale.labels));
    text.push_str(&axes.columns(ticks::labels(&chart.x)));
    let _ = writeln!(text, "<clipPath id=\"inside\"><rect {}/></clipPath>", axes.attributes());
    if let Some(heat) = &chart.heat {
        text.push_str(&heat::svg(heat, axes));
    }
    text.push_str(&map.levels());
    for (number, series) in chart.series.iter().enumerate() {
        text.push_str(&map.series(series, number));
    }
    text.push_str(&chart.present.map(|it| map.present(it)).unwrap_or_default());
    text.push_str(&map.marks());
    for (Entry { sample, text: said }, x, y) in legend {
        text.push_str(&map.sample(&sample, (x, top + y)));
        let (x, y) = (x + width_of(&sample), top + y);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y}\">{}</text>", escaped(&said));
    }
    text + "</svg>\n"
}

/// Places the entries of a legend, side by side if they fit, and returns the lowest place.
pub(super) fn placed(legend: Vec<Entry>, axes: Axes) -> (Vec<(Entry, f64, f64)>, f64) {
    let left = axes.legend;
    let (mut x, mut y) = (left, 0.0);
    let mut placed = Vec::with_capacity(legend.len());
    for Entry { sample, text } in legend {
        let text = axes.clipped(&text);
        let needed = width_of(&sample) + width(&text) as f64 * CHARACTER;
        if x > left && x + needed > axes.right {
            (x, y) = (left, y + LINE);
        }
        placed.push((Entry { sample, text }, x, y));
        x += needed + 2.0 * GAP;
    }
    (placed, y)
}

fn width_of(sample: &Sample) -> f64 {
    match sample {
        Sample::None => 0.0,
        Sample::Mark(..) => SQUARE + GAP,
        Sample::Shades(heights, _) => SQUARE * heights.len() as f64 + GAP,
        _ => SAMPLE + GAP,
    }
}

/// The classes of the bands, the narrow one first.
const BANDS: [&str; 2] = ["band", "measurement"];

/// A map from values to pixels.
struct Map<'chart> {
    chart: &'chart Chart,
    scale: &'chart Scale,
    axes: Axes,
}

impl Map<'_> {
    /// The place of a point, clamped near the picture: renderers fail at huge coordinates.
    fn place(&self, [at, value]: [f64; 2]) -> (f64, f64) {
        let near = |share: f64| if share.is_nan() { -2.0 } else { share.clamp(-2.0, 3.0) };
        let (x, y) = (near(self.chart.x.share(at)), near(self.scale.share(value)));
        (self.axes.x(x), self.axes.y(y))
    }

    /// The color of the rows of a series: that of its curve, if there are several.
    fn color_of_rows(&self, number: usize) -> usize {
        if self.chart.series.len() > 1 { number % COLORS.len() } else { 1 }
    }

    /// A curve with its rows and bands.
    fn series(&self, series: &Series, number: usize) -> String {
        let mut text = format!("<g class=\"c{}\">\n{}", number % COLORS.len(), self.bands(series));
        if !series.values.is_empty() {
            text.push_str(&inside("curve", &self.curve(&series.values)));
        }
        let (rows, color) = (self.rows(series), self.color_of_rows(number));
        let _ = writeln!(text, "</g><g class=\"c{color}\">\n{rows}</g>");
        text
    }

    /// The lines of a curve: a new one starts after each gap and at each jump across the picture.
    fn curve(&self, values: &[f64]) -> String {
        let mut text = String::new();
        let mut before: Option<f64> = None;
        let places = self.chart.x.places(values.len());
        for (at, value) in places.into_iter().zip(values) {
            let share = self.scale.share(*value);
            if share.is_nan() || !value.is_finite() {
                before = None;
                continue;
            }
            let goes_on = before.is_some_and(|before| {
                let outside = !(0.0..=1.0).contains(&before) && !(0.0..=1.0).contains(&share);
                (before - share).abs() < 0.5 || (!outside && (before - share).abs() < 0.9)
            });
            let mark = if goes_on { 'L' } else { 'M' };
            let (x, y) = self.place([at, *value]);
            let _ = write!(text, "{mark}{x:.1} {y:.1} ");
            before = Some(share);
        }
        text
    }

    /// The bands, the wide one first.
    fn bands(&self, series: &Series) -> String {
        let mut text = String::new();
        let places = self.chart.x.places(series.values.len());
        for (number, class) in BANDS.into_iter().enumerate().take(series.bands.len()).rev() {
            let ends: Vec<(f64, [f64; 2])> =
                places.iter().copied().zip(band(series, number)).collect();
            let is_finite = |ends: &[f64; 2]| ends.iter().all(|end| end.is_finite());
            let mut path = String::new();
            for run in ends.split(|(_, ends)| !is_finite(ends)).filter(|run| !run.is_empty()) {
                let upper = run.iter().map(|(at, [_, high])| [*at, *high]);
                let lower = run.iter().rev().map(|(at, [low, _])| [*at, *low]);
                for (number, point) in upper.chain(lower).enumerate() {
                    let mark = if number == 0 { 'M' } else { 'L' };
                    let (x, y) = self.place(point);
                    let _ = write!(path, "{mark}{x:.1} {y:.1} ");
                }
                path.push_str("Z ");
            }
            text.push_str(&inside(class, &path));
        }
        text
    }

    /// The level lines.
    fn levels(&self) -> String {
        let line = |level: &f64| {
            let (x, (_, y)) = (self.axes.right, self.place([0.0, *level]));
            format!("<path class=\"c1 tangent\" d=\"M{} {y:.1} H{x}\"/>\n", Axes::LEFT)
        };
        self.chart.levels.iter().map(line).collect()
    }

    /// The bars of rows that have an uncertainty, and a dot for each place that has rows.
    fn rows(&self, series: &Series) -> String {
        let mut bars = String::new();
        let mut dots = [BTreeSet::new(), BTreeSet::new()];
        // Touching dots are merged.
        let is_full = rows_on(series, &self.chart.x).count() > MOST_ROWS;
        let near = |at: f64| if is_full { (at / 2.0).round() * 2.0 } else { at };
        for row in rows_on(series, &self.chart.x) {
            let [(x, low), (_, high)] = bar(row).map(|value| self.place([row.point[0], value]));
            if low > high {
                let _ = write!(bars, "M{x:.1} {low:.1} V{high:.1} ");
            }
            if (0.0..=1.0).contains(&self.scale.share(row.point[1])) {
                let (x, y) = self.place(row.point);
                dots[usize::from(row.is_left_out)].insert(format!(
                    "M{:.1} {:.1}h0 ",
                    near(x),
                    near(y)
                ));
            }
        }
        let [rows, left_out] = dots.map(|places| places.into_iter().collect::<String>());
        [("bar", bars), ("row", rows), ("left-out", left_out)]
            .map(|(class, path)| inside(class, &path))
            .concat()
    }

    fn present(&self, present: Tangent) -> String {
        let mut text = String::from("<g class=\"c1\">");
        let x = &self.chart.x;
        let on_line = |at: f64| present.value + present.slope * (at - present.at);
        let points: Vec<f64> = x.places(if x.is_logarithmic { 121 } else { 2 });
        if points.iter().all(|at| on_line(*at).is_finite()) {
            // Clamping would change the slope.
            let place = |at: &f64| {
                let y = self.axes.y(self.scale.share(on_line(*at)));
                format!("{:.1} {y:.1}", self.axes.x(x.share(*at)))
            };
            let points = points.iter().map(place).collect::<Vec<_>>().join(" L");
            text.push_str(&inside("tangent", &format!("M{points}")));
        }
        if x.contains(present.at) && present.value.is_finite() {
            let (x, y) = self.place([present.at, present.value]);
            let _ = write!(text, "<circle class=\"present\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>");
        }
        text + "</g>\n"
    }

    /// The marks on the heat.
    fn marks(&self) -> String {
        let (x, y) = (&self.chart.x, &self.chart.y);
        let mut text = String::new();
        for marks in &self.chart.marks {
            let points = marks.points.iter();
            for point in points.filter(|point| x.contains(point[0]) && y.contains(point[1])) {
                let _ = writeln!(text, "{}", dot(self.place(*point), marks.height));
            }
        }
        text
    }

    /// A sample of the legend at `y`.
    fn sample(&self, sample: &Sample, (x, y): (f64, f64)) -> String {
        let (top, middle, half) = (y - 10.0, y - 4.5, SAMPLE / 2.0);
        let path = |class: &str, color: usize, d: String| {
            format!("<path class=\"c{color} {class}\" d=\"{d}\"/>")
        };
        let stroke = |class: &str, color: usize| {
            path(class, color, format!("M{x:.1} {middle:.1} h{SAMPLE}"))
        };
        let square = |(place, height): (usize, &f64)| {
            let (x, look) = (x + SQUARE * place as f64, heat::look(*height));
            format!(
                "<rect {look} x=\"{x:.1}\" y=\"{top:.1}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
            )
        };
        match sample {
            Sample::None => String::new(),
            Sample::Curve(number) => stroke("curve", number % COLORS.len()),
            Sample::Rows(number) => {
                let place = format!("M{:.1} {middle:.1}h0", x + half);
                path("row", self.color_of_rows(*number), place)
            }
            Sample::Present => {
                let x = x + half;
                format!("<circle class=\"c1 present\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"4\"/>")
            }
            Sample::Dotted => stroke("tangent", 1),
            Sample::Band(band) => {
                let class = BANDS.get(*band).copied().unwrap_or_default();
                path(class, 0, format!("M{x:.1} {top:.1}h{SAMPLE}v11h-{SAMPLE}z"))
            }
            Sample::Mark(_, height) => dot((x + SQUARE / 2.0, top + SQUARE / 2.0), *height),
            Sample::Shades(heights, _) => heights.iter().enumerate().map(square).collect(),
        }
    }
}

/// A path clipped to the axes; empty if it has no points.
fn inside(class: &str, path: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    let path = path.trim_end();
    format!("<path class=\"{class}\" clip-path=\"url(#inside)\" d=\"{path}\"/>\n")
}

/// A mark in the color of its height.
fn dot((x, y): (f64, f64), height: f64) -> String {
    let class = match height {
        height if height > 0.0 => "above",
        height if height < 0.0 => "below",
        _ => "ink",
    };
    format!("<circle class=\"point {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>")
}
