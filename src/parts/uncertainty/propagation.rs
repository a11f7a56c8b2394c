//! The uncertainty of a node to first order: the passes that compute the grads of leaves.

use std::rc::Rc;

use super::errors::Errors;
use super::vector::{CANCELED, ErrorVector, Term};
use crate::core::graph::{Order, Value, interrupted};
use crate::core::language::{Result, Span};
use crate::core::ops::AtKinks;
use crate::core::session::Session;
use crate::parts::rows::RowGrads;

/// The error of a root, with the data for random trials.
#[derive(Debug)]
pub struct Propagation {
    pub(super) order: Rc<Order>,
    /// The error.
    pub vector: ErrorVector,
    /// The numbers of the uncertain leaves.
    pub(super) leaves: Vec<usize>,
    /// The approximate rounding error of the root's data.
    pub(super) rounding: f64,
}

/// The uncertain leaves of an order, by number, with the grads of columns.
struct UncertainLeaves {
    leaves: Vec<usize>,
    columns: Vec<RowGrads>,
}

impl UncertainLeaves {
    /// Without `with_columns`, only leaves that are numbers.
    fn of(session: &mut Session, order: &Order, with_columns: bool) -> Result<UncertainLeaves> {
        let is_uncertain = |leaf: &Value| {
            leaf.is_leaf()
                && session.error_of(leaf).is_some()
                && (with_columns || !leaf.is_per_row())
        };
        let numbers = 0..order.count();
        let leaves: Vec<usize> = numbers.filter(|at| is_uncertain(order.node(*at))).collect();
        let columns = leaves.iter().map(|number| order.node(*number));
        let columns: Vec<&Value> = columns.filter(|leaf| leaf.is_per_row()).collect();
        session.need_rows(columns.iter().filter_map(|it| it.rows()).sum(), Span::default())?;
        Ok(UncertainLeaves { leaves, columns: columns.into_iter().map(RowGrads::of).collect() })
    }

    /// The error of a root, given the grads by number and the grads of columns.
    fn vector(&self, session: &Session, order: &Order, grads: &[f64]) -> ErrorVector {
        let Some(errors) = session.part::<Errors>() else { return ErrorVector::default() };
        let mut columns = self.columns.iter();
        let terms = self.leaves.iter().map(|number| {
            let leaf = order.node(*number);
            let column = if leaf.is_per_row() { columns.next() } else { None };
            let (first, slopes) = match column {
                Some(column) => column.touched(),
                None => (0, grads.get(*number..=*number).unwrap_or(&[f64::NAN])),
            };
            Term { leaf: leaf.clone(), first, slopes: slopes.to_vec() }
        });
        ErrorVector::of(errors, terms)
    }
}

/// The standard uncertainties of a computed node's rows, to first order, by a backward pass for each; `None` if
/// it depends on no uncertain leaf, or without `with_columns` on none that is one number.
pub fn by_rows(
    session: &mut Session,
    value: &Value,
    rows: usize,
    with_columns: bool,
) -> Result<Option<Rc<Vec<f64>>>> {
    session.refresh(value);
    let order = Rc::new(Order::until(session.stop(), [value]));
    let mut uncertain = UncertainLeaves::of(session, &order, with_columns)?;
    if uncertain.leaves.is_empty() {
        return Ok(None);
    }
    let mut passes = order.backward_passes_by(&uncertain.columns, AtKinks::Steepest);
    let mut us = Vec::with_capacity(rows);
    for row in 0..rows {
        let grads = passes.grads(row, &mut uncertain.columns);
        if session.work().is_interrupted() {
            return Err(interrupted(Span::default()));
        }
        us.push(uncertain.vector(session, &order, &grads).u());
        uncertain.columns.iter_mut().for_each(RowGrads::clear);
    }
    Ok(Some(Rc::new(us)))
}

/// The error of `root` to first order. All grads stay.
pub fn propagate(session: &mut Session, root: &Value) -> Result<Propagation> {
    session.refresh(root);
    let order = match session.order.root() {
        Some(kept) if kept.is(root) => Rc::clone(&session.order),
        _ => Rc::new(Order::until(session.stop(), [root])),
    };
    let mut uncertain = UncertainLeaves::of(session, &order, true)?;
    let mut grads = if !order.has_rows() {
        order.grads_by(AtKinks::Steepest)
    } else {
        let row = order.root().and_then(Value::current_row).unwrap_or(0);
        let mut passes = order.backward_passes_by(&uncertain.columns, AtKinks::Steepest);
        passes.grads(row, &mut uncertain.columns)
    };
    if session.work().is_interrupted() {
        return Err(interrupted(Span::default()));
    }
    let numbered = order.nodes().iter().zip(&grads);
    let scale = numbered.map(|(node, grad)| (node.data() * grad).abs()).sum::<f64>();
    let rounding = f64::EPSILON * scale;
    let mut vector = uncertain.vector(session, &order, &grads);
    if vector.u() != 0.0 && vector.u() <= rounding && rounding.is_finite() {
        // An error this small may be the rounding of grads that cancel, as at a minimum.
        let canceled = grads.iter_mut().zip(order.grad_sizes());
        let canceled = canceled.filter(|(grad, size)| grad.abs() <= CANCELED * size);
        canceled.for_each(|(grad, _)| *grad = 0.0);
        vector = uncertain.vector(session, &order, &grads);
    }
    Ok(Propagation { order, vector, leaves: uncertain.leaves, rounding })
}
