//! Values of a node over a grid of two others, without changing the session.

use crate::core::graph::{Copies, Label, Operand, Order, Value, interrupted};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::plot::with_columns;
use crate::parts::rows::{Column, View};

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
/// When the root folds rows that would move with one of them, and the other is a column; when
/// there is no room, or work is interrupted.
pub fn over_grid(
    session: &mut Session,
    root: &Value,
    moved: [&Value; 2],
    places: &Places,
    span: Span,
) -> Result<Vec<f64>> {
    session.refresh(root);
    let order = Order::until(session.stop(), [root]);
    let across = places.y.iter().flat_map(|_| places.x.iter().copied());
    let up = places.y.iter().flat_map(|y| places.x.iter().map(|_| *y));
    let columns = [across.collect(), up.collect()].map(|numbers: Vec<f64>| {
        let column = Column::new(numbers, View::default(), session.budget());
        Value::column(column, Label::default(), session.budget())
    });
    let [x, y] = moved;
    let copied = with_columns(&order, [(x, &columns[0]), (y, &columns[1])]);
    let count = places.x.len() * places.y.len();
    match copied {
        Some(Operand::Value(root)) => session.all_rows(&root),
        Some(_) if x.is_per_row() && y.is_per_row() => {
            let names = session.names();
            let [name, x, y] = [root, x, y].map(|node| names.call(node));
            let message =
                format!("{name} folds the rows of {x} and {y}, so it is the same everywhere");
            Err(Error::new(span, message).hint("plot what has a number for each row"))
        }
        Some(flat) => Ok(vec![flat.data(); count]),
        None if x.is_per_row() || y.is_per_row() => {
            let name = session.names().call(root);
            let message = format!("{name} folds rows that depend on the leaf that moves");
            Err(Error::new(span, message).hint("let two leaves move, or two columns"))
        }
        None => by_passes(session, &order, moved, places),
    }
}

/// The same by a forward pass for each place, over a copy.
fn by_passes(
    session: &mut Session,
    order: &Order,
    [x, y]: [&Value; 2],
    places: &Places,
) -> Result<Vec<f64>> {
    let [across, up] =
        [x, y].map(|it| Value::counted_leaf(it.data(), Label::default(), session.budget()));
    let pair = |(node, leaf): (&Value, &Value)| (node.clone(), Operand::Value(leaf.clone()));
    let mut copies: Copies = [(x, &across), (y, &up)].into_iter().map(pair).collect();
    copies.follow(order, |_| true);
    let root = order.root().map(|root| copies.node(root));
    let order = Order::until(session.stop(), &root);
    let mut values = Vec::with_capacity(places.x.len() * places.y.len());
    let clock = session.clock();
    for at in &places.y {
        up.set_data(*at);
        for at in places.x.iter().take_while(|_| !session.work().is_interrupted()) {
            across.set_data(*at);
            order.forward(clock);
            values.push(order.root().map_or(f64::NAN, Value::data));
        }
    }
    if session.work().is_interrupted() { Err(interrupted(Span::default())) } else { Ok(values) }
}

/// Returns true if a root is quick to evaluate at many places, since no fold moves with them.
pub fn is_quick_over_grid(session: &Session, root: &Value, moved: [&Value; 2]) -> bool {
    let order = Order::until(session.stop(), [root]);
    let single = moved.iter().filter(|node| !node.is_per_row());
    let single: Vec<usize> = single.filter_map(|node| order.number_of(node)).collect();
    let depends = order.dependents(&single);
    !order.nodes().iter().zip(depends).any(|(node, depends)| node.is_fold() && depends)
}
