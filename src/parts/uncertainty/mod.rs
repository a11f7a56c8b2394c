//! Uncertainty: `±`, `:budget` and `:correlate`.

mod budget;
mod build;
mod command;
mod correlate;
mod draws;
mod errors;
mod leaves;
mod part;
pub mod plus_minus;
mod propagation;
mod row_uncertainties;
mod save;
#[cfg(test)]
mod tests;
mod trials;
mod typed_row_uncertainties;
mod vector;

pub use command::COMMANDS;
pub use errors::{LeafError, put};
pub use leaves::{FoundError, SolvedSlopes};
pub use part::Uncertainties;
pub use plus_minus::{
    Distribution, Evaluation, Given, PlusMinus, column_with, counted_with, dof_of_rows, value_with,
};
pub use propagation::{Propagation, correlation, propagate, uncertainty_by};
pub use row_uncertainties::RowUncertainties;
pub use save::{save, typed};
pub use trials::{Trials, most_trials};
pub use typed_row_uncertainties::{row_uncertainties, with_row_uncertainties};
pub use vector::{CANCELED, ErrorVector, Input};
