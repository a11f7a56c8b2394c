//! Tests of parts/descent.

mod descent;
mod optimizers;
