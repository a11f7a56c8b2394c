//! Calls and rows: `f(x, y)`, `sum(1:8)`, `mean([1, 2, 3])`, `x[2]`.

use gradcalc_grammar::Rule;
use gradcalc_grammar::pest::iterators::{Pair, Pairs};

use super::right_side::opening;
use super::{Builder, Checked, refused};
use crate::core::language::error::{Error, Span, quoted};
use crate::core::language::tree::{Kind, Step, Stride};
use crate::core::ops::{self, Makes, Operation, ROW_OF};

/// The modules whose prefixes operations, constants and columns that count may have.
pub const MODULES: [&str; 3] = ["math", "np", "torch"];

/// numpy divides by n, gradcalc by n - 1.
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
        let (mut given, mut last, mut list) = (0, None, None);
        while let Some(pair) = pairs.next() {
            let (first, place) = (self.steps.borrow().len(), self.span(&pair));
            match pair.as_rule() {
                Rule::expression => {
                    last = Some(self.expression(pair.into_inner(), depth)?);
                    given += match self.range(place, &mut pairs, depth)?.map(range_inside) {
                        Some(refused) => self.counted(first, list.insert(refused))?,
                        None => 1,
                    };
                }
                Rule::plus_minus if list.is_some() => {
                    return refused(
                        place,
                        "found ± after a range in a call",
                        "give it a name first",
                    );
                }
                Rule::plus_minus => {
                    if let Some((value, u)) = last.zip(pairs.next()) {
                        self.uncertain(value, place, u, depth)?;
                    }
                }
                Rule::column if given == 0 && pairs.peek().is_none() => {
                    let refused = list.insert(column_inside(opening(place)));
                    given = match self.elements(pair.into_inner(), place, depth)? {
                        Some(elements) => elements,
                        None => self.counted(first, refused)?,
                    };
                }
                _ => return Err(column_inside(opening(place)).into()),
            }
        }
        if let Some(refused) = list.filter(|_| !takes_many(name.of(self.text))) {
            return Err(refused.into());
        }
        let name = without_module(self.text, name);
        let callee = name.of(self.text);
        let fits = |row: &&Operation| row.arity() == given as usize;
        // A name that gives way is resolved where it is called.
        let operation = ops::call(callee).filter(fits).filter(|_| !ops::gives_way(callee));
        self.push(operation.map_or(Kind::Call(given), Kind::Operation), name);
        Ok(())
    }

    /// Replaces the range from a step on by its numbers, and returns how many they are. A range of what is no
    /// number as typed is refused.
    fn counted(&self, first: usize, unknown: &Error) -> Checked<u32> {
        use Kind::{Number, Range};
        let place = self.last_span();
        let mut steps = self.steps.borrow_mut();
        let kinds: Vec<Kind> = steps.iter().skip(first).map(|step| step.kind).collect();
        let (start, step, end) = match *kinds {
            [Number(start), Number(end), Range(_)] => (start, 1.0, end),
            [Number(start), Number(second), Number(end), Range(Stride::Second)] => {
                (start, second - start, end)
            }
            [Number(start), Number(step), Number(end), Range(_)] => (start, step, end),
            _ => return Err(unknown.clone().into()),
        };
        let count = ((end - start) / step + ROUNDING).floor() + 1.0;
        if !(1.0..=MOST_COUNTED).contains(&count) {
            let message = format!("a range in a call has 1 to {MOST_COUNTED} numbers");
            let hint = "8:-1:1 counts down; give a long range a name first: x = 1:2000";
            return refused(place, message, hint);
        }
        steps.truncate(first);
        let number = |row| Number(start + f64::from(row) * step);
        steps.extend((0..count as u32).map(|row| Step { kind: number(row), span: place }));
        Ok(count as u32)
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

/// Operations take numbers one by one; what else is called may take a list of them.
fn takes_many(name: &str) -> bool {
    let is_fold = |form: &ops::Form| matches!(form.makes, Makes::Fold { .. });
    ops::call(name).is_none_or(|row| ops::form(row.name).is_some_and(is_fold))
}

/// The most numbers of a range in a call, each of them a leaf.
const MOST_COUNTED: f64 = 1000.0;

/// The relative rounding error allowed in a number of steps.
const ROUNDING: f64 = 1e-9;

/// Returns the error for a colon that counts where no column may stand.
pub fn range_inside(colon: Span) -> Error {
    Error::new(Span { end: colon.start + 1, ..colon }, "found : inside a statement")
        .hint("give a range a name first, x = 1:8; write a function as f(x) = x^2")
}

/// Returns the error for a bracket that begins no column of its own.
pub fn column_inside(bracket: Span) -> Error {
    Error::new(bracket, "a column cannot be part of an expression")
        .hint("give it a name first: x = [1, 2, 3]")
}
