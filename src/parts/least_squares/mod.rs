//! Least squares and equations: damped Gauss-Newton steps by QR factors of the Jacobian, without a graph.

mod bisection;
mod cholesky;
mod distributions;
mod norm;
mod pseudorandom;
mod qr;
mod search;
mod strategies;
mod trust;

pub use bisection::{UNTIL_NEIGHBORS, bisect, try_bisect};
pub use cholesky::{Cholesky, pivoted};
pub use distributions::{chi_squared, student};
pub use norm::{dot, norm, norm_of};
pub use pseudorandom::share;
pub use qr::Triangle;
pub use search::{Found, ROUNDINGS};
pub use strategies::{ends, local, multistart};

/// Residuals of unknowns, whose sum of squares is minimized.
pub trait Problem {
    /// The number of residuals.
    fn rows(&self) -> usize;

    /// The number of unknowns, at the front, in which the residuals are linear.
    fn linear(&self) -> usize;

    /// The norm of the residuals at a point; not finite if a residual is not.
    fn norm(&mut self, at: &[f64]) -> f64;

    /// The residuals and derivatives at a point, in triangular form; `None` if work is stopped.
    fn triangle(&mut self, at: &[f64]) -> Option<Triangle>;

    /// The norm's approximate rounding error.
    fn rounding(&self) -> f64;

    /// Returns true if work is to stop.
    fn is_stopped(&self) -> bool;

    /// Called after each step with the norm.
    fn observe(&mut self, _norm: f64) {}
}
