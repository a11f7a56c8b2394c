//! Formulas: derivatives as nodes, `:diff` and the text of a textbook.

mod derivative;
mod diff;
mod prime;
mod report;
#[cfg(test)]
mod tests;
mod text;
mod variable;

pub use derivative::local::{
    Reading, agree_within, disagreement, local_formula, misreadings, read_formula, text_slope,
};
pub use derivative::{derivative, derivative_within};
pub use diff::COMMANDS;
pub use prime::{Callee, PrimeSlope};
pub use text::{Atom, Formula, applied, number_among, spelled_out, text_of, textbook_text_of};
pub use variable::{Subject, is_name, mentioned, node_of, supposing, with_only_leaf};
