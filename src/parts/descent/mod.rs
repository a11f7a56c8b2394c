//! Descent: `:step`, its optimizers, and `:compare`.

pub mod arguments;
mod command;
mod compare;
mod monitor;
mod optimizer;
mod optimizer_argument;
mod optimizer_state;
mod optimizer_text;
mod rate;
mod run;
mod steps;
mod stop_reason;
#[cfg(test)]
mod tests;
mod text;
mod trend;

pub use command::{COMMANDS, steps_like};
pub use optimizer::{KINDS, Kind};
pub use optimizer_state::{Trained, remember, trained};
#[cfg(test)]
pub use rate::Rate;
pub use steps::{Steps, descend, descend_by};
pub use stop_reason::stopped;
#[cfg(test)]
pub use trend::Trend;
