//! Calls that are the whole right side of an assignment: `y = sort(x)`, `g = measured(x)`.

use super::build_statistics::gaps_among;
use super::build_texts::no_numbers;
use super::column_text::TypedColumn;
use super::part::is_right_side;
use crate::core::graph::{Built, Scope, wrong_count};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree, exact};
use crate::core::session::{ANSWER, Assigned, Session, unbound};
use crate::parts::uncertainty::LeafError;

/// Readings, and how many rows with a gap are left out of them.
type Readings = (Vec<f64>, usize);

/// Binds a name to what a call makes that is the whole of a tree, or the answer, without a step to
/// undo, where there is no name; none for another tree.
pub fn assign_whole(
    session: &mut Session,
    name: Option<&str>,
    tree: &Tree<'_>,
) -> Option<Result<Assigned>> {
    if let Some(column) = TypedColumn::of(session, tree).transpose() {
        let name = name.unwrap_or(ANSWER);
        return Some(column.and_then(|column| session.assign_column(name, column, None)));
    }
    let Step { kind: Kind::Call(arguments), span } = *tree.steps.last()? else {
        return None;
    };
    let called = span.of(tree.text);
    if session.has_function(called) {
        return None;
    }
    let (_, steps) = tree.steps.split_last()?;
    let argument = Tree { text: tree.text, steps: steps.to_vec() };
    if called == "u" && arguments == 1 {
        return uncertainties_of_rows(session, name, (&argument, tree.span()));
    }
    if !is_right_side(called) {
        return None;
    }
    if arguments != 1 {
        let error = wrong_count(called, 1, arguments as usize, span);
        return Some(Err(error.hint("it takes the rows of a column: x = [4.1, 3.9, 4.3]")));
    }
    let readings = readings(session, &argument, span);
    Some(readings.and_then(|readings| match called {
        "sort" => assign_sorted(session, name, readings, tree.span()),
        _ => assign_measured(session, name, readings, tree.span()),
    }))
}

/// Binds a column to the standard uncertainties of the rows of the only argument; none if it has no rows.
fn uncertainties_of_rows(
    session: &mut Session,
    name: Option<&str>,
    (argument, span): (&Tree<'_>, Span),
) -> Option<Result<Assigned>> {
    // What is wrong in it is said where it is built as the argument of an operation.
    let found = unbound(session, argument).ok()?;
    let (node, rows) = (found.value().filter(|it| !it.is_text())?, found.rows()?);
    let mut bind = || {
        session.need_rows(rows, span)?;
        let us = session.uncertainties(node).map_err(|error| error.at(span))?;
        let numbers = us.map_or_else(|| vec![0.0; rows], |us| us.to_vec());
        let label = session.next_label(name.unwrap_or(ANSWER), span)?;
        Ok(session.bind_numbers(label, numbers))
    };
    Some(bind())
}

fn assign_sorted(
    session: &mut Session,
    name: Option<&str>,
    (mut numbers, left_out): Readings,
    span: Span,
) -> Result<Assigned> {
    if numbers.is_empty() {
        return Err(Error::new(span, "there is no number in these rows"));
    }
    session.need_rows(numbers.len(), span)?;
    numbers.sort_unstable_by(f64::total_cmp);
    let label = session.next_label(name.unwrap_or(ANSWER), span)?;
    let mut assigned = session.bind_numbers(label, numbers);
    assigned.built.left_out = left_out;
    Ok(assigned)
}

/// A leaf with the mean of readings, and the standard deviation of that mean.
fn assign_measured(
    session: &mut Session,
    name: Option<&str>,
    (numbers, left_out): Readings,
    span: Span,
) -> Result<Assigned> {
    let count = numbers.len() as f64;
    if numbers.len() < 2 {
        return Err(Error::new(span, "one reading has no standard deviation")
            .hint("it takes two or more; a known uncertainty is typed: g = 9.81 ± 0.02"));
    }
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let u = (squares / (count - 1.0) / count).sqrt();
    if !(mean.is_finite() && u.is_finite()) {
        return Err(Error::new(span, "these readings are too large"));
    }
    session.need_room(span)?;
    let label = session.next_label(name.unwrap_or(ANSWER), span)?;
    let built = Built { left_out, ..Built::number(mean) };
    let known = (u > 0.0).then(|| LeafError::typed(u));
    // A bare number takes no degrees of freedom: a saved session sets them.
    let text = (name.is_none() && u > 0.0).then(|| format!("{} ± {}", exact(mean), exact(u)));
    let assigned = session.bind_uncertain(label, built, known.clone(), text);
    if let Some(known) = known {
        let own = known.with_freedom(count - 1.0);
        session.set_uncertainties(vec![(assigned.value.clone(), Some(own))]);
    }
    Ok(assigned)
}

/// The rows of a call's only argument, but for gaps.
fn readings(session: &mut Session, argument: &Tree<'_>, name: Span) -> Result<Readings> {
    let found = unbound(session, argument)?;
    let Some(node) = found.value().filter(|node| node.is_per_row()) else {
        let name = name.of(argument.text);
        let message = format!("{name} takes the rows of a column, and this is one number");
        return Err(Error::new(argument.span(), message).hint("a column is x = [4.1, 3.9, 4.3]"));
    };
    if node.is_text() {
        return Err(no_numbers(&session.name_of(node).unwrap_or_default(), name));
    }
    let mut numbers = session.all_rows(node)?;
    let left_out = gaps_among(&numbers, node, session.stop(), name)?;
    numbers.retain(|number| !number.is_nan());
    Ok((numbers, left_out))
}
