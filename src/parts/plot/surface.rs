//! `:plot` over two nodes.

use super::command;
use super::grid::{self, Places};
use crate::command::syntax::Word;
use crate::command::{Arguments, must_not_be_newer, node};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Result, in_marks, quoted};
use crate::core::session::Session;
use crate::parts::formula::node_of;
use crate::parts::rows::{self, LeftOut};
use crate::report::{Axis, ChartData, Heat, Point, Report, Surface};

/// The places along the two axes: two for each column of a picture on a terminal, and four for each
/// row.
const PLACES: (usize, usize) = (120, 80);
/// Fewer, where each takes a pass over all rows.
const FEW_PLACES: (usize, usize) = (60, 40);

/// Draws F over the nodes that NAME and Y say.
pub(super) fn draw(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let word = arguments.word("F")?;
    let file = command::picture_file(arguments)?;
    let low = arguments.word("LO")?;
    if !arguments.has("NAME") {
        let message = "NAME, which goes from left to right, is missing";
        return Err(arguments.usage_error(low.span, message));
    }
    if let Some(second) = arguments.words("F").nth(1) {
        return Err(Error::new(second.span, "over two names one node is drawn"));
    }
    let root = node_of(session, word)?;
    let moved = [arguments.named(session, "NAME")?, arguments.named(session, "Y")?];
    if moved[0].is(&moved[1]) {
        let second = arguments.word("Y")?;
        let message = format!("{} cannot be on both axes", quoted(second.text));
        return Err(Error::new(second.span, message));
    }
    for (leaf, name) in moved.iter().zip(["NAME", "Y"]) {
        let by = arguments.word(name)?;
        must_not_be_newer(session, &root, leaf, by)?;
        if !Order::of([&root]).contains(leaf) {
            let message = format!("{} does not depend on {}", quoted(word.text), quoted(by.text));
            return Err(Error::new(by.span, message).hint("it would be the same all along"));
        }
    }
    let [x, y] = [&moved[0], &moved[1]];
    let is_fine = !arguments.options().moving && grid::is_quick_over_grid(session, &root, [x, y]);
    let (columns, rows) = if is_fine { PLACES } else { FEW_PLACES };
    let mut surface = Surface {
        follows: word.text.to_owned(),
        x: axis(session, arguments, ["NAME", "LO", "HI"], "logx")?,
        y: axis(session, arguments, ["Y", "FROM", "TO"], "logy")?,
        heat: Heat { columns, rows, values: Vec::new() },
        points: Vec::new(),
        by: None,
        categories: Vec::new(),
    };
    points(session, arguments, [x, y], &mut surface)?;
    let places = Places { x: surface.x.middles(columns), y: surface.y.middles(rows) };
    surface.heat.values = grid::over_grid(session, &root, [x, y], &places, word.span)?;
    if !surface.heat.values.iter().any(|value| value.is_finite()) {
        let message = format!("{} is not finite anywhere in that range", surface.follows);
        return Err(Error::new(word.span, message).hint("try another range"));
    }
    command::drawn(arguments, ChartData::Surface(Box::new(surface)), file)
}

fn axis(
    session: &mut Session,
    arguments: &Arguments<'_>,
    [name, from, to]: [&str; 3],
    logarithmic: &str,
) -> Result<Axis> {
    let name = arguments.word(name)?.text.to_owned();
    let (from, to) = command::given_range(session, arguments, [from, to])?;
    let is_logarithmic = arguments.has(logarithmic);
    Ok(Axis { name, from, to, is_logarithmic, ..Axis::default() })
}

/// Adds the rows of the data, marked by the sign of a column, or the present point of two numbers.
fn points(
    session: &mut Session,
    arguments: &Arguments<'_>,
    [x, y]: [&Value; 2],
    surface: &mut Surface,
) -> Result<()> {
    let by = arguments.words("COLUMN").next().filter(|_| arguments.has("by"));
    if !x.is_per_row() || x.rows() != y.rows() {
        rows::must_not_be_given(arguments)?;
    }
    if !x.is_per_row() && !y.is_per_row() {
        if let Some(by) = by {
            return Err(Error::new(by.span, "one number has no rows to mark")
                .hint("by marks the rows of two columns"));
        }
        surface.points.push(Point { x: x.data(), y: y.data(), sign: None });
        return Ok(());
    }
    if x.rows() != y.rows() {
        return match by {
            Some(by) => Err(Error::new(by.span, "the two axes have no rows in common to mark")),
            None => Ok(()),
        };
    }
    let (across, up) = (session.all_rows(x)?, session.all_rows(y)?);
    let (name, other) = (session.names().call(x), Operand::Value(y.clone()));
    let left_out = LeftOut::of(session, arguments, (x, &name), &other)?;
    let signs = match by {
        None => None,
        Some(by) => Some(signs(session, by, across.len(), &mut surface.categories)?),
    };
    surface.by = by.map(|by| by.text.to_owned());
    let sign = |row: usize| signs.as_ref().and_then(|signs| signs.get(row).copied());
    let rows = across.into_iter().zip(up).enumerate();
    let rows = rows.filter(|(row, _)| !left_out.has(*row));
    surface.points = rows.map(|(row, (x, y))| Point { x, y, sign: sign(row) }).collect();
    Ok(())
}

/// The numbers whose signs mark the rows.
fn signs(
    session: &mut Session,
    by: Word<'_>,
    rows: usize,
    categories: &mut Vec<String>,
) -> Result<Vec<f64>> {
    let node = node(session, by)?;
    let mut signs = session.all_rows(&node)?;
    if let Some(own) = node.categories() {
        *categories = own.texts().to_vec();
        if let [first, _, _, _, ..] = categories.as_slice() {
            let message = format!("{} has {} categories", quoted(by.text), categories.len());
            let one = format!("by {} == {}", quoted(by.text), in_marks(first));
            return Err(Error::new(by.span, message)
                .hint(format!("marks tell three apart; {one} marks one of them")));
        }
        // One for each mark.
        let sign = |code: f64| [1.0, -1.0, 0.0].get(code as usize).copied();
        signs.iter_mut().for_each(|code| *code = sign(*code).unwrap_or(f64::NAN));
    }
    if node.is_per_row() && signs.len() == rows {
        return Ok(signs);
    }
    let found = node.rows().map_or("one number".to_owned(), |rows| format!("{rows} rows"));
    let message = format!("{} has {found}, and {rows} rows are to be marked", quoted(by.text));
    Err(Error::new(by.span, message))
}
