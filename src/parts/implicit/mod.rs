//! Solved leaves: their equations, their dependence on other leaves, and stale ones. For `:solve`
//! and `:minimize`. Fitted leaves: stale ones.

mod dependence;
mod equations;
mod slope;
mod stale;

pub use dependence::{Dependence, keep_solved};
pub use equations::Equations;
pub use slope::Slope;
pub use stale::{System, record_fitted, stale_leaves};
