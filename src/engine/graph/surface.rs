//! A root over a grid of two nodes: the graph built anew with others in their place.

use super::order::Order;
use super::value::{Label, Operand, Value};

/// Two nodes, each with the leaf or column that takes its place.
pub type InPlace<'node> = [(&'node Value, &'node Value); 2];

/// Returns the root of an order as it is with other columns in place of two nodes, whatever these are
/// computed from; none if a fold stands between, which would fold the rows of the new columns.
///
/// All other columns keep the row in view, and folds over them what they are.
pub fn with_columns(order: &Order, in_place: InPlace<'_>) -> Option<Operand> {
    if folds_moved(order, &in_place) {
        return None;
    }
    // The rows that a fold folds are the data's.
    let stays = |node: &Value| node.is_fold();
    copied(order, in_place, stays, |node| Operand::Constant(node.data()))
}

/// Returns the root of an order as it is with other leaves in place of two nodes of one number.
pub fn with_leaves(order: &Order, in_place: InPlace<'_>) -> Option<Operand> {
    copied(order, in_place, |_| false, |node| Operand::Value(node.clone()))
}

/// The root of an order built anew from what takes the place of two nodes; what depends on neither of
/// them, or `stays`, is `kept`.
fn copied(
    order: &Order,
    in_place: InPlace<'_>,
    stays: impl Fn(&Value) -> bool,
    kept: impl Fn(&Value) -> Operand,
) -> Option<Operand> {
    let mut copies: Vec<Operand> = Vec::with_capacity(order.count());
    let mut depends = vec![false; order.count()];
    for (number, node) in order.nodes().iter().enumerate() {
        let place = in_place.iter().find(|(moved, _)| moved.is(node));
        let pair = order.operand_pair(number);
        let is_moved = pair.into_iter().flatten().any(|operand| depends[operand]);
        copies.push(match (place, node.operation()) {
            (Some((_, other)), _) => {
                depends[number] = true;
                Operand::Value((*other).clone())
            }
            (None, Some(operation)) if is_moved && !stays(node) => {
                depends[number] = true;
                let operand = |at: usize| {
                    let own = &node.both_operands()[at];
                    pair[at].map_or(own.clone(), |number| copies[number].clone())
                };
                let operands = [operand(0), operand(1)];
                Operand::Value(Value::computed(operation, operands, Label::default()))
            }
            _ => kept(node),
        });
    }
    copies.pop()
}

/// Returns true if what a fold folds depends on a node of one number that moves.
fn folds_moved(order: &Order, in_place: &InPlace<'_>) -> bool {
    let moved = in_place.iter().filter(|(node, _)| !node.is_per_row());
    let moved: Vec<usize> = moved.filter_map(|(node, _)| order.number_of(node)).collect();
    let is_moved = |node: &Value| in_place.iter().any(|(moved, _)| moved.is(node));
    let mut nodes = order.nodes().iter().zip(order.dependents(&moved));
    nodes.any(|(node, depends)| depends && node.is_fold() && !is_moved(node))
}
