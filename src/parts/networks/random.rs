//! Random numbers: the same from the same seed, on every machine.

use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random numbers.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number of the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }

    /// A uniform number from -1 up to 1.
    pub fn uniform(&mut self) -> f64 {
        // The upper 53 bits fit a double.
        const HALF: f64 = (1_u64 << 52) as f64;
        (self.0.next_u64() >> 11) as f64 / HALF - 1.0
    }
}
