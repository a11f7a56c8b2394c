//! Values of a node as one leaf or two vary, without changing the session.

use super::groups::replaced;
use crate::core::graph::{Label, Order, Value, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::rows::Program;
use crate::report::{Axis, PLACES};

/// The values of `root` as `leaf` moves along an axis.
pub fn sample(
    session: &mut Session,
    (root, leaf): (&Value, &Value),
    x: &Axis,
    span: Span,
) -> Result<Vec<f64>> {
    let order = Order::until(session.stop(), [root]);
    let places = x.places(PLACES).into_iter().map(|x| [x]);
    values(session, Program::nudging(&order, leaf), places, span)
}

/// The values of a root for these inputs.
fn values<const N: usize>(
    session: &Session,
    program: Option<Program>,
    places: impl Iterator<Item = [f64; N]>,
    span: Span,
) -> Result<Vec<f64>> {
    let mut program = program.ok_or_else(|| interrupted(span))?;
    let places = places.take_while(|_| !session.work().is_interrupted());
    let values = places.map(|place| program.root_at(place)).collect();
    if session.work().is_interrupted() { Err(interrupted(span)) } else { Ok(values) }
}

/// The values of `root` over a grid of two nodes, for each y those of all x. Other columns keep their current row.
///
/// # Errors
///
/// When the root only folds the rows of one of them, or when work is interrupted.
pub fn over_grid(
    session: &mut Session,
    root: &Value,
    moved: &[Value; 2],
    [xs, ys]: &[Vec<f64>; 2],
    span: Span,
) -> Result<Vec<f64>> {
    session.refresh(root);
    // A number in the place of a column leaves folds over it as they are.
    let mut inputs = moved.clone();
    for node in inputs.iter_mut().filter(|node| node.is_per_row()) {
        *node = Value::leaf(node.data(), Label::default());
    }
    let columns: Vec<(Value, Value)> = moved.iter().cloned().zip(inputs.clone()).collect();
    let copy = replaced(session, root, &columns, true).unwrap_or_else(|| root.clone());
    let order = Order::until(session.stop(), [&copy]);
    if let Some((column, _)) = columns.iter().find(|(_, number)| !order.contains(number)) {
        let [name, column] = [root, column].map(|node| session.names().call(node));
        let message = format!("{name} is one number for all rows of {column}");
        return Err(Error::new(span, message).hint("plot a node with a number for each row"));
    }
    let places = ys.iter().flat_map(|y| xs.iter().map(|x| [*x, *y]));
    values(session, Program::of_every_node(&order, &inputs), places, span)
}
