//! Columns as they are typed: `[1, 2, 3]`, `[0, 0.5 .. 9]`, `1:8`, `linspace(0, 1, 11)`.

use super::column::Cells;
use crate::core::language::{Error, Kind, Result, Span, Step, Stride, Tree, exact, without_marks};
use crate::core::session::Session;

#[derive(Debug)]
pub struct TypedColumn {
    pub cells: Cells,
    /// The standard uncertainties of its rows, such as in `1.235(34)`; empty without.
    pub us: Vec<f64>,
    /// Its place.
    pub span: Span,
}

/// Reads an element of a list: its number, and its own standard uncertainty.
pub type ReadElement = fn(&mut Session, Tree<'_>) -> Result<(f64, Option<f64>)>;

impl TypedColumn {
    /// Returns the column of a list, a range, or a call.
    pub fn of(
        session: &mut Session,
        tree: &Tree<'_>,
        element: ReadElement,
    ) -> Result<Option<TypedColumn>> {
        let Some(last) = tree.steps.last() else { return Ok(None) };
        let called = last.span.of(tree.text);
        let span = match last.kind {
            Kind::List(_) => return listed(session, (tree, last.span), element).map(Some),
            Kind::Range(_) => last.span,
            Kind::Call(_) if makes_column(called) && !session.has_function(called) => tree.span(),
            _ => return Ok(None),
        };
        let tree_of = |steps: &[Step]| Tree { text: tree.text, steps: steps.to_vec() };
        let operands = tree.operands().into_iter().map(tree_of);
        let numbers = operands.map(|operand| number_in_column(session, &operand));
        let numbers = numbers.collect::<Result<Vec<f64>>>()?;
        let counted = Counted::of(last.kind, called, &numbers).ok_or_else(|| {
            Error::new(span, format!("invalid arguments of {called}")).hint(
                "linspace(0, 1, 11) makes 11 numbers; arange(0, 1, 0.1) makes 10, without the end",
            )
        })?;
        let cells = counted.numbers(session, span)?.into();
        Ok(Some(TypedColumn { cells, us: Vec::new(), span }))
    }
}

/// Returns the number of an element; an inner ± is an error.
pub fn number_in_column(session: &mut Session, tree: &Tree<'_>) -> Result<f64> {
    let is_mark = |step: &&Step| matches!(step.kind, Kind::PlusMinus { .. });
    match tree.steps.iter().find(is_mark) {
        None => session.number(tree),
        Some(mark) => Err(Error::new(mark.span, "in a column, ± must follow an element")
            .hint("write [1 ± 0.1, 2], or [1, 2] ± 0.1 for all rows")),
    }
}

/// Reads the elements of a list.
fn listed(
    session: &mut Session,
    (tree, span): (&Tree<'_>, Span),
    element: ReadElement,
) -> Result<TypedColumn> {
    let elements = tree.operands();
    session.need_rows(elements.len(), span)?;
    let mut has_text = false;
    let (mut texts, mut numbers, mut us) = (Vec::new(), Vec::new(), Vec::new());
    for steps in elements {
        let mut text = None;
        let (number, u) = match steps {
            [Step { kind: Kind::Number(number), .. }] => (*number, None),
            [Step { kind: Kind::Text, span }] => {
                has_text = true;
                text = Some(without_marks(span.of(tree.text))).filter(|text| !text.is_empty());
                (f64::NAN, None)
            }
            steps => element(session, Tree { text: tree.text, steps: steps.to_vec() })?,
        };
        texts.push(text);
        numbers.push(number);
        us.push(u);
    }
    if has_text && numbers.iter().any(|number| !number.is_nan()) {
        return Err(Error::new(span, "found a number among strings")
            .hint("write it in quotation marks, or nan if it is missing"));
    }
    let has_us = us.iter().any(Option::is_some);
    let us = us.into_iter().filter(|_| has_us).map(|u| u.unwrap_or(0.0)).collect();
    let cells = if has_text { Cells::of_texts(texts.into_iter()) } else { numbers.into() };
    Ok(TypedColumn { cells, us, span })
}

/// The numbers generated between two checks for an interrupt.
const BLOCK: usize = 1 << 16;

/// Returns true if a function makes a column of numbers.
pub fn makes_column(name: &str) -> bool {
    ["linspace", "arange"].contains(&name)
}

/// A column of equally spaced numbers.
struct Counted {
    first: f64,
    step: f64,
    rows: f64,
    /// The last number, if it is reached within rounding.
    last: Option<f64>,
}

impl Counted {
    /// The numbers of a range or a call.
    fn of(kind: Kind, called: &str, given: &[f64]) -> Option<Counted> {
        Some(match (kind, called, given) {
            (Kind::Range(_), _, [first, last]) => Counted::to(*first, 1.0, *last),
            (Kind::Range(Stride::Second), _, [first, second, last]) => {
                Counted::to(*first, second - first, *last)
            }
            (Kind::Range(_), _, [first, step, last]) => Counted::to(*first, *step, *last),
            (_, "linspace", [first, last, rows]) => {
                let step = (last - first) / (rows - 1.0);
                Counted { first: *first, step, rows: *rows, last: Some(*last) }
            }
            (_, "arange", [end]) => Counted::before(0.0, 1.0, *end),
            (_, "arange", [first, end]) => Counted::before(*first, 1.0, *end),
            (_, "arange", [first, end, step]) => Counted::before(*first, *step, *end),
            _ => return None,
        })
    }

    fn before(first: f64, step: f64, end: f64) -> Counted {
        Counted { first, step, rows: ((end - first) / step).ceil(), last: None }
    }

    fn to(first: f64, step: f64, last: f64) -> Counted {
        let steps = (last - first) / step;
        // The step may be as inexact as the first two numbers.
        let rounding = 4.0 * f64::EPSILON * (first.abs() + step.abs()) / step.abs() * (1.0 + steps);
        let rounding = rounding.clamp(1e-9, 0.25);
        let whole = (steps + rounding).floor();
        let is_met = whole > 0.0 && (steps - whole).abs() <= rounding;
        let step = if is_met { (last - first) / whole } else { step };
        Counted { first, step, rows: whole + 1.0, last: Some(last).filter(|_| is_met) }
    }

    fn numbers(&self, session: &mut Session, span: Span) -> Result<Vec<f64>> {
        let Counted { first, step, rows, last } = *self;
        if !(rows >= 1.0 && rows.fract() == 0.0 && first.is_finite() && step.is_finite()) {
            let [first, step] = [first, step].map(exact);
            let message = format!("the range from {first} in steps of {step} is not a column");
            return Err(Error::new(span, message)
                .hint("[0, 0.5 .. 9] counts up, [9, 8.5 .. 0] down, arange(5) from 0 to 4"));
        }
        let rows = rows as usize;
        session.need_rows(rows, span)?;
        let (guard, mut numbers) = (session.guard(), Vec::with_capacity(rows));
        for from in (0..rows).step_by(BLOCK) {
            guard.go_on(span)?;
            numbers.extend((from..rows.min(from + BLOCK)).map(|row| first + row as f64 * step));
        }
        if let (Some(place), Some(last)) = (numbers.last_mut(), last) {
            *place = last;
        }
        Ok(numbers)
    }
}
