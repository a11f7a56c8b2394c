//! The shared value graph: nodes, how expressions become nodes, and the passes over them.

mod build;
mod names;
mod node;
mod pass;
mod stop;

pub use build::{Built, Function, NonFinite, Scope, build};
pub use names::{ANSWER, Bound, Names, split};
pub use node::{Label, Operand, Value, WeakValue};
pub use pass::{Order, Step};
pub use stop::Stop;
