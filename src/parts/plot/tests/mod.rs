//! Tests of parts/plot.

mod computed_names;
