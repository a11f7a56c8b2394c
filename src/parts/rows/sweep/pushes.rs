//! The destinations of a block's grads: grads are stored, added to others, or added up over rows.

use super::sums::flush;
use crate::core::ops::{EMPTY_SUM, LANES};

/// The destination of a record's grads for one operand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Push {
    /// No destination: the operand leads to no input that requires a grad.
    #[default]
    Nothing,
    /// The grads are the first for the record of this index.
    First(usize),
    /// The grads are added to the grads of the record of this index.
    More(usize),
    /// The grads are added up for the number of this index.
    Sum(usize),
}

/// The memory that takes the grads of a block.
pub(super) enum Target<'walk> {
    Nothing,
    First(&'walk mut [f64]),
    More(&'walk mut [f64]),
    Sum(&'walk mut f64),
}

impl Push {
    /// The record that receives the grads.
    pub fn record(self) -> Option<usize> {
        match self {
            Push::First(record) | Push::More(record) => Some(record),
            Push::Nothing | Push::Sum(_) => None,
        }
    }

    /// The memory of the destination, given the room of a record and the rows of a block.
    #[inline(always)]
    pub fn target<'walk>(
        self,
        grads: &'walk mut [f64],
        sums: &'walk mut [f64],
        (stride, rows): (usize, usize),
    ) -> Target<'walk> {
        match self {
            Push::Nothing => Target::Nothing,
            Push::First(record) => Target::First(&mut grads[record * stride..][..rows]),
            Push::More(record) => Target::More(&mut grads[record * stride..][..rows]),
            Push::Sum(number) => Target::Sum(&mut sums[number]),
        }
    }
}

impl Target<'_> {
    /// Takes the grad of each row, computed from one number of each slice; all have the same length.
    #[inline(always)]
    pub fn receive<const N: usize>(self, from: [&[f64]; N], grad: impl Fn([f64; N]) -> f64) {
        let rows = from.first().map_or(0, |numbers| numbers.len());
        let from = from.map(|numbers| &numbers[..rows]);
        match self {
            Target::Nothing => {}
            Target::First(grads) => {
                let grads = &mut grads[..rows];
                for row in 0..rows {
                    grads[row] = grad(of_each(from, |numbers| numbers[row]));
                }
            }
            Target::More(grads) => {
                let grads = &mut grads[..rows];
                for row in 0..rows {
                    grads[row] += grad(of_each(from, |numbers| numbers[row]));
                }
            }
            Target::Sum(sum) => {
                let mut lanes = [EMPTY_SUM; LANES];
                let (mut whole, mut rest): ([&[[f64; LANES]]; N], [&[f64]; N]) =
                    ([&[]; N], [&[]; N]);
                for at in 0..N {
                    (whole[at], rest[at]) = from[at].as_chunks();
                }
                for chunk in 0..rows / LANES {
                    for lane in 0..LANES {
                        lanes[lane] += grad(of_each(whole, |numbers| numbers[chunk][lane]));
                    }
                }
                for (row, lane) in lanes.iter_mut().enumerate().take(rows % LANES) {
                    *lane += grad(of_each(rest, |numbers| numbers[row]));
                }
                flush(sum, lanes);
            }
        }
    }
}

/// One number of each. A loop, because `map` of an array is a call if little is inlined.
#[inline(always)]
fn of_each<Rows: Copy, const N: usize>(from: [Rows; N], number: impl Fn(Rows) -> f64) -> [f64; N] {
    let mut numbers = [0.0; N];
    for at in 0..N {
        numbers[at] = number(from[at]);
    }
    numbers
}
