//! The records of a sweep, the products that records add up, and the places of numbers.

use std::ops::Range;
use std::rc::Rc;

use super::kernels::Kernel;
use super::pushes::Push;
use super::tiles::Tile;
use crate::core::graph::Value;

/// A step of the computation, the same for each row.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The node of the record; `None` for a constant.
    pub node: Option<Value>,
    pub kernel: Kernel,
    pub operands: [Place; 2],
    /// Products that are added to the result of the kernel in place, from left to right.
    pub terms: Vec<Factors>,
    /// True if another record does the work of this one.
    pub is_absorbed: bool,
    /// True if the grad leads to an input that requires one.
    pub requires_grad: bool,
    /// The destination of the grad for each operand.
    pub pushes: [Push; 2],
    /// The factors of terms that are numbers with a grad, and the other factor of each term, by which the
    /// upstream is multiplied; the last term first.
    pub sums: Vec<(u32, Place)>,
    /// The grads that terms pass on, the last term first: the other factor, which is the local derivative,
    /// and the destination.
    pub gives: Vec<(Place, Push)>,
    /// The sums that this record computes for itself and others, before its own terms.
    pub tile: Option<Tile<Place>>,
    /// The grads that the record fetches: pairs of a factor and a record whose grad it multiplies, in the
    /// order of arrival. Other records receive their grads one by one.
    pub pulls: Vec<(u32, u32)>,
    /// The grads that this record fetches for itself and others; the rows are the grads of a record.
    pub pull_tile: Option<Tile<u32>>,
    /// True if rows without a grad may be left out from here on: see [`super::compaction`].
    pub is_gate: bool,
}

/// The factors of a product: a number or rows, and rows. A pass reads many, so that they are small:
/// they should stay in the cache.
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

/// The numbers of a block, by place.
#[derive(Clone, Copy)]
pub(super) struct Rows<'walk> {
    pub values: &'walk [f64],
    /// The room of each record among the values.
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
