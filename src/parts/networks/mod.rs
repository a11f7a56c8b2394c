//! Networks: `:net`, layers and neurons, groups, softmax and cross_entropy.

mod classes;

pub use classes::{AT_ZERO, CLASS_OF, ROWS, is_class};
