//! What becomes of the grads of a block: they are kept, added to others, or added up over rows.

use super::lanes::Lanes;
use super::sweep::BLOCK;
use crate::ops::LANES;

/// What becomes of the grads that a record has for one of its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Push {
    /// Nothing: the operand leads to no input that requires a grad.
    Nothing,
    /// They are the first for the record of this index.
    First(usize),
    /// They are added to those of the record of this index.
    More(usize),
    /// They are added up for the input of this index.
    Sum(usize),
    /// They are kept row by row for the input of this index.
    Row(usize),
}

/// The grads of the inputs.
#[derive(Debug, Default)]
pub(super) struct InputGrads {
    /// Added up over rows, as of the last backward walk.
    pub sums: Vec<Lanes>,
    /// Those of each row of the last block, where rows are kept.
    pub rows: Vec<f64>,
}

/// The place that takes the grads of a block.
pub(super) enum Target<'walk> {
    Nothing,
    First(&'walk mut [f64]),
    More(&'walk mut [f64]),
    Sum(&'walk mut Lanes),
}

impl Push {
    /// The record whose grads they are, or are added to.
    pub fn record(self) -> Option<usize> {
        match self {
            Push::First(record) | Push::More(record) => Some(record),
            Push::Nothing | Push::Sum(_) | Push::Row(_) => None,
        }
    }

    /// The place, where slots have so much room and there are so many rows in the block.
    #[inline(always)]
    pub fn target<'walk>(
        self,
        grads: &'walk mut [f64],
        inputs: &'walk mut InputGrads,
        (stride, rows): (usize, usize),
    ) -> Target<'walk> {
        match self {
            Push::Nothing => Target::Nothing,
            Push::First(record) => Target::First(&mut grads[record * stride..][..rows]),
            Push::More(record) => Target::More(&mut grads[record * stride..][..rows]),
            Push::Sum(input) => Target::Sum(&mut inputs.sums[input]),
            Push::Row(input) => Target::More(&mut inputs.rows[input * BLOCK..][..rows]),
        }
    }
}

impl Target<'_> {
    /// Takes the grad of each row.
    #[inline(always)]
    pub fn receive(self, rows: usize, grad: impl Fn(usize) -> f64) {
        match self {
            Target::Nothing => {}
            Target::First(grads) => {
                for (row, place) in grads[..rows].iter_mut().enumerate() {
                    *place = grad(row);
                }
            }
            Target::More(grads) => {
                for (row, place) in grads[..rows].iter_mut().enumerate() {
                    *place += grad(row);
                }
            }
            Target::Sum(sum) => {
                let mut lanes = sum.lanes;
                let whole = rows - rows % LANES;
                for chunk in (0..whole).step_by(LANES) {
                    for (lane, sum) in lanes.iter_mut().enumerate() {
                        *sum += grad(chunk + lane);
                    }
                }
                for (row, sum) in (whole..rows).zip(&mut lanes) {
                    *sum += grad(row);
                }
                sum.lanes = lanes;
            }
        }
    }
}
