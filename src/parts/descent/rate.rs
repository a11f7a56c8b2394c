//! The rate of gradient descent: a number, or a formula of the step.

use crate::core::graph::{Order, Value};

/// A rate of gradient descent.
#[derive(Debug)]
pub enum Rate {
    /// The same at each step.
    Fixed(f64),
    /// That of a node, the root of the order, which depends on the number of the step.
    ByStep {
        /// The leaf that is the number of the step.
        step: Value,
        /// The order of the node.
        order: Order,
    },
}

impl From<f64> for Rate {
    fn from(rate: f64) -> Rate {
        Rate::Fixed(rate)
    }
}

impl Rate {
    /// Returns the rate of the step with this number, from 0.
    pub fn at(&self, number: u64) -> f64 {
        match self {
            Rate::Fixed(rate) => *rate,
            Rate::ByStep { step, order } => {
                step.set_data(number as f64);
                order.forward(step.computed_at());
                order.root().map_or(f64::NAN, Value::data)
            }
        }
    }
}
