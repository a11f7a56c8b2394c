//! Tests of core/graph.

mod branches;
mod cases;
mod finite_differences;
mod nan;
