//! Tests of parts/fit.

mod coverage;
mod fit_edges;
mod fits;
