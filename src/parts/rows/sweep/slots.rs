//! Numbers in memory from the start of a cache line on, which wide instructions read fastest.

use std::ops::{Deref, DerefMut};

/// So many numbers, the first one at the start of a cache line.
#[derive(Debug, Default)]
pub(super) struct Slots {
    numbers: Vec<f64>,
    start: usize,
}

/// The bytes of a cache line, and the numbers in it.
const LINE: usize = 64;
pub(super) const NUMBERS: usize = LINE / size_of::<f64>();

impl Slots {
    /// So many zeros.
    pub fn new(count: usize) -> Slots {
        let numbers = vec![0.0; count + NUMBERS];
        // It is only slower where the machine cannot tell.
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
