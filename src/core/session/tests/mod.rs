//! Tests of core/session.

mod depth;
mod histories;
mod limits;
mod undo;
