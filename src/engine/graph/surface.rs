//! A root over a grid of two leaves or columns: the graph built anew with columns in their place.

use super::order::Order;
use super::value::{Label, Operand, Value};

/// Two leaves or columns, each with the column that takes its place.
pub type InPlace<'node> = [(&'node Value, &'node Value); 2];

/// Returns the root of an order as it is with other columns in place of two leaves or columns; none
/// if a fold stands between, which would fold the rows of the new columns.
///
/// All other columns keep the row in view, and folds over them what they are.
pub fn with_columns(order: &Order, in_place: InPlace<'_>) -> Option<Operand> {
    let mut copies: Vec<Operand> = Vec::with_capacity(order.count());
    let mut depends = vec![false; order.count()];
    for (number, node) in order.nodes().iter().enumerate() {
        let place = in_place.iter().find(|(leaf, _)| leaf.is(node));
        let pair = order.operand_pair(number);
        let is_moved = pair.into_iter().flatten().any(|operand| depends[operand]);
        copies.push(match (place, node.operation()) {
            (Some((_, column)), _) => {
                depends[number] = true;
                Operand::Value((*column).clone())
            }
            // The rows that it folds are the data's.
            (None, Some(_)) if node.is_fold() && !folds_moved_leaf(order, number, &in_place) => {
                Operand::Constant(node.data())
            }
            (None, Some(_)) if node.is_fold() => return None,
            (None, Some(operation)) if is_moved => {
                depends[number] = true;
                let operand = |at: usize| {
                    let own = &node.both_operands()[at];
                    pair[at].map_or(own.clone(), |number| copies[number].clone())
                };
                let operands = [operand(0), operand(1)];
                Operand::Value(Value::computed(operation, operands, Label::default()))
            }
            _ => Operand::Constant(node.data()),
        });
    }
    copies.pop()
}

/// Returns true if what a fold folds depends on a leaf of one number that moves.
fn folds_moved_leaf(order: &Order, fold: usize, in_place: &InPlace<'_>) -> bool {
    let leaves = in_place.iter().filter(|(leaf, _)| !leaf.is_per_row());
    let leaves: Vec<usize> = leaves.filter_map(|(leaf, _)| order.number_of(leaf)).collect();
    !leaves.is_empty() && order.dependents(&leaves)[fold]
}
