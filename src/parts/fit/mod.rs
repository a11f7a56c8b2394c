//! Fits: `:fit`, and the names `fit` and `residual`.

mod bad_start;
mod command;
mod diagnostics;
mod estimate;
mod fitted;
mod gaps;
mod model;
mod report;
mod residuals;
pub(super) mod statistics;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use command::COMMANDS;
pub use estimate::{Parameter, correlation};
pub use fitted::OF_SAVED_SESSIONS;
pub use gaps::rows_with_gaps;
pub use model::{
    FITTED, Fitted, fitted_called, fitted_names, fitted_nodes, last_fit, last_model, last_residual,
    put_fitted, residual, set_fitted,
};
pub use report::{Estimate, FittedLeaf};
pub use statistics::{correlations, intervals};
pub use table::parameters;
