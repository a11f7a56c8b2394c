//! Rows: columns, folds, the compiled program over rows, `:read` and `:write`.

mod folds;

pub use folds::{Fold, LANES, ROW_OF, SUM, Sharing, fold};
