//! Plots: `:plot` of curves, rows, residuals and two names.

mod bands;
mod command;
mod curve;
mod groups;
mod machines;
mod residuals;
mod rows;
mod sampling;
mod surface;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
