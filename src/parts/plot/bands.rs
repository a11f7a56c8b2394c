//! The 95 % bands around a curve, and those of a new measurement.

use super::groups::replaced;
use crate::core::graph::{Label, Order, Value};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::fit::last_fit;
use crate::parts::least_squares;

/// The half-widths of 95 % bands of a model at these places of a column: of the curve, by the covariance of its
/// leaves, and of a new measurement, if the scatter of rows is known. `None` if no leaf is uncertain, or the model
/// depends on other columns row by row.
///
/// The model is that fitted to the rows of `y`, or its form for one group of them. By Student's t with the degrees
/// of freedom of its leaves.
pub(super) fn bands(
    session: &mut Session,
    (y, fitted, left_out): (&Value, &Value, &[usize]),
    (model, column): (&Value, &Value),
    places: Vec<f64>,
) -> Result<Vec<Vec<f64>>> {
    let uncertain = uncertain_leaves(session, model);
    if uncertain.is_empty() {
        return Ok(Vec::new());
    }
    let places = session.column_leaf(Label::default(), places);
    let columns = [(column.clone(), places)];
    let Some(copy) = replaced(session, model, &columns, false) else { return Ok(Vec::new()) };
    let Some(us) = session.uncertainties(&copy)? else { return Ok(Vec::new()) };
    let t = least_squares::student(freedom(session, &uncertain).unwrap_or(f64::INFINITY));
    let mut bands = vec![us.iter().map(|u| t * u).collect()];
    let deviation = scatter(session, y, fitted, left_out)?;
    bands.extend(deviation.map(|it| us.iter().map(|u| t * u.hypot(it)).collect()));
    Ok(bands)
}

/// The uncertain leaves of a model that are one number each.
fn uncertain_leaves(session: &Session, model: &Value) -> Vec<Value> {
    let order = Order::until(session.stop(), [model]);
    let is_uncertain =
        |leaf: &&Value| !leaf.is_per_row() && session.uncertainty_of_leaf(leaf).is_some();
    order.leaves().filter(is_uncertain).cloned().collect()
}

/// The degrees of freedom that all of these leaves have, if they are the same.
fn freedom(session: &Session, leaves: &[Value]) -> Option<f64> {
    let mut freedoms = leaves.iter().map(|leaf| session.degrees_of_freedom(leaf));
    let first = freedoms.next()??;
    freedoms.all(|it| it == Some(first)).then_some(first)
}

/// Returns how far rows of `y` scatter around a model: the root mean square of the uncertainties of those that are
/// not left out, or the standard deviation of the residuals of the last fit, if it found the leaves of the model.
pub(super) fn scatter(
    session: &mut Session,
    y: &Value,
    model: &Value,
    left_out: &[usize],
) -> Result<Option<f64>> {
    if let Some(us) = session.uncertainties(y)? {
        let is_kept = |row: usize| left_out.binary_search(&row).is_err();
        let kept = us.iter().enumerate().filter(|(row, u)| is_kept(*row) && u.is_finite());
        let kept: Vec<f64> = kept.map(|(_, u)| *u).collect();
        return Ok(Some(least_squares::norm(&kept) / (kept.len() as f64).sqrt()));
    }
    let uncertain = uncertain_leaves(session, model);
    let Some(fit) = last_fit(session).filter(|fit| fit.is_of(y)) else { return Ok(None) };
    let order = Order::until(session.stop(), [&fit.model]);
    let is_fitted = |leaf: &Value| session.is_found(leaf) && order.contains(leaf);
    Ok(fit.deviation().filter(|_| !uncertain.is_empty() && uncertain.iter().all(is_fitted)))
}
