//! Tests of parts/uncertainty.

mod uncertainty;
