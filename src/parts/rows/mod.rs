//! Rows: columns, folds, the compiled program over rows, `:read` and `:write`.

mod build;
mod build_statistics;
mod build_texts;
mod column;
mod column_text;
mod columns;
mod folds;
mod kept_program;
mod kinks;
mod part;
mod program;
pub mod read;
pub mod row_filter;
mod stages;
mod statement_calls;
mod sweep;
#[cfg(test)]
mod tests;
pub mod write;

pub use build_statistics::mean_of;
pub use build_texts::no_numbers;
pub use column::{Cells, Column};
pub use column_text::{TypedColumn, makes_column, number_in_column};
pub use folds::{COUNT, SUM, fold};
pub use part::{RowsPart, only_right_side};
pub use program::Program;
pub use read::paste::Rows;
pub use row_filter::{CONDITION, LeftOut, ROW, WHERE, WITHOUT, must_be_numbers};
pub use statement_calls::{Readings, WholeCall, assign_sorted};
pub use sweep::column_grad::RowGrads;
pub use sweep::walk::Sweep;
pub use write::{COMMANDS, node_of};
