//! The shared value graph: nodes, how expressions become nodes, and the passes over them.

mod budget;
mod build;
mod built;
mod column;
mod copies;
mod derivative;
mod formula;
mod function;
mod names;
mod network;
mod neuron;
mod order;
mod outline;
mod pass;
mod rows;
mod rules;
mod stop;
mod surface;
mod tape;
mod value;

pub use budget::{BYTES_PER_NODE, Budget, Charge, Guard, LEAST_ROOM, USUAL_MOST, interrupted};
pub use build::{Scope, build, build_with_groups, no_numbers, which_category};
pub use built::{Built, NonFinite};
pub use column::{CellKind, Cells, Column, TextCells, View};
pub use copies::Copies;
pub use derivative::{
    Reading, agree_within, derivative, disagreement, local_formula, misreadings, read_formula,
    text_slope,
};
pub use formula::{Atom, Formula, applied, number_among, spelled_out, text_of, textbook_text_of};
pub use function::{Function, undifferentiated};
pub use names::{
    ANSWER, Bound, History, MOST_BINDINGS, Names, Part, Placed, at_most, split, with_row,
};
pub use network::{LINEAR, Layer, LeafPlace, MOST_LEAVES, Members, Network, Start};
pub use neuron::{NeuronPlace, neuron_of};
pub use order::{Loss, LostGrads, Order, Perturbation, Points, Product, Use, Wrapping};
pub use outline::{InOrder, OfNetwork, Outline, Whole, WholeKind};
pub use pass::{refresh, refresh_within};
pub use rows::{BadRow, RowGrads, RowTerm, Sweep, Watch};
pub use stop::Stop;
pub use surface::with_columns;
pub use tape::Tape;
pub use value::{Label, MOST_ROWS, Operand, Value, WeakValue, set_each};
