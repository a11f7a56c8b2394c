//! Equations: `:solve`.

mod command;
mod equations;
mod implicit;
mod report;
mod root_errors;
mod roots;
mod solutions;
mod solved_errors;
mod stale;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
pub use root_errors::set_errors_of_root;
pub use solved_errors::{SolvedErrors, differences};
pub use stale::{Stale, record_solved, stale_leaves};
