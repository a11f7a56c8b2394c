//! Tests of core/graph.

// They need the parts.
#![cfg(feature = "parts")]

mod branches;
mod cases;
mod finite_differences;
mod nan;
