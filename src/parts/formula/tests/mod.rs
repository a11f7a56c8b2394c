//! Tests of parts/formula.

mod derivative_laws;
mod derivatives;
