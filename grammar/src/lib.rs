//! The parser that pest generates from `gradcalc.pest`: a crate of its own, so that it is optimized
//! in every build and compiled once.

// The generated parser names this crate where pest has no std feature.
extern crate alloc;

pub use pest::{self, Parser};

/// Parses by the rules of `gradcalc.pest`; any text is [`Rule::tokens`].
#[derive(pest_derive::Parser)]
#[grammar = "gradcalc.pest"]
pub struct Gradcalc;
