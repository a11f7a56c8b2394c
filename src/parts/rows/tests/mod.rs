//! Tests of parts/rows.

mod program;
mod rows;
