//! `:plot` over two nodes.

use super::command::{given_range, nowhere_finite};
use super::sampling::over_grid;
use crate::command::syntax::Word;
use crate::command::{Arguments, must_not_be_newer, node};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Result, in_marks, quoted};
use crate::core::session::Session;
use crate::parts::formula::node_of;
use crate::parts::rows::{self, LeftOut};
use crate::render::Shades;
use crate::report::{Axis, Chart, DIGITS, Heat, Marks, numbers};

/// The places along the two axes.
const PLACES: (usize, usize) = (90, 60);

/// Returns the picture of F over the nodes that NAME and Y say.
pub(super) fn chart(session: &mut Session, arguments: &Arguments<'_>) -> Result<Chart> {
    let word = arguments.word("F")?;
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
    let x = axis(session, arguments, ["NAME", "LO", "HI"], "logx")?;
    let y = axis(session, arguments, ["Y", "FROM", "TO"], "logy")?;
    let ((columns, rows), name) = (PLACES, word.text.to_owned());
    let places = [x.middles(columns), y.middles(rows)];
    let (points, signs) = points(session, arguments, &moved)?;
    let [xs, ys] = &places;
    let values = over_grid(session, &root, &moved, [xs, ys], word.span)?;
    if !values.iter().any(|value| value.is_finite()) {
        return Err(nowhere_finite(word, &name));
    }
    let heat = Heat { name, columns, rows, values };
    let marks = match signs {
        Some(signs) => marks(&points, &signs, &heat),
        None => one_mark(points, [&x, &y]),
    };
    Ok(Chart { x, y, marks, heat: Some(heat), ..Chart::default() })
}

fn axis(
    session: &mut Session,
    arguments: &Arguments<'_>,
    [name, from, to]: [&str; 3],
    logarithmic: &str,
) -> Result<Axis> {
    let name = arguments.word(name)?.text.to_owned();
    let (from, to) = given_range(session, arguments, [from, to])?;
    let is_logarithmic = arguments.has(logarithmic);
    Ok(Axis { name, from, to, is_logarithmic, ..Axis::default() })
}

/// The numbers whose signs, or classes, mark the rows.
struct Signs {
    /// What they are of.
    by: String,
    /// The number of each row.
    numbers: Vec<f64>,
    /// The texts that 1, -1 and 0 stand for, if they do.
    texts: Vec<String>,
}

/// The rows of the data with what marks them, or the present point of two numbers.
fn points(
    session: &mut Session,
    arguments: &Arguments<'_>,
    [x, y]: &[Value; 2],
) -> Result<(Vec<[f64; 2]>, Option<Signs>)> {
    let by = arguments.words("COLUMN").next();
    let error = |by: Word<'_>, message: &str| Error::new(by.span, message);
    if !x.is_per_row() || x.rows() != y.rows() {
        rows::must_not_be_given(arguments)?;
        return match (by, x.is_per_row() || y.is_per_row()) {
            (Some(by), false) => Err(error(by, "one number has no rows to mark")
                .hint("by marks the rows of two columns")),
            (Some(by), true) => Err(error(by, "the two axes have no rows in common to mark")),
            (None, false) => Ok((vec![[x.data(), y.data()]], None)),
            (None, true) => Ok((Vec::new(), None)),
        };
    }
    let (across, up) = (session.all_rows(x)?, session.all_rows(y)?);
    let (name, other) = (session.names().call(x), Operand::Value(y.clone()));
    let left_out = LeftOut::of(session, arguments, (x, &name), &other)?;
    let signs = match by {
        Some(by) => Some(signs(session, by, (across.len(), &left_out))?),
        None => None,
    };
    let rows = across.into_iter().zip(up).enumerate();
    let rows = rows.filter(|(row, _)| !left_out.has(*row));
    Ok((rows.map(|(_, (x, y))| [x, y]).collect(), signs))
}

fn signs(
    session: &mut Session,
    by: Word<'_>,
    (rows, left_out): (usize, &LeftOut),
) -> Result<Signs> {
    let node = node(session, by)?;
    let mut numbers = session.all_rows(&node)?;
    if numbers.len() != rows {
        let found = node.rows().map_or("one number".to_owned(), |rows| format!("{rows} rows"));
        let message = format!("{} has {found}, and {rows} rows are to be marked", quoted(by.text));
        return Err(Error::new(by.span, message));
    }
    let texts = node.categories().map_or(Vec::new(), |own| own.texts().to_vec());
    if let [first, _, _, _, ..] = texts.as_slice() {
        let message = format!("{} has {} categories", quoted(by.text), texts.len());
        let one = format!("by {} == {}", quoted(by.text), in_marks(first));
        return Err(Error::new(by.span, message)
            .hint(format!("marks tell three apart; {one} marks one of them")));
    }
    if !texts.is_empty() {
        // One for each mark.
        let sign = |code: f64| [1.0, -1.0, 0.0].get(code as usize).copied();
        let of = |code: f64| Some(code).filter(|code| !code.is_nan()).and_then(sign);
        numbers.iter_mut().for_each(|code| *code = of(*code).unwrap_or(f64::NAN));
    }
    let kept = numbers.into_iter().enumerate().filter(|(row, _)| !left_out.has(*row));
    Ok(Signs { by: by.text.to_owned(), numbers: kept.map(|(_, number)| number).collect(), texts })
}

/// The marks of rows: by their classes, if the values are classes as well, else by the signs of their numbers. A row
/// without a number has none.
fn marks(points: &[[f64; 2]], signs: &Signs, heat: &Heat) -> Vec<Marks> {
    let is_class = |sign: &f64| sign.is_nan() || (0.0..10.0).contains(sign) && sign.fract() == 0.0;
    let (by, shades) = (&signs.by, Shades::of(heat));
    let are_classes =
        signs.texts.is_empty() && signs.numbers.iter().all(is_class) && !shades.classes.is_empty();
    let kinds: Vec<(f64, char, f64, String)> = if are_classes {
        let class = |(class, digit): (f64, char)| {
            (class, digit, shades.height(class), format!("{by} = {digit}"))
        };
        (0..10).map(f64::from).zip('0'..='9').map(class).collect()
    } else {
        let text = |at: usize, sign: &str| {
            signs.texts.get(at).cloned().unwrap_or_else(|| format!("{by} {sign} 0"))
        };
        let kind = |(at, (number, character, sign)): (usize, (f64, char, &str))| {
            (number, character, number, text(at, sign))
        };
        [(1.0, '+', ">"), (-1.0, '-', "<"), (0.0, 'o', "=")]
            .into_iter()
            .enumerate()
            .map(kind)
            .collect()
    };
    let number = |sign: f64| if are_classes || sign == 0.0 { sign } else { sign.signum() };
    let marks = kinds.into_iter().map(|(own, character, height, text)| {
        let points = points.iter().zip(&signs.numbers);
        let points = points.filter(|(_, sign)| number(**sign) == own).map(|(point, _)| *point);
        Marks { character, height, text, points: points.collect() }
    });
    marks.filter(|marks| !marks.points.is_empty()).collect()
}

/// The mark of all rows, or of the present point.
fn one_mark(points: Vec<[f64; 2]>, [x, y]: [&Axis; 2]) -> Vec<Marks> {
    let text = match points.as_slice() {
        [] => return Vec::new(),
        [point] => {
            let [at, up] = point.map(|it| numbers::significant(it, DIGITS));
            format!("{} = {at}, {} = {up}", x.name, y.name)
        }
        _ => "rows of the data".to_owned(),
    };
    vec![Marks { character: '◆', height: 0.0, text, points }]
}
