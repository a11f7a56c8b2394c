//! Values of a node as one leaf varies, without changing the session.

use crate::core::graph::{Order, Value, interrupted};
use crate::core::language::{Result, Span};
use crate::core::ops::arrived;
use crate::core::session::Session;
use crate::parts::rows::Program;

/// Returns the values of `root` as `leaf` takes each of these numbers.
///
/// # Errors
///
/// When the work is interrupted.
pub fn sample(
    session: &mut Session,
    root: &Value,
    leaf: &Value,
    places: impl Iterator<Item = f64>,
) -> Result<Vec<f64>> {
    let order = Order::until(session.stop(), [root]);
    let Some(mut program) = Program::nudging(&order, leaf) else {
        return Err(interrupted(Span::default()));
    };
    let places = places.take_while(|_| !session.work().is_interrupted());
    let values = places.map(|x| program.root_at([x])).collect();
    if session.work().is_interrupted() { Err(interrupted(Span::default())) } else { Ok(values) }
}

/// Returns d `root` / d `leaf` at the present data, leaving the grads of the last pass alone.
pub fn slope(session: &mut Session, root: &Value, leaf: &Value) -> f64 {
    let order = Order::until(session.stop(), [root]);
    order.number_of(leaf).map_or(0.0, |number| arrived(order.grads()[number]))
}
