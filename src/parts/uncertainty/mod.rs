//! Uncertainty: `±`, `:budget` and `:correlate`.

mod budget;
mod build;
mod command;
mod correlations;
mod covariance;
mod degrees_of_freedom;
mod draws;
mod leaves;
mod part;
pub mod plus_minus;
mod propagation;
mod row_uncertainties;
mod save;
mod solved_leaves;
mod sources;
#[cfg(test)]
mod tests;
mod trials;
mod typed_row_uncertainties;

pub use command::COMMANDS;
pub use correlations::Correlations;
pub use covariance::{Group, Member, Origin, Solved, Uncertain, Uncertainty, put};
pub use degrees_of_freedom::Freedom;
pub use part::Uncertainties;
pub use plus_minus::{
    Distribution, Evaluation, Given, PlusMinus, column_with, counted_with, dof_of_rows, value_with,
};
pub use propagation::{CANCELED, Input, Propagation};
pub use row_uncertainties::RowUncertainties;
pub use save::{FoundError, save, set_found, typed};
pub use solved_leaves::propagate_through;
pub use sources::{correlation, propagate, uncertainty_by};
pub use trials::{Trials, most_trials};
pub use typed_row_uncertainties::{row_uncertainties, with_row_uncertainties};
