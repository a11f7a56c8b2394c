//! Nodes that have a number for each row: evaluated in blocks of rows when they are wanted.
//!
//! Only columns own numbers. Every walk computes the other nodes again, a block of rows at a time,
//! forward and backward while the block is in the machine's cache.

mod block;
mod branched;
pub mod column_grad;
mod compaction;
pub mod compile;
mod fuse;
mod kernels;
mod link;
mod pushes;
mod records;
pub mod search;
mod slots;
mod sums;
mod targets;
mod tiles;
pub mod walk;

pub use column_grad::RowGrads;
pub use compile::Compiling;
pub use walk::Sweep;
