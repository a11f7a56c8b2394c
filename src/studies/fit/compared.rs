//! The residuals of the responses of a fit, with their weights.

use std::rc::Rc;

use super::Response;
use crate::graph::{Label, Value, interrupted};
use crate::language::{Result, Span};
use crate::methods::{Residuals, Sizes};
use crate::numbers::norm_of;
use crate::session::{Session, residual};
use crate::solver::Problem;
use crate::studies::errors_in_x::Distances;

/// The residuals of a response before a fit.
pub(super) struct Compared {
    /// One, or where x is uncertain that in y and that in each x.
    pub(super) nodes: Vec<Value>,
    pub(super) uncertainties: Option<Rc<Vec<f64>>>,
    pub(super) sizes: Sizes,
    /// Where its x is uncertain, too.
    pub(super) distances: Option<Distances>,
}

impl Compared {
    pub(super) fn of(
        session: &mut Session,
        response: &Response,
        columns: &[Value],
    ) -> Result<Compared> {
        let Response { y, model } = response;
        if !columns.is_empty() {
            let distances = Distances::of(session, response, columns)?;
            let deviations = session.all_rows(&distances.deviation)?;
            // A part of the variance of y means nothing here.
            let sizes = Sizes { spread: 0.0, ..sizes_of_rows(session, y, Some(&deviations))? };
            let nodes = distances.nodes.clone();
            let distances = Some(distances);
            return Ok(Compared { nodes, uncertainties: None, sizes, distances });
        }
        let node = residual(y, model, Label::default());
        let uncertainties = session.uncertainties(y)?;
        let sizes = sizes_of_rows(session, y, uncertainties.as_deref())?;
        Ok(Compared { nodes: vec![node], uncertainties, sizes, distances: None })
    }

    /// The residuals with the weights, and the x of rows, that they have now.
    pub(super) fn held(&self, session: &mut Session, response: &Response) -> Result<Vec<Weighted>> {
        match &self.distances {
            None => Ok(self.weighted(self.uncertainties.clone())),
            Some(distances) => {
                let (node, deviations) = distances.held(session, response)?;
                Ok(vec![(node, Some(Rc::new(deviations)))])
            }
        }
    }

    /// All nodes with these weights.
    pub(super) fn weighted(&self, weights: Option<Rc<Vec<f64>>>) -> Vec<Weighted> {
        self.nodes.iter().map(|node| (node.clone(), weights.clone())).collect()
    }

    pub(super) fn rows(&self) -> usize {
        self.nodes.first().and_then(Value::rows).unwrap_or(0)
    }

    /// The first row, from 1, whose uncertainty is 0.
    pub(super) fn exact_row(&self) -> Option<usize> {
        self.uncertainties.as_ref()?.iter().position(|u| *u == 0.0).map(|row| row + 1)
    }
}

/// Residuals, and how far off each of their rows may be, if that is known.
pub(super) type Weighted = (Value, Option<Rc<Vec<f64>>>);

/// What independent errors of unit size make of these leaves where rows keep the weights, and the x, that
/// they have now.
pub(super) fn held_errors(
    session: &mut Session,
    responses: &[Response],
    compared: &[Compared],
    (leaves, at): (&[Value], &[f64]),
) -> Result<Option<Vec<Vec<f64>>>> {
    let mut nodes = Vec::with_capacity(compared.len());
    for (response, compared) in responses.iter().zip(compared) {
        nodes.extend(compared.held(session, response)?);
    }
    let stop = session.stop().clone();
    let residuals = Residuals::new(nodes, leaves.to_vec(), Sizes::default(), &stop);
    let Some(mut residuals) = residuals else { return Err(interrupted(Span::default())) };
    let order = residuals.leaves().to_vec();
    let place = |leaf: &Value| leaves.iter().position(|it| it.is(leaf));
    let there: Option<Vec<f64>> = order.iter().map(|leaf| at.get(place(leaf)?).copied()).collect();
    let rows = there.and_then(|at| residuals.triangle(&at)?.inverse());
    let own = |leaf: &Value| {
        let place = order.iter().position(|it| it.is(leaf))?;
        rows.as_ref()?.get(place).cloned()
    };
    Ok(leaves.iter().map(own).collect())
}

/// How large the rows of a node are, in units of their uncertainties.
fn sizes_of_rows(
    session: &mut Session,
    value: &Value,
    uncertainties: Option<&Vec<f64>>,
) -> Result<Sizes> {
    let numbers = session.shared_rows(value)?;
    let weight = |row: usize| uncertainties.map_or(1.0, |us| 1.0 / us[row]);
    let rows = || numbers.iter().enumerate().map(|(row, number)| (weight(row), *number));
    let whole = norm_of(rows().map(|(weight, _)| weight));
    let mean: f64 = rows().map(|(weight, it)| weight / whole * it * (weight / whole)).sum();
    let norm = norm_of(rows().map(|(weight, it)| weight * it));
    Ok(Sizes { norm, spread: norm_of(rows().map(|(weight, it)| weight * (it - mean))) })
}
