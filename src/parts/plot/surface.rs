//! `:plot` over two nodes.

use super::command::Plotter;
use super::groups::telling;
use super::sampling::over_grid;
use crate::command::must_not_be_newer;
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Result, quoted};
use crate::parts::formula::node_of;
use crate::parts::rows::{LeftOut, must_be_numbers};
use crate::render::Shades;
use crate::report::{Axis, Chart, DIGITS, Heat, Marks, numbers};

/// The places along the two axes.
const PLACES: (usize, usize) = (90, 60);

/// A name with the numbers of its rows.
type Named = (String, Vec<f64>);

/// The marks of rows: by class, if the values are classes as well, else by sign. A row without a number has no
/// mark.
fn marks(points: &[[f64; 2]], (by, numbers): (&str, &[f64]), heat: &Heat) -> Vec<Marks> {
    let is_class = |it: &f64| it.is_nan() || (0.0..10.0).contains(it) && it.fract() == 0.0;
    let shades = Shades::of(heat);
    let are_classes = numbers.iter().all(is_class) && !shades.classes.is_empty();
    let class = |(class, digit): (f64, char)| {
        (class, digit, shades.height(class), format!("{by} = {digit}"))
    };
    let sign = |(sign, character, mark)| (sign, character, sign, format!("{by} {mark} 0"));
    let kinds: Vec<(f64, char, f64, String)> = match are_classes {
        true => (0..10).map(f64::from).zip('0'..='9').map(class).collect(),
        false => [(1.0, '+', ">"), (-1.0, '-', "<"), (0.0, 'o', "=")].map(sign).to_vec(),
    };
    let number = |it: f64| if are_classes || it == 0.0 { it } else { it.signum() };
    let marks = kinds.into_iter().map(|(own, character, height, text)| {
        let points = points.iter().zip(numbers).filter(|(_, it)| number(**it) == own);
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
        if let Some(second) = self.arguments.words("F").nth(1) {
            return Err(Error::new(second.span, "a plot over two names draws one node"));
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
                return Err(Error::new(by.span, message).hint("F must depend on both names"));
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
        let (points, numbers) = self.points(&moved)?;
        let values = over_grid(self.session, &root, &moved, &places, word.span)?;
        let heat = Heat { name, columns, rows, values };
        let marks = match numbers {
            Some((by, numbers)) => marks(&points, (&by, &numbers), &heat),
            None => one_mark(points, [&x, &y]),
        };
        Ok(Chart { x, y, marks, heat: Some(heat), ..Chart::default() })
    }

    /// The rows of the data and the numbers that mark them, or the present point of two numbers.
    fn points(&mut self, [x, y]: &[Value; 2]) -> Result<(Vec<[f64; 2]>, Option<Named>)> {
        let has_rows = x.is_per_row() && x.rows() == y.rows();
        self.check_rows(has_rows, true)?;
        if !has_rows {
            let is_point = !x.is_per_row() && !y.is_per_row();
            return Ok((is_point.then(|| [x.data(), y.data()]).into_iter().collect(), None));
        }
        let (across, up) = (self.session.all_rows(x)?, self.session.all_rows(y)?);
        let (name, other) = (self.session.names().call(x), Operand::Value(y.clone()));
        let left_out = LeftOut::of(self.session, self.arguments, (x, &name), &other)?;
        let kept = |numbers: Vec<f64>| -> Vec<f64> {
            let numbers = numbers.into_iter().enumerate();
            numbers.filter(|(row, _)| !left_out.has(*row)).map(|(_, number)| number).collect()
        };
        let mut numbers = None;
        if let Some(by) = self.arguments.words("COLUMN").next() {
            let (_, column) = telling(self.session, by, &left_out)?;
            must_be_numbers(&column, (by.text, by.span))?;
            numbers = Some((by.text.to_owned(), kept(self.session.all_rows(&column)?)));
        }
        let points = kept(across).into_iter().zip(kept(up)).map(|(x, y)| [x, y]);
        Ok((points.collect(), numbers))
    }
}
