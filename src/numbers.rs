//! What is done with plain numbers: lengths, products, halving an interval, Cholesky factors,
//! pseudorandom numbers and how they are spread.

mod bisection;
mod cholesky;
mod norm;
mod random;
mod shares;
pub mod spread;

pub use bisection::{UNTIL_NEIGHBORS, bisect, try_bisect};
pub use cholesky::{Cholesky, pivoted};
pub use norm::{add_times, dot, norm, norm_of};
pub use random::Random;
pub use shares::share;
