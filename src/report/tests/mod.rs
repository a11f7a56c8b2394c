//! Tests of report.

mod answers;
