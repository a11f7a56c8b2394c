//! What is not finite at the start of a fit.

use std::rc::Rc;

use super::estimate::BadStart;
use super::residuals::{Residuals, Sizes};
use crate::core::graph::{Label, NonFinite, Operand, Order, Value};
use crate::core::session::Session;
use crate::parts::least_squares::Problem;
use crate::parts::rows::SUM;

/// Tells whether the rows of a node and their derivatives by leaves are finite at the start of a fit.
fn is_finite(session: &Session, node: &Value, leaves: &[Value]) -> bool {
    let residuals = Residuals::new((node, None), leaves.to_vec(), Sizes::default(), session.stop());
    let triangle = residuals.and_then(|mut it| {
        let at: Vec<f64> = it.leaves().iter().map(Value::data).collect();
        it.triangle(&at)
    });
    triangle.is_some_and(|triangle| triangle.is_finite())
}

/// Finds out what is not finite at the start of a fit.
pub(super) fn bad_start(session: &mut Session, node: &Value, leaves: &[Value]) -> BadStart {
    let stop = session.stop().clone();
    if let Some(found) = NonFinite::of_node(node, &stop) {
        return BadStart::Operation(found);
    }
    // A number that several rows use, or one of a column, is not finite itself.
    let order = Order::until(&stop, [node]);
    let touched = order.touched();
    for (number, value) in order.nodes().iter().enumerate() {
        if touched.as_ref().is_some_and(|touched| !touched[number]) {
            continue;
        }
        if value.is_per_row() && (value.is_leaf() || !order.has_branches()) {
            let numbers = session.all_rows(value).unwrap_or_default();
            if let Some(row) = numbers.iter().position(|it| !it.is_finite()) {
                return BadStart::Row(value.clone(), row + 1);
            }
        } else if !value.data().is_finite() {
            return match NonFinite::of_node(value, &stop) {
                Some(found) => BadStart::Operation(found),
                None => BadStart::Row(value.clone(), 1),
            };
        }
    }
    let culprit = leaves.iter().find(|leaf| !is_finite(session, node, std::slice::from_ref(leaf)));
    let culprit = culprit.or(leaves.first()).cloned().unwrap_or_else(|| node.clone());
    let rows = [Operand::Value(node.clone()), Operand::Constant(0.0)];
    let sum = Order::until(&stop, [&Value::computed(SUM, rows, Label::default())]);
    sum.forward(0);
    BadStart::Slope(culprit, Rc::new(sum))
}
