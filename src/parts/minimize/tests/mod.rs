//! Tests of parts/minimize.

mod likelihoods;
mod minima;
mod nist_minima;
