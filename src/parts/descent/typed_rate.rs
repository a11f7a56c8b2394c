//! The rate of gradient descent as it is typed: a number, or a formula of the step.

use super::rate::Rate;
use crate::core::graph::Order;
use crate::core::language::{Error, Result, Tree};
use crate::core::session::{Session, unbound};
use crate::parts::formula::supposing;

/// What a rate calls the number of the step, from 0.
pub const STEP: &str = "k";

/// Returns the rate that an expression stands for, in which `k` is the number of the step.
///
/// # Errors
///
/// When a name or a function is unknown, or it is not one number.
pub fn rate(session: &mut Session, tree: &Tree<'_>) -> Result<Rate> {
    if !tree.names().any(|(name, _)| name == STEP) {
        return Ok(Rate::from(session.number(tree)?));
    }
    let (step, built) = supposing(session, [STEP.to_owned()], |session| {
        let step = session.find(STEP, tree.span())?;
        step.set_data(0.0);
        Ok((step, unbound(session, tree)?))
    })?;
    if let Some(rows) = built.rows() {
        let message = format!("RATE has {rows} rows, and a step takes one number");
        return Err(Error::new(tree.span(), message));
    }
    Ok(match built.value() {
        Some(root) => Rate::ByStep { step, order: Order::until(session.stop(), [root]) },
        None => Rate::from(built.data()),
    })
}
