//! Fits: `:fit`, and the names `fit` and `residual`.

mod command;
mod dependence;
mod detail;
mod equation;
mod estimate;
mod model;
mod no_fit;
mod part;
mod report;
mod residuals;
mod rounding;
mod starts;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
pub use detail::{correlations, estimates, intervals};
pub use equation::{
    MOST_CALLED, Side, another_start, equation, leaves_to_move, with_new_leaves, with_undefined,
};
pub use model::{STATISTICS, bind_fit, is_fitted, last_fit, residual, stale_notes};
pub use part::Fits;
pub use report::{Estimate, FittedLeaf};
