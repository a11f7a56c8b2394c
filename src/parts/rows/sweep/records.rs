//! What a sweep is made of: its records, the products they add up, and where numbers are.

use std::ops::Range;
use std::rc::Rc;

use super::kernels::Kernel;
use super::pushes::Push;
use super::tiles::Tile;
use crate::core::graph::Value;

/// A computed node.
#[derive(Debug)]
pub(super) struct Record {
    pub node: Value,
    pub kernel: Kernel,
    pub operands: [Source; 2],
    /// What becomes of its grad, for each operand.
    pub pushes: [Push; 2],
    /// What is added to the result of the kernel in place, from left to right.
    pub terms: Vec<AddedProduct>,
    /// The inputs that are factors of its terms and want the sums of their grads, and what their
    /// grads are the upstreams times; the last ones first.
    pub sums: Vec<(u32, Source)>,
    /// What its terms give to others, the last ones first.
    pub gives: Vec<Give>,
    /// What is added up here for it and others, before what is its own.
    pub tile: Option<Tile<Source>>,
    /// Where its grads are fetched, instead of arriving one by one: the factors and the records that
    /// they multiply the grads of, in the order of their arrival.
    pub pulls: Vec<(u32, u32)>,
    /// What is fetched here for it and others: the rows are the grads of a record.
    pub pull_tile: Option<Tile<u32>>,
    /// Set where rows without a grad may be left out from here on.
    pub is_gate: bool,
}

/// A product that is added to a result. There are many, so they are small: what is read for a pass
/// should stay in the cache.
#[derive(Debug)]
pub(super) enum AddedProduct {
    /// Of a number, by its index, and rows.
    Scaled { factor: u32, rows: Source },
    /// Of rows and rows.
    Product { operands: [Source; 2] },
}

/// A grad that a term has for one of its factors.
#[derive(Debug)]
pub(super) struct Give {
    /// The other factor: the local derivative.
    pub slope: Slope,
    pub push: Push,
}

/// A local derivative.
#[derive(Debug)]
pub(super) enum Slope {
    /// The number of this index.
    Number(u32),
    Rows(Source),
}

/// The place of an operand's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The slot that begins here.
    Slot(u32),
    /// The column of this index.
    Column(u32),
}

/// The numbers of the columns while a walk is under way.
pub(super) type Columns = Vec<Rc<Vec<f64>>>;

/// The numbers of an operand in a block.
#[inline(always)]
pub(super) fn numbers<'all>(
    source: Source,
    values: &'all [f64],
    columns: &'all Columns,
    block: &Range<usize>,
) -> &'all [f64] {
    match source {
        Source::Slot(start) => &values[start as usize..][..block.len()],
        Source::Column(column) => &columns[column as usize][block.clone()],
    }
}
