//! From text to a tree: the language of section 1 of the README, without meaning.

pub mod error;
mod lexemes;
mod lines;
mod parse;
mod print;
mod tree;
mod words;
mod yard;

pub use error::{Error, Result, Span, harmless, nearest, quoted, visible};
pub use lexemes::{Lexeme, LexemeKind, lexemes};
pub use lines::{Line, Lines, statements, statements_from};
pub use parse::{Command, Statement, is_reference, parse, parse_expression};
pub use print::{Item, exact, expression};
pub use tree::{Kind, Step, Tree};
pub use words::{Word, words};
