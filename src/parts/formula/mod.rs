//! Formulas: derivatives as nodes, `:diff` and the text of a textbook.

mod copies;
mod dependence;
mod derivative;
mod diff;
mod nearest_edge;
mod part;
mod prime;
#[cfg(test)]
mod tests;
mod text;
mod variable;

pub use copies::Copies;
pub use derivative::derivative;
pub use derivative::local::{Reading, agree_within, local_formula, read_formula, text_slope};
pub use diff::COMMANDS;
pub use part::Formulas;
pub use text::{Atom, Formula, text_of, textbook_text_of};
pub use variable::{Subject, mentioned, node_of, supposing, with_only_leaf};
