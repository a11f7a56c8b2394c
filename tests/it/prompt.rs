//! The prompt, in a real pseudo-terminal: what a person types, and what they see.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod colors;
mod completing;
mod editing;
mod ending;
mod escapes;
mod help;
mod history;
mod interrupting;
mod lesson;
mod picture;
mod previewing;
mod sizes;
mod starting;
mod tables;
mod terminal;
