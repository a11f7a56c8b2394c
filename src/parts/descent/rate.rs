//! The rate of gradient descent: a number, or a formula of the step.

use crate::core::graph::{Order, Value};

/// A rate of gradient descent.
#[derive(Debug)]
pub struct Rate(Kinds);

#[derive(Debug)]
enum Kinds {
    Fixed(f64),
    /// A node that depends on the number of the step.
    ByStep {
        step: Value,
        order: Order,
    },
}

impl From<f64> for Rate {
    fn from(rate: f64) -> Rate {
        Rate(Kinds::Fixed(rate))
    }
}

impl Rate {
    /// Creates the rate that a node has after a pass with the number of the step as data of `step`;
    /// `order` is that of the node.
    pub fn by_step(step: Value, order: Order) -> Rate {
        Rate(Kinds::ByStep { step, order })
    }

    /// Returns the rate of the step with this number, from 0.
    pub fn at(&self, number: u64) -> f64 {
        match &self.0 {
            Kinds::Fixed(rate) => *rate,
            Kinds::ByStep { step, order } => {
                step.set_data(number as f64);
                order.forward(step.computed_at());
                order.root().map_or(f64::NAN, Value::data)
            }
        }
    }
}
