//! The nodes that count for a root's data, if branches leave some out.

use super::Order;
use crate::core::graph::value::{Operand, Value};

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
}
