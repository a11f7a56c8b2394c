//! Rows with a gap, in which a column has no number.

use std::collections::HashSet;

use crate::core::graph::{Operand, Order, Value};
use crate::core::session::Session;

/// The rows, from 0, in which a column that one of two nodes uses row by row has a gap.
pub fn rows_with_gaps(session: &Session, y: &Value, other: &Operand) -> Vec<usize> {
    let columns = used_by_row(session, y, other);
    let mut rows: Vec<usize> =
        columns.iter().filter_map(Value::as_column).flat_map(|it| it.gaps()).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The columns that two nodes use row by row. What is folded is one number of all rows.
fn used_by_row(session: &Session, y: &Value, other: &Operand) -> HashSet<Value> {
    let roots = || std::iter::once(y).chain(other.value());
    let order = Order::until(session.stop(), roots());
    let by_row = order.nodes().iter().filter(|node| node.is_per_row());
    let operands = by_row.flat_map(|node| node.operands().iter().filter_map(Operand::value));
    let is_column = |it: &&Value| it.as_column().is_some() && it.rows() == y.rows();
    operands.chain(roots()).filter(is_column).cloned().collect()
}
