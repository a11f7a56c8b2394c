//! Equations: `:solve`.

mod root_errors;
mod solved_system;
mod stale;

pub use root_errors::set_errors_of_root;
pub use solved_system::{Again, Kept, Slopes, Source, Unknown, differences, keep_equations};
pub use stale::{SolvedLeaves, Stale, record_solved, stale_leaves};
