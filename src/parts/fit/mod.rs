//! Fits: `:fit`, and the names `fit` and `residual`.

mod bad_start;
mod command;
mod diagnostics;
mod estimate;
mod gaps;
mod model;
mod part;
mod report;
mod residuals;
pub(super) mod statistics;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use command::COMMANDS;
pub use estimate::{Parameter, correlation};
pub use gaps::rows_with_gaps;
pub use model::{STATISTICS, bind_fit, is_fit, is_fitted, is_residual, last_fit, residual};
pub use part::Fits;
pub use report::{Estimate, FittedLeaf};
pub use statistics::{correlations, intervals};
pub use table::parameters;
