//! Hints: what a wrong line seems to mean, and the dialect of micrograd's notebook.

mod micrograd;
mod suggestions;

pub use micrograd::{Translated, from_micrograd};
pub use suggestions::{number_first, read, without_colon};
