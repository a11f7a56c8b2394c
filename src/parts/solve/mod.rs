//! Equations: `:solve`.

mod command;
mod equations;
mod implicit;
mod report;
mod roots;
mod search;
mod stale;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
pub use implicit::{Dependence, keep_solved};
pub use report::Slope;
pub use stale::stale_leaves;
