//! The uncertainties of leaves at the maximum of a likelihood, by its curvature.

use std::rc::Rc;

use super::minimum::Minimum;
use crate::core::session::Session;
use crate::parts::least_squares::norm;
use crate::parts::uncertainty::FoundError;

/// The uncertainties of leaves by the inverse Hessian of -log L.
#[derive(Debug)]
pub struct Spread {
    pub u: Vec<f64>,
    /// The correlations of their errors, row by row.
    pub correlations: Vec<Vec<f64>>,
}

/// Gives the leaves of a minimum of -log L their covariance, the inverse Hessian; `None` without a local minimum.
pub fn spread(session: &mut Session, minimum: &Minimum) -> Option<Spread> {
    let errors = minimum.curvature.as_ref()?.errors()?;
    let found = minimum.leaves.iter().cloned().zip(errors.clone());
    let found = found.map(|(leaf, parts)| {
        let data = Rc::default();
        FoundError { leaf, parts, freedom: None, data }
    });
    session.set_errors(&found.collect::<Vec<_>>(), false);
    let u = errors.iter().map(|it| norm(it)).collect();
    Some(Spread { u, correlations: session.correlations_of(&minimum.leaves) })
}
