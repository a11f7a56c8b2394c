//! Numerical methods over a graph: descending, minimizing, fitting and solving. They know nodes and
//! numbers, and neither names nor sentences nor undo.

mod descend;
mod optimizer;
mod rate;

pub use descend::{Curve, NotTaken, Point, Run, SHOWN_LEAVES, is_milestone};

pub use optimizer::{EPSILON, KINDS, Kind, Method, Optimizer, Remembered, Way};

pub use rate::Rate;
