//! The root of a descent over some of its rows: copies of its columns, and of what depends on them.

use std::collections::HashSet;

use crate::graph::{Copies, Operand, Order, Tape, Value};
use crate::methods::{BatchPlace, Batches, Portion};
use crate::session::Session;

/// The batches of the root of a tape: its longest columns are taken apart, all others are whole. None
/// without columns.
pub fn batches(
    session: &mut Session,
    tape: &Tape,
    place: impl Fn(usize) -> BatchPlace,
) -> Option<Batches> {
    let order = Order::until(session.stop(), [tape.root()]);
    let rows = most_rows(&order)?;
    let place = place(rows);
    let columns = columns(&order, rows);
    let numbers = columns.iter().filter_map(Value::as_column).map(|it| it.numbers()).collect();
    let parts: Option<Vec<Portion>> =
        place.sizes().map(|size| part(session, (&order, &columns), tape, size)).collect();
    Some(Batches::new(place, parts?, numbers))
}

/// The number of rows of the longest columns, if there are columns.
pub fn most_rows(order: &Order) -> Option<usize> {
    order.leaves().filter_map(Value::rows).max()
}

fn columns(order: &Order, rows: usize) -> Vec<Value> {
    let is_taken = |it: &&Value| it.as_column().is_some() && it.rows() == Some(rows);
    order.leaves().filter(is_taken).cloned().collect()
}

/// The root over so many rows.
fn part(
    session: &mut Session,
    (order, columns): (&Order, &[Value]),
    tape: &Tape,
    size: usize,
) -> Option<Portion> {
    let mut copies = Copies::default();
    let mut own = Vec::new();
    for column in columns {
        let numbers: Vec<f64> = column.as_column()?.numbers().iter().copied().take(size).collect();
        let copy = session.column_leaf(column.label(), numbers);
        own.push(copy.clone());
        copies.put(column, Operand::Value(copy));
    }
    // One row of a column is that of the whole.
    copies.follow(order, |node| node.row_taken().is_none());
    let root = copies.get(tape.root()).and_then(Operand::value)?.clone();
    let order = Order::until(session.stop(), [&root]);
    order.forward(session.clock());
    let tape = Tape::compile(&order, tape.leaves())?;
    let has_constants = has_constants(&order, tape.leaves());
    let mut part = Portion { order, tape, columns: own, has_constants };
    part.tape.load();
    Some(part)
}

/// Tells whether a fold depends on none of the leaves.
fn has_constants(order: &Order, leaves: &[Value]) -> bool {
    let mut moving: HashSet<&Value> = leaves.iter().collect();
    let mut has_constants = false;
    for node in order.nodes() {
        let mut operands = node.operands().iter().filter_map(Operand::value);
        if operands.any(|operand| moving.contains(operand)) {
            moving.insert(node);
        } else {
            has_constants |= node.is_fold();
        }
    }
    has_constants
}
