//! The arithmetic of blocks: one lane for each record, all lanes in lockstep.

use super::Slot;
use super::dot::{Dot, Line};

/// A line of slots for each lane, each at a fixed distance from that of the lane before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines {
    /// The line of the first lane.
    pub first: Line,
    pub stride: Slot,
    /// The first slot of the copies of the lines, which are interleaved index by index.
    pub copy: Option<FirstCopy>,
}

/// The slot of the first copy; never 0, which belongs to a leaf or the first record.
pub(super) type FirstCopy = std::num::NonZero<Slot>;

/// A dot product for each lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dots {
    pub x: Lines,
    pub y: Lines,
    pub count: u32,
}

/// The destinations of grads.
pub(super) struct Grads<'pass> {
    /// The grads of the leaves and the records.
    pub grads: &'pass mut [f64],
    /// The grads of the copies, from the slot `first_copy`.
    pub of_copies: &'pass mut [f64],
    pub first_copy: usize,
}

/// The first numbers of a slice, one for each lane.
#[inline(always)]
pub(super) fn neighbors<const WIDTH: usize>(values: &[f64]) -> [f64; WIDTH] {
    let values = &values[..WIDTH];
    std::array::from_fn(|lane| values[lane])
}

impl Lines {
    /// The line of one lane.
    #[inline(always)]
    pub fn lane(self, lane: usize) -> Line {
        Line { slot: self.first.slot + lane as Slot * self.stride, step: self.first.step }
    }

    /// Returns true if all slots are constants, which have no grad and come last.
    #[inline(always)]
    fn are_constant(self, grads: &Grads<'_>) -> bool {
        self.first.slot as usize >= grads.grads.len()
    }

    /// The last slot of all.
    pub fn last(self, width: usize, count: u32) -> usize {
        self.lane(width - 1).at((count as usize).saturating_sub(1))
    }

    /// The lines of the copies, if there are any, or else the same lines.
    #[inline(always)]
    fn to_read<const WIDTH: usize>(self) -> Lines {
        match self.copy {
            None => self,
            Some(copy) => {
                let first = Line { slot: copy.get(), step: WIDTH as Slot };
                Lines { first, stride: 1, copy: None }
            }
        }
    }

    /// Adds a number for each lane at one index of the lines, to grads or to those of copies.
    #[inline(always)]
    fn add<const WIDTH: usize>(self, index: usize, numbers: [f64; WIDTH], to: &mut Grads<'_>) {
        let lines = self.to_read::<WIDTH>();
        let slot = lines.first.at(index);
        let grads = match self.copy {
            None => &mut to.grads[slot..],
            Some(_) => &mut to.of_copies[slot - to.first_copy..],
        };
        match lines.stride as usize {
            0 => grads[0] += numbers.iter().sum::<f64>(),
            1 => grads[..WIDTH].iter_mut().zip(numbers).for_each(|(grad, by)| *grad += by),
            stride => {
                grads.iter_mut().step_by(stride).zip(numbers).for_each(|(grad, by)| *grad += by)
            }
        }
    }

    /// The numbers at the first slots of the lines.
    #[inline(always)]
    pub fn firsts<const WIDTH: usize>(self, values: &[f64]) -> [f64; WIDTH] {
        self.to_read::<WIDTH>().read(0, values)
    }

    /// The numbers at one index of the lines.
    #[inline(always)]
    fn read<const WIDTH: usize>(self, index: usize, values: &[f64]) -> [f64; WIDTH] {
        let values = &values[self.first.at(index)..];
        match self.stride as usize {
            0 => [values[0]; WIDTH],
            1 => neighbors(values),
            stride => {
                let values = &values[..=(WIDTH - 1) * stride];
                std::array::from_fn(|lane| values[lane * stride])
            }
        }
    }

    /// Pushes the upstreams to the first slots of the lines.
    #[inline(always)]
    pub fn push<const WIDTH: usize>(self, upstream: &[f64; WIDTH], grads: &mut Grads<'_>) {
        if !self.are_constant(grads) {
            self.add(0, *upstream, grads);
        }
    }
}

impl Dots {
    /// The dot product of one lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> Dot {
        Dot { x: self.x.lane(lane), y: self.y.lane(lane), count: self.count }
    }

    /// Adds the products to the lanes' sums, from left to right.
    #[inline(always)]
    pub fn add_to<const WIDTH: usize>(&self, sums: &mut [f64; WIDTH], values: &[f64]) {
        let [x, y] = [self.x, self.y].map(Lines::to_read::<WIDTH>);
        let count = self.count as usize;
        // The case of a layer: all neurons read the same input, and their weights are adjacent.
        if x.stride == 0 && y.stride == 1 {
            for index in 0..count {
                let x = values[x.first.at(index)];
                let y = &values[y.first.at(index)..][..WIDTH];
                (0..WIDTH).for_each(|lane| sums[lane] += x * y[lane]);
            }
        } else {
            for index in 0..count {
                let x: [f64; WIDTH] = x.read(index, values);
                let y: [f64; WIDTH] = y.read(index, values);
                (0..WIDTH).for_each(|lane| sums[lane] += x[lane] * y[lane]);
            }
        }
    }

    /// Pushes the upstreams of the lanes' sums to both lines, all at once.
    #[inline(always)]
    pub fn push<const WIDTH: usize>(
        &self,
        upstream: &[f64; WIDTH],
        values: &[f64],
        grads: &mut Grads<'_>,
    ) {
        for (from, to) in [(self.y, self.x), (self.x, self.y)] {
            if to.are_constant(grads) {
                continue;
            }
            let from = from.to_read::<WIDTH>();
            for index in 0..self.count as usize {
                let mut numbers: [f64; WIDTH] = from.read(index, values);
                (0..WIDTH).for_each(|lane| numbers[lane] *= upstream[lane]);
                to.add(index, numbers, grads);
            }
        }
    }
}
