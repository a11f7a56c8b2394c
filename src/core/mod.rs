//! The core: operations, the language, the value graph, and the session. It is to know no part;
//! ARCHITECTURE.md lists what it still uses of them.

pub mod graph;
pub mod language;
pub mod ops;
pub mod session;
