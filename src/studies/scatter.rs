//! How far rows scatter around a curve: the one place that says what the uncertainty of another measurement is.

use super::band::{at_places, freedom, uncertain_leaves};
use super::{Response, columns_with_errors};
use crate::graph::{Operand, Value, row_derivative};
use crate::language::Result;
use crate::numbers;
use crate::session::{Session, last_fit};
use crate::solver::thresholds_of_fit::scatter::ALIKE;

/// Returns the standard deviation of each row of `y` from a model by the uncertainties of both: those of `y`, and
/// those of the columns of the model times its slope; none where none has some.
///
/// # Errors
///
/// Work was interrupted, or a slope cannot be made.
pub fn deviations(session: &mut Session, y: &Value, model: &Value) -> Result<Option<Vec<f64>>> {
    let own = session.uncertainties(y)?;
    let columns = with_errors(session, y, model);
    if own.is_none() && columns.is_empty() {
        return Ok(None);
    }
    let rows = y.rows().unwrap_or(0);
    let mut deviations = own.map_or_else(|| vec![0.0; rows], |us| us.to_vec());
    for column in columns {
        let slope = row_derivative(model, &column)?;
        let slopes = match slope.value() {
            Some(node) if node.is_per_row() => session.all_rows(node)?,
            _ => vec![number(session, &slope); rows],
        };
        let Some(us) = session.uncertainties_of_column(&column) else { continue };
        let parts = slopes.into_iter().enumerate().map(|(row, slope)| slope * us.at(row));
        deviations.iter_mut().zip(parts).for_each(|(all, part)| *all = all.hypot(part));
    }
    Ok(Some(deviations))
}

/// Returns the standard deviation of another measurement from a model at each of these places of a column, with
/// the uncertainties that rows have in the root mean square; else by the residuals, if the leaves of the model were
/// fitted to these rows. The model is that, or what is left of it for one group of rows. Rows that are left out, from 0 and in order, do not count.
///
/// # Errors
///
/// Work was interrupted, or a slope cannot be made.
pub(super) fn of_measurements(
    session: &mut Session,
    (y, fitted, left_out): (&Value, &Value, &[usize]),
    (model, column, places): (&Value, &Value, &[f64]),
) -> Result<Option<Vec<f64>>> {
    if !with_errors(session, y, fitted).contains(column) {
        let deviation = scatter(session, y, fitted, left_out)?;
        return Ok(deviation.map(|it| vec![it; places.len()]));
    }
    let own = session.uncertainties(y)?.map_or(0.0, |us| root_mean_square(&us, left_out));
    let us = session.uncertainties(column)?.map_or(0.0, |us| root_mean_square(&us, left_out));
    let slope = row_derivative(model, column)?;
    let slopes = match slope.value() {
        Some(node) if node.is_per_row() => {
            let there = at_places(session, node, column, places.to_vec());
            let Some(there) = there else { return Ok(None) };
            session.all_rows(&there)?
        }
        _ => vec![number(session, &slope); places.len()],
    };
    Ok(Some(slopes.into_iter().map(|slope| own.hypot(slope * us)).collect()))
}

/// Returns how far rows of `y` scatter around a model: the root mean square of their deviations, or the
/// standard deviation of the residuals, if the leaves of the model were fitted to as many rows.
/// Rows that are left out, from 0 and in order, do not count.
///
/// # Errors
///
/// Work was interrupted, or a slope cannot be made.
pub fn scatter(
    session: &mut Session,
    y: &Value,
    model: &Value,
    left_out: &[usize],
) -> Result<Option<f64>> {
    if let Some(us) = deviations(session, y, model)? {
        return Ok(Some(root_mean_square(&us, left_out)));
    }
    let uncertain = uncertain_leaves(session, model);
    let Some(freedom) = freedom(session, &uncertain) else { return Ok(None) };
    let rows = session.all_rows(y)?;
    session.refresh(model);
    let fitted =
        if model.is_per_row() { session.all_rows(model)? } else { vec![model.data(); rows.len()] };
    let residuals = |left_out: &[usize]| -> Vec<f64> {
        let is_kept = |row: usize| left_out.binary_search(&row).is_err();
        let residuals = rows.iter().zip(&fitted).enumerate().filter(|(row, _)| is_kept(*row));
        let residuals = residuals.map(|(_, (row, fit))| row - fit);
        residuals.filter(|it| it.is_finite()).collect()
    };
    let deviation = |left_out: &[usize]| {
        let residuals = residuals(left_out);
        let spare = residuals.len() as f64 - uncertain.len() as f64;
        (spare == freedom).then(|| numbers::norm(&residuals) / freedom.sqrt())
    };
    // The fit need not have taken the rows that are looked at.
    let last = last_fit(session).map(|fitted| fitted.left_out.as_slice());
    let alone = deviation(left_out).or_else(|| last.and_then(deviation));
    Ok(alone.or_else(|| of_one_of_several(session, (y, freedom), residuals)))
}

/// The standard deviation that the last fit has found of the residuals of one of its equations, if there are several and
/// this is one of them, with these residuals.
fn of_one_of_several(
    session: &Session,
    (y, freedom): (&Value, f64),
    residuals: impl Fn(&[usize]) -> Vec<f64>,
) -> Option<f64> {
    let found = last_fit(session)?.found.as_ref()?;
    let is_it = |norm: f64, left_out: &[usize]| {
        (numbers::norm(&residuals(left_out)) - norm).abs() <= ALIKE * norm
    };
    let all = found.equations.iter().zip(&found.report.responses);
    let mut own = all.filter(|(equation, _)| equation.y == *y);
    let (_, response) =
        own.find(|(equation, it)| it.norm.is_some_and(|norm| is_it(norm, &equation.left_out)))?;
    response.deviation.filter(|_| found.report.spare as f64 == freedom)
}

fn with_errors(session: &mut Session, y: &Value, model: &Value) -> Vec<Value> {
    let response = Response { y: y.clone(), model: Operand::Value(model.clone()) };
    columns_with_errors(session, &response)
}

/// Of the rows that are not left out.
fn root_mean_square(us: &[f64], left_out: &[usize]) -> f64 {
    let is_kept = |row: usize| left_out.binary_search(&row).is_err();
    let kept = us.iter().enumerate().filter(|(row, u)| is_kept(*row) && u.is_finite());
    let kept: Vec<f64> = kept.map(|(_, u)| *u).collect();
    numbers::norm(&kept) / (kept.len() as f64).sqrt()
}

/// What a node without rows is now.
fn number(session: &mut Session, operand: &Operand) -> f64 {
    if let Some(node) = operand.value() {
        session.refresh(node);
    }
    operand.data()
}
