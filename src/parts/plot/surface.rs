//! `:plot` over two nodes.

use super::command::{Plotter, must_be_finite};
use super::groups::telling;
use super::sampling::over_grid;
use crate::command::must_not_be_newer;
use crate::command::syntax::Word;
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Result, in_marks, quoted};
use crate::core::session::Session;
use crate::parts::formula::node_of;
use crate::parts::rows::{self, LeftOut};
use crate::render::Shades;
use crate::report::{Axis, Chart, DIGITS, Heat, Marks, numbers};

/// The places along the two axes.
const PLACES: (usize, usize) = (90, 60);

/// The numbers whose signs, or classes, mark the rows.
struct Signs {
    /// What they are of.
    by: String,
    /// The number of each row.
    numbers: Vec<f64>,
    /// The texts that 1, -1 and 0 stand for, if they do.
    texts: Vec<String>,
}

fn signs(session: &mut Session, by: Word<'_>, left_out: &LeftOut) -> Result<Signs> {
    let (_, column) = telling(session, by, left_out)?;
    let texts = column.categories().map_or(Vec::new(), |own| own.texts().to_vec());
    if let [first, _, _, _, ..] = texts.as_slice() {
        let (name, first) = (quoted(by.text), in_marks(first));
        let message = format!("{name} has {} categories", texts.len());
        let hint = format!("marks tell three apart; by {name} == {first} marks one of them");
        return Err(Error::new(by.span, message).hint(hint));
    }
    let sign = |number: f64| match number {
        _ if texts.is_empty() => number,
        0.0 => 1.0,
        1.0 => -1.0,
        2.0 => 0.0,
        _ => f64::NAN,
    };
    let numbers = session.all_rows(&column)?.into_iter().enumerate();
    let kept = numbers.filter(|(row, _)| !left_out.has(*row));
    let numbers = kept.map(|(_, number)| sign(number)).collect();
    Ok(Signs { by: by.text.to_owned(), numbers, texts })
}

/// The marks of rows: by their classes, if the values are classes as well, else by the signs of their numbers. A row
/// without a number has none.
fn marks(points: &[[f64; 2]], signs: &Signs, heat: &Heat) -> Vec<Marks> {
    let is_class = |sign: &f64| sign.is_nan() || (0.0..10.0).contains(sign) && sign.fract() == 0.0;
    let Signs { by, numbers, texts } = signs;
    let shades = Shades::of(heat);
    let are_classes =
        texts.is_empty() && numbers.iter().all(is_class) && !shades.classes.is_empty();
    let class = |(class, digit): (f64, char)| {
        (class, digit, shades.height(class), format!("{by} = {digit}"))
    };
    let sign = |(at, (sign, character, mark)): (usize, (f64, char, &str))| {
        let text = texts.get(at).cloned();
        (sign, character, sign, text.unwrap_or_else(|| format!("{by} {mark} 0")))
    };
    let signs = [(1.0, '+', ">"), (-1.0, '-', "<"), (0.0, 'o', "=")];
    let kinds: Vec<(f64, char, f64, String)> = match are_classes {
        true => (0..10).map(f64::from).zip('0'..='9').map(class).collect(),
        false => signs.into_iter().enumerate().map(sign).collect(),
    };
    let number = |sign: f64| if are_classes || sign == 0.0 { sign } else { sign.signum() };
    let marks = kinds.into_iter().map(|(own, character, height, text)| {
        let points = points.iter().zip(numbers).filter(|(_, sign)| number(**sign) == own);
        Marks { character, height, text, points: points.map(|(point, _)| *point).collect() }
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

impl Plotter<'_, '_> {
    /// Returns the picture of F over the nodes that NAME and Y say.
    pub(super) fn surface(&mut self) -> Result<Chart> {
        let word = self.arguments.word("F")?;
        let low = self.arguments.word("LO")?;
        if !self.arguments.has("NAME") {
            let message = "NAME, which goes from left to right, is missing";
            return Err(self.arguments.usage_error(low.span, message));
        }
        if let Some(second) = self.arguments.words("F").nth(1) {
            return Err(Error::new(second.span, "over two names one node is drawn"));
        }
        let root = node_of(self.session, word)?;
        let moved =
            [self.arguments.named(self.session, "NAME")?, self.arguments.named(self.session, "Y")?];
        if moved[0].is(&moved[1]) {
            let second = self.arguments.word("Y")?;
            let message = format!("{} cannot be on both axes", quoted(second.text));
            return Err(Error::new(second.span, message));
        }
        for (leaf, name) in moved.iter().zip(["NAME", "Y"]) {
            let by = self.arguments.word(name)?;
            must_not_be_newer(self.session, &root, leaf, by)?;
            if !Order::of([&root]).contains(leaf) {
                let message =
                    format!("{} does not depend on {}", quoted(word.text), quoted(by.text));
                return Err(Error::new(by.span, message).hint("it would be the same all along"));
            }
        }
        let mut axis = |[name, from, to, logarithmic]: [&str; 4]| -> Result<Axis> {
            let name = self.arguments.word(name)?.text.to_owned();
            let (from, to) = self.given_range([from, to])?;
            let is_logarithmic = self.arguments.has(logarithmic);
            Ok(Axis { name, from, to, is_logarithmic })
        };
        let x = axis(["NAME", "LO", "HI", "logx"])?;
        let y = axis(["Y", "FROM", "TO", "logy"])?;
        let ((columns, rows), name) = (PLACES, word.text.to_owned());
        let places = [x.middles(columns), y.middles(rows)];
        let (points, signs) = self.points(&moved)?;
        let [xs, ys] = &places;
        let values = over_grid(self.session, &root, &moved, [xs, ys], word.span)?;
        must_be_finite(word, &name, values.iter())?;
        let heat = Heat { name, columns, rows, values };
        let marks = match signs {
            Some(signs) => marks(&points, &signs, &heat),
            None => one_mark(points, [&x, &y]),
        };
        Ok(Chart { x, y, marks, heat: Some(heat), ..Chart::default() })
    }

    /// The rows of the data with what marks them, or the present point of two numbers.
    fn points(&mut self, [x, y]: &[Value; 2]) -> Result<(Vec<[f64; 2]>, Option<Signs>)> {
        let by = self.arguments.words("COLUMN").next();
        if !x.is_per_row() || x.rows() != y.rows() {
            rows::must_not_be_given(self.arguments)?;
            let is_point = !x.is_per_row() && !y.is_per_row();
            return match by {
                Some(by) => Err(Error::new(by.span, "by marks the rows of two columns")),
                None => Ok((is_point.then(|| [x.data(), y.data()]).into_iter().collect(), None)),
            };
        }
        let (across, up) = (self.session.all_rows(x)?, self.session.all_rows(y)?);
        let (name, other) = (self.session.names().call(x), Operand::Value(y.clone()));
        let left_out = LeftOut::of(self.session, self.arguments, (x, &name), &other)?;
        let signs = by.map(|by| signs(self.session, by, &left_out)).transpose()?;
        let rows = across.into_iter().zip(up).enumerate();
        let rows = rows.filter(|(row, _)| !left_out.has(*row));
        Ok((rows.map(|(_, (x, y))| [x, y]).collect(), signs))
    }
}
