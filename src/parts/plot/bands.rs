//! Bands around a curve: where it lies, and where another measurement would.

use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::fit::last_fit;
use crate::parts::formula::Copies;
use crate::parts::least_squares;

/// Returns how far 95 % bands reach to both sides of a model at these places of a column: where it lies, by the
/// covariance of its leaves, and where another measurement would, if it is known how far rows scatter. None where no
/// leaf of it is uncertain, or it depends on other columns row by row.
///
/// The model is the one that was fitted to the rows of `y`, or what is left of it for one group of them.
/// By Student's t with the degrees of freedom of its leaves, or as for many.
///
/// # Errors
///
/// Work was interrupted.
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
    let Some(copy) = at_places(session, model, column, places) else { return Ok(Vec::new()) };
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

/// The model with these numbers in place of the rows of a column; none if it has the rows of another.
fn at_places(
    session: &mut Session,
    model: &Value,
    column: &Value,
    places: Vec<f64>,
) -> Option<Value> {
    // What the column itself is computed from takes no part.
    let order = Order::walk(session.stop(), [model], |node| !node.is(column));
    let places = session.column_leaf(Label::default(), places);
    let per_row = || order.nodes().iter().filter(|node| node.is_per_row());
    let is_used = |column: &Value| {
        per_row().any(|user| user.operands().iter().any(|it| it.value() == Some(column)))
    };
    if per_row().any(|node| node.operation().is_none() && is_used(node)) {
        return None;
    }
    let mut copies = Copies::default();
    copies.put(column, Operand::Value(places));
    copies.follow(&order, Value::is_per_row);
    copies.get(model).and_then(Operand::value).cloned()
}

/// Returns how far rows of `y` scatter around a model: the root mean square of their uncertainties, or the
/// standard deviation of the residuals, if the leaves of the model were fitted to as many rows.
/// Rows that are left out, from 0 and in order, do not count.
///
/// # Errors
///
/// Work was interrupted.
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
    let Some(freedom) = freedom(session, &uncertain) else { return Ok(None) };
    let rows = session.all_rows(y)?;
    session.refresh(model);
    let fitted =
        if model.is_per_row() { session.all_rows(model)? } else { vec![model.data(); rows.len()] };
    // The fit need not have taken the rows that are looked at.
    let last = last_fit(session).map(|fit| fit.left_out.as_slice());
    let deviation = |left_out: &[usize]| {
        let pairs = rows.iter().zip(&fitted).enumerate();
        let kept = pairs.filter(|(row, _)| left_out.binary_search(row).is_err());
        let residuals: Vec<f64> =
            kept.map(|(_, (row, fit))| row - fit).filter(|it| it.is_finite()).collect();
        let spare = residuals.len() as f64 - uncertain.len() as f64;
        (spare == freedom).then(|| least_squares::norm(&residuals) / freedom.sqrt())
    };
    Ok(deviation(left_out).or_else(|| last.and_then(deviation)))
}
