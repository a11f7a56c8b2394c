//! A chart as an SVG picture.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::axes::{Axes, Room};
use super::heat;
use super::legend::{Entry, Sample, legend};
use super::scale::Scale;
use crate::render::diagram::shapes::CHARACTER;
use crate::render::diagram::svg::{escaped, opening};
use crate::render::line_writer::width;
use crate::report::{Chart, Row, Series, Tangent};

/// The lower edge of the axes in a file, and the room below the last line of the legend.
const BOTTOM: f64 = 264.0;
const LAST: f64 = 14.0;
/// A sample of the legend, what is between it and its text, and the distance of lines.
const SAMPLE: f64 = 16.0;
const SQUARE: f64 = 12.0;
const GAP: f64 = 8.0;
const LINE: f64 = 18.0;
/// The size of a mark.
const RADIUS: f64 = 5.0;
/// The most rows that are drawn one by one; of more, places that have some are.
const MOST_ROWS: usize = 2000;
/// The width and height of such a place.
const DOT: f64 = 2.0;
/// The colors of series, on light and on dark ground.
const COLORS: [[&str; 2]; 5] = [
    ["#1c5cab", "#6aa9f4"],
    ["#b1560b", "#e8924a"],
    ["#2a7a3b", "#6cc481"],
    ["#8a3ea8", "#c78be0"],
    ["#6b6b66", "#a3a29b"],
];
/// The styles of a chart, in addition to those of every picture.
const LOOKS: &str = "\
.curve, .row, .dots, .tangent { fill: none; stroke: currentColor; stroke-width: 2; }
.row, .tangent { stroke-width: 1.5; } .tangent { stroke-dasharray: 5 4; }
.dots { stroke-linecap: round; } .left-out { stroke-opacity: 0.35; }
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

/// Returns the picture, in some room or as a file.
pub fn svg(chart: &Chart, room: Room) -> String {
    let scale = Scale::of(chart);
    let legend = legend(chart, &scale);
    let said: Vec<String> = legend.iter().map(in_words).collect();
    let (legend, high) = placed(legend, Axes::within(room, BOTTOM, 0.0));
    let axes = Axes::within(room, BOTTOM, high + LAST);
    let top = axes.bottom + Axes::LEGEND;
    let map = Map { chart, scale: &scale, axes };
    let mut text = opening((axes.width(), top + high + LAST), &chart.title, &said.join(". "));
    text.push_str(&looks());
    text.push_str(&axes.names(&chart.x.name, &chart.y.name));
    text.push_str(&axes.rows(&scale.labels));
    text.push_str(&axes.columns(chart.x.labels()));
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

/// Gives each line of a legend its place below the first one, and the place of the lowest. Shades, marks and remarks
/// stand beside each other as far as there is room; others begin a line.
pub(super) fn placed(legend: Vec<Entry>, axes: Axes) -> (Vec<(Entry, f64, f64)>, f64) {
    let left = axes.legend;
    let (mut x, mut y) = (left, 0.0);
    let mut placed = Vec::with_capacity(legend.len());
    for Entry { sample, text } in legend {
        let text = axes.clipped(&text);
        let needed = width_of(&sample) + width(&text) as f64 * CHARACTER;
        let begins =
            matches!(sample, Sample::Curve(_) | Sample::Present | Sample::Dotted | Sample::Band(_));
        if x > left && (begins || x + needed > axes.right) {
            (x, y) = (left, y + LINE);
        }
        placed.push((Entry { sample, text }, x, y));
        x += needed + 2.0 * GAP;
    }
    (placed, y)
}

/// The room of a sample and what is between it and its text.
fn width_of(sample: &Sample) -> f64 {
    match sample {
        Sample::None => 0.0,
        Sample::Mark(..) => SQUARE + GAP,
        Sample::Shades(heights, _) => SQUARE * heights.len() as f64 + GAP,
        _ => SAMPLE + GAP,
    }
}

/// A line of the legend for those who do not see it: what has no other name than its color gets that.
fn in_words(entry: &Entry) -> String {
    let text = &entry.text;
    match &entry.sample {
        Sample::Mark(_, height) if *height > 0.0 => format!("blue dots: {text}"),
        Sample::Mark(_, height) if *height < 0.0 => format!("orange dots: {text}"),
        Sample::Mark(..) => format!("dots: {text}"),
        Sample::Shades(heights, _) => match heights.as_slice() {
            [low, .., high] => {
                format!("{} to {}: {text}", heat::in_words(*low), heat::in_words(*high))
            }
            heights => format!("{}: {text}", heights.first().map_or("", |it| heat::in_words(*it))),
        },
        _ => text.clone(),
    }
}

/// The class of a mark by where its number stands.
fn class_of(height: f64) -> &'static str {
    match height {
        height if height > 0.0 => "above",
        height if height < 0.0 => "below",
        _ => "ink",
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

    /// The color of the rows of a series: that of its curve, where there are several.
    fn color_of_rows(&self, number: usize) -> usize {
        if self.chart.is_numbered() { number % COLORS.len() } else { 1 }
    }

    /// A curve and its rows, with what is around them.
    fn series(&self, series: &Series, number: usize) -> String {
        let mut text = format!("<g class=\"c{}\">\n{}", number % COLORS.len(), self.bands(series));
        if !series.values.is_empty() {
            let d = self.curve(&series.values);
            let _ = writeln!(text, "<path class=\"curve\" clip-path=\"url(#inside)\" d=\"{d}\"/>");
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
        text.trim_end().to_owned()
    }

    /// The bands, the wide one first.
    fn bands(&self, series: &Series) -> String {
        let mut text = String::new();
        let places = self.chart.x.places(series.values.len());
        for (number, class) in BANDS.into_iter().enumerate().take(series.bands.len()).rev() {
            let ends: Vec<(f64, [f64; 2])> =
                places.iter().copied().zip(series.band(number)).collect();
            let is_finite = |ends: &[f64; 2]| ends.iter().all(|end| end.is_finite());
            let mut path = String::new();
            // One shape for each run of places that have the band.
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
            let d = path.trim_end();
            let _ =
                writeln!(text, "<path class=\"{class}\" clip-path=\"url(#inside)\" d=\"{d}\"/>");
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

    /// The rows, with the bars of those that have an uncertainty.
    fn rows(&self, series: &Series) -> String {
        let is_inside = |value: f64| (0.0..=1.0).contains(&self.scale.share(value));
        let rows: Vec<&Row> = series.rows_on(&self.chart.x).collect();
        let inside = || rows.iter().filter(|row| is_inside(row.point[1]));
        if rows.len() > MOST_ROWS {
            return self.dots(&mut inside().filter(|row| !row.is_left_out).map(|row| row.point));
        }
        let mut bars = String::new();
        for row in rows.iter().filter(|row| row.has_bar()) {
            let [(x, low), (_, high)] = row.bar().map(|value| self.place([row.point[0], value]));
            let _ = write!(bars, "M{x:.1} {low:.1} V{high:.1} ");
        }
        if !bars.is_empty() {
            let d = bars.trim_end();
            bars = format!("<path class=\"row\" clip-path=\"url(#inside)\" d=\"{d}\"/>\n");
        }
        inside().fold(bars, |mut text, row| {
            let (class, r) = if row.is_left_out { ("row left-out", 2) } else { ("row", 4) };
            let (x, y) = self.place(row.point);
            let _ =
                writeln!(text, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\"/>");
            text
        })
    }

    /// The places that have rows, in a grid as fine as dots.
    fn dots(&self, points: &mut dyn Iterator<Item = [f64; 2]>) -> String {
        let place = |point: [f64; 2]| {
            let (x, y) = self.place(point);
            [x, y].map(|it| (it / DOT).round() as i64)
        };
        let places: BTreeSet<[i64; 2]> = points.map(place).collect();
        let mut path = String::new();
        for [x, y] in places {
            let _ = write!(path, "M{} {}h0", x as f64 * DOT, y as f64 * DOT);
        }
        format!("<path class=\"dots\" d=\"{path}\"/>\n")
    }

    /// The present point and its tangent.
    fn present(&self, present: Tangent) -> String {
        let mut text = String::from("<g class=\"c1\">");
        let x = &self.chart.x;
        let points: Vec<f64> = x.places(if x.is_logarithmic { 121 } else { 2 });
        if points.iter().all(|at| present.value_at(*at).is_finite()) {
            // Not clamped, which would change the slope.
            let place = |at: &f64| {
                let y = self.axes.y(self.scale.share(present.value_at(*at)));
                format!("{:.1} {y:.1}", self.axes.x(x.share(*at)))
            };
            let d = points.iter().map(place).collect::<Vec<_>>().join(" L");
            let _ = write!(text, "<path class=\"tangent\" clip-path=\"url(#inside)\" d=\"M{d}\"/>");
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

    /// A sample of the legend, before text whose line stands at `y`.
    fn sample(&self, sample: &Sample, (x, y): (f64, f64)) -> String {
        let (top, middle) = (y - 10.0, y - 4.5);
        let stroke = |class: &str, color: usize| {
            format!("<path class=\"c{color} {class}\" d=\"M{x:.1} {middle:.1} h{SAMPLE}\"/>")
        };
        let circle = |class: &str, color: usize| {
            let cx = x + SAMPLE / 2.0;
            format!(
                "<circle class=\"c{color} {class}\" cx=\"{cx:.1}\" cy=\"{middle:.1}\" r=\"4\"/>"
            )
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
            Sample::Rows(number) => circle("row", self.color_of_rows(*number)),
            Sample::Present => circle("present", 1),
            Sample::Dotted => stroke("tangent", 1),
            Sample::Band(band) => {
                let class = BANDS.get(*band).copied().unwrap_or_default();
                let size = format!("x=\"{x:.1}\" y=\"{top:.1}\" width=\"{SAMPLE}\" height=\"11\"");
                format!("<rect class=\"c0 {class}\" {size}/>")
            }
            Sample::Mark(_, height) => dot((x + SQUARE / 2.0, top + SQUARE / 2.0), *height),
            Sample::Shades(heights, _) => heights.iter().enumerate().map(square).collect(),
        }
    }
}

fn dot((x, y): (f64, f64), height: f64) -> String {
    let class = class_of(height);
    format!("<circle class=\"point {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>")
}
