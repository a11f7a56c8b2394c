//! Heat: shades of a plane, and the line where it is 0.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::axes::Axes;
use super::text::Cell;
use crate::report::{Heat, MOST_CLASSES, Role};

/// The shades of a terminal, the lowest first: two below the middle and two above.
const SHADES: [char; 4] = [' ', '░', '▒', '▓'];
/// The shades of classes, spread over these where there are fewer.
const SHADES_OF_CLASSES: [char; MOST_CLASSES] = [' ', '░', '▒', '▓', '█'];
/// Quarters of a cell that are filled, by the number that their bits spell: upper left, upper right,
/// lower left, lower right.
const QUARTERS: [char; 16] =
    [' ', '▗', '▖', '▄', '▝', '▐', '▞', '▟', '▘', '▚', '▌', '▙', '▀', '▜', '▛', '█'];
/// The shades of a picture on each side of the middle.
const STEPS: f64 = 8.0;

/// The shade of the class at a place among so many.
pub(super) fn shade_of_class(at: usize, of: usize) -> char {
    // Three are spread best without the darkest one, and two as far as marks on them are seen.
    let spread = if of <= 2 { 2 * at } else { at };
    SHADES_OF_CLASSES.get(spread).copied().unwrap_or('█')
}

/// The cells of a terminal, row by row from the top.
pub(super) fn cells(heat: &Heat, columns: usize, rows: usize) -> Vec<Vec<Cell>> {
    // The middles of the outermost cells are at the ends of the axes, as for marks and numbers.
    let share = |at: usize, half: usize, of: usize| {
        (at as f64 + half as f64 / 2.0 - 0.25) / of.saturating_sub(1).max(1) as f64
    };
    let (range, classes) = (heat.range(), heat.classes());
    let cell = |row: usize, column: usize| {
        let near = |right: usize, below: usize| {
            let (x, y) = (share(column, right, columns), share(row, below, rows));
            heat.near(x, 1.0 - y)
        };
        let quarters = [near(0, 0), near(1, 0), near(0, 1), near(1, 1)];
        if quarters.iter().any(|value| !value.is_finite()) {
            return Cell::heat('?', Role::Faint);
        }
        if let Some(at) = classes.iter().position(|class| Some(class) == quarters.first()) {
            return Cell::heat(shade_of_class(at, classes.len()), Role::Plain);
        }
        let above = quarters.map(|value| value > 0.0);
        if above.contains(&true) && above.contains(&false) {
            let bits = above.iter().fold(0, |bits, is_above| 2 * bits + usize::from(*is_above));
            return Cell::heat(QUARTERS.get(bits).copied().unwrap_or('█'), Role::Positive);
        }
        let height: f64 = quarters.iter().map(|value| range.height(*value) / 4.0).sum();
        let role = match height {
            _ if !range.has_both_signs() => Role::Plain,
            height if height < 0.0 => Role::Negative,
            _ => Role::Positive,
        };
        let shade = ((height + 1.0) * 2.0).clamp(0.0, 3.0) as usize;
        Cell::heat(SHADES.get(shade).copied().unwrap_or(' '), role)
    };
    (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
}

/// The shade of what stands so high, from -8 to 8.
fn shade_of(height: f64) -> i32 {
    (height * STEPS).round() as i32
}

/// A height in words.
pub(super) fn in_words(height: f64) -> &'static str {
    match shade_of(height) {
        0 => "blank",
        5.. => "blue",
        1.. => "light blue",
        ..=-5 => "orange",
        _ => "light orange",
    }
}

/// The attributes of a height.
pub(super) fn look(height: f64) -> String {
    look_of(shade_of(height))
}

fn look_of(shade: i32) -> String {
    let class = match shade {
        0 => return "class=\"wall\"".to_owned(),
        1.. => "above",
        _ => "below",
    };
    let opacity = f64::from(shade.abs()) / STEPS * 0.75;
    format!("class=\"{class}\" fill-opacity=\"{opacity:.2}\"")
}

/// The shades as SVG, and the line where they change their sign, in their frame.
pub(super) fn svg(heat: &Heat, axes: Axes) -> String {
    let mut text = shades(heat, axes);
    if heat.classes().is_empty() {
        text.push_str(&line(heat, axes));
    }
    let _ = writeln!(text, "<rect class=\"wall\" {}/>", axes.attributes());
    text
}

/// A path for each shade, of rectangles as wide as the shade goes: a few long paths are read sooner
/// than thousands of elements. They stand on whole numbers of a space of their own, so that no seams
/// show between them.
pub(super) fn shades(heat: &Heat, axes: Axes) -> String {
    let range = heat.range();
    let shade = |value: f64| {
        let shade = shade_of(range.height(value));
        (value.is_finite() && shade != 0).then_some(shade)
    };
    let mut paths: BTreeMap<i32, String> = BTreeMap::new();
    for y in 0..heat.rows {
        let row: Vec<Option<i32>> = (0..heat.columns).map(|x| shade(heat.value(x, y))).collect();
        let mut start = 0;
        for run in row.chunk_by(|one, other| one == other) {
            let width = run.len();
            if let Some(Some(shade)) = run.first() {
                let path = paths.entry(*shade).or_default();
                let _ = write!(path, "M{start} {}h{width}v1h-{width}z", heat.rows - 1 - y);
            }
            start += width;
        }
    }
    let mut text = format!(
        "<svg {} viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">\n",
        axes.attributes(),
        heat.columns,
        heat.rows
    );
    for (shade, path) in paths {
        let _ = writeln!(text, "<path {} d=\"{path}\"/>", look_of(shade));
    }
    text + "</svg>\n"
}

/// The line where values are 0: in each square of four places it goes straight from edge to edge.
fn line(heat: &Heat, axes: Axes) -> String {
    let mut path = String::new();
    let middle = |at: f64, count: usize| (at + 0.5) / count as f64;
    for y in 1..heat.rows {
        for x in 1..heat.columns {
            let corners = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)];
            let values = corners.map(|(x, y)| heat.value(x, y));
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
                    (middle(between(x, to_x), heat.columns), middle(between(y, to_y), heat.rows))
                })
                .collect();
            for two in places.chunks_exact(2) {
                let place = |(x, y): (f64, f64)| format!("{:.1} {:.1}", axes.x(x), axes.y(y));
                let _ = write!(path, "M{} L{} ", place(two[0]), place(two[1]));
            }
        }
    }
    if path.is_empty() {
        return path;
    }
    format!("<path class=\"line\" d=\"{}\"/>\n", path.trim_end())
}
