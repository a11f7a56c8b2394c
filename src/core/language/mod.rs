//! From text to a tree: tokens and expressions. Names are not resolved here.

mod arguments;
mod build;
mod concise;
pub mod error;
mod number;
mod outline;
mod print;
mod statement;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;
mod unexpected;

pub use arguments::{argument, is_whole, pairs_at};
pub use build::MODULES;
pub use error::{
    Error, Result, Span, counted, harmless, leaves, nearest, quoted, visible, visible_lines,
    visible_text,
};
pub use gradcalc_grammar::Rule;
pub use outline::{Outline, statements};
pub use print::{Item, exact, expression, rounded, textbook_expression};
pub use statement::{Statement, begins_anew, parse_expression, setting, statement};
pub use tokens::{
    Token, TokenKind, doubled_once, in_marks, is_plain_name, is_reference, tokens, without_marks,
};
pub use tree::{Kind, Position, Step, Stride, Tree, last_operand, names};
pub use unexpected::comma_outside;
