//! A curve as an SVG picture.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::curve::{BELOW, BOTTOM, COLORS, LINE, in_colors, is_inside, tangent};
use super::scale::Scale;
use super::ticks::labelled;
use super::{Axes, Room};
use crate::render::diagram::svg::{escaped, opening};
use crate::report::{Plot, counted, numbers};

/// The styles of a curve, in addition to those of every picture.
const LOOKS: &str = "\
<style>\n.curve { fill: none; stroke: #1c5cab; stroke-width: 2; }
.tangent { fill: none; stroke: #b1560b; stroke-width: 1.5; stroke-dasharray: 5 4; }
.present { fill: #b1560b; } .grid { stroke: #6b6b66; stroke-opacity: 0.25; }
@media (prefers-color-scheme: dark) {
.curve { stroke: #6aa9f4; } .tangent { stroke: #e8924a; } .present { fill: #e8924a; }
.grid { stroke: #a3a29b; stroke-opacity: 0.25; }
}\n</style>\n";

/// The styles of rows beside a curve.
const LOOKS_OF_ROWS: &str = "\
<style>\n.row { fill: none; stroke: #b1560b; stroke-width: 1.5; } .left-out { stroke-opacity: 0.35; }
@media (prefers-color-scheme: dark) { .row { stroke: #e8924a; } }\n</style>\n";

/// The styles of many rows, drawn as dots.
const LOOKS_OF_DOTS: &str = "\
<style>\n.dots { fill: none; stroke: #b1560b; stroke-width: 2; stroke-linecap: round; }
@media (prefers-color-scheme: dark) { .dots { stroke: #e8924a; } }\n</style>\n";

/// The styles of the bands around a curve.
const LOOKS_OF_BANDS: &str = "\
<style>\n.band { fill: #1c5cab; fill-opacity: 0.3; } .measurement { fill: #1c5cab; fill-opacity: 0.12; }
@media (prefers-color-scheme: dark) { .band, .measurement { fill: #6aa9f4; } }\n</style>\n";

/// The styles of groups: each has a color.
fn looks_of_groups() -> String {
    let [light, dark] = in_colors(|number, color| {
        format!(
            ".g{number} .curve, .g{number} .row, .g{number} .dots {{ stroke: {color}; }} .g{number} \
             .band {{ fill: {color}; fill-opacity: 0.2; }} .g{number} .measurement {{ fill: none; stroke: {color}; \
             stroke-dasharray: 2 3; }}"
        )
    });
    format!("<style>\n{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n</style>\n")
}

/// The styles of a trail.
const LOOKS_OF_TRAIL: &str = "\
<style>\n.trail path { fill: none; stroke: #6a3fb0; stroke-width: 1.5; } .trail circle { fill: #6a3fb0; }
@media (prefers-color-scheme: dark) { .trail path { stroke: #c3a6ff; } .trail circle { fill: #c3a6ff; } }
</style>\n";

/// The most rows that are drawn one by one; of more, places that have some are.
const MOST_ROWS: usize = 2000;
/// The width and height of such a place.
const DOT: f64 = 2.0;

/// Returns the picture as a file.
pub fn picture(plot: &Plot) -> String {
    curve_with_trail(plot, &[], None)
}

/// Returns the picture in some room, with the places that its present point has come from, the latest last.
pub fn curve_with_trail(plot: &Plot, trail: &[[f64; 2]], room: Room) -> String {
    let scale = Scale::of(&plot.shown());
    let legend = legend(plot);
    let below = LINE * legend.len().max(2) as f64 + BELOW;
    let axes = Axes::within(room, BOTTOM, below);
    let map = Map { plot, scale: &scale, axes };
    let title = format!(
        "{} for {} from {} to {}",
        plot.follows,
        plot.moves,
        plot.place_said(plot.from, 4),
        plot.place_said(plot.to, 4)
    );
    let size = (axes.width(), axes.bottom + Axes::LEGEND + below);
    let said: Vec<&str> = legend.iter().map(|(_, said)| said.as_str()).collect();
    let all = || std::iter::once(plot).chain(&plot.groups);
    let mut text = opening(size, &title, &said.join(". "));
    text.push_str(LOOKS);
    for (is_there, looks) in [
        (all().any(has_dots), LOOKS_OF_DOTS),
        (all().any(|it| it.observed.is_some() && !has_dots(it)), LOOKS_OF_ROWS),
        (all().any(|it| it.band.is_some()), LOOKS_OF_BANDS),
    ] {
        text.push_str(if is_there { looks } else { "" });
    }
    if !plot.groups.is_empty() {
        text.push_str(&looks_of_groups());
    }
    text.push_str(&map.axes());
    let _ = writeln!(text, "<clipPath id=\"inside\"><rect {}/></clipPath>", axes.attributes());
    if plot.groups.is_empty() {
        text.push_str(&map.drawn());
    }
    for (number, group) in plot.groups.iter().enumerate() {
        let drawn = Map { plot: group, scale: &scale, axes }.drawn();
        let _ = writeln!(text, "<g class=\"g{}\">\n{drawn}</g>", number % COLORS.len());
    }
    text.push_str(&map.trail(trail));
    text.push_str(&map.present());
    for (line, (sample, said)) in legend.iter().enumerate() {
        let (x, y) = (axes.legend, axes.bottom + Axes::LEGEND + LINE * line as f64);
        let (left, top, height) = (x - 24.0, y - 10.0, y - 4.5);
        let _ = match sample {
            Sample::None => Ok(()),
            Sample::Band(band) => {
                let place = format!("x=\"{left}\" y=\"{top}\" width=\"16\" height=\"11\"");
                writeln!(text, "<rect class=\"{band}\" {place}/>")
            }
            Sample::Group(number) => {
                let has_curve = plot.groups.get(*number).is_some_and(|it| !it.values.is_empty());
                let mark = if has_curve {
                    format!("<path class=\"curve\" d=\"M{left} {height} h16\"/>")
                } else {
                    format!("<circle class=\"row\" cx=\"{}\" cy=\"{height}\" r=\"4\"/>", left + 8.0)
                };
                writeln!(text, "<g class=\"g{}\">{mark}</g>", number % COLORS.len())
            }
        };
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(&axes.clipped(said)));
    }
    text.push_str("</svg>\n");
    text
}

/// Returns true if rows are too many to be drawn one by one.
fn has_dots(plot: &Plot) -> bool {
    plot.observed.as_ref().is_some_and(|it| it.points.len() > MOST_ROWS)
}

/// The classes of the bands, the narrow one first.
const BANDS: [&str; 2] = ["band", "measurement"];

/// What a line below the picture shows of what it explains.
enum Sample {
    None,
    /// A piece of the band with this class.
    Band(&'static str),
    /// A piece of the curve of the group with this number, or a row of it.
    Group(usize),
}

/// The lines below the picture.
fn legend(plot: &Plot) -> Vec<(Sample, String)> {
    let bands = BANDS.into_iter().zip(plot.said_of_bands());
    let bands = bands.map(|(class, said)| (Sample::Band(class), said.to_owned()));
    let levels = plot.said_of_levels().map(|said| (Sample::None, format!("- - {said}")));
    let groups = plot.groups.iter().enumerate();
    let groups = groups.map(|(number, group)| (Sample::Group(number), lines(group).join("; ")));
    // Each group has bands of its own color, so what they are is said once.
    let looks = ["shaded", "dashed"].into_iter();
    let of_groups = plot.said_of_bands_of_groups().into_iter().zip(looks);
    let of_groups = of_groups.map(|(said, look)| (Sample::None, format!("{look}: {said}")));
    let lines = lines(plot).into_iter().map(|said| (Sample::None, said));
    lines.chain(groups).chain(of_groups).chain(bands).chain(levels).collect()
}

fn lines(plot: &Plot) -> Vec<String> {
    let number = |value: f64| numbers::significant(value, 4);
    let Some(present) = &plot.present else {
        let dots = if has_dots(plot) { ", a dot wherever some are" } else { "" };
        let rows = plot.observed.as_ref().map(|it| {
            let rows = counted(it.points.len() as u64, "row");
            format!("○ {}: {rows}{}{}{dots}", it.name, it.left_out_said(), it.across_said())
        });
        let curve = (!plot.values.is_empty()).then(|| plot.follows.clone());
        return curve.into_iter().chain(rows).collect();
    };
    let point = format!(
        "{} = {}, {} = {}",
        plot.moves,
        number(present.at),
        plot.follows,
        number(present.value)
    );
    vec![point, plot.tangent(present).1]
}

/// A map from values to pixels.
struct Map<'plot> {
    plot: &'plot Plot,
    scale: &'plot Scale,
    axes: Axes,
}

impl Map<'_> {
    /// The curve and its rows, with what is around them.
    fn drawn(&self) -> String {
        let mut text = [self.bands(), self.levels(), self.tangent()].concat();
        let curve = self.curve();
        let _ = writeln!(text, "<path class=\"curve\" clip-path=\"url(#inside)\" d=\"{curve}\"/>");
        text.push_str(&self.rows());
        text
    }

    fn x(&self, index: usize) -> f64 {
        let last = self.plot.values.len().saturating_sub(1).max(1) as f64;
        self.axes.x(index as f64 / last)
    }

    /// The height of a value, clamped near the picture: renderers fail at huge coordinates.
    fn y(&self, value: f64) -> f64 {
        self.axes.y(self.scale.share(value).clamp(-2.0, 3.0))
    }

    /// The lines of the curve: a new one starts after each gap and at each jump across the picture.
    fn curve(&self) -> String {
        let mut text = String::new();
        let mut before: Option<f64> = None;
        for (index, value) in self.plot.values.iter().enumerate() {
            if !value.is_finite() {
                before = None;
                continue;
            }
            let share = self.scale.share(*value);
            let goes_on = before.is_some_and(|before| {
                let outside = !(0.0..=1.0).contains(&before) && !(0.0..=1.0).contains(&share);
                (before - share).abs() < 0.5 || (!outside && (before - share).abs() < 0.9)
            });
            let mark = if goes_on { 'L' } else { 'M' };
            let _ = write!(text, "{mark}{:.1} {:.1} ", self.x(index), self.y(*value));
            before = Some(share);
        }
        text.trim_end().to_owned()
    }

    fn tangent(&self) -> String {
        let Some(present) = &self.plot.present else {
            return String::new();
        };
        let (from, to) = (self.plot.from, self.plot.to);
        let ends = [from, to].map(|at| tangent(present, at));
        if !ends.iter().all(|end| end.is_finite()) {
            return String::new();
        }
        // Not clamped, which would change the slope.
        let ends = ends.map(|end| self.axes.y(self.scale.share(end)));
        format!(
            "<path class=\"tangent\" clip-path=\"url(#inside)\" d=\"M{} {:.1} L{} {:.1}\"/>\n",
            Axes::LEFT,
            ends[0],
            self.axes.right,
            ends[1]
        )
    }

    /// The bands, the wide one first.
    fn bands(&self) -> String {
        let mut text = String::new();
        for (band, class) in self.plot.bands().iter().zip(BANDS).rev() {
            let is_finite = |ends: &&[f64; 2]| ends.iter().all(|end| end.is_finite());
            let mut path = String::new();
            let mut from = 0;
            // One shape for each run of places that have the band.
            for run in band.chunk_by(|one, other| is_finite(&one) == is_finite(&other)) {
                let places = from..from + run.len();
                from = places.end;
                if !run.first().is_some_and(|ends| is_finite(&ends)) {
                    continue;
                }
                let upper = places.clone().zip(run).map(|(at, [_, high])| (at, *high));
                let lower = places.zip(run).rev().map(|(at, [low, _])| (at, *low));
                for (number, (index, value)) in upper.chain(lower).enumerate() {
                    let mark = if number == 0 { 'M' } else { 'L' };
                    let _ = write!(path, "{mark}{:.1} {:.1} ", self.x(index), self.y(value));
                }
                path.push_str("Z ");
            }
            let d = path.trim_end();
            let _ =
                writeln!(text, "<path class=\"{class}\" clip-path=\"url(#inside)\" d=\"{d}\"/>");
        }
        text
    }

    /// The level lines of residuals.
    fn levels(&self) -> String {
        let (left, right) = (Axes::LEFT, self.axes.right);
        let line = |level: f64| {
            let y = self.y(level);
            format!("<path class=\"tangent\" d=\"M{left} {y:.1} H{right}\"/>\n")
        };
        self.plot.levels().into_iter().map(line).collect()
    }

    /// The places that have rows, in a grid as fine as dots.
    fn dots(&self) -> String {
        let place = |[at, value]: [f64; 2]| {
            let (x, y) = (self.axes.x(self.plot.share(at)), self.axes.y(self.scale.share(value)));
            [x, y].map(|it| (it / DOT).round() as i64)
        };
        let is_inside = |[_, value]: &[f64; 2]| (0.0..=1.0).contains(&self.scale.share(*value));
        let places: BTreeSet<[i64; 2]> = self.plot.rows().filter(is_inside).map(place).collect();
        let mut path = String::new();
        for [x, y] in places {
            let _ = write!(path, "M{} {}h0", x as f64 * DOT, y as f64 * DOT);
        }
        format!("<path class=\"dots\" d=\"{path}\"/>\n")
    }

    /// The rows, and the bars of those that have an uncertainty.
    fn rows(&self) -> String {
        if has_dots(self.plot) {
            return self.dots();
        }
        let is_inside = |share: f64| (0.0..=1.0).contains(&share);
        let mut bars = String::new();
        for [at, low, high] in self.plot.bars().filter(|bar| bar.iter().all(|it| it.is_finite())) {
            let (x, low, high) = (self.axes.x(self.plot.share(at)), self.y(low), self.y(high));
            let _ = write!(bars, "M{x:.1} {low:.1} V{high:.1} ");
        }
        for [value, low, high] in
            self.plot.bars_across().filter(|bar| bar.iter().all(|it| it.is_finite()))
        {
            let [low, high] =
                [low, high].map(|at| self.axes.x(self.plot.share(at).clamp(-2.0, 3.0)));
            let _ = write!(bars, "M{low:.1} {:.1} H{high:.1} ", self.y(value));
        }
        if !bars.is_empty() {
            let bar = bars.trim_end();
            bars = format!("<path class=\"row\" clip-path=\"url(#inside)\" d=\"{bar}\"/>\n");
        }
        let (all, left_out) = (self.plot.rows(), self.plot.left_out());
        let rows =
            all.map(|row| (row, "row", 4)).chain(left_out.map(|row| (row, "row left-out", 2)));
        let rows = rows.filter(|([_, value], ..)| is_inside(self.scale.share(*value)));
        rows.fold(bars, |mut text, ([at, value], class, r)| {
            let (x, y) = (self.axes.x(self.plot.share(at)), self.y(value));
            let _ =
                writeln!(text, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\"/>");
            text
        })
    }

    /// The places that the present point has come from, joined; the later, the stronger.
    fn trail(&self, trail: &[[f64; 2]]) -> String {
        let mut text = String::new();
        if trail.len() < 2 {
            return text;
        }
        let place = |[at, value]: [f64; 2]| {
            (self.axes.x(self.plot.share(at).clamp(-2.0, 3.0)), self.y(value))
        };
        text.push_str(LOOKS_OF_TRAIL);
        let steps = trail.windows(2).filter(|it| it.iter().flatten().all(|it| it.is_finite()));
        let count = trail.len() - 1;
        for (number, step) in steps.enumerate() {
            let [(x1, y1), (x2, y2)] = [place(step[0]), place(step[1])];
            let strength = 0.15 + 0.7 * (number + 1) as f64 / count as f64;
            let _ = writeln!(
                text,
                "<g class=\"trail\" clip-path=\"url(#inside)\" opacity=\"{strength:.2}\">\
                 <path d=\"M{x1:.1} {y1:.1} L{x2:.1} {y2:.1}\"/>\
                 <circle cx=\"{x1:.1}\" cy=\"{y1:.1}\" r=\"3\"/></g>"
            );
        }
        text
    }

    fn present(&self) -> String {
        match &self.plot.present {
            Some(present) if is_inside(self.plot, present.at) && present.value.is_finite() => {
                format!(
                    "<circle class=\"present\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"/>\n",
                    self.axes.x(self.plot.share(present.at)),
                    self.y(present.value)
                )
            }
            _ => String::new(),
        }
    }

    /// The names of both axes, and the grid lines with numbers at every other row and at round
    /// places.
    fn axes(&self) -> String {
        let mut text = self.axes.names(&self.plot.moves, &self.plot.follows);
        text.push_str(&self.axes.rows(&self.scale.labels()));
        let labels = labelled(self.plot).into_iter();
        text.push_str(&self.axes.columns(labels.map(|(at, label)| (self.plot.share(at), label))));
        text
    }
}
