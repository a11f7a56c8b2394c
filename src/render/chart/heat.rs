//! Heat: shades of a plane, and the line where it is 0.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::axes::Axes;
use super::text::Cell;
use crate::core::ops::MOST_WHOLE;
use crate::report::{Heat, Range, Role};

/// The shades of a terminal, from low to high. Classes use these and the darkest.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
/// The shades of a picture on each side of the middle.
const STEPS: f64 = 8.0;

/// The range of the values of a plane.
#[derive(Debug)]
pub struct Shades {
    /// The range of the finite ones.
    pub range: Range,
    /// The classes in ascending order, if the values are a few whole numbers.
    pub classes: Vec<f64>,
}

impl Shades {
    pub fn of(heat: &Heat) -> Shades {
        Shades {
            range: Range::of(&heat.values),
            classes: classes(&heat.values).unwrap_or_default(),
        }
    }

    /// Returns true if there are values of both signs.
    pub(super) fn has_both_signs(&self) -> bool {
        self.range.least < 0.0 && self.range.greatest > 0.0
    }

    /// The height of a value from -1 to 1, with 0 at the change of sign; values of one sign go from
    /// -1, the least, to 1.
    pub fn height(&self, value: f64) -> f64 {
        let Range { least, greatest } = self.range;
        if self.has_both_signs() {
            return if value < 0.0 { -value / least } else { value / greatest };
        }
        let range = greatest / 2.0 - least / 2.0;
        if range > 0.0 { (value / 2.0 - least / 2.0) / range * 2.0 - 1.0 } else { 0.0 }
    }

    pub(super) fn of_class(&self, number: usize) -> char {
        SHADES[if self.classes.len() == 2 { 2 * number } else { number }]
    }
}

fn classes(values: &[f64]) -> Option<Vec<f64>> {
    let mut classes: Vec<f64> = Vec::new();
    for value in values {
        if !(0.0..MOST_WHOLE).contains(value) || value.fract() != 0.0 {
            return None;
        }
        if let Err(at) = classes.binary_search_by(|class| class.total_cmp(value)) {
            classes.insert(at, *value);
        }
        if classes.len() > SHADES.len() {
            return None;
        }
    }
    Some(classes).filter(|classes| classes.len() > 1)
}

/// The value at a place of the grid.
fn value(heat: &Heat, x: usize, y: usize) -> f64 {
    heat.values.get(y * heat.columns + x).copied().unwrap_or(f64::NAN)
}

/// The cells of a terminal, row by row from the top.
pub(super) fn cells(heat: &Heat, columns: usize, rows: usize) -> Vec<Vec<Cell>> {
    let shades = Shades::of(heat);
    // The outermost cells are centered on the ends of the axes.
    let place = |at: usize, of: usize, count: usize| {
        let share = at as f64 / of.saturating_sub(1).max(1) as f64;
        ((share * count as f64) as usize).min(count.saturating_sub(1))
    };
    let cell = |row: usize, column: usize| {
        let (x, y) = (place(column, columns, heat.columns), place(rows - 1 - row, rows, heat.rows));
        let value = value(heat, x, y);
        if !value.is_finite() {
            return Cell::heat('?', Role::Faint);
        }
        if let Some(at) = shades.classes.iter().position(|class| *class == value) {
            return Cell::heat(shades.of_class(at), Role::Plain);
        }
        let height = shades.height(value);
        let role = if shades.has_both_signs() { Role::of(height) } else { Role::Plain };
        Cell::heat(SHADES[((height + 1.0) * 2.0).clamp(0.0, 3.0) as usize], role)
    };
    (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
}

/// The shade of a height, from -8 to 8.
fn shade_of(height: f64) -> i32 {
    (height * STEPS).round() as i32
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

/// The shades and the zero line as SVG, in their frame.
pub(super) fn svg(heat: &Heat, axes: Axes) -> String {
    let mut text = shades(heat, axes);
    if Shades::of(heat).classes.is_empty() {
        text.push_str(&line(heat, axes));
    }
    let _ = writeln!(text, "<rect class=\"wall\" {}/>", axes.attributes());
    text
}

/// A path for each shade: a few long paths load faster than thousands of elements. Whole numbers
/// avoid visible seams.
pub(super) fn shades(heat: &Heat, axes: Axes) -> String {
    let shades = Shades::of(heat);
    let shade = |value: f64| {
        let shade = shade_of(shades.height(value));
        (value.is_finite() && shade != 0).then_some(shade)
    };
    let mut paths: BTreeMap<i32, String> = BTreeMap::new();
    for y in 0..heat.rows {
        let row: Vec<Option<i32>> = (0..heat.columns).map(|x| shade(value(heat, x, y))).collect();
        let mut start = 0;
        for run in row.chunk_by(|one, other| one == other) {
            let width = run.len();
            if let Some(shade) = run[0] {
                let path = paths.entry(shade).or_default();
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

/// The zero line, straight within each square of four places.
fn line(heat: &Heat, axes: Axes) -> String {
    let mut path = String::new();
    for (x, y) in (1..heat.rows).flat_map(|y| (1..heat.columns).map(move |x| (x, y))) {
        let corners = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)];
        let values = corners.map(|(x, y)| value(heat, x, y));
        if values.iter().any(|value| !value.is_finite()) {
            continue;
        }
        let crossings = (0..4).map(|one| (one, (one + 1) % 4));
        let crossings =
            crossings.filter(|(one, other)| (values[*one] > 0.0) != (values[*other] > 0.0));
        let place = |(one, other): (usize, usize)| {
            let share = values[one] / (values[one] - values[other]);
            let between = |from: usize, to: usize, count: usize| {
                (from as f64 + (to as f64 - from as f64) * share + 0.5) / count as f64
            };
            let ((x, y), (to_x, to_y)) = (corners[one], corners[other]);
            let (x, y) = (between(x, to_x, heat.columns), between(y, to_y, heat.rows));
            format!("{:.1} {:.1}", axes.x(x), axes.y(y))
        };
        let places: Vec<String> = crossings.map(place).collect();
        for two in places.chunks_exact(2) {
            let _ = write!(path, "M{} L{} ", two[0], two[1]);
        }
    }
    if path.is_empty() {
        return path;
    }
    format!("<path class=\"line\" d=\"{}\"/>\n", path.trim_end())
}
