//! Copies of leaves that lie side by side, for blocks whose records read them far apart.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::lanes::{Blocks, LANES, terms_begin};
use super::{Record, Slot, Term};

/// Copies of leaves; their slots follow those of the records.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// The slot of the first copy.
    first: usize,
    /// Which leaf each is a copy of.
    leaves: Vec<Slot>,
}

impl Copies {
    /// Makes blocks read copies, the first of which gets the slot `first`, in place of leaves that
    /// are not neighbours.
    ///
    /// Only the first record of a block tells what the block reads, so only its slots change.
    pub fn put_side_by_side(
        blocks: &mut Blocks,
        records: &mut [Record],
        terms: &mut [Term],
        first: usize,
        leaves: usize,
    ) -> Copies {
        let mut copies = Copies { first, leaves: Vec::new() };
        let mut made: HashMap<[Slot; 2], Slot, RandomState> = HashMap::default();
        let mut copy = |slot: &mut Slot, stride: &mut Slot| {
            let last = *slot as usize + (LANES - 1) * *stride as usize;
            if *stride < 2 || last >= leaves {
                return;
            }
            let copies = &mut copies;
            *slot = *made.entry([*slot, *stride]).or_insert_with(|| {
                let copy = copies.first + copies.leaves.len();
                copies.leaves.extend((0..LANES as Slot).map(|lane| *slot + lane * *stride));
                copy as Slot
            });
            *stride = 1;
        };
        for index in 0..blocks.blocks.len() {
            let block = blocks.blocks[index];
            let begin = terms_begin(records, block.first);
            let record = &mut records[block.first];
            let terms = &mut terms[begin..record.end as usize];
            let (start, strides) = blocks.strides_mut(&block, terms.len());
            copy(&mut record.start, start);
            for ([x, y], [by_x, by_y]) in terms.iter_mut().zip(strides) {
                copy(x, by_x);
                copy(y, by_y);
            }
        }
        copies
    }

    /// The same copies, the first of which has the slot `first`.
    pub fn beginning_at(self, first: usize) -> Copies {
        Copies { first, ..self }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Brings the copies up to date.
    pub fn refresh(&self, values: &mut [f64]) {
        for (copy, leaf) in (self.first..).zip(&self.leaves) {
            values[copy] = values[*leaf as usize];
        }
    }

    /// Adds the grads of the copies to those of the leaves.
    pub fn give_back(&self, grads: &mut [f64]) {
        for (copy, leaf) in (self.first..).zip(&self.leaves) {
            grads[*leaf as usize] += grads[copy];
        }
    }
}
