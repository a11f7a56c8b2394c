//! Tests of parts/solve.

mod solve;
