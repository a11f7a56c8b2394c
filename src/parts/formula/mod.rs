//! Formulas: derivatives as nodes, `:diff` and the text of a textbook.

mod derivative;
mod prime;
mod text;

pub use derivative::local::{
    Reading, agree_within, disagreement, local_formula, misreadings, read_formula, text_slope,
};
pub use derivative::{derivative, derivative_within};
pub use prime::{Callee, PrimeSlope};
pub use text::{Atom, Formula, applied, number_among, spelled_out, text_of, textbook_text_of};
