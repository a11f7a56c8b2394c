//! Hints: what a wrong line seems to mean, and the dialect of micrograd's notebook.

mod micrograd;
mod suggestions;

pub use micrograd::{Translated, from_micrograd};
pub use suggestions::{command_without_colon, number_first, without_colon};
