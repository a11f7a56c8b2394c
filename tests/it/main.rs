//! The integration tests, one program: it links once. `cargo test --test it files::` runs one file.

mod bands;
mod budgets;
mod command_examples;
mod control_characters;
mod conventions;
mod conversation;
mod data_sets;
mod deep_scripts;
mod examples;
mod files;
mod fuzzing;
mod lessons;
mod memory_limits;
mod modules;
mod page;
mod pictures;
mod printed_cases;
mod prompt;
mod teaching;
mod text_cells;
mod tidy;
mod transcripts;
mod versions;

/// What several of them use; benches and fuzzers use some of it, too.
#[path = "../support"]
#[allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
mod support {
    pub mod budget;
    pub mod bytes;
    pub mod cases;
    pub mod deep;
    pub mod digits;
    // For limits on memory.
    #[cfg(target_os = "linux")]
    pub mod doubling;
    pub mod fixed_seed;
    pub mod golden;
    pub mod net;
    pub mod program;
    pub mod run;
    pub mod sources;
}
