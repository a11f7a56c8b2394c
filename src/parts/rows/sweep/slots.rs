//! Numbers in memory from the start of a cache line on: wide instructions read aligned numbers fastest.

use std::ops::{Deref, DerefMut};

/// Numbers whose first one is at the start of a cache line.
#[derive(Debug, Default)]
pub(super) struct Slots {
    numbers: Vec<f64>,
    start: usize,
}

/// The bytes of a cache line, and the numbers in it.
const LINE: usize = 64;
pub(super) const NUMBERS: usize = LINE / size_of::<f64>();

impl Slots {
    /// `count` zeros.
    pub fn new(count: usize) -> Slots {
        let numbers = vec![0.0; count + NUMBERS];
        // If the alignment is unknown, the numbers are not aligned, which is only slower.
        let start = numbers.as_ptr().align_offset(LINE).min(NUMBERS);
        Slots { numbers, start }
    }
}

impl Deref for Slots {
    type Target = [f64];

    #[inline(always)]
    fn deref(&self) -> &[f64] {
        &self.numbers[self.start..]
    }
}

impl DerefMut for Slots {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.start..]
    }
}
