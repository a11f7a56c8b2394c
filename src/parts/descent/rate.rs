//! The rate of gradient descent: a number, or a formula of the step.

use crate::core::graph::{Order, Value};
use crate::core::language::{Error, Result, Tree};
use crate::core::session::{Session, unbound};
use crate::parts::formula::supposing;

/// The name of the step number, from 0, in a rate.
pub const STEP: &str = "k";

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

    /// Returns the rate that an expression stands for, in which `k` is the number of the step.
    ///
    /// # Errors
    ///
    /// When a name or a function is unknown, or it is not one number.
    pub fn typed(session: &mut Session, tree: &Tree<'_>) -> Result<Rate> {
        if !tree.names().any(|(name, _)| name == STEP) {
            return Ok(Rate::from(session.number(tree)?));
        }
        let (step, built) = supposing(session, [STEP.to_owned()], |session| {
            let step = session.find(STEP, tree.span())?;
            step.set_data(0.0);
            Ok((step, unbound(session, tree)?))
        })?;
        if let Some(rows) = built.rows() {
            let message = format!("RATE has {rows} rows; a step needs one number");
            return Err(Error::new(tree.span(), message));
        }
        Ok(match built.value() {
            Some(root) => Rate::ByStep { step, order: Order::until(session.stop(), [root]) },
            None => Rate::from(built.data()),
        })
    }
}
