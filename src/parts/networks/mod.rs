//! Networks: `:net`, layers and neurons, groups, softmax and cross_entropy.

mod calls;
mod classes;
mod command;
mod groups;
pub mod layers;
mod network;
mod neuron;
mod outline;
mod part;
mod random;
mod save;
mod scores;
mod summary;
#[cfg(test)]
mod tests;

pub use calls::{Whole, WholeKind};
pub use command::COMMANDS;
pub use groups::unpack;
pub use network::{Members, NeuronPlace};
pub use neuron::neuron_of;
pub use outline::Outline;
pub use part::Networks;
pub use random::Random;
pub use save::save;
