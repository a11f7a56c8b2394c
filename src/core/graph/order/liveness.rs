//! The nodes that count for a root's data, if branches leave some out.

use super::Order;
use crate::core::graph::stop::Stop;
use crate::core::graph::value::{Operand, Value};
use crate::core::ops::{Branching, EQUAL, NOT_EQUAL};

/// Returns true if a leaf passes its moves on to the node, for some numbers; otherwise the node only jumps.
pub fn has_slope(node: &Value, stop: &Stop) -> bool {
    let passes = |it: &Value| !matches!(it.branching(), Branching::Flat | Branching::Lazy(_));
    Order::walk(stop, [node], passes).leaves().next().is_some()
}

impl Order {
    /// By node number, true if the node counts for the root's data, in the current row. `None` if no branch
    /// leaves any out.
    pub fn touched(&self) -> Option<Vec<bool>> {
        if !self.has_branches() {
            return None;
        }
        let mut touched = vec![false; self.count()];
        if let Some(root) = touched.last_mut() {
            *root = true;
        }
        for number in self.backward_numbers() {
            if !touched[number] {
                continue;
            }
            let node = self.node(number);
            let condition = node.operands().first().map_or(0.0, Operand::data);
            for (index, operand) in self.operand_pair(number).into_iter().enumerate() {
                if let Some(operand) = operand {
                    touched[operand] |= node.branching().touches(index, condition);
                }
            }
        }
        Some(touched)
    }

    /// The nodes with non-finite data that count for the root, and the root itself if it is per row.
    pub fn bad_nodes(&self) -> impl Iterator<Item = &Value> {
        let touched = self.touched();
        let root = self.root_number();
        self.nodes().iter().enumerate().filter_map(move |(number, node)| {
            let is_bad = match &touched {
                None => !node.data().is_finite(),
                // Nodes per row are gated row by row, by the root and the folds.
                Some(touched) => touched[number] && !node.is_per_row() && !node.data().is_finite(),
            };
            (is_bad || node.is_per_row() && number == root).then_some(node)
        })
    }

    /// A comparison by which a branch gives a single point a side of its own, `x == 0`, and which holds here. A side
    /// depends on a node that the comparison depends on: on that of the number `by`, or on any leaf.
    pub fn single_point(&self, by: Option<usize>) -> Option<&Value> {
        let is_single_point = |node: &Value| {
            let operation = node.operation().filter(|_| !node.is_per_row());
            operation.is_some_and(|it| {
                it.is(EQUAL) && node.data() == 1.0 || it.is(NOT_EQUAL) && node.data() == 0.0
            })
        };
        let branches = (0..self.count()).filter(|_| self.has_branches()).filter_map(|number| {
            let is_gate = matches!(self.node(number).branching(), Branching::Gate(_));
            match self.operand_pair(number) {
                [Some(condition), Some(side)] if is_gate => Some((condition, side)),
                _ => None,
            }
        });
        let mut met = branches.filter(|(condition, _)| is_single_point(self.node(*condition)));
        let meets = |&(condition, side): &(usize, usize)| {
            let leaves = || Order::of([self.node(condition)]).leaves().cloned().collect::<Vec<_>>();
            let shared = match by {
                Some(number) => vec![number],
                None => leaves().iter().filter_map(|leaf| self.number_of(leaf)).collect(),
            };
            let depends = self.dependents(&shared);
            depends[condition] && depends[side]
        };
        met.find(meets).map(|(condition, _)| self.node(condition))
    }
}
