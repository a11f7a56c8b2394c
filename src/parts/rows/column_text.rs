//! The cells of a column as they are typed: one by one, or counted.

use super::column::{Cells, Column};
use crate::command::Script;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, exact, in_marks};
use crate::core::session::{Session, same_bits};
use crate::parts::rows::TypedColumn;
use crate::parts::rows::{Count, Element, Ends};

/// The numbers of a column as typed, or its texts.
///
/// # Errors
///
/// As [`numbers_of`], or there are texts among numbers.
pub fn cells_of(session: &mut Session, column: &TypedColumn<'_>) -> Result<Cells> {
    let is_text = |element: &Element<'_>| matches!(element, Element::Text(_));
    if column.count.is_some() || !column.elements.iter().any(is_text) {
        return numbers_of(session, column).map(Cells::from);
    }
    session.need_rows(column.elements.len(), column.span)?;
    let mut texts = Vec::with_capacity(column.elements.len());
    for element in &column.elements {
        texts.push(match element {
            Element::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            element if number_of(session, element)?.is_nan() => None,
            _ => {
                return Err(Error::new(column.span, "found a number among texts")
                    .hint("write it in quotation marks, or nan where there is none"));
            }
        });
    }
    Ok(Cells::of_texts(texts.into_iter()))
}

/// Returns these numbers of a column as typed, in brackets.
pub fn typed(script: &Script<'_>, leaf: &Value, numbers: &[f64]) -> String {
    script.column(numbers, |number| cell(script, leaf, number))
}

/// Returns the rows of a column that no longer have these numbers, as `:set` takes them: ` x[2] 5`.
pub fn changes(script: &Script<'_>, leaf: &Value, before: &[f64]) -> String {
    let now = leaf.as_column().map(Column::numbers).unwrap_or_default();
    let rows = (1..).zip(before.iter().zip(&*now));
    let changed = rows.filter(|(_, (before, now))| !same_bits(**before, **now));
    let change = |(row, (_, now)): (usize, (&f64, &f64))| {
        format!(" {}[{row}] {}", script.reference(leaf), cell(script, leaf, *now))
    };
    changed.map(change).collect()
}

fn cell(script: &Script<'_>, leaf: &Value, number: f64) -> String {
    let text = leaf.categories().and_then(|it| it.text(number)).map(in_marks);
    text.unwrap_or_else(|| script.number(if leaf.is_text() { f64::NAN } else { number }))
}

/// The numbers of a column as typed.
///
/// # Errors
///
/// When they make no column, or there is no room for them.
pub fn numbers_of(session: &mut Session, column: &TypedColumn<'_>) -> Result<Vec<f64>> {
    session.need_rows(column.elements.len(), column.span)?;
    let numbers = column.elements.iter().map(|element| number_of(session, element));
    let numbers = numbers.collect::<Result<Vec<f64>>>()?;
    let Some(count) = &column.count else { return Ok(numbers) };
    let Counting { first, step, rows, last, is_met } = Counting::of(session, count, &numbers)?;
    if !(rows >= 1.0 && rows.fract() == 0.0 && first.is_finite() && step.is_finite()) {
        let [first, last, step] = [first, last, step].map(exact);
        let message = format!("counting from {first} to {last} in steps of {step} makes no column");
        return Err(Error::new(column.span, message)
            .hint("[0, 0.5 .. 9] counts up, [9, 8.5 .. 0] down, arange(5) from 0 to 4"));
    }
    let rows = rows as usize;
    session.need_rows(rows, column.span)?;
    let (guard, mut numbers) = (session.guard(), Vec::with_capacity(rows));
    for from in (0..rows).step_by(BLOCK) {
        guard.go_on(column.span)?;
        numbers.extend((from..rows.min(from + BLOCK)).map(|row| first + row as f64 * step));
    }
    if let Some(place) = numbers.last_mut().filter(|_| is_met) {
        *place = last;
    }
    Ok(numbers)
}

/// The numbers counted between two looks at whether to go on.
const BLOCK: usize = 1 << 16;

fn number_of(session: &mut Session, element: &Element<'_>) -> Result<f64> {
    match element {
        Element::Number(number) => Ok(*number),
        Element::Tree(tree) => session.number(tree),
        Element::Text(_) => Err(Error::new(Span::default(), "found text, not a number")),
    }
}

/// What a column counts.
struct Counting {
    first: f64,
    step: f64,
    rows: f64,
    last: f64,
    /// Set where the last number is met within rounding.
    is_met: bool,
}

impl Counting {
    /// What is counted after the first one or two numbers.
    fn of(session: &mut Session, count: &Count<'_>, begun: &[f64]) -> Result<Counting> {
        let first = begun.first().copied().unwrap_or(f64::NAN);
        let last = number_of(session, &count.end)?;
        if let Ends::After(rows) = &count.ends {
            let rows = number_of(session, rows)?;
            let step = (last - first) / (rows - 1.0);
            return Ok(Counting { first, step, rows, last, is_met: true });
        }
        let step = match (&count.step, begun.get(1)) {
            (Some(step), _) => number_of(session, step)?,
            (None, Some(second)) => second - first,
            (None, None) => 1.0,
        };
        let steps = (last - first) / step;
        if let Ends::Before = count.ends {
            return Ok(Counting { first, step, rows: steps.ceil(), last, is_met: false });
        }
        // The step may have been rounded by as much as the first two numbers were.
        let rounding = 4.0 * f64::EPSILON * (first.abs() + step.abs()) / step.abs() * (1.0 + steps);
        let rounding = rounding.clamp(1e-9, 0.25);
        let whole = (steps + rounding).floor();
        let is_met = whole > 0.0 && (steps - whole).abs() <= rounding;
        let step = if is_met { (last - first) / whole } else { step };
        Ok(Counting { first, step, rows: whole + 1.0, last, is_met })
    }
}
