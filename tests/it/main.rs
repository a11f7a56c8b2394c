//! The integration tests, one program: it links once. `cargo test --test it files::` runs one file.

mod answers;
mod bands;
mod branches;
mod budgets;
mod cases;
mod check;
mod command_examples;
mod commands;
mod computed_names;
mod control_characters;
mod conversation;
mod coverage;
mod data_sets;
mod deep_scripts;
mod dependencies;
mod depth;
mod derivative_laws;
mod derivatives;
mod descent;
mod drawings;
mod eureka;
mod examples;
mod files;
mod finite_differences;
mod fit_edges;
mod fits;
mod fuzzing;
mod groups;
mod histories;
mod layers;
mod lessons;
mod likelihoods;
mod limits;
mod memory_limits;
mod minima;
mod modules;
mod moons;
mod nan;
mod networks;
mod nist_minima;
mod operations;
mod optimizers;
mod page;
mod parser;
mod pictures;
mod printed_cases;
mod printing;
mod prompt;
mod python;
mod quiz;
mod quiz_kinds;
mod quiz_messages;
mod quiz_mistakes;
mod quiz_spellings;
mod rows;
mod solve;
mod tape;
mod teaching;
mod teaching_rules;
mod text_cells;
mod tidy;
mod transcripts;
mod uncertainty;
mod undo;

/// What several of them use; benches and fuzzers use some of it, too.
#[path = "../support"]
#[allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
mod support {
    pub mod answer;
    pub mod budget;
    pub mod bytes;
    pub mod cases;
    pub mod deep;
    pub mod digits;
    pub mod doubling;
    pub mod fixed_seed;
    pub mod golden;
    pub mod graphs;
    pub mod moons;
    pub mod net;
    pub mod program;
    pub mod run;
    pub mod typed;
}
