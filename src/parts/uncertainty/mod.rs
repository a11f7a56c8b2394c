//! Uncertainty: `±`, `:budget` and `:correlate`.

mod build;
mod cholesky;
mod columns;
mod command;
mod contributions;
mod correlations;
mod covariance;
mod degrees_of_freedom;
mod draws;
mod leaves;
mod norm;
mod points;
mod propagation;
mod rebuilding;
mod report;
mod row_uncertainty;
mod save;
mod solved_leaves;
mod sources;
pub mod spread;
mod table;
#[cfg(test)]
mod tests;
mod trials;
mod warnings;

pub use cholesky::Cholesky;
pub use columns::RowUncertainties;
pub use command::COMMANDS;
pub use correlations::Correlations;
pub use covariance::{Covariance, Group, Member, Origin, Solved, Uncertain, Uncertainty};
pub use degrees_of_freedom::Freedom;
pub use norm::{dot, norm, norm_of};
pub use points::Wrapping;
pub use propagation::{Assumed, CANCELED, Input, Propagation};
pub use rebuilding::{mark_all_found, mark_found, set_parts, set_solved};
pub use report::UncertaintyBudget;
pub use row_uncertainty::{row_uncertainties, with_row_uncertainties};
pub use save::followed;
pub use solved_leaves::propagate_through;
pub use sources::{correlation, propagate, uncertainty_by};
pub use table::write;
pub use trials::{Trials, most_trials};
