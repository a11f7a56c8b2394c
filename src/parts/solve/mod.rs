//! Equations: `:solve`.

mod command;
mod equations;
mod implicit;
mod report;
mod root_errors;
mod roots;
mod solutions;
mod stale;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
pub use root_errors::{differences, set_errors_of_root};
pub use stale::{Stale, record_solved, stale_leaves};
