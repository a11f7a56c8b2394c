//! The exponential and the logarithm with more digits than a double holds.

use super::double::Double;
use std::f64::consts::{FRAC_1_SQRT_2, LOG2_E};

/// `fraction * 2^power`, with the fraction between 0.7 and 1.5.
#[derive(Debug, Clone, Copy)]
pub struct Scaled {
    /// About 58 bits of it are right.
    pub fraction: Double,
    /// The power of two.
    pub power: i32,
}

/// The logarithm of 2 in a part of 33 bits, whose products with whole numbers are exact, and the rest.
pub const LN_2_UPPER: f64 = 0.693_147_180_369_123_8;
pub const LN_2_LOWER: f64 = 1.908_214_929_270_587_7e-10;
/// No result is a double beyond this, nor a factor a function here has.
const FARTHEST: f64 = 1400.0;

/// e to the power `x`, for any `x`: nan stays nan, and beyond 1400 it stays what it is there.
///
/// With x = k*log(2) + r, that is 2^k times Taylor's series of e^r, of which 1 + r is kept without
/// error. There is no branch and no table, so that loops over many numbers run several side by side.
#[inline(always)]
pub fn exponential(x: Double) -> Scaled {
    /// Adding it rounds to a whole number, which then is in the lowest bits.
    const ROUNDER: f64 = 6_755_399_441_055_744.0;
    let high = x.high.clamp(-FARTHEST, FARTHEST);
    let shifted = high * LOG2_E + ROUNDER;
    let whole = shifted - ROUNDER;
    let near = high - whole * LN_2_UPPER;
    let rest = near - whole * LN_2_LOWER;
    let rest_low = (near - rest) - whole * LN_2_LOWER + x.low;
    let square = rest * rest;
    let even = taylor(square, [2.0, 24.0, 720.0, 40_320.0, 3_628_800.0, 479_001_600.0]);
    let odd = taylor(square, [6.0, 120.0, 5040.0, 362_880.0, 39_916_800.0, 6_227_020_800.0]);
    let bend = square * (even + rest * odd);
    let line = Double::ordered_sum(1.0, rest);
    let low = line.low + (bend + rest_low * (line.high + bend));
    let fraction = Double::ordered_sum(line.high, low);
    Scaled { fraction, power: shifted.to_bits() as i32 }
}

/// The polynomial whose coefficients are the reciprocals of `factorials`, the constant one first.
#[inline(always)]
fn taylor(x: f64, factorials: [f64; 6]) -> f64 {
    factorials.iter().rev().fold(0.0, |sum, factorial| sum * x + 1.0 / factorial)
}

impl Scaled {
    /// The nearest double.
    #[inline(always)]
    pub fn number(self) -> f64 {
        scale(self.fraction.number(), self.power)
    }

    /// The nearest double, and what rounding it left.
    #[inline(always)]
    pub fn double(self) -> Double {
        let Double { high, low } = self.fraction;
        let left = scale((high - (high + low)) + low, self.power);
        Double { high: self.number(), low: left }
    }
}

/// `number * 2^power`, rounded once, for powers between -2044 and 2044 and numbers near 1.
#[inline(always)]
pub fn scale(number: f64, power: i32) -> f64 {
    // Half of the way the number stays normal, so nothing is rounded there.
    let half = power >> 1;
    number * two_to(half) * two_to(power.wrapping_sub(half))
}

#[inline(always)]
fn two_to(power: i32) -> f64 {
    // Wrapping where it is of no number, so that the machine does several at a time.
    f64::from_bits((power.wrapping_add(1023) as u64) << 52)
}

/// The natural logarithm of a finite number above 0, to about 70 bits.
///
/// With x = m*2^k and s = (m - 1)/(m + 1), that is k*log(2) + 2*(s + s^3/3 + s^5/5 + …), where the
/// size of s is at most 0.172.
pub fn logarithm(x: f64) -> Double {
    const LN_2: Double = Double { high: std::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };
    const THIRD: Double = Double { high: 1.0 / 3.0, low: 1.850_371_707_708_594e-17 };
    const FIFTH: Double = Double { high: 0.2, low: -1.110_223_024_625_156_5e-17 };
    let (mut number, mut power) = libm::frexp(x);
    if number < FRAC_1_SQRT_2 {
        (number, power) = (number * 2.0, power - 1);
    }
    let s = Double::sum(number, -1.0) / Double::sum(number, 1.0);
    let square = s * s;
    let odd = (3..15).rev().map(|half| 1.0 / f64::from(2 * half + 1));
    let rest = odd.fold(0.0, |sum, coefficient| sum * square.high + coefficient);
    let series = THIRD + square * (FIFTH + square * Double::from(rest));
    let near = s + s * square * series;
    LN_2 * Double::from(f64::from(power)) + (near + near)
}
