//! Nodes that are exactly at a kink or a jump of their operation.

use super::Program;
use super::sweep::Sweep;
use crate::core::graph::{Operand, Order, Value};

/// The most numbers of rows that are computed in a search: about a second.
const MOST_NUMBERS: usize = 100_000_000;

impl Order {
    /// By node number, true for a node that counts and is exactly at a kink or a jump of its operation, a per-row
    /// node in some row, or in the current row if the root is per row. Reads the rows of the `wanted` nodes only, and of
    /// none if that would take too long.
    pub(crate) fn at_kinks(&self, wanted: impl Fn(usize) -> bool) -> Vec<bool> {
        let touched = self.touched();
        let counts = |number: usize| touched.as_ref().is_none_or(|touched| touched[number]);
        let has_row = self.root().is_some_and(Value::is_per_row);
        let mut left = MOST_NUMBERS;
        self.nodes()
            .iter()
            .enumerate()
            .map(|(number, node)| {
                let has_kinks = node.operation().is_some_and(|it| !it.kinks.is_empty());
                if !has_kinks || !wanted(number) || self.is_stopped() {
                    false
                } else if let Some(rows) = node.rows().filter(|_| !has_row) {
                    // Each row is computed from the columns: so many nodes at most.
                    let work = rows.saturating_mul(self.count());
                    left = left.saturating_sub(work);
                    left > 0 && self.is_at_kink_in_a_row(node)
                } else if node.is_fold() {
                    node.sharing_rows() > 1
                } else {
                    counts(number)
                        && node.is_at_kink(node.both_operands().each_ref().map(Operand::data))
                }
            })
            .collect()
    }

    fn is_at_kink_in_a_row(&self, node: &Value) -> bool {
        let numbers = node.both_operands().each_ref().map(|operand| {
            let rows = operand.value().filter(|operand| operand.is_per_row());
            rows.and_then(|rows| Sweep::rows_of(rows, &self.stop)).ok_or_else(|| operand.data())
        });
        let at = |index: usize, row: usize| match &numbers[index] {
            Ok(rows) => rows.get(row).copied().unwrap_or(f64::NAN),
            Err(number) => *number,
        };
        (0..node.rows().unwrap_or(0)).any(|row| node.is_at_kink([at(0, row), at(1, row)]))
    }

    /// The comparison of [`Order::single_point`], if after a backward pass the grad of a leaf below it is not the slope
    /// of the curve around.
    pub fn misleading_point(&self) -> Option<&Value> {
        /// A step beside the point, per unit of the leaf.
        const BESIDE: f64 = 1e-5;
        /// The part by which slopes may differ.
        const CLOSE: f64 = 1e-3;
        let is_off = |leaf: &Value| {
            let (x, grad) = (leaf.data(), leaf.grad());
            let h = BESIDE * x.abs().max(1.0);
            let program = Program::nudging(self, leaf);
            let slope = program.map_or(f64::NAN, |mut program| {
                let [low, high] = [x - h, x + h].map(|x| program.root_at([x]));
                (high - low) / (2.0 * h)
            });
            // Not close either if one of them is nan.
            let is_close = (slope - grad).abs() <= CLOSE * slope.abs().max(grad.abs()).max(1.0);
            !is_close
        };
        let comparison = self.single_point(None)?;
        let leaves = Order::of([comparison]);
        let mut numbers = leaves.leaves().filter(|leaf| !leaf.is_per_row());
        numbers.any(is_off).then_some(comparison)
    }
}
