//! What is known of leaves where a likelihood is largest: their uncertainties, by how it curves there.

use super::minimum::Minimum;
use crate::core::session::Session;
use crate::parts::least_squares::norm;
use crate::parts::uncertainty::FoundError;

/// What is known of the leaves of a likelihood by the inverse of its Hessian at its minimum.
#[derive(Debug)]
pub struct Spread {
    /// The uncertainty of each leaf.
    pub u: Vec<f64>,
    /// The correlations of their errors, row by row.
    pub correlations: Vec<Vec<f64>>,
}

/// Gives the leaves of a minimum the uncertainties and correlations that they have if the root is the negative
/// logarithm of a likelihood: their covariance is the inverse of its Hessian. None where it is no local minimum.
pub fn spread(session: &mut Session, minimum: &Minimum) -> Option<Spread> {
    let errors = minimum.curvature.as_ref()?.errors()?;
    let found = minimum.leaves.iter().cloned().zip(errors.clone());
    let found = found.map(|(leaf, parts)| FoundError { leaf, parts, freedom: None });
    session.set_errors(&found.collect::<Vec<_>>(), false);
    let u = errors.iter().map(|it| norm(it)).collect();
    Some(Spread { u, correlations: session.correlations_of(&minimum.leaves) })
}
