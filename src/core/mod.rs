//! The core: operations, the language, the value graph, and the session. It knows no part.

pub mod graph;
pub mod language;
pub mod ops;
pub mod session;
