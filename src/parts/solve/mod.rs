//! Equations: `:solve`.

mod command;
mod determined;
mod report;
mod roots;
mod search;
#[cfg(test)]
mod tests;

pub use command::COMMANDS;
