//! Least squares and equations: damped Gauss-Newton steps by the QR factors of the Jacobian. It knows
//! numbers only, and no graph.

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

/// Residuals that depend on unknowns, and whose squares are to add up to as little as possible.
pub trait Problem {
    /// The number of residuals.
    fn rows(&self) -> usize;

    /// The number of unknowns, all of them at the front, in which the residuals are linear while
    /// the others stay.
    fn linear(&self) -> usize;

    /// The root of the sum of the squares at a point; not finite where a residual is not.
    fn norm(&mut self, at: &[f64]) -> f64;

    /// The residuals and their derivatives at a point, in triangular form; none when work is
    /// stopped.
    fn triangle(&mut self, at: &[f64]) -> Option<Triangle>;

    /// About how large the norm is by rounding alone.
    fn rounding(&self) -> f64;

    /// Tells whether work is to stop.
    fn is_stopped(&self) -> bool;

    /// Is told of each step, with the norm there.
    fn observe(&mut self, _norm: f64) {}
}
