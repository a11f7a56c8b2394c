//! Blocks: successive records of the same form, such as the neurons of a layer, computed side by
//! side.

use std::collections::HashMap;
use std::num::NonZero;
use std::ops::Range;

use foldhash::fast::RandomState;

use super::dot::{Dot, Line};
use super::lanes::{Dots, Lines};
use super::{Record, RuleIndex, Slot, Sum};

/// The numbers of records a block may have, in order of preference; the passes are compiled for
/// these two.
const WIDTHS: [usize; 2] = [WIDE, HALF];
pub(super) const WIDE: usize = 16;
pub(super) const HALF: usize = 8;

/// The number of products per record below which a block is shallow.
const SHALLOW: u32 = 5;

/// Successive records of which none reads the result of another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The unary operation on each sum, if any.
    pub rule: Option<RuleIndex>,
    /// The number of records.
    pub width: usize,
    /// The slots that their sums start with.
    pub starts: Lines,
    /// The number of dot products of each.
    pub dots: usize,
    /// True if the records are so short that pushing all grads at once is fastest; otherwise it
    /// pays to skip records with no grad.
    pub is_shallow: bool,
}

/// The blocks of a tape, and the leaves copied for them.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub all: Vec<Block>,
    /// The dot products of the blocks, block by block.
    pub dots: Vec<Dots>,
    /// The leaf that each copy belongs to; copies have the last slots.
    copied: Vec<Slot>,
}

impl Blocks {
    /// Moves records that form blocks, with their dot products, out of those of a tape.
    ///
    /// The first record has slot `leaves`; copies get the slots from `first_copy`.
    pub fn gather(
        records: &mut Vec<Record>,
        dots: &mut Vec<Dot>,
        leaves: usize,
        first_copy: usize,
    ) -> Blocks {
        let mut finder = Finder { leaves, first_copy, ..Finder::default() };
        let (mut next, mut next_dot) = (0, 0);
        // The number of dot products kept so far.
        let (mut left, mut left_dots) = (0, 0);
        while let Some(record) = records.get(next).copied() {
            let each = record.dots();
            let is_block = |width: &usize| {
                let records = records.get(next..next + width);
                let dots = dots.get(next_dot..next_dot + width * each);
                records.zip(dots).is_some_and(|(records, dots)| finder.take(next, records, dots))
            };
            let block = WIDTHS.into_iter().find(is_block);
            records[left] = block.map_or(record, |_| Record::Block);
            left += 1;
            if block.is_none() {
                dots.copy_within(next_dot..next_dot + each, left_dots);
                left_dots += each;
            }
            let read = block.unwrap_or(1);
            next += read;
            next_dot += read * each;
        }
        records.truncate(left);
        dots.truncate(left_dots);
        finder.found
    }

    /// The number of copies.
    pub fn copies(&self) -> usize {
        self.copied.len()
    }

    /// Updates the copies.
    pub fn refresh_copies(&self, values: &mut [f64]) {
        let first_copy = values.len() - self.copied.len();
        let (values, copies) = values.split_at_mut(first_copy);
        for (copy, leaf) in copies.iter_mut().zip(&self.copied) {
            *copy = values[*leaf as usize];
        }
    }

    /// Adds the grads of the copies to those of the leaves.
    pub fn give_back(&self, copy_grads: &[f64], grads: &mut [f64]) {
        for (grad, leaf) in copy_grads.iter().zip(&self.copied) {
            grads[*leaf as usize] += grad;
        }
    }
}

/// A search for blocks.
#[derive(Default)]
struct Finder {
    found: Blocks,
    leaves: usize,
    first_copy: usize,
    /// The first copy of lines already copied, by their lanes and slots.
    copies: HashMap<(Line, Slot, usize, u32), Slot, RandomState>,
}

impl Finder {
    /// Returns the block of some records with their dot products, if they form one.
    fn take(&mut self, first: usize, records: &[Record], dots: &[Dot]) -> bool {
        let before = self.found.dots.len();
        let block = self.block(first, records, dots);
        match block {
            Some(block) => self.found.all.push(block),
            None => self.found.dots.truncate(before),
        }
        block.is_some()
    }

    fn block(&mut self, first: usize, records: &[Record], dots: &[Dot]) -> Option<Block> {
        let width = records.len();
        let Sum { rule, dots: each, .. } = records.first()?.sum()?;
        let is_like = |sum: &Sum| sum.rule == rule && sum.dots == each;
        let sums = || records.iter().map_while(Record::sum).take_while(is_like);
        if sums().count() != width {
            return None;
        }
        let slots = self.leaves + first..self.leaves + first + width;
        let start = sums().map(|sum| Line::only(sum.start));
        let mut starts = evenly_spaced(start, 1, &slots)?;
        let each = each as usize;
        let begin = self.found.dots.len();
        for (index, dot) in dots.iter().enumerate().take(each) {
            let count = dot.count;
            let lanes = || dots.iter().skip(index).step_by(each);
            if lanes().any(|other| other.count != count) {
                return None;
            }
            let x = evenly_spaced(lanes().map(|dot| dot.x), count, &slots)?;
            let y = evenly_spaced(lanes().map(|dot| dot.y), count, &slots)?;
            // Products are commutative.
            let [x, y] = if x.stride == 0 { [x, y] } else { [y, x] };
            self.found.dots.push(Dots { x, y, count });
        }
        // Copies are made only now that it is known to be a block.
        self.copy(&mut starts, width, 1);
        for index in begin..self.found.dots.len() {
            let mut dots = self.found.dots[index];
            self.copy(&mut dots.x, width, dots.count);
            self.copy(&mut dots.y, width, dots.count);
            self.found.dots[index] = dots;
        }
        let products = dots[..each].iter().map(|dot| dot.count).fold(0, u32::saturating_add);
        Some(Block { rule, width, starts, dots: each, is_shallow: products < SHALLOW })
    }

    /// Copies leaves that are far apart to adjacent slots.
    fn copy(&mut self, lines: &mut Lines, width: usize, count: u32) {
        let Lines { first, stride, .. } = *lines;
        if stride < 2 || lines.last(width, count) >= self.leaves {
            return;
        }
        let copied = &mut self.found.copied;
        let copy = *self.copies.entry((first, stride, width, count)).or_insert_with(|| {
            let copy = self.first_copy + copied.len();
            for index in 0..count as usize {
                let slot = first.at(index) as Slot;
                copied.extend((0..width as Slot).map(|lane| slot + lane * stride));
            }
            copy as Slot
        });
        lines.copy = NonZero::new(copy);
    }
}

/// The lines of a block, if they are evenly spaced and do not overlap its `slots`.
fn evenly_spaced(
    mut lines: impl Iterator<Item = Line>,
    count: u32,
    slots: &Range<usize>,
) -> Option<Lines> {
    let (first, second) = (lines.next()?, lines.next()?);
    let stride = second.slot.checked_sub(first.slot)?;
    let mut before = second;
    let goes_on = |line: Line| {
        let next = before.slot.checked_add(stride) == Some(line.slot) && line.step == first.step;
        before = line;
        next
    };
    if second.step != first.step || !lines.all(goes_on) {
        return None;
    }
    let together = Lines { first, stride, copy: None };
    let last = together.last(slots.len(), count);
    (last < slots.start || first.slot as usize >= slots.end).then_some(together)
}
