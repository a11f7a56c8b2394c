//! The syntax of lines: statements, and the words of commands.

mod lines;
mod statement;
#[cfg(test)]
mod tests;
mod words;

pub use lines::{Lines, last_statement, statements};
pub use statement::{Statement, TypedCommand, continued, has_code, is_command, parse};
pub use words::Word;
