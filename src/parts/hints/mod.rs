//! Hints: what a wrong line seems to mean, and the dialect of micrograd's notebook.

mod micrograd;

pub use micrograd::{Translated, from_micrograd};
