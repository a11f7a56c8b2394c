//! A curve as an SVG picture.

use std::fmt::Write;

use super::legend::slope;
use super::places::{digits, ticks};
use super::scale::Scale;
use super::{is_inside, tangent};
use crate::report::{Plot, counted, numbers};
use crate::views::export::svg::{escaped, opening};
use crate::views::line_writer::{clipped_inside, width};

/// Small, so that its words can be read where it is shown smaller still.
const SIZE: (f64, f64) = (512.0, 346.0);
/// The edges of the frame.
const LEFT: f64 = 88.0;
const RIGHT: f64 = 496.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 252.0;

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
<style>\n.row { fill: none; stroke: #b1560b; stroke-width: 1.5; }
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
    let mut text = opening(SIZE, &title, &legend.join(". "), "img");
    text.push_str(LOOKS);
    if plot.observed.is_some() {
        text.push_str(LOOKS_OF_ROWS);
    }
    text.push_str(&map.axes());
    let _ = writeln!(
        text,
        "<clipPath id=\"inside\"><rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\"/></clipPath>",
        RIGHT - LEFT,
        BOTTOM - TOP
    );
    text.push_str(&map.tangent());
    let _ =
        writeln!(text, "<path class=\"curve\" clip-path=\"url(#inside)\" d=\"{}\"/>", map.curve());
    text.push_str(&map.rows());
    text.push_str(&map.present());
    for (line, said) in legend.iter().enumerate() {
        let y = BOTTOM + 64.0 + 18.0 * line as f64;
        let _ = writeln!(text, "<text x=\"{LEFT}\" y=\"{y}\">{}</text>", escaped(said));
    }
    text.push_str("</svg>\n");
    text
}

/// The lines below the picture.
fn legend(plot: &Plot) -> Vec<String> {
    let number = |value: f64| numbers::answer(value, Some(4));
    let Some(present) = &plot.present else {
        let rows = plot
            .observed
            .as_ref()
            .map(|it| format!("○ {}: {}", it.name, counted(it.points.len() as u64, "row")));
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
    let slope = slope(plot, present);
    vec![point, slope.trim_start_matches("··· ").to_owned()]
}

/// A map from values to pixels.
struct Map<'plot> {
    plot: &'plot Plot,
    scale: &'plot Scale,
}

impl Map<'_> {
    fn x(&self, index: usize) -> f64 {
        let last = self.plot.values.len().saturating_sub(1).max(1) as f64;
        LEFT + (RIGHT - LEFT) * index as f64 / last
    }

    fn x_of(&self, at: f64) -> f64 {
        let Plot { from, to, .. } = self.plot;
        let share = (at / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0);
        LEFT + (RIGHT - LEFT) * share
    }

    /// The height of a value, clamped near the picture: renderers fail at huge coordinates.
    fn y(&self, value: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * self.scale.share(value).clamp(-2.0, 3.0)
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
        let ends = ends.map(|end| BOTTOM - (BOTTOM - TOP) * self.scale.share(end));
        format!(
            "<path class=\"tangent\" clip-path=\"url(#inside)\" d=\"M{LEFT} {:.1} L{RIGHT} {:.1}\"/>\n",
            ends[0], ends[1]
        )
    }

    fn rows(&self) -> String {
        let is_inside = |share: f64| (0.0..=1.0).contains(&share);
        let rows = self.plot.rows().filter(|[_, value]| is_inside(self.scale.share(*value)));
        rows.fold(String::new(), |mut text, [at, value]| {
            let (x, y) = (self.x_of(at), self.y(value));
            let _ = writeln!(text, "<circle class=\"row\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
            text
        })
    }

    fn present(&self) -> String {
        match &self.plot.present {
            Some(present) if is_inside(self.plot, present.at) && present.value.is_finite() => {
                format!(
                    "<circle class=\"present\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"/>\n",
                    self.x_of(present.at),
                    self.y(present.value)
                )
            }
            _ => String::new(),
        }
    }

    /// The names of both axes, and the grid lines with numbers at every other row and at round
    /// places.
    fn axes(&self) -> String {
        let mut text = names(&self.plot.moves, &self.plot.follows, [LEFT, RIGHT, BOTTOM]);
        let labels = self.scale.labels();
        let last = labels.len().saturating_sub(1).max(1) as f64;
        for (row, label) in labels.iter().enumerate() {
            let Some(label) = label else {
                continue;
            };
            let y = TOP + (BOTTOM - TOP) * row as f64 / last;
            let _ = writeln!(
                text,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1} H{RIGHT}\"/>\
                 <text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.5,
                escaped(label)
            );
        }
        let digits = digits(self.plot);
        for at in ticks(self.plot) {
            let (x, place) = (self.x_of(at), numbers::answer(at, Some(digits)));
            let _ = writeln!(
                text,
                "<path class=\"grid\" d=\"M{x:.1} {TOP} V{BOTTOM}\"/>\
                 <text class=\"faint\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 20.0,
                escaped(&place)
            );
        }
        text
    }
}

/// The characters of the name of an axis, and those that stand above its numbers.
const NAME: usize = 48;
const ABOVE: usize = 7;

/// The names of two axes: below the middle of the frame, and above its left.
pub fn names(across: &str, up: &str, [left, right, bottom]: [f64; 3]) -> String {
    let clipped = |name: &str| clipped_inside(name.to_owned(), NAME, "…");
    // Above the numbers, or where a long name begins.
    let (x, anchor) = if width(up) <= ABOVE { (left - 8.0, "end") } else { (left - 68.0, "start") };
    format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text x=\"{x:.1}\" y=\"17\" text-anchor=\"{anchor}\">{}</text>\n",
        (left + right) / 2.0,
        bottom + 40.0,
        escaped(&clipped(across)),
        escaped(&clipped(up))
    )
}
