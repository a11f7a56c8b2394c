//! The rows of a pass: which one is in view, and which grads are sums over all of them.

use std::collections::HashMap;

use super::{Pass, and};
use crate::core::graph::{Order, Value};
use crate::core::session::with_row;

/// The rows of a pass over a graph that has some.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// For each number of rows the row in view.
    pub in_view: Vec<RowInView>,
    /// The nodes whose grad is a sum over rows, and the numbers of these.
    summed: HashMap<Value, Vec<usize>>,
}

/// The row in view of all nodes with this number of rows.
#[derive(Debug, Clone)]
pub struct RowInView {
    /// The number of rows.
    pub rows: usize,
    /// The row, from 1.
    pub row: usize,
    /// A column of this length.
    pub column: Value,
}

impl Rows {
    /// Returns the rows of a graph; none if it has none.
    pub fn of(order: &Order) -> Option<Rows> {
        if !order.has_rows() {
            return None;
        }
        let mut in_view: Vec<RowInView> = Vec::new();
        for leaf in order.leaves() {
            if let Some(column) = leaf.as_column()
                && !in_view.iter().any(|view| view.rows == column.rows())
            {
                let (rows, row) = (column.rows(), column.view().row() + 1);
                in_view.push(RowInView { rows, row, column: leaf.clone() });
            }
        }
        let summed = order.nodes().iter().zip(order.summed_rows());
        let summed = summed.filter(|(_, rows)| !rows.is_empty());
        let summed = summed.map(|(node, rows)| (node.clone(), rows)).collect();
        Some(Rows { in_view, summed })
    }
}

impl Pass {
    /// Returns the row in view, from 1, of a per-row node.
    pub fn row(&self, node: &Value) -> Option<usize> {
        let (count, rows) = (node.rows()?, self.rows.as_ref()?);
        rows.in_view.iter().find(|view| view.rows == count).map(|view| view.row)
    }

    /// Returns the remark on a grad that is a sum over rows, or where nan begins: `sum of 10 rows`.
    pub fn remark(&self, node: &Value) -> Option<String> {
        let sum = self.summed(node).map(|rows| format!("sum of {rows}"));
        let lost = self.where_lost(node);
        let both = sum.into_iter().chain(lost).collect::<Vec<String>>().join(", ");
        (!both.is_empty()).then_some(both)
    }

    /// `4 rows`: those whose grads a node has the sum of.
    fn summed(&self, node: &Value) -> Option<String> {
        let rows = self.rows.as_ref()?.summed.get(node)?;
        let counts: Vec<String> = rows.iter().map(usize::to_string).collect();
        Some(format!("{} rows", and(counts, usize::MAX - 1)))
    }

    /// Returns the name of a node, with the row in view of a per-row one: `x[1]`.
    pub fn name(&self, node: &Value) -> String {
        with_row(self.names.call(node), self.row(node))
    }

    /// Returns all names of a node, with the row in view of a per-row one.
    pub fn all_names(&self, node: &Value) -> String {
        with_row(self.names.call_all(node), self.row(node))
    }
}
