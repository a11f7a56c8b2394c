//! What a sweep is made of: its records, the products they add up, and where numbers are.

use std::ops::Range;
use std::rc::Rc;

use super::kernels::Kernel;
use super::pushes::Push;
use super::tiles::Tile;
use crate::core::graph::Value;

/// What is computed for each row.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Its node; constants have none.
    pub node: Option<Value>,
    pub kernel: Kernel,
    pub operands: [Place; 2],
    /// Products that are added to the result of the kernel in place, from left to right.
    pub terms: Vec<Factors>,
    /// Set when another record does its work.
    pub is_absorbed: bool,
    /// Whether its grad leads to an input that requires one.
    pub requires_grad: bool,
    /// What becomes of its grad, for each operand.
    pub pushes: [Push; 2],
    /// The numbers that are factors of its terms and want the sums of their grads, and what their
    /// grads are the upstreams times; the last ones first.
    pub sums: Vec<(u32, Place)>,
    /// What its terms give to others, the last ones first: the other factor, which is the local
    /// derivative, and where the grad goes.
    pub gives: Vec<(Place, Push)>,
    /// What is added up here for it and others, before what is its own.
    pub tile: Option<Tile<Place>>,
    /// Where its grads are fetched, instead of arriving one by one: the factors and the records that
    /// they multiply the grads of, in the order of their arrival.
    pub pulls: Vec<(u32, u32)>,
    /// What is fetched here for it and others: the rows are the grads of a record.
    pub pull_tile: Option<Tile<u32>>,
    /// Set where rows without a grad may be left out from here on.
    pub is_gate: bool,
}

/// What a product is of: a number or rows, and rows. There are many, so they are small: what is
/// read for a pass should stay in the cache.
pub(super) type Factors = (Place, Place);

/// The place of an operand's numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// There is no operand.
    #[default]
    Nothing,
    /// The number of this index, the same for all rows.
    Number(u32),
    Record(u32),
    Column(u32),
}

/// The numbers of the columns while a walk is under way.
pub(super) type Columns = Vec<Rc<Vec<f64>>>;

/// Where the rows of a block are.
#[derive(Clone, Copy)]
pub(super) struct Rows<'walk> {
    pub values: &'walk [f64],
    /// The room of each record among them.
    pub stride: usize,
    pub columns: &'walk Columns,
    pub block: &'walk Range<usize>,
}

impl<'walk> Rows<'walk> {
    /// The numbers of an operand.
    #[inline(always)]
    pub fn at(&self, place: Place) -> &'walk [f64] {
        match place {
            Place::Record(record) => {
                &self.values[record as usize * self.stride..][..self.block.len()]
            }
            Place::Column(column) => &self.columns[column as usize][self.block.clone()],
            Place::Number(_) | Place::Nothing => &[],
        }
    }
}
