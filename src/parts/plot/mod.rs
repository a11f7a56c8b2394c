//! Plots: `:plot` of curves, rows, residuals and two names.

mod bands;
mod command;
mod curve;
mod data;
mod grid;
mod group_model;
mod groups;
mod residual_deviation;
mod sampling;
mod surface;
#[cfg(test)]
mod tests;

pub use command::{COMMANDS, picture_file, write_picture};
