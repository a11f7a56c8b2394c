//! Whole numbers by a seed: for other numbers in a lesson, and for graphs that are made up.

/// Numbers that look drawn, and are the same for the same seeds.
#[derive(Debug)]
pub struct Draws(u64);

impl Draws {
    /// The sequence for these seeds.
    pub fn of(seeds: impl IntoIterator<Item = u64>) -> Draws {
        Draws(seeds.into_iter().fold(0, |mixed, seed| mix(mixed.wrapping_add(STEP) ^ seed)))
    }

    /// The next number, below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(STEP);
        usize::try_from(mix(self.0) % bound.max(1) as u64).unwrap_or_default()
    }

    /// The next whole number between these, both included.
    pub fn between(&mut self, (low, high): (i64, i64)) -> i64 {
        let count = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX).saturating_add(1);
        low.saturating_add_unsigned(self.below(count) as u64)
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finalizer of SplitMix64, which spreads each bit over all.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
