//! Blocks of eight records of one shape, run side by side: what eight neurons of a layer are.

use std::ptr;

use super::{Record, Slot, Term};

/// How many records a block has.
pub(super) const LANES: usize = 8;

/// One number for each record of a block.
pub(super) type Lanes = [f64; LANES];

/// Eight records that follow one another, each reading its slots so many places further on than
/// the one before it, and none reading another's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The first of the records.
    pub first: usize,
    /// Where the strides of the block's slots begin: of its start, which stands twice, and then of
    /// its terms.
    strides: usize,
}

/// The blocks of a tape.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub blocks: Vec<Block>,
    strides: Vec<Term>,
}

/// A slot of the first record of a block, and how far on it is for each of the others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strided {
    slot: usize,
    stride: usize,
}

impl Strided {
    pub fn new(slot: Slot, stride: Slot) -> Strided {
        Strided { slot: slot as usize, stride: stride as usize }
    }

    /// The eight numbers.
    #[inline(always)]
    pub fn read(self, values: &[f64]) -> Lanes {
        match self.stride {
            0 => [values[self.slot]; LANES],
            1 => neighbours(&values[self.slot..]),
            stride => {
                let values = &values[self.slot..=self.slot + (LANES - 1) * stride];
                std::array::from_fn(|lane| values[lane * stride])
            }
        }
    }

    /// Adds a number to each of the eight; what stays has no grad, and lies beyond those that have.
    #[inline(always)]
    pub fn add(self, grads: &mut [f64], contributions: Lanes) {
        let end = self.slot + (LANES - 1) * self.stride;
        let Some(grads) = grads.get_mut(self.slot..=end) else {
            return;
        };
        match self.stride {
            0 => {
                let [a, b, c, d, e, f, g, h] = contributions;
                grads[0] += ((a + e) + (b + f)) + ((c + g) + (d + h));
            }
            1 => {
                let grads = &mut grads[..LANES];
                (0..LANES).for_each(|lane| grads[lane] += contributions[lane]);
            }
            stride => {
                for (lane, by) in contributions.into_iter().enumerate() {
                    grads[lane * stride] += by;
                }
            }
        }
    }
}

/// The first eight numbers.
#[inline]
pub(super) fn neighbours(values: &[f64]) -> Lanes {
    let values = &values[..LANES];
    std::array::from_fn(|lane| values[lane])
}

/// Where a record's terms begin.
#[inline]
pub(super) fn terms_begin(records: &[Record], index: usize) -> usize {
    index.checked_sub(1).map_or(0, |before| records[before].end as usize)
}

impl Blocks {
    /// Finds the blocks among records, the first of which has slot `first_slot`.
    pub fn find(records: &[Record], terms: &[Term], first_slot: usize) -> Blocks {
        let first_still = first_slot + records.len();
        let mut found = Blocks::default();
        let mut first = 0;
        while first + LANES <= records.len() {
            let begin = terms_begin(records, first);
            let own = first_slot + first..first_slot + first + LANES;
            let strides = found.strides.len();
            if found.block_at(&records[first..first + LANES], terms, begin, own, first_still) {
                found.blocks.push(Block { first, strides });
                first += LANES;
            } else {
                found.strides.truncate(strides);
                first += 1;
            }
        }
        found
    }

    /// The strides of a block's start and of its terms.
    pub fn strides(&self, block: &Block, terms: usize) -> (Slot, &[Term]) {
        let strides = &self.strides[block.strides..][..=terms];
        (strides[0][0], &strides[1..])
    }

    /// The same, to be changed.
    pub fn strides_mut(&mut self, block: &Block, terms: usize) -> (&mut Slot, &mut [Term]) {
        let (start, strides) = self.strides[block.strides..][..=terms].split_at_mut(1);
        (&mut start[0][0], strides)
    }

    /// Whether eight records whose terms begin at `begin` are a block; notes its strides.
    fn block_at(
        &mut self,
        records: &[Record],
        terms: &[Term],
        begin: usize,
        own: std::ops::Range<usize>,
        first_still: usize,
    ) -> bool {
        let [record, ..] = records else {
            return false;
        };
        let length = record.end as usize - begin;
        let same_rule = |other: &Record| match (record.rule, other.rule) {
            (None, None) => true,
            (Some(one), Some(other)) => ptr::eq(one, other),
            _ => false,
        };
        let of_one_shape = records
            .iter()
            .zip(1..)
            .all(|(other, lane)| same_rule(other) && other.end as usize == begin + lane * length);
        if !of_one_shape {
            return false;
        }
        let slots = |lane: usize| {
            let terms = &terms[begin + lane * length..][..length];
            std::iter::once([records[lane].start; 2]).chain(terms.iter().copied())
        };
        let strides = self.strides.len();
        for (one, other) in slots(0).zip(slots(1)) {
            let stride = [0, 1].map(|at| other[at].checked_sub(one[at]));
            let [Some(x), Some(y)] = stride else {
                return false;
            };
            self.strides.push([x, y]);
        }
        let fits = |slot: Slot, stride: Slot| {
            let (low, high) = (slot as usize, slot as usize + (LANES - 1) * stride as usize);
            (high < own.start || low >= own.end) && (low < first_still) == (high < first_still)
        };
        let strides = &self.strides[strides..];
        slots(0).zip(strides).all(|([x, y], [by_x, by_y])| fits(x, *by_x) && fits(y, *by_y))
            && (2..LANES).all(|lane| {
                slots(lane - 1).zip(slots(lane)).zip(strides).all(|((one, other), by)| {
                    one[0] + by[0] == other[0] && one[1] + by[1] == other[1]
                })
            })
    }
}
