//! Networks: `:net`, layers and neurons, groups, softmax and cross_entropy.

mod classes;
mod make;
mod save;
mod unpack;

pub use classes::{AT_ZERO, CLASS_OF, ROWS, is_class};
pub use unpack::unpack;
