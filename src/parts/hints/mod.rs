//! Hints: what a wrong line seems to mean, and the dialect of micrograd's notebook.

mod block;
mod micrograd;
mod suggestions;
mod table;

pub use block::statement;
pub use micrograd::rewrite;
pub use suggestions::hint;
