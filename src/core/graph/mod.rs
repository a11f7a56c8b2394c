//! The shared value graph: nodes, how expressions become nodes, and the passes over them.

mod build;
mod executor;
mod function;
mod node_limit;
mod order;
mod pass;
mod rules;
mod stop;
#[cfg(test)]
mod tests;
mod value;
mod work;

pub use build::branches::{LARGE_WHOLE, is_equality};
pub use build::calls::operation_meant;
pub use build::extension::{
    Callee, FormCall, Inner, Part, Parts, Returning, WrittenOut, unavailable,
};
pub use build::operands::not_one;
pub use build::result::{Built, NonFinite};
pub use build::{
    Builder, Scope, UNUSED, build, build_with_groups, must_be_given, no_argument, operation,
    too_many_steps, wrong_count,
};
pub use executor::{BadRow, Executor};
pub use function::{Function, undifferentiated};
pub use node_limit::{BYTES_PER_NODE, Budget, Charge, Guard, LEAST_ROOM, USUAL_MOST, interrupted};
pub use order::{Order, Use, has_slope};
pub use pass::{is_stale, refresh, refresh_within};
pub use stop::Stop;
pub use value::{Label, LeafContents, MOST_ROWS, Operand, Value, WeakValue, set_each, text_among};
pub use work::{Observer, Progress, Work};
