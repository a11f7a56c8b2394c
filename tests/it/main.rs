//! The integration tests, one program: it links once. `cargo test --test it fits::` runs one file.

mod boundaries;
mod bounds;
mod branches;
mod cases;
mod checks;
mod conversation;
mod coverage;
mod data_sets;
mod dependencies;
mod depth;
mod derivatives;
mod descent;
mod eureka;
mod examples;
mod exported;
mod files;
mod fit_edges;
mod fits;
mod groups;
mod laws;
mod layers;
mod lessons;
mod likelihoods;
mod modules;
mod moons;
mod net;
mod networks;
mod nist;
mod operations;
mod optimizers;
mod page;
mod pictures;
mod prompt;
mod quiz;
mod rows;
mod solve;
mod tape;
mod teaching;
mod teaching_rules;
mod texts;
mod threads;
mod tidy;
mod transcripts;
mod uncertainty;

/// What several of them use; benches and fuzzers use some of it, too.
#[path = "../support"]
#[allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
mod support {
    pub mod answer;
    pub mod fixed_seed;
    pub mod golden;
    pub mod moons;
    pub mod net;
    pub mod program;
    pub mod run;
}
