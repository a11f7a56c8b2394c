//! The engine of gradcalc: operations, text to trees, the value graph with its passes, and numerical
//! methods over it.
//!
//! A crate of its own, since it is what has to be fast: it is optimized in every build, and as one
//! piece. The rest of the calculator is compiled in many pieces at once. It is no public interface
//! and changes without notice.

pub mod graph;
pub mod language;
pub mod methods;
pub mod numbers;
pub mod ops;
pub mod solver;
