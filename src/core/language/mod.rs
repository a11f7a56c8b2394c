//! From text to a tree: tokens and expressions. Names are not resolved here.

pub mod error;
mod parenthesis_uncertainty;
mod print;
mod separated;
mod shape;
mod shunting_yard;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;

pub use error::{
    Error, ErrorKind, Result, Span, counted, harmless, is_one_letter_from, leaves, nearest, quoted,
    split_number, visible, visible_lines, visible_text,
};
pub use parenthesis_uncertainty::Concise;
pub use print::{Item, exact, expression, rounded, textbook_expression};
pub use separated::separated;
pub use shape::{Shape, expression_of, infix_marks, parse_expression, shape};
pub use shunting_yard::percent::OF;
pub use shunting_yard::{Joined, MODULES, number as number_of};
pub use tokens::{
    Token, TokenKind, closing_bracket, doubled_once, ends_a_statement, in_marks, is_colon,
    is_plain_name, is_reference, outside_parentheses, quotation, tokens, without_marks,
};
pub use tree::{Kind, Position, Step, Tree};
