//! The core: operations, the language, the value graph, and the session. It knows no part: a
//! session is given the list of them.

pub mod graph;
pub mod language;
pub mod ops;
pub mod session;
#[cfg(test)]
mod tests;
