//! Rows: columns, folds, the compiled program over rows, `:read` and `:write`.

mod build;
mod build_statistics;
mod build_texts;
mod column;
mod column_text;
mod columns;
mod folds;
mod kept_tape;
mod program;
pub mod read;
pub mod row_filter;
mod stages;
mod statement_calls;
mod table;
mod tape;
#[cfg(test)]
mod tests;
pub mod write;

pub use build_texts::{no_numbers, which as which_category};
pub use column::{CellKind, Cells, Column, TextCells, View, text_among};
pub use column_text::{changes, numbers_of, typed};
pub use columns::Views;
pub use folds::{Fold, LANES, ROW_OF, SUM, Sharing, fold};
pub use program::column_grad::RowGrads;
pub use program::compile::Compiling;
pub use program::search::BadRow;
pub use program::sweep::Sweep;
pub use program::watch::{RowTerm, Watch};
pub use read::paste::Rows;
pub use row_filter::{CONDITION, LeftOut, ROW, WHERE, WITHOUT, must_be_numbers, must_not_be_given};
pub use stages::{Purpose, Stage, Staged};
pub use statement_calls::assign_whole;
pub use tape::Tape;
pub use write::{COMMANDS, rows_in_common};
