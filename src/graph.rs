//! The shared value graph: nodes, how expressions become nodes, and the passes over them.

mod bound;
mod budget;
mod build;
mod diff;
mod edges;
mod formula;
mod function;
mod linear;
mod local;
mod names;
mod node;
mod order;
mod pass;
mod simplify;
mod stop;
mod tape;

pub use budget::{BYTES_PER_NODE, Budget, Charge, Guard, USUAL_MOST, interrupted};
pub use build::{Built, NonFinite, Scope, build};
pub use diff::{Derivative, derivative};
pub use edges::Use;
pub use formula::{Atom, Formula, applied};
pub use function::Function;
pub use local::{
    Disagreement, Reading, agree, disagreement, local_formula, misreadings, read_formula,
    text_slope,
};
pub use names::{ANSWER, Bound, MOST_BINDINGS, Names, Placed, split};
pub use node::{Label, Operand, Value, WeakValue};
pub use order::Order;
pub use pass::BackwardStep;
pub use stop::Stop;
pub use tape::Tape;
