//! From text to a tree: tokens and expressions. Names are not resolved here.

mod build;
pub mod error;
mod number;
mod outline;
mod parenthesis_uncertainty;
mod print;
mod separated;
mod statement;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;
mod unexpected;

pub use build::{Joined, MODULES};
pub use error::{
    Error, ErrorKind, Result, Span, counted, harmless, is_one_letter_from, leaves, nearest, quoted,
    split_number, visible, visible_lines, visible_text,
};
pub use number::number as number_of;
pub use outline::{Outline, statements};
pub use parenthesis_uncertainty::Concise;
pub use print::{Item, exact, expression, rounded, textbook_expression};
pub use separated::separated;
pub use statement::{
    Statement, begins_anew, expression_of, joined_expression, parse_expression, statement,
};
pub use tokens::{
    Token, TokenKind, closing_bracket, doubled_once, ends_a_statement, in_marks, is_colon,
    is_plain_name, is_reference, outside_parentheses, quotation, tokens, without_marks,
};
pub use tree::{Kind, Position, Step, Tree};
