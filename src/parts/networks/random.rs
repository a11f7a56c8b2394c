//! Random numbers: the same from the same seed, on every machine.

use rand_distr::{ChiSquared, Distribution, StandardNormal};
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

    /// A number of the χ² distribution with these degrees of freedom, which are above 0; else nan.
    pub fn chi_squared(&mut self, freedom: f64) -> f64 {
        ChiSquared::new(freedom).map_or(f64::NAN, |chi_squared| chi_squared.sample(&mut self.0))
    }

    /// A uniform number from -1 up to 1.
    pub fn uniform(&mut self) -> f64 {
        // The upper 53 bits fit a double.
        const HALF: f64 = (1_u64 << 52) as f64;
        (self.0.next_u64() >> 11) as f64 / HALF - 1.0
    }
}
