//! Nodes that have a number for each row: evaluated in blocks of rows when they are wanted.
//!
//! Only columns own numbers. Whatever is computed from them is computed again for every walk over
//! the rows, a block at a time, forward and backward while the block is in the machine's cache.

mod block;
mod branched;
mod by_row;
mod compile;
mod fuse;
mod kernels;
mod lanes;
mod link;
mod live;
mod pushes;
mod records;
mod search;
mod sinks;
mod slots;
mod sums;
mod sweep;
mod tiles;
mod watch;

pub use by_row::RowGrads;
pub use compile::Compiling;
pub use search::BadRow;
pub use sweep::Sweep;
pub use watch::{RowTerm, Watch};
