//! Sums of products of a number and rows, `Σ w·x`, added up in registers, some rows at a time.

use std::ops::Range;

use arrayvec::ArrayVec;

use crate::core::ops::{EMPTY_SUM, LANES};

/// The number of rows in registers when fewer than `WIDE` are left, and the number of products that are
/// looked up at a time.
const NARROW: usize = 4;
const GROUP: usize = 20;

/// Sums of products in progress, from left to right: `OUTS` sums of the same rows times other numbers,
/// with `WIDE` rows in registers at a time.
pub(super) struct RunningSums<'rows, const OUTS: usize, const WIDE: usize> {
    /// Products that are still to be added.
    group: ArrayVec<([f64; OUTS], &'rows [f64]), GROUP>,
    /// True until a product has been added.
    is_empty: bool,
}

impl<'rows, const OUTS: usize, const WIDE: usize> RunningSums<'rows, OUTS, WIDE> {
    /// Starts new sums if `is_empty`; otherwise continues the sums in `outs`.
    #[inline(always)]
    pub fn new(is_empty: bool) -> Self {
        RunningSums { group: ArrayVec::new_const(), is_empty }
    }

    /// Adds products, sooner or later, to `outs`.
    #[inline(always)]
    pub fn add(&mut self, factors: [f64; OUTS], rows: &'rows [f64], outs: &mut [&mut [f64]; OUTS]) {
        if self.group.try_push((factors, rows)).is_err() {
            self.finish(outs);
            self.group.push((factors, rows));
        }
    }

    /// Adds the remaining products to `outs`, which have the same number of rows.
    #[inline(always)]
    pub fn finish(&mut self, outs: &mut [&mut [f64]; OUTS]) {
        if !self.group.is_empty() || self.is_empty {
            let rows = outs.first().map_or(0, |out| out.len());
            let (wide, narrow) = (rows - rows % WIDE, rows - rows % NARROW);
            self.add_chunks::<WIDE>(outs, 0..wide);
            self.add_chunks::<NARROW>(outs, wide..narrow);
            self.add_chunks::<1>(outs, narrow..rows);
        }
        self.group.clear();
        self.is_empty = false;
    }

    /// Adds the products of some rows, `ROWS` rows at a time. In WebAssembly the function is not inlined: a browser
    /// keeps too few numbers of a large function in registers.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn add_chunks<const ROWS: usize>(&self, outs: &mut [&mut [f64]; OUTS], rows: Range<usize>) {
        for at in rows.step_by(ROWS) {
            let chunk = at..at + ROWS;
            let mut sums = [[EMPTY_SUM; ROWS]; OUTS];
            if !self.is_empty {
                for out in 0..OUTS {
                    sums[out].copy_from_slice(&outs[out][chunk.clone()]);
                }
            }
            for (factors, numbers) in &self.group {
                let numbers = &numbers[chunk.clone()];
                for out in 0..OUTS {
                    for row in 0..ROWS {
                        sums[out][row] += factors[out] * numbers[row];
                    }
                }
            }
            for out in 0..OUTS {
                outs[out][chunk.clone()].copy_from_slice(&sums[out]);
            }
        }
    }
}

/// One sum.
pub(super) type Single<'rows> = RunningSums<'rows, 1, 16>;

/// The number of factors whose grads are added up at once, which keeps the machine busier.
pub(super) const TOGETHER: usize = 4;

/// For some factors, the sum of the rows' upstreams times their numbers, added up in lanes.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn lanes_of_products<const FACTORS: usize>(
    upstream: &[f64],
    rows: [&[f64]; FACTORS],
) -> [[f64; LANES]; FACTORS] {
    // Copied at the end, and indexed only by numbers known at compile time: the lanes stay in
    // registers.
    let mut lanes = [[EMPTY_SUM; LANES]; FACTORS];
    let mut chunks: [&[[f64; LANES]]; FACTORS] = [&[]; FACTORS];
    let (whole, rest) = upstream.as_chunks::<LANES>();
    for factor in 0..FACTORS {
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
    let mut ended = lanes;
    for factor in 0..FACTORS {
        let rest = rest.iter().zip(&rows[factor][first..]);
        for (lane, (upstream, row)) in ended[factor].iter_mut().zip(rest) {
            *lane += row * upstream;
        }
    }
    ended
}

/// Adds lanes to a sum, from left to right.
#[inline(always)]
pub(super) fn flush(sum: &mut f64, lanes: [f64; LANES]) {
    *sum = lanes.into_iter().fold(*sum, |sum, lane| sum + lane);
}
