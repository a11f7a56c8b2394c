//! A node over two leaves or columns as an SVG picture.

use std::fmt::Write;

use super::legend;
use crate::report::{Axis, Point, Surface, numbers};
use crate::views::export::svg::{escaped, opening};

const SIZE: (f64, f64) = (680.0, 520.0);
/// The edges of the frame.
const LEFT: f64 = 90.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 440.0;
/// The shades on each side of the middle.
const SHADES: f64 = 8.0;

/// The styles of a surface, in addition to those of every picture.
const LOOKS: &str = "\
<style>\n.above { fill: #1c5cab; } .below { fill: #b1560b; }
.line { fill: none; stroke: #22221f; stroke-width: 2; } .point { stroke: #fcfcfa; stroke-width: 1.5; }
.present { fill: #22221f; }
@media (prefers-color-scheme: dark) {
.above { fill: #6aa9f4; } .below { fill: #e8924a; } .line { stroke: #f0efea; }
.point { stroke: #1b1b19; } .present { fill: #f0efea; }
}\n</style>\n";

/// Returns the picture as a file.
pub fn picture(surface: &Surface) -> String {
    let number = |value: f64| numbers::answer(value, Some(4));
    let range =
        |axis: &Axis| format!("{} from {} to {}", axis.name, number(axis.from), number(axis.to));
    let title = format!("{} for {} and {}", surface.follows, range(&surface.x), range(&surface.y));
    // What people see are colors.
    let legend: Vec<String> = legend(surface)
        .iter()
        .map(|said| said.trim_start_matches(['░', '▒', '▓', '◆', ' ']).to_owned())
        .collect();
    let mut text = opening(SIZE, &title, &legend.join(". "), "img");
    text.push_str(LOOKS);
    shades(surface, &mut text);
    line(surface, &mut text);
    points(surface, &mut text);
    axes(surface, &mut text);
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"{}\">{}</text>",
        BOTTOM + 64.0,
        escaped(&legend.join(" · "))
    );
    text.push_str("</svg>\n");
    text
}

fn x_of(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share
}

fn y_of(share: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * share
}

/// Rectangles of one shade each, as wide as the shade goes.
fn shades(surface: &Surface, text: &mut String) {
    let (columns, rows) = (surface.x.count, surface.y.count);
    let shade = |value: f64| {
        let height = surface.height(value);
        value.is_finite().then(|| (height * SHADES).round() as i32)
    };
    for y in 0..rows {
        let row: Vec<Option<i32>> = (0..columns).map(|x| shade(surface.value(x, y))).collect();
        let mut start = 0;
        for run in row.chunk_by(|one, other| one == other) {
            let end = start + run.len();
            if let Some(Some(shade)) = run.first()
                && *shade != 0
            {
                let [from, to] = [start, end].map(|x| x_of(x as f64 / columns as f64));
                let [bottom, top] = [y, y + 1].map(|y| y_of(y as f64 / rows as f64));
                let class = if *shade > 0 { "above" } else { "below" };
                let opacity = f64::from(shade.abs()) / SHADES * 0.75;
                let _ = writeln!(
                    text,
                    "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" \
                     height=\"{:.1}\" fill-opacity=\"{opacity:.2}\"/>",
                    to - from,
                    bottom - top
                );
            }
            start = end;
        }
    }
}

/// The line where values are 0: in each square of four places it goes straight from edge to edge.
fn line(surface: &Surface, text: &mut String) {
    let (columns, rows) = (surface.x.count, surface.y.count);
    let mut path = String::new();
    let middle = |at: f64, count: usize| (at + 0.5) / count as f64;
    for y in 1..rows {
        for x in 1..columns {
            let corners = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)];
            let values = corners.map(|(x, y)| surface.value(x, y));
            if values.iter().any(|value| !value.is_finite()) {
                continue;
            }
            let edges = [(0, 1), (1, 2), (2, 3), (3, 0)];
            let crossings =
                edges.iter().filter(|(one, other)| (values[*one] > 0.0) != (values[*other] > 0.0));
            let places: Vec<(f64, f64)> = crossings
                .map(|(one, other)| {
                    let share = values[*one] / (values[*one] - values[*other]);
                    let between =
                        |from: usize, to: usize| from as f64 + (to as f64 - from as f64) * share;
                    let ((x, y), (to_x, to_y)) = (corners[*one], corners[*other]);
                    (middle(between(x, to_x), columns), middle(between(y, to_y), rows))
                })
                .collect();
            for two in places.chunks_exact(2) {
                let place = |(x, y): (f64, f64)| format!("{:.1} {:.1}", x_of(x), y_of(y));
                let _ = write!(path, "M{} L{} ", place(two[0]), place(two[1]));
            }
        }
    }
    if !path.is_empty() {
        let _ = writeln!(text, "<path class=\"line\" d=\"{}\"/>", path.trim_end());
    }
}

/// The rows of the data, or the present point.
fn points(surface: &Surface, text: &mut String) {
    for Point { x, y, sign } in &surface.points {
        let (Some(x), Some(y)) = (surface.x.share(*x), surface.y.share(*y)) else {
            continue;
        };
        let class = match sign {
            Some(sign) if *sign > 0.0 => "above",
            Some(sign) if *sign < 0.0 => "below",
            _ => "present",
        };
        let _ = writeln!(
            text,
            "<circle class=\"point {class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"/>",
            x_of(x),
            y_of(y)
        );
    }
}

/// The frame with the numbers of both axes, and their names.
fn axes(surface: &Surface, text: &mut String) {
    let _ = writeln!(
        text,
        "<rect class=\"wall\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\"/>",
        RIGHT - LEFT,
        BOTTOM - TOP
    );
    let number = |value: f64| escaped(&numbers::answer(value, Some(4)));
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (x, y) = (x_of(share), y_of(share));
        let _ = writeln!(
            text,
            "<text class=\"faint\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            BOTTOM + 20.0,
            number(surface.x.at(share)),
            LEFT - 8.0,
            y + 4.5,
            number(surface.y.at(share))
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text x=\"20\" y=\"{:.1}\">{}</text>",
        x_of(0.5),
        BOTTOM + 40.0,
        escaped(&surface.x.name),
        y_of(0.5),
        escaped(&surface.y.name)
    );
}
