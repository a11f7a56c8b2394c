//! Calls and rows: `f(x, y)`, `sum(1:8)`, `mean([1, 2, 3])`, `x[2]`.

use gradcalc_grammar::Rule;
use gradcalc_grammar::pest::iterators::{Pair, Pairs};

use super::right_side::opening;
use super::{Builder, Checked};
use crate::core::language::error::{Error, Result, Span, quoted};
use crate::core::language::tree::{Kind, Step, Stride};
use crate::core::ops::{self, MOST_WHOLE, Makes, Operation, ROW_OF};

/// The modules whose prefixes operations, constants and columns that count may have.
pub const MODULES: [&str; 3] = ["math", "np", "torch"];

/// What numpy means something else by: its n is our n - 1.
const DIFFERENT: [&str; 2] = ["std", "var"];

/// The place of an operation's or a constant's name without that of a module: `np.sin`.
fn without_module(text: &str, span: Span) -> Span {
    let Some((module, name)) = span.of(text).split_once('.') else { return span };
    if !MODULES.contains(&module) || DIFFERENT.contains(&name) {
        return span;
    }
    Span { start: span.end - name.len() as u32, ..span }
}

/// The place of an operand; of a constant without its module.
pub(super) fn plain_constant(text: &str, span: Span) -> Span {
    let plain = without_module(text, span);
    if plain != span && ops::constant(plain.of(text)).is_some() { plain } else { span }
}

impl Builder<'_> {
    /// Builds the call of the name that is the last step.
    pub(super) fn call(&self, mut pairs: Pairs<'_, Rule>, depth: usize) -> Checked<()> {
        let name = self.steps.borrow_mut().pop().map(|name| name.span).unwrap_or_default();
        let first = self.steps.borrow().len();
        let (mut given, mut last, mut bracket, mut range) = (0, None, None, None);
        while let Some(pair) = pairs.next() {
            let place = self.span(&pair);
            match pair.as_rule() {
                Rule::expression => {
                    last = Some(self.expression(pair.into_inner(), depth)?);
                    range = range.or(self.range(place, &mut pairs, depth)?);
                    given += 1;
                }
                Rule::plus_minus => {
                    if let Some((value, u)) = last.zip(pairs.next()) {
                        self.uncertain(value, place, u, depth)?;
                    }
                }
                Rule::column if given == 0 && pairs.peek().is_none() => {
                    bracket = Some(opening(place));
                    let elements = self.elements(pair.into_inner(), place, depth)?;
                    given = elements.unwrap_or(1);
                    range = if elements.is_none() { bracket } else { None };
                }
                _ => return Err(column_inside(opening(place)).into()),
            }
        }
        if let Some(mark) = range {
            let count = if given == 1 { self.count(name, first) } else { None };
            let refused = || bracket.map_or_else(|| range_inside(mark), column_inside);
            return count.ok_or_else(refused)?.map_err(Box::new);
        }
        if let Some(bracket) = bracket.filter(|_| !self.takes_many(name)) {
            return Err(column_inside(bracket).into());
        }
        let name = without_module(self.text, name);
        let callee = name.of(self.text);
        let fits = |row: &&Operation| row.arity() == given as usize;
        // What a name means that gives way is known where it is called.
        let operation = ops::call(callee).filter(fits).filter(|_| !ops::gives_way(callee));
        self.push(operation.map_or(Kind::Call(given), Kind::Operation), name);
        Ok(())
    }

    /// Operations take numbers one by one; what else is called may take a list of them.
    fn takes_many(&self, name: Span) -> bool {
        let is_fold = |form: &ops::Form| matches!(form.makes, Makes::Fold { .. });
        ops::call(name.of(self.text)).is_none_or(|row| ops::form(row.name).is_some_and(is_fold))
    }

    /// Replaces the range from a step on by the number that a call makes of the column. Returns `None` if its
    /// ends are no numbers, or if the call makes no number of them.
    fn count(&self, name: Span, first: usize) -> Option<Result<()>> {
        use Kind::{Number, Range};
        let Makes::Fold { joins: joins @ ("+" | "max" | "min"), averages, .. } =
            ops::form(name.of(self.text))?.makes
        else {
            return None;
        };
        let mut all = self.steps.borrow_mut();
        let (kinds, span): (Vec<Kind>, Span) =
            (all.iter().skip(first).map(|step| step.kind).collect(), all.last()?.span);
        let (start, step, end) = match *kinds {
            [Number(start), Number(end), Range(_)] => (start, 1.0, end),
            [Number(start), Number(second), Number(end), Range(Stride::Second)] => {
                (start, second - start, end)
            }
            [Number(start), Number(step), Number(end), Range(_)] => (start, step, end),
            _ => return None,
        };
        let rows = ((end - start) / step + ROUNDING).floor();
        if !(0.0..=MOST_WHOLE).contains(&rows) {
            return Some(Err(Error::new(span, "this count never reaches its last number")
                .hint("a step leads from the first number to the last: 8:-1:1")));
        }
        let last = start + rows * step;
        let middle = start + (last - start) / 2.0;
        let number = match joins {
            _ if averages => middle,
            "max" => start.max(last),
            "min" => start.min(last),
            _ => middle * (rows + 1.0),
        };
        all.truncate(first);
        all.push(Step { kind: Number(number), span });
        Some(Ok(()))
    }

    /// `x[2]`, of which the number is a pair, and its brackets stand at a place.
    pub(super) fn row(&self, number: &Pair<'_, Rule>, place: Span) -> Checked<()> {
        let (span, row) = (self.span(number), number.as_str().parse::<u32>().unwrap_or(0));
        if row == 0 {
            let name = quoted(self.last_span().of(self.text));
            let message = format!("rows start at 1, found {name}[{}]", quoted(number.as_str()));
            return Err(Error::new(Span { end: place.start + 1, ..place }, message).into());
        }
        self.push(Kind::Number(f64::from(row)), span);
        self.push(Kind::Operation(ROW_OF), span);
        Ok(())
    }
}

/// What a number of steps may be off by.
const ROUNDING: f64 = 1e-9;

pub(super) fn range_inside(colon: Span) -> Error {
    Error::new(Span { end: colon.start + 1, ..colon }, "found : inside a statement")
        .hint("a command starts its statement; a column that counts is a whole right side: x = 1:8")
}

/// Returns the error for a bracket that begins no column of its own.
pub fn column_inside(bracket: Span) -> Error {
    Error::new(bracket, "found a column inside an expression")
        .hint("a column is a whole right side: give it a name first, x = [1, 2, 3]")
}
