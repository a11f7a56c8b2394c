//! Tests of core/session.

// They need the parts.
#![cfg(feature = "parts")]

mod depth;
mod histories;
mod limits;
mod undo;
