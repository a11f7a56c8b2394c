//! Leaves that equations determine: the equations as residuals, how the leaves follow others by the implicit function
//! theorem, and which solved leaves are stale. For `:solve` and `:minimize`.

mod dependence;
mod equations;
mod slope;
mod stale;

pub use dependence::{Dependence, keep_solved};
pub use equations::Equations;
pub use slope::Slope;
pub use stale::stale_leaves;
