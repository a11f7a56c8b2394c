//! Minima: `:minimize`, and the uncertainties of a likelihood.

mod command;
mod curvature;
mod likelihood;
mod minimum;
mod report;
mod search;
mod sensitivities;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
