//! The interface to the part that computes nodes over rows.

use std::fmt;

use super::order::Order;
use super::stop::Stop;
use super::value::{LeafContents, Value};

/// Computes nodes that have a number for each row, and folds of them.
pub trait Executor: fmt::Debug {
    /// Runs the forward pass over an order with folds: computes each node's data, and sets its time to `time`.
    fn forward(&self, order: &Order, time: u32);

    /// The grads of a backward pass over an order with rows, by number; of a per-row root in the current row.
    fn grads(&self, order: &Order) -> Vec<f64>;

    /// The first row in which an operation below the node makes a non-finite number out of finite ones.
    fn bad_row(&self, node: &Value, stop: &Stop) -> Option<BadRow>;

    /// Returns true if every row below the node is finite.
    fn all_finite(&self, node: &Value, stop: &Stop) -> bool;
}

/// An operation that made a non-finite number out of finite ones in some row.
#[derive(Debug)]
pub struct BadRow {
    pub node: Value,
    /// Counted from 0.
    pub row: usize,
    pub operands: [f64; 2],
    pub out: f64,
}

#[doc(hidden)]
impl Value {
    /// The executor of a node over rows, or of a fold.
    pub fn executor(&self) -> Option<&'static dyn Executor> {
        self.first_column()?.executor()
    }

    /// The current row, from 0, of a node that has rows.
    pub fn current_row(&self) -> Option<usize> {
        self.first_column().filter(|_| self.is_per_row())?.current_row()
    }

    /// The first leaf with rows that the node is computed from.
    fn first_column(&self) -> Option<&dyn LeafContents> {
        let mut node = self;
        while node.operation().is_some() {
            let operands = node.operands().iter().filter_map(|operand| operand.value());
            node = operands.into_iter().find(|operand| operand.is_per_row())?;
        }
        node.contents()
    }
}
