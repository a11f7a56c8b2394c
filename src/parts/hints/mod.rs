//! Hints: what a wrong line seems to mean, and the dialect of micrograd's notebook.

mod micrograd;
mod suggestions;

pub use micrograd::rewrite;
pub use suggestions::hint;
