//! A curve as an SVG picture.

use std::fmt::Write;

use super::places::{digits, ticks};
use super::scale::Scale;
use super::{is_inside, tangent};
use crate::report::{Plot, counted, numbers};
use crate::views::chart::Axes;
use crate::views::export::svg::{escaped, opening};

const AXES: Axes = Axes { bottom: 252.0 };
const HEIGHT: f64 = 346.0;

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

/// Returns the picture as a file.
pub fn picture(plot: &Plot) -> String {
    let scale = Scale::of(&plot.shown());
    let map = Map { plot, scale: &scale };
    let number = |value: f64| numbers::answer(value, Some(4));
    let title = format!(
        "{} for {} from {} to {}",
        plot.follows,
        plot.moves,
        number(plot.from),
        number(plot.to)
    );
    let legend = legend(plot);
    let mut text = opening((Axes::WIDTH, HEIGHT), &title, &legend.join(". "), "img");
    text.push_str(LOOKS);
    if plot.observed.is_some() {
        text.push_str(LOOKS_OF_ROWS);
    }
    text.push_str(&map.axes());
    let _ = writeln!(text, "<clipPath id=\"inside\"><rect {}/></clipPath>", AXES.attributes());
    text.push_str(&map.tangent());
    let _ =
        writeln!(text, "<path class=\"curve\" clip-path=\"url(#inside)\" d=\"{}\"/>", map.curve());
    text.push_str(&map.rows());
    text.push_str(&map.present());
    for (line, said) in legend.iter().enumerate() {
        let (x, y) = (Axes::LEFT, AXES.bottom + Axes::LEGEND + 18.0 * line as f64);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(said));
    }
    text.push_str("</svg>\n");
    text
}

/// The lines below the picture.
fn legend(plot: &Plot) -> Vec<String> {
    let number = |value: f64| numbers::answer(value, Some(4));
    let Some(present) = &plot.present else {
        let rows = plot.observed.as_ref().map(|it| {
            let rows = counted(it.points.len() as u64, "row");
            format!("○ {}: {rows}{}", it.name, it.left_out_said())
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
}

impl Map<'_> {
    fn x(&self, index: usize) -> f64 {
        let last = self.plot.values.len().saturating_sub(1).max(1) as f64;
        AXES.x(index as f64 / last)
    }

    /// The height of a value, clamped near the picture: renderers fail at huge coordinates.
    fn y(&self, value: f64) -> f64 {
        AXES.y(self.scale.share(value).clamp(-2.0, 3.0))
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
        let ends = ends.map(|end| AXES.y(self.scale.share(end)));
        format!(
            "<path class=\"tangent\" clip-path=\"url(#inside)\" d=\"M{} {:.1} L{} {:.1}\"/>\n",
            Axes::LEFT,
            ends[0],
            Axes::RIGHT,
            ends[1]
        )
    }

    fn rows(&self) -> String {
        let is_inside = |share: f64| (0.0..=1.0).contains(&share);
        let (all, left_out) = (self.plot.rows(), self.plot.left_out());
        let rows =
            all.map(|row| (row, "row", 4)).chain(left_out.map(|row| (row, "row left-out", 2)));
        let rows = rows.filter(|([_, value], ..)| is_inside(self.scale.share(*value)));
        rows.fold(String::new(), |mut text, ([at, value], class, r)| {
            let (x, y) = (AXES.x(self.plot.share(at)), self.y(value));
            let _ =
                writeln!(text, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\"/>");
            text
        })
    }

    fn present(&self) -> String {
        match &self.plot.present {
            Some(present) if is_inside(self.plot, present.at) && present.value.is_finite() => {
                format!(
                    "<circle class=\"present\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"/>\n",
                    AXES.x(self.plot.share(present.at)),
                    self.y(present.value)
                )
            }
            _ => String::new(),
        }
    }

    /// The names of both axes, and the grid lines with numbers at every other row and at round
    /// places.
    fn axes(&self) -> String {
        let mut text = AXES.names(&self.plot.moves, &self.plot.follows);
        let labels = self.scale.labels();
        let last = labels.len().saturating_sub(1).max(1) as f64;
        for (row, label) in labels.iter().enumerate() {
            let Some(label) = label else {
                continue;
            };
            let share = 1.0 - row as f64 / last;
            let (left, right, y) = (Axes::LEFT, Axes::RIGHT, AXES.y(share));
            let number = AXES.number_beside(share, label);
            let _ = writeln!(text, "<path class=\"grid\" d=\"M{left} {y:.1} H{right}\"/>{number}");
        }
        let digits = digits(self.plot);
        for at in ticks(self.plot) {
            let share = self.plot.share(at);
            let (top, bottom, x) = (Axes::TOP, AXES.bottom, AXES.x(share));
            let number = AXES.number_below(share, &numbers::answer(at, Some(digits)));
            let _ = writeln!(text, "<path class=\"grid\" d=\"M{x:.1} {top} V{bottom}\"/>{number}");
        }
        text
    }
}
