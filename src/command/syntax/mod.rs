//! What a line says: statements, and the words of commands.

mod implied_product;
mod lines;
mod statement;
#[cfg(test)]
mod tests;
mod words;

pub use implied_product::{Known, with_marks};
pub use lines::{Line, Lines, Scan, TokenStream};
pub use statement::{Statement, TypedCommand, continued, parse};
pub use words::{Word, torn, words};
