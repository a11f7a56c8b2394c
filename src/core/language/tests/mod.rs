//! Tests of core/language.

mod parser;
mod printing;
