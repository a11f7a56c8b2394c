//! A node over two others as an SVG picture.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::surface::{Swatch, legend};
use super::ticks::round_places;
use super::{Axes, DIGITS, Room};
use crate::render::diagram::shapes::CHARACTER;
use crate::render::diagram::svg::{escaped, opening};
use crate::render::line_writer::width;
use crate::report::{Axis, Point, Surface, numbers};

/// The lower edge of the axes in a file, and the room below the last line of the legend.
const BOTTOM: f64 = 288.0;
const LAST: f64 = 16.0;
/// A square of the legend, what is between it and its text, and the distance of lines.
const SQUARE: f64 = 12.0;
const GAP: f64 = 8.0;
const LINE: f64 = 20.0;
/// The size of a dot.
const RADIUS: f64 = 5.0;
/// The strongest shades.
const ABOVE: &str = "class=\"above\" fill-opacity=\"0.75\"";
const BELOW: &str = "class=\"below\" fill-opacity=\"0.75\"";
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
    surface_within(surface, None)
}

/// Returns the picture in some room.
pub fn surface_within(surface: &Surface, room: Room) -> String {
    let number = |value: f64| numbers::significant(value, 4);
    let range =
        |axis: &Axis| format!("{} from {} to {}", axis.name, number(axis.from), number(axis.to));
    let title = format!("{} for {} and {}", surface.follows, range(&surface.x), range(&surface.y));
    let legend = legend(surface);
    let said: Vec<String> =
        legend.iter().map(|(swatch, said)| format!("{}: {said}", swatch.words())).collect();
    let (legend, high) = placed(legend, Axes::within(room, BOTTOM, 0.0));
    let axes = Axes::within(room, BOTTOM, high + LAST);
    let top = axes.bottom + Axes::LEGEND;
    let mut text = opening((axes.width(), top + high + LAST), &title, &said.join(". "));
    text.push_str(LOOKS);
    shades(surface, axes, &mut text);
    if surface.classes().is_empty() {
        line(surface, axes, &mut text);
    }
    points(surface, axes, &mut text);
    frame(surface, axes, &mut text);
    for (swatch, said, x, y) in legend {
        let y = top + y;
        swatch.draw((x, y), &mut text);
        let x = x + swatch.width() + GAP;
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y}\">{}</text>", escaped(&said));
    }
    text.push_str("</svg>\n");
    text
}

/// Gives each line of a legend its place below the first one, as many beside each other as there is room for,
/// and the place of the lowest.
fn placed(legend: Vec<(Swatch, String)>, axes: Axes) -> (Vec<(Swatch, String, f64, f64)>, f64) {
    // Before the words there is a sample.
    let left = if axes.legend < Axes::LEFT { GAP } else { Axes::LEFT };
    let (mut x, mut y) = (left, 0.0);
    let mut placed = Vec::with_capacity(legend.len());
    for (swatch, said) in legend {
        let needed = swatch.width() + GAP + width(&said) as f64 * CHARACTER;
        if x > left && x + needed > axes.right {
            (x, y) = (left, y + LINE);
        }
        placed.push((swatch, said, x, y));
        x += needed + 2.0 * GAP;
    }
    (placed, y)
}

impl Swatch {
    /// What is seen, in words.
    fn words(self) -> &'static str {
        match self {
            Swatch::Above => "blue",
            Swatch::Below => "orange",
            Swatch::All => "orange to blue",
            Swatch::RowAbove => "blue dots",
            Swatch::RowBelow => "orange dots",
            Swatch::RowAtZero | Swatch::Point => "dots",
            Swatch::Class(_, _, height) => shade_in_words(height),
            Swatch::Member(_, height) if height > 0.0 => "blue dots",
            Swatch::Member(_, height) if height < 0.0 => "orange dots",
            Swatch::Member(..) => "dots",
            Swatch::Level | Swatch::Nothing => "blank",
        }
    }

    fn width(self) -> f64 {
        if self == Swatch::All { 3.0 * SQUARE } else { SQUARE }
    }

    /// Draws it before text whose line stands at `y`.
    fn draw(self, (x, y): (f64, f64), text: &mut String) {
        let top = y - SQUARE + 2.0;
        let mut square = |x: f64, look: &str| {
            let _ = write!(
                text,
                "<rect {look} x=\"{x:.1}\" y=\"{top:.1}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
            );
        };
        let dot = match self {
            Swatch::Above => return square(x, ABOVE),
            Swatch::Below => return square(x, BELOW),
            Swatch::All => {
                square(x, BELOW);
                return square(x + 2.0 * SQUARE, ABOVE);
            }
            Swatch::Class(_, _, height) => match shade_of(height) {
                0 => return square(x, "class=\"wall\""),
                shade => return square(x, &look(shade)),
            },
            Swatch::Level | Swatch::Nothing => return square(x, "class=\"wall\""),
            Swatch::Member(_, height) => dot(height),
            Swatch::RowAbove => "above",
            Swatch::RowBelow => "below",
            Swatch::RowAtZero | Swatch::Point => "present",
        };
        let (x, y) = (x + SQUARE / 2.0, top + SQUARE / 2.0);
        let _ = write!(
            text,
            "<circle class=\"point {dot}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>"
        );
    }
}

/// The shade of what stands so high, from -8 to 8.
fn shade_of(height: f64) -> i32 {
    (height * SHADES).round() as i32
}

/// That shade in words.
fn shade_in_words(height: f64) -> &'static str {
    match shade_of(height) {
        0 => "blank",
        5.. => "blue",
        1.. => "light blue",
        ..=-5 => "orange",
        _ => "light orange",
    }
}

/// The attributes of a shade.
fn look(shade: i32) -> String {
    let class = if shade > 0 { "above" } else { "below" };
    let opacity = f64::from(shade.abs()) / SHADES * 0.75;
    format!("class=\"{class}\" fill-opacity=\"{opacity:.2}\"")
}

/// The class of a dot by what its number stands for.
fn dot(height: f64) -> &'static str {
    match height {
        height if height > 0.0 => "above",
        height if height < 0.0 => "below",
        _ => "present",
    }
}

/// A path for each shade, of rectangles as wide as the shade goes: a few long paths are read sooner
/// than thousands of elements. They stand on whole numbers of a space of their own, so that no seams
/// show between them.
fn shades(surface: &Surface, axes: Axes, text: &mut String) {
    let (columns, rows) = (surface.x.count, surface.y.count);
    let range = surface.range();
    let shade = |value: f64| {
        let shade = shade_of(range.height(value));
        (value.is_finite() && shade != 0).then_some(shade)
    };
    let mut paths: BTreeMap<i32, String> = BTreeMap::new();
    for y in 0..rows {
        let row: Vec<Option<i32>> = (0..columns).map(|x| shade(surface.value(x, y))).collect();
        let mut start = 0;
        for run in row.chunk_by(|one, other| one == other) {
            let width = run.len();
            if let Some(Some(shade)) = run.first() {
                let path = paths.entry(*shade).or_default();
                let _ = write!(path, "M{start} {}h{width}v1h-{width}z", rows - 1 - y);
            }
            start += width;
        }
    }
    let _ = writeln!(
        text,
        "<svg {} viewBox=\"0 0 {columns} {rows}\" preserveAspectRatio=\"none\" \
         shape-rendering=\"crispEdges\">",
        axes.attributes()
    );
    for (shade, path) in paths {
        let _ = writeln!(text, "<path {} d=\"{path}\"/>", look(shade));
    }
    text.push_str("</svg>\n");
}

/// The line where values are 0: in each square of four places it goes straight from edge to edge.
fn line(surface: &Surface, axes: Axes, text: &mut String) {
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
                let place = |(x, y): (f64, f64)| format!("{:.1} {:.1}", axes.x(x), axes.y(y));
                let _ = write!(path, "M{} L{} ", place(two[0]), place(two[1]));
            }
        }
    }
    if !path.is_empty() {
        let _ = writeln!(text, "<path class=\"line\" d=\"{}\"/>", path.trim_end());
    }
}

/// The rows of the data, or the present point.
fn points(surface: &Surface, axes: Axes, text: &mut String) {
    let (range, marks_classes) = (surface.range(), surface.marks_classes());
    for Point { x, y, sign } in &surface.points {
        let (Some(x), Some(y)) = (surface.x.share(*x), surface.y.share(*y)) else {
            continue;
        };
        let class = match sign {
            Some(class) if marks_classes => dot(range.height(*class)),
            sign => dot(sign.unwrap_or(0.0)),
        };
        let _ = writeln!(
            text,
            "<circle class=\"point {class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{RADIUS}\"/>",
            axes.x(x),
            axes.y(y)
        );
    }
}

/// The frame with the numbers of both axes, and their names.
fn frame(surface: &Surface, axes: Axes, text: &mut String) {
    let _ = writeln!(text, "<rect class=\"wall\" {}/>", axes.attributes());
    let number = |value: f64| numbers::significant(value, DIGITS);
    // Each share of the axis, with the number there.
    let places = |axis: &Axis| -> Vec<(f64, f64)> {
        let round = round_places(axis.at(0.0), axis.at(1.0));
        let found: Vec<(f64, f64)> =
            round.into_iter().filter_map(|at| Some((axis.share(at)?, at))).collect();
        if found.len() > 1 { found } else { [0.0, 0.5, 1.0].map(|it| (it, axis.at(it))).to_vec() }
    };
    for (share, at) in places(&surface.x) {
        text.push_str(&axes.number_below(share, &number(at)));
    }
    for (share, at) in axes.with_room(places(&surface.y)) {
        text.push_str(&axes.number_beside(share, &number(at)));
    }
    text.push('\n');
    text.push_str(&axes.names(&surface.x.name, &surface.y.name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_shows_the_dots_and_shades_of_the_picture() {
        // Of the share where 0 is no number is 0 again.
        let axis = |name: &str| Axis { name: name.to_owned(), from: -0.827, to: 1.277, count: 2 };
        let points = [1.0, -1.0].map(|sign| Point { x: 5.0, y: 5.0, sign: Some(sign) });
        let surface = Surface {
            follows: "score".to_owned(),
            x: axis("a"),
            y: axis("b"),
            values: vec![-1.0, 2.0, 1.0, 2.0],
            points: points.to_vec(),
            by: Some("y".to_owned()),
            categories: Vec::new(),
        };
        let text = picture(&surface);
        assert!(text.contains(">0</text>") && !text.contains("e-1"), "{text}");
        // The points themselves are outside the frame.
        for dot in ["above", "below"] {
            assert_eq!(text.matches(&format!("point {dot}\"")).count(), 1, "{text}");
        }
        let after = |mark: &str, said: &str| {
            let (before, _) = text.split_once(&format!(">{said}</text>")).expect(said);
            before.lines().last().is_some_and(|line| line.contains(mark))
        };
        assert!(after("circle class=\"point above\"", "y &gt; 0"), "{text}");
        assert!(after("circle class=\"point below\"", "y &lt; 0"), "{text}");
        assert!(after("rect class=\"above\"", "score &gt; 0, to 2"), "{text}");
        assert!(text.contains("orange dots: y &lt; 0"), "{text}");
    }

    #[test]
    fn each_place_is_in_the_path_of_its_shade() {
        let axis = |count: usize| Axis { name: "a".to_owned(), from: 0.0, to: 1.0, count };
        let surface = Surface {
            follows: "score".to_owned(),
            x: axis(4),
            y: axis(2),
            values: vec![2.0, 2.0, 0.0, -1.0, f64::NAN, 1.0, 2.0, 2.0],
            points: Vec::new(),
            by: None,
            categories: Vec::new(),
        };
        let mut text = String::new();
        shades(&surface, Axes::in_file(BOTTOM), &mut text);
        let path = |class: &str, opacity: &str, d: &str| {
            let path = format!("<path class=\"{class}\" fill-opacity=\"{opacity}\" d=\"{d}\"/>");
            assert!(text.contains(&path), "{path} in {text}");
        };
        path("below", "0.75", "M3 1h1v1h-1z");
        path("above", "0.38", "M1 0h1v1h-1z");
        path("above", "0.75", "M0 1h2v1h-2zM2 0h2v1h-2z");
        assert_eq!(text.matches("<path").count(), 3, "{text}");
    }

    #[test]
    fn a_legend_that_is_too_wide_goes_on_below() {
        let legend = vec![(Swatch::Above, "x".repeat(40)), (Swatch::Below, "y".repeat(40))];
        let (placed, bottom) = placed(legend, Axes::in_file(BOTTOM));
        assert_eq!(placed.iter().map(|it| it.2).collect::<Vec<_>>(), [Axes::LEFT, Axes::LEFT]);
        assert_eq!(placed.last().map(|it| it.3), Some(bottom));
        assert!(placed.windows(2).all(|two| two[0].3 < two[1].3));
    }

    fn attribute(text: &str, name: &str) -> f64 {
        let after = text.split(&format!(" {name}=\"")).nth(1).unwrap_or_default();
        after.split('"').next().unwrap_or_default().parse().unwrap()
    }

    #[test]
    fn a_dot_of_the_legend_is_in_the_middle_of_the_square_that_a_shade_has() {
        let drawn = |swatch: Swatch| {
            let mut text = String::new();
            swatch.draw((100.0, 50.0), &mut text);
            text
        };
        let (square, dot) = (drawn(Swatch::Above), drawn(Swatch::RowAbove));
        for (side, middle) in [("x", "cx"), ("y", "cy")] {
            assert_eq!(attribute(&dot, middle), attribute(&square, side) + SQUARE / 2.0);
        }
    }
}
