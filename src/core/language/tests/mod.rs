//! Tests of core/language.

// They need the parts.
#![cfg(feature = "parts")]

mod nesting;
mod operations;
mod printing;
