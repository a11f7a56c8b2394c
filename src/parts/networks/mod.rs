//! Networks: `:net`, layers and neurons, groups, softmax and cross_entropy.

mod build;
mod build_groups;
mod calls;
mod classes;
mod command;
pub mod layers;
mod layers_table;
mod make;
mod network;
mod neuron;
mod outline;
mod part;
mod random;
mod save;
mod summary;
#[cfg(test)]
mod tests;
mod unpack;

pub use calls::Call;
pub use classes::is_class;
pub use command::COMMANDS;
pub use layers_table::grids;
pub use network::{LINEAR, Layer, MOST_LEAVES, Members, Network, Start};
pub use neuron::{NeuronPlace, neuron_of};
pub use outline::{Outline, Whole, WholeKind};
pub use part::Networks;
pub use random::Random;
pub use save::save;
pub use unpack::unpack;
