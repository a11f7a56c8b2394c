//! Sums of products of a number and rows, `Σ w·x`, added up in registers, some rows at a time.

use super::lanes::Lanes;
use crate::ops::LANES;

/// The number of rows whose sums are in registers at a time, that for what these leave over, and the
/// number of products that are looked up at a time.
const WIDE: usize = 16;
const NARROW: usize = 4;
const GROUP: usize = 20;
/// The start of a sum: adding to -0 leaves every number as it is, both zeros included.
const NOTHING: f64 = -0.0;

/// A sum of products under way, from left to right.
pub(super) struct Sum<'rows> {
    /// Products that are still to be added.
    group: [(f64, &'rows [f64]); GROUP],
    size: usize,
    /// Set until something has been added.
    is_empty: bool,
}

impl<'rows> Sum<'rows> {
    /// The sum of nothing yet, or what there is already.
    #[inline(always)]
    pub fn new(is_empty: bool) -> Sum<'rows> {
        Sum { group: [(0.0, &[]); GROUP], size: 0, is_empty }
    }

    /// Adds a product, sooner or later, to `out`.
    #[inline(always)]
    pub fn add(&mut self, factor: f64, rows: &'rows [f64], out: &mut [f64]) {
        if self.size == GROUP {
            self.finish(out);
        }
        self.group[self.size] = (factor, rows);
        self.size += 1;
    }

    /// Puts the sum so far into `out`.
    #[inline(always)]
    pub fn finish(&mut self, out: &mut [f64]) {
        if self.size > 0 || self.is_empty {
            add(out, &self.group[..self.size], self.is_empty);
        }
        (self.size, self.is_empty) = (0, false);
    }
}

/// Adds products to what there is, or to nothing.
#[inline(always)]
fn add(out: &mut [f64], group: &[(f64, &[f64])], is_first: bool) {
    let (wide, rest) = out.as_chunks_mut::<WIDE>();
    let (narrow, single) = rest.as_chunks_mut::<NARROW>();
    let first_narrow = wide.len() * WIDE;
    let first_single = first_narrow + narrow.len() * NARROW;
    add_chunks(wide, 0, group, is_first);
    add_chunks(narrow, first_narrow, group, is_first);
    add_chunks(single.as_chunks_mut::<1>().0, first_single, group, is_first);
}

/// The same for chunks of so many rows, of which the first begins at this row.
#[inline(always)]
fn add_chunks<const ROWS: usize>(
    chunks: &mut [[f64; ROWS]],
    start: usize,
    group: &[(f64, &[f64])],
    is_first: bool,
) {
    for (at, chunk) in (start..).step_by(ROWS).zip(chunks) {
        let mut sums = if is_first { [NOTHING; ROWS] } else { *chunk };
        for (factor, numbers) in group {
            let numbers = &numbers[at..at + ROWS];
            for lane in 0..ROWS {
                sums[lane] += factor * numbers[lane];
            }
        }
        *chunk = sums;
    }
}

/// The number of factors whose grads are added up at once, which keeps the machine busier.
pub(super) const TOGETHER: usize = 4;

/// Adds the upstream of each row, times its number, to the grads of some factors.
#[inline(always)]
pub(super) fn add_up<const FACTORS: usize>(
    sums: [&mut Lanes; FACTORS],
    upstream: &[f64],
    rows: [&[f64]; FACTORS],
) {
    // Copied, and not indexed by what is not known when this is compiled, so that they stay in
    // registers.
    let mut lanes = [[0.0; LANES]; FACTORS];
    let mut chunks: [&[[f64; LANES]]; FACTORS] = [&[]; FACTORS];
    let (whole, rest) = upstream.as_chunks::<LANES>();
    for factor in 0..FACTORS {
        lanes[factor] = sums[factor].lanes;
        chunks[factor] = &rows[factor].as_chunks::<LANES>().0[..whole.len()];
    }
    for (at, upstream) in whole.iter().enumerate() {
        for factor in 0..FACTORS {
            for lane in 0..LANES {
                lanes[factor][lane] += chunks[factor][at][lane] * upstream[lane];
            }
        }
    }
    let first = whole.len() * LANES;
    for factor in 0..FACTORS {
        sums[factor].lanes = lanes[factor];
        let rest = rest.iter().zip(&rows[factor][first..]);
        for (lane, (upstream, row)) in sums[factor].lanes.iter_mut().zip(rest) {
            *lane += row * upstream;
        }
    }
}
