//! Formulas: derivatives as nodes, `:diff` and the text of a textbook.

mod copies;
mod derivative;
mod diff;
mod part;
mod prime;
#[cfg(test)]
mod tests;
mod text;
mod variable;

pub use crate::parts::rows::node_of;
pub use copies::Copies;
pub use derivative::derivative;
pub use derivative::local::{Reading, local_formula, read_formula, text_slope};
pub use diff::COMMANDS;
pub use part::Formulas;
pub use text::{Atom, Formula, text_of, textbook_text_of};
pub use variable::{Subject, mentioned, supposing, with_only_leaf};
