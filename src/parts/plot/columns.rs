//! A root over a grid of two nodes: the graph made once more with columns in their place.

use crate::core::graph::{Copies, Operand, Order, Value};

/// Two nodes, each with the column that takes its place.
pub type InPlace<'node> = [(&'node Value, &'node Value); 2];

/// Returns the root of an order as it is with other columns in place of two nodes, whatever these are
/// computed from; none if a fold stands between, which would fold the rows of the new columns.
///
/// All other columns keep the row in view, and folds over them what they are.
pub fn with_columns(order: &Order, in_place: InPlace<'_>) -> Option<Operand> {
    if folds_moved(order, &in_place) {
        return None;
    }
    let kept = |node: &Value| Operand::Constant(node.data());
    let pair = |(node, column): (&Value, &Value)| (node.clone(), Operand::Value(column.clone()));
    let mut copies: Copies = in_place.into_iter().map(pair).collect();
    // The rows that a fold folds are the data's.
    copies.follow_over(order, |node| !node.is_fold(), kept);
    order.root().map(|root| copies.get(root).cloned().unwrap_or_else(|| kept(root)))
}

/// Returns true if what a fold folds depends on a node of one number that moves.
fn folds_moved(order: &Order, in_place: &InPlace<'_>) -> bool {
    let moved = in_place.iter().filter(|(node, _)| !node.is_per_row());
    let moved: Vec<usize> = moved.filter_map(|(node, _)| order.number_of(node)).collect();
    let is_moved = |node: &Value| in_place.iter().any(|(moved, _)| moved.is(node));
    let mut nodes = order.nodes().iter().zip(order.dependents(&moved));
    nodes.any(|(node, depends)| depends && node.is_fold() && !is_moved(node))
}
