//! What is done with plain numbers: lengths, products, Cholesky factors, pseudorandom places.

mod cholesky;
mod norm;
mod shares;

pub use cholesky::{Cholesky, pivoted};
pub use norm::{dot, norm, norm_of};
pub use shares::share;
