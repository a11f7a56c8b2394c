//! The numbers of a column as they are typed: one by one, or counted.

use super::column::{CellKind, Cells, Column, TextCells};
use crate::command::Script;
use crate::core::graph::{MOST_ROWS, Value};
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
    let is_text = |element: &&Element<'_>| matches!(element, Element::Text(_));
    let Some(Element::Text(first)) = column.elements.iter().find(is_text) else {
        return numbers_of(session, column).map(Cells::from);
    };
    let first = in_marks(first);
    if column.count.is_some() {
        return Err(Error::new(column.span, format!("{first} is text, which does not count")));
    }
    session.need_rows(column.elements.len(), column.span)?;
    let mut texts = TextCells::default();
    for element in &column.elements {
        match element {
            Element::Text(text) if !text.is_empty() => texts.push(text),
            Element::Text(_) => texts.push_gap(),
            element if number_of(session, element)?.is_nan() => texts.push_gap(),
            element => {
                let number = exact(number_of(session, element)?);
                return Err(Error::new(
                    column.span,
                    format!("{number} is a number among texts such as {first}"),
                )
                .hint(format!("write {}, or nan where there is none", in_marks(&number))));
            }
        }
    }
    Ok(texts.cells())
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
    match leaf.as_column().map(Column::kind) {
        Some(CellKind::Categories(categories)) => {
            categories.text(number).map_or_else(|| script.number(f64::NAN), in_marks)
        }
        _ => script.number(number),
    }
}

/// The numbers of a column as typed.
///
/// # Errors
///
/// When they make no column, or there is no room for them.
pub fn numbers_of(session: &mut Session, column: &TypedColumn<'_>) -> Result<Vec<f64>> {
    let Some(Count { step, end, ends }) = &column.count else {
        session.need_rows(column.elements.len(), column.span)?;
        return column.elements.iter().map(|element| number_of(session, element)).collect();
    };
    let first = number_of_at(session, &column.elements, 0)?;
    let step = match (step, column.elements.get(1)) {
        (Some(step), _) => number_of(session, step)?,
        (None, Some(second)) => number_of(session, second)? - first,
        (None, None) => 1.0,
    };
    let last = number_of(session, end)?;
    match ends {
        Ends::With => counted(session, Counting { first, step, last }, column),
        Ends::Before => counted_before(session, Counting { first, step, last }, column.span),
        Ends::After(rows) => {
            let rows = number_of(session, rows)?;
            spread(session, (first, last), rows, column.span)
        }
    }
}

/// So many numbers from the first to the last, equally far apart.
fn spread(
    session: &mut Session,
    (first, last): (f64, f64),
    rows: f64,
    span: Span,
) -> Result<Vec<f64>> {
    if !(rows >= 2.0 && rows.fract() == 0.0 && (last - first).is_finite()) {
        let message =
            format!("linspace({}, {}, {}) makes no column", exact(first), exact(last), exact(rows));
        return Err(Error::new(span, message)
            .hint("its ends are finite, and it makes 2 numbers or more: linspace(0, 1, 11)"));
    }
    let rows = rows.min(MOST_ROWS as f64 + 1.0) as usize;
    session.need_rows(rows, span)?;
    let step = (last - first) / (rows - 1) as f64;
    let mut numbers = in_steps(session, (first, step), rows, span)?;
    numbers.iter_mut().next_back().into_iter().for_each(|end| *end = last);
    Ok(numbers)
}

/// The numbers from the first to the last, which is left out, with numpy's length.
fn counted_before(session: &mut Session, counting: Counting, span: Span) -> Result<Vec<f64>> {
    let Counting { first, step, last } = counting;
    let steps = ((last - first) / step).ceil();
    if !(steps >= 1.0 && steps.is_finite() && first.is_finite()) {
        let [first, last, step] = [first, last, step].map(exact);
        let message =
            format!("counting from {first} to before {last} in steps of {step} gives no numbers");
        return Err(Error::new(span, message)
            .hint("the end is left out, as in Python: arange(0, 5) ends with 4"));
    }
    let rows = steps.min(MOST_ROWS as f64 + 1.0) as usize;
    session.need_rows(rows, span)?;
    in_steps(session, (first, step), rows, span)
}

fn number_of_at(session: &mut Session, elements: &[Element<'_>], at: usize) -> Result<f64> {
    elements.get(at).map_or(Ok(f64::NAN), |element| number_of(session, element))
}

fn number_of(session: &mut Session, element: &Element<'_>) -> Result<f64> {
    match element {
        Element::Number(number) => Ok(*number),
        Element::Tree(tree) => session.number(tree),
        Element::Text(text) => {
            let text = in_marks(text);
            Err(Error::new(Span::default(), format!("{text} is text, where a number is wanted")))
        }
    }
}

/// The numbers from the first to the last, step by step; the last is included within rounding.
fn counted(
    session: &mut Session,
    counting: Counting,
    column: &TypedColumn<'_>,
) -> Result<Vec<f64>> {
    let Counting { first, step, last } = counting;
    let steps = (last - first) / step;
    let error = |message: String| Error::new(column.span, message);
    if !(first.is_finite() && last.is_finite()) || step == 0.0 || !step.is_finite() {
        return Err(error("this would count without end".to_owned())
            .hint("the numbers must be finite, and the first two different: [0, 0.5 .. 9]"));
    }
    if steps < 0.0 && column.elements.len() == 1 {
        let (next, first, last) = (exact(first - 1.0), exact(first), exact(last));
        return Err(error(format!("{first} is above {last}, and this counts up"))
            .hint(format!("to count down, give the second number: [{first}, {next} .. {last}]")));
    }
    if steps < 0.0 {
        let (first, last) = (exact(first), exact(last));
        return Err(error(format!("counting from {first} this way never reaches {last}"))
            .hint("the second number gives the step"));
    }
    // The step may have been rounded by as much as the first two numbers were.
    let rounding = 4.0 * f64::EPSILON * (first.abs() + step.abs()) / step.abs() * (1.0 + steps);
    let rounding = rounding.clamp(1e-9, 0.25);
    let rows = (steps + rounding).floor().min(MOST_ROWS as f64) as usize + 1;
    session.need_rows(rows, column.span)?;
    let whole = (rows - 1) as f64;
    let meets_the_end = (steps - whole).abs() <= rounding && rows > 1;
    let step = if meets_the_end { (last - first) / whole } else { step };
    let mut numbers = in_steps(session, (first, step), rows, column.span)?;
    if let Some(end) = numbers.last_mut().filter(|_| meets_the_end) {
        *end = last;
    }
    Ok(numbers)
}

/// So many numbers, step by step from the first.
fn in_steps(
    session: &Session,
    (first, step): (f64, f64),
    rows: usize,
    span: Span,
) -> Result<Vec<f64>> {
    let guard = session.guard();
    let mut numbers: Vec<f64> = Vec::with_capacity(rows);
    while numbers.len() < rows {
        guard.go_on(span)?;
        let from = numbers.len();
        let to = rows.min(from + BLOCK);
        numbers.extend((from..to).map(|row| first + row as f64 * step));
    }
    Ok(numbers)
}

/// The numbers made between two looks at whether to go on.
const BLOCK: usize = 1 << 16;

/// What a column counts: `[first, first + step .. last]`.
#[derive(Clone, Copy)]
struct Counting {
    first: f64,
    step: f64,
    last: f64,
}
