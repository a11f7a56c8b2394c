//! Values of a node over a grid of two others, without changing the session.

use crate::core::graph::{Order, Value, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::rows::Program;

/// The places of a grid along its two axes.
#[derive(Debug)]
pub struct Places {
    /// Those of the first node that moves.
    pub x: Vec<f64>,
    /// Those of the second.
    pub y: Vec<f64>,
}

/// Returns the values of `root` as two nodes take the numbers of a grid, whatever they are computed
/// from: for each y those of all x. Where it depends on other columns, it is that of the row in view.
///
/// # Errors
///
/// When the root only folds the rows of one of them, or when work is interrupted.
pub fn over_grid(
    session: &mut Session,
    root: &Value,
    moved: [&Value; 2],
    places: &Places,
    span: Span,
) -> Result<Vec<f64>> {
    session.refresh(root);
    let order = Order::until(session.stop(), [root]);
    let stopped = || interrupted(Span::default());
    for column in moved.into_iter().filter(|node| node.is_per_row()) {
        let program = Program::of_every_node(&order, std::slice::from_ref(column));
        if program.ok_or_else(stopped)?.data_of(order.root_number()).is_none() {
            let [name, column] = [root, column].map(|node| session.names().call(node));
            let message =
                format!("{name} folds the rows of {column}, so it does not change with it");
            return Err(Error::new(span, message).hint("plot what has a number for each row"));
        }
    }
    let mut program =
        Program::of_every_node(&order, &moved.map(Value::clone)).ok_or_else(stopped)?;
    let mut values = Vec::with_capacity(places.x.len() * places.y.len());
    for y in &places.y {
        let across = places.x.iter().take_while(|_| !session.work().is_interrupted());
        values.extend(across.map(|x| program.root_at([*x, *y])));
    }
    if session.work().is_interrupted() { Err(stopped()) } else { Ok(values) }
}

/// Returns true if a root is quick to evaluate at many places, since no fold moves with them.
pub fn is_quick_over_grid(session: &Session, root: &Value, moved: [&Value; 2]) -> bool {
    let order = Order::until(session.stop(), [root]);
    let single = moved.iter().filter(|node| !node.is_per_row());
    let single: Vec<usize> = single.filter_map(|node| order.number_of(node)).collect();
    let depends = order.dependents(&single);
    !order.nodes().iter().zip(depends).any(|(node, depends)| node.is_fold() && depends)
}
