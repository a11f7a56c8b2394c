//! Equations: `:solve`.

mod command;
mod report;
mod roots;
mod search;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
