//! Minima: `:minimize`, and the uncertainties of a likelihood.

mod command;
mod curvature;
mod likelihood;
mod minimum;
mod report;
mod search;

pub use command::COMMANDS;
pub use minimum::{linear_leaf, minimize};
pub use report::MinimumReport;
pub use search::Outcome;
