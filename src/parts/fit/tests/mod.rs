//! Tests of parts/fit.

mod coverage;
mod false_minima;
mod fit_edges;
mod fits;
