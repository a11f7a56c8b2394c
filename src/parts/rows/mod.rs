//! Rows: columns, folds, the compiled program over rows, `:read` and `:write`.

mod column_text;
mod columns;
mod folds;
mod statement_calls;

pub use column_text::numbers_of;
pub use columns::{Views, put_rows};
pub use folds::{Fold, LANES, ROW_OF, SUM, Sharing, fold};
pub use statement_calls::assign_whole;
