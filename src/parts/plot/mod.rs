//! Plots: `:plot` of curves, rows, residuals and two names.

mod columns;

pub use columns::with_columns;
