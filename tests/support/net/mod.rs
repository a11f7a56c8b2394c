//! The net: generators of statements, and the laws that hold of whatever they make. The tests drive
//! it with bytes from proptest and a fixed seed, the crate in fuzz/ with bytes from libFuzzer.

// Neither of them uses all of it, and what does not go as expected ends the run.
#![allow(dead_code, unused_imports, clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod choices;
mod exports;
mod formats;
pub mod generate;
mod histories;
pub mod laws;
mod programs;
mod slopes;
pub mod snapshot;
mod steps;

pub use choices::Choices;
pub use programs::agrees;

/// Whether both are the same double; nan is nan whatever its bits.
fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
}
