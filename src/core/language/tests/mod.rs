//! Tests of core/language.

mod printing;
