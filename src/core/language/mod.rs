//! From text to a tree: tokens, statements and expressions. Names are not resolved here.

mod column;
mod distribution;
pub mod error;
mod implied_product;
mod lines;
mod parenthesis_uncertainty;
mod plus_minus;
mod print;
mod shunting_yard;
mod statement;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;
mod words;

pub use column::counted::makes_column;
pub use column::{Column, Count, Element, Ends};
pub use distribution::Distribution;
pub use error::{
    Error, ErrorKind, Result, Span, counted, harmless, is_one_letter_from, leaves, nearest, quoted,
    split_number, visible, visible_lines, visible_text,
};
pub use implied_product::{Known, with_marks};
pub use lines::{Line, Lines, Scan, TokenStream};
pub use plus_minus::{Evaluation, Given, PlusMinus, dof_of_rows};
pub use print::{Item, exact, expression, rounded, textbook_expression};
pub use shunting_yard::MODULES;
pub use statement::{Command, Statement, continued, parse, parse_expression};
pub use tokens::{
    Token, TokenKind, ends_a_statement, in_marks, is_plain_name, is_reference, without_marks,
};
pub use tree::{Kind, Position, Step, Tree, first_of_last};
pub use words::{Word, torn, words};
