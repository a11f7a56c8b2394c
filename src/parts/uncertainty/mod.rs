//! Uncertainty: `±`, `:budget` and `:correlate`.

mod budget;
mod build;
mod command;
mod correlate;
mod draws;
mod errors;
mod leaves;
mod measured;
mod part;
pub mod plus_minus;
mod propagation;
mod rows;
mod save;
mod set;
#[cfg(test)]
mod tests;
mod trials;
mod vector;
mod why;

pub use budget::Input;
pub use build::bind;
pub use command::COMMANDS;
pub use correlate::correlation;
pub use errors::LeafError;
pub use leaves::FoundError;
pub use part::Uncertainties;
pub use plus_minus::{Distribution, Evaluation, PlusMinus};
pub use propagation::{Propagation, propagate};
pub use rows::{RowUncertainties, put_rows, row_uncertainties};
pub use save::{followed, save};
pub use set::read_errors;
pub use trials::{Trials, most_trials};
pub use vector::{CANCELED, ErrorVector, Term};
