//! A node over two others in the terminal: shades, the line where it is 0, and the rows
//! of the data.

use std::io;

use super::surface_svg::picture;
use super::{BESIDE, DIGITS, name_of_axis, write_frame};
use crate::render::line_writer::{LineWriter, width};
use crate::render::{PictureExport, Style, chart};
use crate::report::{Axis, MOST_CLASSES, Point, Role, Surface, numbers};

/// Every file format for surfaces.
pub static SURFACE_EXPORTS: &[PictureExport<Surface>] =
    &[PictureExport { ending: ".svg", text: picture }];

/// The least and the most columns of a picture, and its rows.
const COLUMNS: std::ops::RangeInclusive<usize> = 20..=60;
const ROWS: usize = 20;
/// The columns between the parts of a legend.
const BETWEEN: usize = 3;
/// Writes the picture.
pub fn write(surface: &Surface, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let columns = style.columns.saturating_sub(BESIDE).clamp(*COLUMNS.start(), *COLUMNS.end());
    let cells = cells(surface, columns);
    let number = |value: f64| numbers::significant(value, DIGITS);
    let label = |row: usize| match row {
        0 => Some(number(surface.y.to)),
        row if row + 1 == ROWS => Some(number(surface.y.from)),
        row if row == ROWS / 2 => Some(number(surface.y.at(0.5))),
        _ => None,
    };
    let labels: Vec<Option<String>> = (0..ROWS).map(label).collect();
    let left = write_frame(&surface.y.name, (&labels, columns), style, line, |row, line| {
        let cells = cells.get(row).map_or(&[][..], Vec::as_slice);
        for run in cells.chunk_by(|one, other| one.role() == other.role()) {
            let text: String = run.iter().map(|cell| cell.character()).collect();
            line.put(run.first().map_or(Role::Plain, |cell| cell.role()), &text)?;
        }
        Ok(())
    })?;
    write_places(&surface.x, (left, columns), style, line)?;
    let said = legend(surface).into_iter();
    let said = said.map(|(swatch, said)| format!("{} {said}", swatch.characters()));
    chart::write_legend(said, BETWEEN, style, line)
}

/// What one character shows.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cell {
    /// No number that is finite.
    Nothing,
    /// How high the values stand, from -1 to 1; true if the signs of values mean something.
    Shade(f64, bool),
    /// Where values change their sign: which quarters are above 0, the upper left one first.
    Line([bool; 4]),
    /// One of several classes, by its place among them and their number.
    Class(usize, usize),
    /// A row of the data, or the present point.
    Point(Option<f64>),
    /// A row of the data that belongs to a class.
    Member(f64),
}

/// The shades, the lowest first: two below the middle and two above.
const SHADES: [char; 4] = [' ', '░', '▒', '▓'];

/// The shades of classes, spread over these where there are fewer.
const SHADES_OF_CLASSES: [char; MOST_CLASSES] = [' ', '░', '▒', '▓', '█'];

/// Returns the shade of the class at a place among so many.
fn shade_of_class(at: usize, of: usize) -> char {
    // Three are spread best without the darkest one, and two as far as marks on them are seen.
    let spread = match of {
        ..=2 => 2 * at,
        _ => at,
    };
    SHADES_OF_CLASSES.get(spread).copied().unwrap_or('█')
}

/// Quarters of a cell that are filled, by the number that their bits spell: upper left, upper right,
/// lower left, lower right.
const QUARTERS: [char; 16] =
    [' ', '▗', '▖', '▄', '▝', '▐', '▞', '▟', '▘', '▚', '▌', '▙', '▀', '▜', '▛', '█'];

impl Cell {
    fn character(self) -> char {
        match self {
            Cell::Nothing => '?',
            Cell::Shade(height, _) => {
                let shade = ((height + 1.0) * 2.0).clamp(0.0, 3.0) as usize;
                SHADES.get(shade).copied().unwrap_or(' ')
            }
            Cell::Line(quarters) => {
                let bits =
                    quarters.iter().fold(0, |bits, is_above| 2 * bits + usize::from(*is_above));
                QUARTERS.get(bits).copied().unwrap_or('█')
            }
            Cell::Class(at, of) => shade_of_class(at, of),
            Cell::Member(class) => digit(class),
            Cell::Point(None) => '◆',
            Cell::Point(Some(sign)) => mark(sign),
        }
    }

    fn role(self) -> Role {
        match self {
            Cell::Nothing => Role::Faint,
            Cell::Shade(height, true) if height < 0.0 => Role::Negative,
            Cell::Shade(_, true) => Role::Positive,
            Cell::Shade(_, false) | Cell::Class(..) => Role::Plain,
            Cell::Line(_) => Role::Positive,
            Cell::Point(_) | Cell::Member(_) => Role::Title,
        }
    }
}

/// The mark of a point by the sign of its number.
fn mark(sign: f64) -> char {
    match sign {
        sign if sign > 0.0 => '+',
        sign if sign < 0.0 => '-',
        _ => 'o',
    }
}

/// The mark of a row by its class.
fn digit(class: f64) -> char {
    char::from_digit(class as u32, 10).unwrap_or('◆')
}

/// The cells, row by row from the top.
fn cells(surface: &Surface, columns: usize) -> Vec<Vec<Cell>> {
    let share = |at: usize, of: usize| (at as f64 + 0.5) / of as f64;
    let range = surface.range();
    let has_both_signs = range.has_both_signs();
    let (classes, marks_classes) = (surface.classes(), surface.marks_classes());
    let cell = |row: usize, column: usize| {
        let near = |right: usize, below: usize| {
            let (x, y) = (share(2 * column + right, 2 * columns), share(2 * row + below, 2 * ROWS));
            surface.near(x, 1.0 - y)
        };
        let quarters = [near(0, 0), near(1, 0), near(0, 1), near(1, 1)];
        if quarters.iter().any(|value| !value.is_finite()) {
            return Cell::Nothing;
        }
        if let Some(at) = classes.iter().position(|class| Some(class) == quarters.first()) {
            return Cell::Class(at, classes.len());
        }
        let above = quarters.map(|value| value > 0.0);
        if above.contains(&true) && above.contains(&false) {
            return Cell::Line(above);
        }
        let height = quarters.iter().map(|value| range.height(*value) / 4.0).sum();
        Cell::Shade(height, has_both_signs)
    };
    let mut cells: Vec<Vec<Cell>> =
        (0..ROWS).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
    for Point { x, y, sign } in &surface.points {
        let (Some(x), Some(y)) = (surface.x.share(*x), surface.y.share(*y)) else {
            continue;
        };
        let place = |share: f64, count: usize| ((share * count as f64) as usize).min(count - 1);
        let row = ROWS - 1 - place(y, ROWS);
        if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(place(x, columns))) {
            *cell = match sign {
                Some(class) if marks_classes => Cell::Member(*class),
                sign => Cell::Point(*sign),
            };
        }
    }
    cells
}

/// Writes the ends and the middle of the axis below the picture, and its name.
fn write_places(
    axis: &Axis,
    (left, columns): (usize, usize),
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let texts = [0.0, 0.5, 1.0].map(|share| (share, numbers::significant(axis.at(share), DIGITS)));
    let mut used = 0;
    for (share, text) in texts {
        let middle = left + (share * columns as f64) as usize;
        let start = middle.saturating_sub(width(&text) / 2).max(used + usize::from(used > 0));
        line.skip(start - used);
        line.put(Role::Plain, &text)?;
        used = start + width(&text);
    }
    line.skip(2);
    line.put(Role::Title, &name_of_axis(&axis.name, style))?;
    line.end()
}

/// What a legend explains: a shade or a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Swatch {
    /// The shades above 0, where there are values of both signs.
    Above,
    /// Those below.
    Below,
    /// All shades, where there is one sign.
    All,
    /// The one shade of a node that is the same everywhere.
    Level,
    /// The shade of a class, by its place among so many, and how high it stands.
    Class(usize, usize, f64),
    /// A row of a class, and how high that stands.
    Member(f64, f64),
    /// A row whose number is above, below, or at 0.
    RowAbove,
    RowBelow,
    RowAtZero,
    /// A row without a number, or the present point.
    Point,
    /// No number that is finite.
    Nothing,
}

impl Swatch {
    /// What the terminal shows, the middle first; the lowest shade is blank.
    fn characters(self) -> String {
        let own = match self {
            Swatch::Above => "▒▓",
            Swatch::Below => "░ blank:",
            Swatch::All => "blank ░▒▓:",
            Swatch::Level => "▒",
            Swatch::RowAbove => "+",
            Swatch::RowBelow => "-",
            Swatch::RowAtZero => "o",
            Swatch::Point => "◆",
            Swatch::Nothing => "?",
            Swatch::Class(at, of, _) => match shade_of_class(at, of) {
                ' ' => "blank:",
                shade => return shade.to_string(),
            },
            Swatch::Member(class, _) => return digit(class).to_string(),
        };
        own.to_owned()
    }
}

/// What each shade and mark means.
pub(super) fn legend(surface: &Surface) -> Vec<(Swatch, String)> {
    let number = |value: f64| numbers::significant(value, DIGITS);
    let range = surface.range();
    let [least, greatest] = [range.least, range.greatest].map(number);
    let follows = &surface.follows;
    let classes = surface.classes();
    let height = |class: f64| range.height(class);
    let mut said = if !classes.is_empty() {
        let class = |(at, class): (usize, &f64)| {
            let swatch = Swatch::Class(at, classes.len(), height(*class));
            (swatch, format!("{follows} = {}", number(*class)))
        };
        classes.iter().enumerate().map(class).collect()
    } else if range.has_both_signs() {
        vec![
            (Swatch::Above, format!("{follows} > 0, to {greatest}")),
            (Swatch::Below, format!("{follows} < 0, to {least}")),
        ]
    } else if range.least == range.greatest {
        vec![(Swatch::Level, format!("{follows} = {least}"))]
    } else {
        vec![(Swatch::All, format!("{follows} from {least} to {greatest}"))]
    };
    match (&surface.by, surface.points.as_slice()) {
        (Some(by), points) if surface.marks_classes() => {
            let mut members: Vec<f64> = points.iter().filter_map(|point| point.sign).collect();
            members.sort_by(f64::total_cmp);
            members.dedup();
            let member = |class: &f64| {
                (Swatch::Member(*class, height(*class)), format!("{by} = {}", number(*class)))
            };
            said.extend(members.iter().map(member));
        }
        (Some(by), points) => {
            let has = |is: fn(f64) -> bool| points.iter().filter_map(|it| it.sign).any(is);
            let all = [
                (has(|sign| sign > 0.0), Swatch::RowAbove, "> 0"),
                (has(|sign| sign < 0.0), Swatch::RowBelow, "< 0"),
                (has(|sign| sign == 0.0), Swatch::RowAtZero, "= 0"),
            ];
            let said_of = |(at, (_, swatch, what)): (usize, (bool, Swatch, &str))| {
                let category = surface.categories.get(at);
                let said = category.map_or_else(|| format!("{by} {what}"), String::clone);
                (swatch, said)
            };
            let marks = all.into_iter().enumerate().filter(|(_, (has, ..))| *has);
            said.extend(marks.map(said_of));
        }
        (None, [present]) if present.sign.is_none() => {
            let (x, y) = (&surface.x.name, &surface.y.name);
            let place = format!("{x} = {}, {y} = {}", number(present.x), number(present.y));
            said.push((Swatch::Point, place));
        }
        (None, []) => {}
        (None, _) => said.push((Swatch::Point, "rows of the data".to_owned())),
    }
    if surface.values.iter().any(|value| !value.is_finite()) {
        said.push((Swatch::Nothing, "nan or inf".to_owned()));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(follows: fn(f64, f64) -> f64) -> Surface {
        let axis = |name: &str| Axis { name: name.to_owned(), from: -1.0, to: 1.0, count: 40 };
        let (x, y) = (axis("x"), axis("y"));
        let values = y.places().into_iter().flat_map(|y| {
            let row = x.places().into_iter().map(move |x| follows(x, y));
            row.collect::<Vec<_>>()
        });
        let values = values.collect();
        Surface {
            follows: "f".to_owned(),
            x,
            y,
            values,
            points: Vec::new(),
            by: None,
            categories: Vec::new(),
        }
    }

    #[test]
    fn a_line_is_drawn_where_the_sign_changes_and_nowhere_else() {
        let upright = cells(&surface(|x, _| x - 0.5), 20);
        for row in &upright {
            let lines: Vec<usize> =
                (0..20).filter(|column| matches!(row[*column], Cell::Line(_))).collect();
            assert!(lines.len() <= 1 && lines.iter().all(|column| [14, 15].contains(column)));
            assert!(matches!(row[2], Cell::Shade(height, true) if height < 0.0));
            assert!(matches!(row[19], Cell::Shade(height, true) if height > 0.0));
        }
        let never = cells(&surface(|x, y| 3.0 + x + y), 20);
        assert!(never.iter().flatten().all(|cell| matches!(cell, Cell::Shade(_, false))));
        // Higher is to the right and above.
        assert_eq!((never[ROWS - 1][0].character(), never[0][19].character()), (' ', '▓'));
    }

    #[test]
    fn a_node_that_is_the_same_everywhere_has_one_shade() {
        let level = surface(|_, _| 7.0);
        let [(swatch, said)] = &legend(&level)[..] else { panic!("more than one shade") };
        assert_eq!((swatch.characters().as_str(), said.as_str()), ("▒", "f = 7"));
        assert!(cells(&level, 20).iter().flatten().all(|cell| cell.character() == '▒'));
        assert!(
            picture(&level).contains("<desc id=\"desc\">blank: f = 7</desc>"),
            "{}",
            picture(&level)
        );
    }

    #[test]
    fn each_of_a_few_whole_numbers_has_a_shade_and_a_line_of_the_legend() {
        let mut drawn = surface(|x, y| if y > 0.0 { 2.0 } else { f64::from(u8::from(x > 0.0)) });
        drawn.points = vec![Point { x: 0.99, y: -0.99, sign: Some(1.0) }];
        drawn.by = Some("class".to_owned());
        let cells = cells(&drawn, 20);
        assert_eq!(
            [cells[19][0], cells[18][19], cells[0][3]].map(Cell::character),
            [' ', '░', '▒']
        );
        assert_eq!(cells[19][19], Cell::Member(1.0));
        let said: Vec<String> = legend(&drawn)
            .iter()
            .map(|(swatch, said)| format!("{} {said}", swatch.characters()))
            .collect();
        assert_eq!(said, ["blank: f = 0", "░ f = 1", "▒ f = 2", "1 class = 1"]);
        let text = picture(&drawn);
        assert!(!text.contains("class=\"line\""), "{text}");
        assert!(
            text.contains("orange: f = 0. blank: f = 1. blue: f = 2. dots: class = 1"),
            "{text}"
        );
        // What is not whole, or has both signs, is no class.
        for other in [surface(|x, _| x.signum()), surface(|x, _| x + 2.5), surface(|_, _| 3.0)] {
            assert_eq!(other.classes(), Vec::<f64>::new());
        }
    }

    #[test]
    fn points_are_where_they_belong() {
        let mut drawn = surface(|x, _| x);
        drawn.points = vec![
            Point { x: -1.0, y: -1.0, sign: Some(-2.0) },
            Point { x: 1.0, y: 1.0, sign: Some(0.5) },
            Point { x: 5.0, y: 0.0, sign: Some(0.5) },
        ];
        let cells = cells(&drawn, 20);
        assert_eq!(cells[ROWS - 1][0], Cell::Point(Some(-2.0)));
        assert_eq!(cells[0][19], Cell::Point(Some(0.5)));
        let count = cells.iter().flatten().filter(|cell| matches!(cell, Cell::Point(_))).count();
        assert_eq!(count, 2);
    }
}
