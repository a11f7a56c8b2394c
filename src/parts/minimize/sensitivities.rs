//! How a minimum follows the leaves that stay: its grads are 0 as these move, too.

use super::likelihood::Spread;
use super::minimum::Minimum;
use crate::core::graph::{Label, Operand, Value};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::formula::derivative;
use crate::parts::implicit::{Dependence, keep_solved};

/// How the leaves of a minimum follow others, `-H⁻¹ ∂²L/∂leaf∂other` with the Hessian H, after what is known of them if
/// others are uncertain; none where H is singular or not finite. With `keeps_errors` the leaves keep their own.
pub fn sensitivities(
    session: &mut Session,
    minimum: &Minimum,
    keeps_errors: bool,
) -> Result<(Option<Spread>, Option<Dependence>)> {
    let leaves = &minimum.leaves;
    let grad = |leaf: &Value| {
        let built = derivative(&minimum.root, leaf, Label::default(), session.data_time)?;
        Ok(built.result)
    };
    let grads = leaves.iter().map(grad).collect::<Result<Vec<Operand>>>()?;
    let grads: Vec<Value> = grads.iter().filter_map(Operand::value).cloned().collect();
    let dependence = Dependence::of(session, &grads, leaves);
    if keeps_errors || dependence.is_none() {
        return Ok((None, dependence));
    }
    let us = keep_solved(session, (&grads, "minimize"), leaves, dependence.as_ref());
    // A leaf that depends on no uncertain one is exact.
    let is_finite = |leaf| session.uncertainty_of_leaf(leaf).is_none_or(f64::is_finite);
    let is_known = us.iter().any(Option::is_some) && leaves.iter().all(is_finite);
    let u = us.into_iter().map(Option::unwrap_or_default).collect();
    let spread = is_known.then(|| Spread { u, correlations: session.correlations_of(leaves) });
    Ok((spread, dependence))
}
