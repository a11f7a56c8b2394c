//! The uncertain leaves of a root, and the passes that tell what their errors make of its own.

use std::rc::Rc;

use super::covariance::{Covariance, Uncertainty};
use super::propagation::{CANCELED, Input, Propagation, groups, norm};
use crate::core::graph::{Order, Value, interrupted};
use crate::core::language::{Result, Span};
use crate::core::session::Session;
use crate::parts::least_squares::norm_of;
use crate::parts::rows::RowGrads;

/// The uncertain leaves of an order, before a pass.
struct Sources {
    inputs: Vec<Input>,
    /// The grads of those that are columns, in the same order.
    grads: Vec<RowGrads>,
}

/// The standard uncertainties of a computed per-row node, to first order, one for each of its rows; none
/// when it depends on no uncertain leaf, or, without columns, on none that is one number. It takes a backward pass
/// for each row.
///
/// # Errors
///
/// Work was interrupted, or there is no room.
pub fn by_rows(
    session: &mut Session,
    value: &Value,
    rows: usize,
    with_columns: bool,
) -> Result<Option<Rc<Vec<f64>>>> {
    session.refresh(value);
    let order = Rc::new(Order::until(session.stop(), [value]));
    let mut sources = sources(session, &order)?;
    if !with_columns {
        sources.inputs.retain(|input| input.rows.is_none());
        sources.grads.clear();
    }
    if sources.inputs.is_empty() {
        return Ok(None);
    }
    let mut passes = order.backward_passes(&sources.grads);
    let mut us = Vec::with_capacity(rows);
    for row in 0..rows {
        let grads = passes.grads(row, &mut Vec::new(), &mut sources.grads);
        if session.work().is_interrupted() {
            return Err(interrupted(Span::default()));
        }
        sources.meet(&grads);
        let groups = groups(sources.inputs.iter());
        us.push(norm(sources.inputs.iter(), &groups));
    }
    Ok(Some(Rc::new(us)))
}

/// The standard uncertainty of an order's root by its grads; none when it depends on no uncertain
/// leaf, or on a column that is one.
pub fn uncertainty_by(session: &Session, order: &Order, grads: &[f64]) -> Option<f64> {
    let mut inputs = Vec::new();
    for (number, leaf) in order.nodes().iter().enumerate().filter(|(_, node)| node.is_leaf()) {
        let Some(own) = session.error_of(leaf) else { continue };
        let Uncertainty::Number(_) = own.u else { return None };
        let sensitivity = grads.get(number).copied()?;
        inputs.push(Input { sensitivity, ..Input::new(leaf, own, Some(number)) });
    }
    (!inputs.is_empty()).then(|| norm(inputs.iter(), &groups(inputs.iter())))
}

/// The correlation of two nodes' errors; none when one of them has no uncertainty, or 0.
///
/// # Errors
///
/// Work was interrupted.
pub fn correlation(session: &mut Session, one: &Value, other: &Value) -> Result<Option<f64>> {
    let [one, other] = [propagate(session, one)?, propagate(session, other)?];
    Ok(one.correlation(&other))
}

/// What the uncertain leaves of `root` make of its own uncertainty. All grads stay.
///
/// # Errors
///
/// Work was interrupted.
pub fn propagate(session: &mut Session, root: &Value) -> Result<Propagation> {
    session.refresh(root);
    let order = match session.order.root() {
        Some(kept) if kept.is(root) => Rc::clone(&session.order),
        _ => Rc::new(Order::until(session.stop(), [root])),
    };
    let mut sources = sources(session, &order)?;
    let grads = if sources.grads.is_empty() {
        order.grads()
    } else {
        let row = order.root().and_then(|root| order.row_in_view(root)).unwrap_or(0);
        let mut passes = order.backward_passes(&sources.grads);
        passes.grads(row, &mut Vec::new(), &mut sources.grads)
    };
    session.work().meter_nodes(grads.len());
    if session.work().is_interrupted() {
        return Err(interrupted(Span::default()));
    }
    sources.meet(&grads);
    let numbered = order.nodes().iter().zip(&grads);
    let scale = numbered.map(|(node, grad)| (node.data() * grad).abs()).sum::<f64>();
    let rounding = f64::EPSILON * scale;
    let found = Propagation::new(Rc::clone(&order), sources.inputs, rounding, session.clock);
    if found.u == 0.0 || found.u > rounding || !rounding.is_finite() {
        return Ok(found);
    }
    // So little may be what is left of rows that cancel each other, as where the root is at a
    // minimum.
    let sizes = order.grad_sizes();
    let mut inputs = found.inputs;
    for input in inputs.iter_mut().filter(|input| input.rows.is_none()) {
        let size = input.number.and_then(|number| sizes.get(number)).copied().unwrap_or(0.0);
        if input.sensitivity.abs() <= CANCELED * size {
            input.sensitivity = 0.0;
        }
    }
    Ok(Propagation::new(order, inputs, rounding, session.clock))
}

/// The uncertain leaves of an order.
fn sources(session: &mut Session, order: &Order) -> Result<Sources> {
    let most = session.part::<Covariance>().map_or(0, Covariance::len).min(order.count());
    let mut sources = Sources { inputs: Vec::with_capacity(most), grads: Vec::new() };
    let leaves = order.nodes().iter().enumerate().filter(|(_, node)| node.is_leaf());
    let mut size = 0;
    for (number, leaf) in leaves {
        let Some(own) = session.error_of(leaf) else { continue };
        let input = Input::new(leaf, own, Some(number));
        if input.rows.is_some() {
            size += leaf.rows().unwrap_or(0);
            session.need_rows(size, Span::default())?;
            sources.grads.push(RowGrads::of(leaf));
        }
        sources.inputs.push(input);
    }
    Ok(sources)
}

impl Sources {
    /// Takes the grads of a pass.
    fn meet(&mut self, grads: &[f64]) {
        let mut columns = self.grads.iter_mut();
        for input in &mut self.inputs {
            match &mut input.rows {
                None => {
                    let grad = input.number.and_then(|number| grads.get(number));
                    input.sensitivity = grad.copied().unwrap_or(f64::NAN);
                }
                Some(rows) => {
                    let Some(grads) = columns.next() else { continue };
                    rows.meet(grads);
                    if let (first, [grad]) = grads.touched() {
                        input.row = Some(first + 1);
                        (input.u, input.sensitivity) = (rows.uncertainties.at(first), *grad);
                    } else {
                        input.row = None;
                        input.u = rows.root_mean_square(&input.leaf);
                        input.sensitivity = norm_of(rows.errors.iter().copied()) / input.u;
                    }
                    grads.clear();
                }
            }
        }
    }
}
