//! Tests of parts/learn.

mod check;
mod quiz;
mod quiz_kinds;
mod quiz_messages;
mod quiz_mistakes;
mod quiz_spellings;
mod teaching_rules;
