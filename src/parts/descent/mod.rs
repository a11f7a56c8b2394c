//! Descent: `:step`, its optimizers, and `:compare`.

mod optimizer_state;
mod save;

pub use optimizer_state::{Memory, Trained, remember, remembers, trained};
