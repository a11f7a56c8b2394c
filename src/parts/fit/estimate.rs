//! Fits: the leaves that minimize the sum of squares of `Y - F` over the rows, and their errors.

use std::rc::Rc;

use super::no_fit;
use super::report::{Estimate, FitReport, FittedLeaf};
use super::residuals::{Residuals, Rows};
use super::rounding::{DELICATE, RoundingErrors, in_each_row};
use super::starts::{Search, r_squared, search};
use crate::core::graph::{Label, Operand, Order, Progress, Value, WeakValue, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::fit::residual;
use crate::parts::least_squares::{Found, Problem, chi_squared, norm, norm_of, student};
use crate::parts::uncertainty::FoundError;

/// Data, and the model that is to come near them.
#[derive(Debug, Clone)]
pub struct Response {
    /// The data, which have rows.
    pub y: Value,
    /// The data as typed.
    pub y_text: String,
    /// The model.
    pub model: Operand,
    /// The rows that do not count, from 0 and in order.
    pub left_out: Vec<usize>,
    /// The leaves that have no start of the user's.
    pub new: Vec<Value>,
    /// The place of the equation.
    pub place: Span,
}

impl Response {
    /// An error about the equation.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        Error::new(self.place, message.into())
    }

    /// The columns of the data that the model does not use.
    pub(super) fn columns(&self, session: &Session) -> Rc<[WeakValue]> {
        let model = Order::until(session.stop(), self.model.value());
        let data = Order::until(session.stop(), [&self.y]);
        let own = data.leaves().filter(|leaf| leaf.is_per_row() && !model.contains(leaf));
        own.map(Value::downgrade).collect()
    }
}

/// Moves `leaves` to minimize the sum of squares of the residuals, and gives them uncertainties and correlations.
///
/// # Errors
///
/// Rows are not finite at the start, they do not determine the leaves, the search ends in a false minimum, or work is
/// stopped. Then no leaf moves.
pub fn fit(session: &mut Session, response: &Response, leaves: &[Value]) -> Result<FitReport> {
    let stopped = || interrupted(Span::default());
    let had = |leaf: &Value| (!response.new.contains(leaf)).then(|| leaf.data());
    let before: Vec<Option<f64>> = leaves.iter().map(had).collect();
    let node = residual(&response.y, &response.model, Label::default());
    let y = session.shared_rows(&response.y)?;
    let rows = rows_of(session, response, &y)?;
    let stop = session.stop().clone();
    let mut residuals = Residuals::new(&node, rows, leaves, &stop).ok_or_else(stopped)?;
    residuals.observer = session.work_mut().observer.take();
    let searched = search(session, &mut residuals, response, &y);
    session.work_mut().observer = residuals.observer.take();
    session.work_mut().observe(Progress::Over);
    if session.work().is_interrupted() {
        return Err(stopped());
    }
    let Some(mut search) = searched else {
        return Err(no_fit::not_finite(session, response, &node));
    };
    if let Some(open) = &search.found.collinear {
        return Err(no_fit::undetermined(session, response, &mut residuals, (&search, open)));
    }
    if let Some(better) = &search.better {
        return Err(no_fit::false_minimum(session, response, (&residuals, &search), better));
    }
    let mut is_rough = false;
    if search.found.is_exact
        && let Some(errors) = RoundingErrors::of(&residuals, &search.found)
    {
        let open = errors.open(&mut residuals, &search.found, &search.start);
        if !open.is_empty() {
            let search = (&search, open.as_slice());
            return Err(no_fit::undetermined(session, response, &mut residuals, search));
        }
        is_rough = errors.show(&search.found);
        errors.take_to_zero(&mut residuals, &mut search.found);
    }
    let errors = errors(&residuals, &search.found, is_rough);
    let own = residuals.leaves();
    session.set(&own.iter().cloned().zip(search.found.at.iter().copied()).collect::<Vec<_>>());
    if let Some(errors) = &errors {
        let is_estimated = residuals.rows.uncertainties.is_none() && !search.found.is_exact;
        let freedom = is_estimated.then_some((residuals.rows() - own.len()) as f64);
        let data = response.columns(session);
        let of = |(leaf, parts): (&Value, &Vec<f64>)| FoundError {
            leaf: leaf.clone(),
            parts: parts.clone(),
            freedom,
            data: Rc::clone(&data),
        };
        session.set_errors(&own.iter().zip(errors).map(of).collect::<Vec<_>>(), false);
    }
    Ok(report(session, &residuals, (&search, errors.as_deref()), (leaves, &before)))
}

/// The rows of a fit, with the units of their residuals.
fn rows_of(session: &mut Session, response: &Response, y: &[f64]) -> Result<Rows> {
    let uncertainties = session.shown_uncertainties(&response.y)?;
    let left_out = response.left_out.clone();
    let counts = |row: &usize| left_out.binary_search(row).is_err();
    let rows = || (0..y.len()).filter(counts);
    if let Some(us) = &uncertainties
        && let Some(row) = rows().find(|row| us[*row] == 0.0)
    {
        return Err(no_fit::exact_row(response, row));
    }
    let weight = |row: usize| uncertainties.as_ref().map_or(1.0, |us| 1.0 / us[row]);
    let whole = norm_of(rows().map(weight));
    let mean: f64 = rows().map(|row| weight(row) / whole * y[row] * (weight(row) / whole)).sum();
    let norm = norm_of(rows().map(|row| weight(row) * y[row]));
    let spread = norm_of(rows().map(|row| weight(row) * (y[row] - mean)));
    Ok(Rows { uncertainties, left_out, norm, spread })
}

/// The errors of the unknowns from independent errors of unit size; `None` if the search has not converged, or
/// neither uncertainties nor degrees of freedom give the errors of the rows.
fn errors(residuals: &Residuals, found: &Found, is_rough: bool) -> Option<Vec<Vec<f64>>> {
    let freedom = residuals.rows() - found.at.len();
    let deviation = match found.is_exact {
        _ if residuals.rows.uncertainties.is_some() => 1.0,
        _ if freedom == 0 => return None,
        // Only if it shows in the leaves are these uncertain by rounding.
        true if is_rough => in_each_row(residuals, found),
        true => 0.0,
        false => found.triangle.norm() / (freedom as f64).sqrt(),
    };
    let mut rows = found.triangle.inverse().filter(|_| found.has_converged())?;
    rows.iter_mut().flatten().for_each(|it| *it *= deviation);
    Some(rows)
}

/// The report of a fit, with its leaves in the order of `leaves`.
fn report(
    session: &Session,
    residuals: &Residuals,
    (Search { found, start, .. }, errors): (&Search, Option<&[Vec<f64>]>),
    (leaves, before): (&[Value], &[Option<f64>]),
) -> FitReport {
    let rows = residuals.rows();
    let freedom = rows - leaves.len();
    let is_weighted = residuals.rows.uncertainties.is_some();
    let place = |leaf: &Value| residuals.leaves().iter().position(|it| it.is(leaf));
    let errors_of = |leaf: &Value| errors?.get(place(leaf)?);
    let t = student(if is_weighted { f64::INFINITY } else { freedom as f64 });
    let fitted = |(leaf, before): (&Value, &Option<f64>)| {
        let (name, data) = (session.names().call(leaf), leaf.data());
        let u = errors_of(leaf).map(|errors| norm(errors));
        let half = u.filter(|u| *u > 0.0).map(|u| t * u);
        let (low, high) = (half.map(|half| data - half), half.map(|half| data + half));
        FittedLeaf { leaf: Estimate { name, before: *before, data, u }, low, high }
    };
    let has_errors = errors.is_some_and(|all| all.iter().all(|errors| norm(errors) > 0.0));
    // Rounding errors count as 0.
    let is_nothing = is_weighted && found.is_exact;
    let size = if is_nothing { 0.0 } else { found.triangle.norm() };
    let condition = Some(found.triangle.condition()).filter(|it| *it > DELICATE);
    FitReport {
        parameters: leaves.iter().zip(before).map(fitted).collect(),
        correlations: if has_errors { session.correlations_of(leaves) } else { Vec::new() },
        rows,
        left_out: residuals.rows.left_out.len(),
        freedom,
        norm: size,
        is_weighted,
        probability: (is_weighted && freedom > 0).then(|| chi_squared(freedom as f64, size * size)),
        r_squared: r_squared(residuals, found),
        steps: found.steps,
        end: found.end,
        is_exact: found.is_exact,
        is_linear: residuals.linear() == leaves.len(),
        condition,
        start: leaves.iter().filter_map(|leaf| start.get(place(leaf)?).copied()).collect(),
    }
}
