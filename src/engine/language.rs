//! From text to a tree: tokens, statements and expressions. Names are not resolved here.

mod column;
mod concise;
mod dates;
mod distribution;
pub mod error;
mod foreign;
mod juxtaposed;
mod lines;
mod plus_minus;
mod print;
mod shunting_yard;
mod statement;
mod texts;
mod tokens;
mod transcript;
mod tree;
mod words;

pub use column::elsewhere::makes_column;
pub use column::{Column, Count, Element, Ends, SINCE};
pub use dates::Instant;
pub use distribution::Distribution;
pub use error::{
    Error, ErrorKind, Result, Span, counted, harmless, is_one_letter_from, leaves, nearest, quoted,
    split_number, visible, visible_lines, visible_text,
};
pub use foreign::{Meaning, Meant, foreign, meant};
#[cfg(feature = "samples")]
pub use foreign::{
    hints as foreign_hints, random_rows, rows_that_run as foreign_rows_that_run,
    typed_rows as foreign_rows,
};
pub use juxtaposed::{Known, with_marks};
pub use lines::{Line, Lines, Scan, TokenStream};
pub use plus_minus::{
    Evaluation, Given, PlusMinus, correction as plus_minus_correction, dof_of_rows,
};
pub use print::{Item, exact, expression, rounded, textbook_expression};
pub use statement::{Command, Statement, continued, parse, parse_expression};
pub use texts::{Taken, Text, Texts};
pub use tokens::{
    OTHER_MARKS, Token, TokenKind, ends_a_statement, in_marks, is_plain_name, is_reference,
    without_marks,
};
pub use transcript::{Transcript, after_prompt_of_any};
pub use tree::{Kind, Position, Step, Tree, first_of_last};
pub use words::{Word, torn, words};
