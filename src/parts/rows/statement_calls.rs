//! Calls that are the whole right side of an assignment: `y = sort(x)`, `g = measured(x)`.

use super::build_texts::no_numbers;
use super::part::is_right_side;
use crate::core::graph::{Built, Order, Scope};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree, exact, first_of_last};
use crate::core::session::{ANSWER, Assigned, Session, unbound};
use crate::parts::uncertainty::LeafError;

/// Readings and how many rows with a gap are left out of them.
struct Readings {
    numbers: Vec<f64>,
    left_out: usize,
}

/// Binds a name to what a call makes that is the whole of a tree, or the answer, without a step to
/// undo, where there is no name; none for another tree.
pub fn assign_whole(
    session: &mut Session,
    name: Option<&str>,
    tree: &Tree<'_>,
) -> Option<Result<Assigned>> {
    let Step { kind: Kind::Call(arguments), span } = *tree.steps.last()? else {
        return None;
    };
    let called = span.of(tree.text);
    if session.has_function(called) {
        return None;
    }
    if called == "u" && arguments == 1 {
        return uncertainties_of_rows(session, name, tree);
    }
    if !is_right_side(called) {
        return None;
    }
    let readings = readings(session, tree, arguments as usize, span);
    Some(readings.and_then(|readings| match called {
        "sort" => assign_sorted(session, name, readings, tree.span()),
        _ => assign_measured(session, name, &readings, tree.span()),
    }))
}

/// Binds a column to the standard uncertainties of the rows of the only argument; none if it has no rows.
fn uncertainties_of_rows(
    session: &mut Session,
    name: Option<&str>,
    tree: &Tree<'_>,
) -> Option<Result<Assigned>> {
    let (_, steps) = tree.steps.split_last()?;
    let argument = Tree { text: tree.text, steps: steps.to_vec() };
    // What is wrong in it is said where it is built as the argument of an operation.
    let found = unbound(session, &argument).ok()?;
    let (node, rows) = (found.value().filter(|it| !it.is_text())?, found.rows()?);
    let span = tree.span();
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
    readings: Readings,
    span: Span,
) -> Result<Assigned> {
    let Readings { mut numbers, left_out } = readings;
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
    readings: &Readings,
    span: Span,
) -> Result<Assigned> {
    let Readings { numbers, left_out } = readings;
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
    let built = Built { left_out: *left_out, ..Built::number(mean) };
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

/// The numbers of a call's arguments: the rows of the only one, but for gaps, or those of several.
fn readings(
    session: &mut Session,
    tree: &Tree<'_>,
    arguments: usize,
    span: Span,
) -> Result<Readings> {
    let steps = tree.steps.split_last().map_or(&[][..], |(_, rest)| rest);
    if arguments != 1 {
        let numbers = arguments_of(steps, arguments).into_iter();
        let tree = |steps: &[Step]| Tree { text: tree.text, steps: steps.to_vec() };
        let numbers = numbers.map(|steps| session.number(&tree(steps))).collect::<Result<_>>()?;
        return Ok(Readings { numbers, left_out: 0 });
    }
    let argument = Tree { text: tree.text, steps: steps.to_vec() };
    let found = unbound(session, &argument)?;
    let Some(node) = found.value().filter(|node| node.is_per_row()) else {
        let name = span.of(tree.text);
        return Err(Error::new(
            span,
            format!("{name} takes the rows of a column, and this is one number"),
        )
        .hint("a column is x = [4.1, 3.9, 4.3]; several numbers go as well"));
    };
    if node.is_text() {
        return Err(no_numbers(&session.name_of(node).unwrap_or_default(), span));
    }
    let rows = session.all_rows(node)?;
    let gaps = Order::until(session.stop(), [node]).gaps();
    let is_gap = |row: usize| gaps.iter().any(|(_, rows)| rows.contains(&row));
    if let Some(row) = (0..rows.len()).find(|row| rows[*row].is_nan() && !is_gap(*row)) {
        let message = format!("row {} is nan, and no column has a gap there", row + 1);
        return Err(Error::new(span, message).hint("only gaps in data are left out"));
    }
    let count = rows.len();
    let numbers: Vec<f64> = rows.into_iter().filter(|it| !it.is_nan()).collect();
    Ok(Readings { left_out: count - numbers.len(), numbers })
}

/// The steps of each argument, in the postfix order of them all.
fn arguments_of(mut steps: &[Step], count: usize) -> Vec<&[Step]> {
    let mut found = Vec::new();
    for _ in 0..count {
        let (rest, last) = steps.split_at(first_of_last(steps, usize::MAX).unwrap_or(0));
        found.push(last);
        steps = rest;
    }
    found.reverse();
    found
}
