//! Bands around a curve: where it lies, and where another measurement would.

use super::residual_deviation::scatter;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::formula::Copies;
use crate::parts::least_squares;

/// A model with a fold over more rows has no bands: each place takes a pass over all of them.
const MOST_FOLDED: usize = 10_000;

/// How far 95 % bands reach to both sides of a curve, at each of its places.
#[derive(Debug, Clone)]
pub struct Bands {
    /// That of the curve, by the covariance of its leaves.
    pub curve: Vec<f64>,
    /// That of another measurement, where it is known how far rows scatter.
    pub measurement: Option<Vec<f64>>,
}

/// Returns the bands around a model at these places of a column; none where no leaf of it is
/// uncertain, or it depends on other columns row by row.
///
/// The model is the one that was fitted to the rows of `y`, or what is left of it for one group of them.
/// By Student's t with the degrees of freedom of its leaves, or as for many.
///
/// # Errors
///
/// Work was interrupted.
pub fn bands(
    session: &mut Session,
    (y, fitted, left_out): (&Value, &Value, &[usize]),
    (model, column): (&Value, &Value),
    places: Vec<f64>,
) -> Result<Option<Bands>> {
    let uncertain = uncertain_leaves(session, model);
    if uncertain.is_empty() {
        return Ok(None);
    }
    let Some(copy) = at_places(session, model, column, places) else { return Ok(None) };
    let Some(us) = session.uncertainties(&copy)? else { return Ok(None) };
    let t = least_squares::student(freedom(session, &uncertain).unwrap_or(f64::INFINITY));
    let deviation = scatter(session, y, fitted, left_out)?;
    let measurement = deviation.map(|it| us.iter().map(|u| t * u.hypot(it)).collect());
    let curve = us.iter().map(|u| t * u).collect();
    Ok(Some(Bands { curve, measurement }))
}

/// The uncertain leaves of a model that are one number each.
pub(super) fn uncertain_leaves(session: &Session, model: &Value) -> Vec<Value> {
    let order = Order::until(session.stop(), [model]);
    let is_uncertain =
        |leaf: &&Value| !leaf.is_per_row() && session.uncertainty_of_leaf(leaf).is_some();
    order.leaves().filter(is_uncertain).cloned().collect()
}

/// The degrees of freedom that all of these leaves have, if they are the same.
pub(super) fn freedom(session: &Session, leaves: &[Value]) -> Option<f64> {
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
    let has_long_fold = column.rows().is_none_or(|rows| rows > MOST_FOLDED)
        && order.nodes().iter().any(Value::is_fold);
    if has_long_fold {
        return None;
    }
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
