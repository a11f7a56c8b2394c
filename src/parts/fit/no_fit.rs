//! Errors of a fit, with what to type.

use super::equation::{MOST_CALLED, another_start};
use super::estimate::Response;
use super::residuals::Residuals;
use super::starts::{Search, collinear_near};
use crate::command::notes;
use crate::core::graph::{Label, NonFinite, Operand, Order, Value};
use crate::core::language::{Error, quoted};
use crate::core::session::Session;
use crate::parts::learn::Wording;
use crate::parts::least_squares::{Found, Problem, norm};
use crate::parts::rows::SUM;
use crate::report::{and, numbers};

/// Columns are collinear within rounding if at most this part of their length is independent.
const ROUNDING: f64 = 1e-13;
/// The digits of numbers on the way of a search, and of a sum of squares.
const DIGITS: usize = 6;
const DIGITS_OF_SUM: usize = 4;

/// The error for a row without an uncertainty, counted from 0, among others that have one.
pub(super) fn exact_row(response: &Response, row: usize) -> Error {
    response
        .error(format!(
            "row {} of {} is ± 0, but other rows are not",
            row + 1,
            quoted(&response.y_text)
        ))
        .hint("uncertainties weight the rows, so each must be above 0")
}

/// The error for rows that are not finite at the start.
pub(super) fn not_finite(session: &mut Session, response: &Response, node: &Value) -> Error {
    let stop = session.stop().clone();
    let counts = |row: usize| response.left_out.binary_search(&row).is_err();
    let is_of_these = |found: &NonFinite| found.row.is_none_or(|row| counts(row - 1));
    if let Some(found) = NonFinite::of_node(node, &stop).filter(is_of_these) {
        return operation(session, response, &found);
    }
    let order = Order::until(&stop, [node]);
    let is_bad = |it: &&Value| !it.is_leaf() && !it.is_per_row() && !it.data().is_finite();
    if let Some(bad) = order.nodes().iter().find(is_bad) {
        if let Some(why) = notes::gaps(session, bad) {
            return response.error(why);
        }
        if let Some(found) = NonFinite::of_node(bad, &stop) {
            return operation(session, response, &found);
        }
    }
    let is_finite = |leaf: &&Value| match leaf.as_column() {
        None => leaf.data().is_finite(),
        Some(column) => {
            let numbers = column.numbers();
            (0..numbers.len()).all(|row| numbers[row].is_finite() || !counts(row))
        }
    };
    if let Some(leaf) = order.leaves().find(|leaf| !is_finite(leaf)) {
        let message = format!("{} is not finite", session.names().call(leaf));
        return response.error(message).hint("to leave a row out, set its number to nan");
    }
    slope(session, response, node)
}

/// An operation that makes a row not finite.
fn operation(session: &mut Session, response: &Response, found: &NonFinite) -> Error {
    let error = response.error(notes::non_finite(session, found));
    let operands = found.operands.iter().filter_map(Operand::value);
    let leaves = operands.flat_map(|it| session.order_of(it).unfrozen_leaves());
    let leaves: Vec<Value> = leaves.collect();
    error.hint(match found.row.filter(|_| leaves.is_empty()) {
        Some(row) => format!("F has no value in row {row}, whatever the leaves are"),
        None => another_start(session, &leaves, &response.new),
    })
}

/// A derivative that is not finite.
fn slope(session: &mut Session, response: &Response, node: &Value) -> Error {
    let rows = [Operand::Value(node.clone()), Operand::Constant(0.0)];
    let sum = Value::computed(SUM, rows, Label::default());
    let sum = Order::until(session.stop(), [&sum]);
    sum.forward(0);
    let leaves = Order::until(session.stop(), [node]).unfrozen_leaves();
    let moving: Vec<usize> = leaves.iter().filter_map(|leaf| sum.number_of(leaf)).collect();
    let wording = Wording { order: &sum, names: session.names() };
    let lost = sum.lost_grads_of(&moving);
    let remedy = lost.as_ref().and_then(|lost| wording.remedy(lost, &moving));
    let why = lost.map(|lost| format!(": {}", wording.of_lost(&lost)));
    let error = response.error(format!(
        "a derivative of the model of {} is not finite{}",
        quoted(&response.y_text),
        why.unwrap_or_else(|| " here".to_owned())
    ));
    error.hint(match remedy {
        Some(remedy) => {
            let condition = remedy.condition;
            format!("no leaf moves such a row: leave it out, end the line with where {condition}")
        }
        None => another_start(session, &leaves, &response.new),
    })
}

/// The statement that keeps a parameter fixed: `:freeze b`, after `b = 2` if the fit has just made some.
pub(super) fn freeze(name: &str, response: &Response) -> String {
    match response.new.is_empty() {
        true => format!(":freeze {name}"),
        false => format!("{name} = 2; :freeze {name}"),
    }
}

/// The error for unknowns that the rows do not determine at the end of a search.
pub(super) fn undetermined(
    session: &Session,
    response: &Response,
    residuals: &mut Residuals,
    (search, open): (&Search, &[usize]),
) -> Error {
    let names = names(session, residuals);
    let generic = collinear_near(residuals, &search.start, ROUNDING);
    let which = generic.as_deref().filter(|_| search.better.is_none()).unwrap_or(open);
    let which: Vec<String> = which.iter().map(|at| names[*at].clone()).collect();
    let called = and(which.clone(), MOST_CALLED);
    let last = which.last().map(|name| freeze(name, response)).unwrap_or_default();
    if generic.is_some() && search.better.is_none() {
        return match which.len() {
            1 => response
                .error(format!("no fit: the rows do not depend on {called}"))
                .hint(format!("{last} keeps it fixed")),
            _ => response
                .error(format!("no fit: {called} cannot be determined separately from these rows"))
                .hint(format!("{last} determines the others")),
        };
    }
    let why = match which.len() {
        1 => format!("the rows do not depend on {called}"),
        _ => format!("{called} cannot be determined separately"),
    };
    let [from, to] =
        [&search.start, &search.found.at].map(|at| values(residuals, &names, &numbers_of(at)));
    let error = response.error(format!("no fit: the search from {from} ran to {to}, where {why}"));
    error.hint(match &search.better {
        Some(better) => try_start(residuals, &names, better),
        None if response.new.is_empty() => format!("try another start, or {last}"),
        None => format!("try another start: {} = 2", names[first(residuals)]),
    })
}

/// The error for a search that ended in a false minimum: another start leads far lower.
pub(super) fn false_minimum(
    session: &Session,
    response: &Response,
    (residuals, search): (&Residuals, &Search),
    better: &Found,
) -> Error {
    let names = names(session, residuals);
    let [from, to] =
        [&search.start, &search.found.at].map(|at| values(residuals, &names, &numbers_of(at)));
    let there = values(residuals, &names, &rounded(residuals, better));
    let [high, low] = [&search.found, better].map(|end| {
        let norm = end.triangle.norm();
        numbers::significant(norm * norm, DIGITS_OF_SUM)
    });
    let sum = if residuals.rows.uncertainties.is_some() { "χ²" } else { "SSR" };
    let message = format!(
        "no fit: the search from {from} ended at {to} with {sum} = {high}; from {there} it reaches \
         {low}"
    );
    response.error(message).hint(try_start(residuals, &names, better))
}

fn names(session: &Session, residuals: &Residuals) -> Vec<String> {
    residuals.leaves().iter().map(|leaf| session.names().call(leaf)).collect()
}

/// The first unknown whose start matters: linear ones are solved for, unless there are no others.
fn first(residuals: &Residuals) -> usize {
    if residuals.linear() == residuals.leaves().len() { 0 } else { residuals.linear() }
}

/// `f0 = 1005 and g = 1`
fn values(residuals: &Residuals, names: &[String], numbers: &[String]) -> String {
    let all = names.iter().zip(numbers).skip(first(residuals));
    and(all.map(|(name, number)| format!("{name} = {number}")).collect(), MOST_CALLED)
}

fn numbers_of(at: &[f64]) -> Vec<String> {
    at.iter().map(|it| numbers::significant(*it, DIGITS)).collect()
}

/// `try that start: :set f0 1000.685 g 1.316`
fn try_start(residuals: &Residuals, names: &[String], end: &Found) -> String {
    let all = names.iter().zip(rounded(residuals, end)).skip(first(residuals));
    let all: Vec<String> = all.map(|(name, number)| format!("{name} {number}")).collect();
    format!("try that start: :set {}", all.join(" "))
}

/// The unknowns at an end, rounded to about the places of their errors.
fn rounded(residuals: &Residuals, end: &Found) -> Vec<String> {
    let deviation = end.triangle.norm() / (residuals.rows() as f64).sqrt();
    let rows = end.triangle.inverse().unwrap_or_default();
    let of = |(at, row): (&f64, &Vec<f64>)| {
        let [number, _] = numbers::to_same_place(*at, norm(row) * deviation, None);
        number
    };
    end.at.iter().zip(&rows).map(of).collect()
}
