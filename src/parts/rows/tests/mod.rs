//! Tests of parts/rows.

mod rows;
mod tape;
