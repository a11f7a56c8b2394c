//! Hints: what a wrong line seems to mean, and the dialect of micrograd's notebook.

mod block;
mod micrograd;
mod suggestions;
mod table;

use crate::command::Hints;

pub const HINTS: Hints =
    Hints { hint: suggestions::hint, rewrite: micrograd::rewrite, outside_block: block::statement };
