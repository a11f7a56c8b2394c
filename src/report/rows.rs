//! The rows of a pass: the current row, and grads that are sums over rows.

use std::collections::HashMap;

use super::{Pass, and};
use crate::core::graph::{Order, Value};
use crate::core::session::with_row;

/// The row suggested for another view.
const ANOTHER: usize = 7;

/// The rows of a pass over a graph that has some.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// One column for each number of rows.
    columns: Vec<Value>,
    /// The nodes whose grads are sums, with the numbers of rows.
    summed: HashMap<Value, Vec<usize>>,
}

impl Rows {
    pub fn of(order: &Order) -> Option<Rows> {
        if !order.has_rows() {
            return None;
        }
        let mut columns: Vec<Value> = Vec::new();
        for leaf in order.leaves().filter(|it| it.is_per_row()) {
            if !columns.iter().any(|it| it.rows() == leaf.rows()) {
                columns.push(leaf.clone());
            }
        }
        let summed = order.nodes().iter().cloned().zip(order.summed_rows());
        Some(Rows { columns, summed: summed.filter(|(_, rows)| !rows.is_empty()).collect() })
    }
}

impl Pass {
    /// Returns the current row, from 1, of a per-row node.
    pub fn row(&self, node: &Value) -> Option<usize> {
        let columns = &self.rows.as_ref()?.columns;
        let column = columns.iter().find(|it| it.rows() == node.rows())?;
        Some(column.contents()?.current_row()? + 1)
    }

    /// The current row of each number of rows, with the command for another.
    pub fn current_rows(&self) -> Vec<String> {
        let columns = self.rows.as_ref().map_or(&[][..], |rows| &rows.columns);
        let said = columns.iter().filter_map(|column| {
            let (row, rows) = (self.row(column)?, column.rows()?);
            let is_only = columns.len() == 1;
            let of =
                if is_only { String::new() } else { format!(" of {}", self.names.call(column)) };
            let other = if row == ANOTHER.min(rows) { 1 } else { ANOTHER.min(rows) };
            let command =
                if rows > 1 { format!("; :row {other} shows another") } else { String::new() };
            Some(format!("row {row} of {rows}{of}{command}"))
        });
        said.collect()
    }

    /// Returns the remark on a grad: `sum of 10 rows`, or the row where nan begins.
    pub fn remark(&self, node: &Value) -> Option<String> {
        let summed = self.rows.as_ref().and_then(|rows| rows.summed.get(node));
        let sum = summed.map(|rows| {
            format!(
                "sum of {} rows",
                and(rows.iter().map(usize::to_string).collect(), usize::MAX - 1)
            )
        });
        let found = self.non_finite.as_ref().filter(|found| found.node.is(node));
        let begins = found.map(|found| {
            let row = found.row.filter(|_| found.row != self.row(node));
            let row = row.map(|row| format!(", in row {row}")).unwrap_or_default();
            format!("{} begins here{row}", found.what)
        });
        let both: Vec<String> = sum.into_iter().chain(begins).collect();
        (!both.is_empty()).then(|| both.join(", "))
    }

    /// Returns the name of a node, with the current row of a per-row one: `x[1]`.
    pub fn name(&self, node: &Value) -> String {
        with_row(self.names.call(node), self.row(node))
    }

    /// Returns all names of a node, with the current row of a per-row one.
    pub fn all_names(&self, node: &Value) -> String {
        with_row(self.names.call_all(node), self.row(node))
    }
}
