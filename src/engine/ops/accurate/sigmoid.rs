//! The sigmoid and functions built on it, accurate in both tails.

use super::double::Double;
use super::exp_and_log::{exponential, scale};

/// Beyond this `1 + exp(-x)` is 1, and below its negative `exp(x)` is 0.
pub const FAR: f64 = 800.0;

/// `1/(1 + exp(-x))`, on the left `exp(x)/(1 + exp(x))`, which keeps its digits to the least double.
#[inline(always)]
pub fn sigmoid(x: f64) -> f64 {
    let tail = (-x.abs()).exp();
    let (one, left) = one_and(tail);
    let out = if x < 0.0 { tail } else { 1.0 } / one;
    out - out * left
}

/// `1 + tail` for a tail of at most 1, and which share of it rounding left out, about.
#[inline(always)]
pub fn one_and(tail: f64) -> (f64, f64) {
    let one = 1.0 + tail;
    // Between 0 and 1 this is as good as divided by the sum.
    (one, (tail - (one - 1.0)) * (1.0 - 0.5 * tail))
}

/// `x*sigmoid(x)`, rounded less often.
pub fn silu(x: f64) -> f64 {
    if x < -FAR {
        return x * 0.0;
    }
    if x > FAR {
        return x;
    }
    let tail = exponential(Double::from(-x.abs()));
    let one = Double::from(1.0) + tail.double();
    let (above, power) = if x < 0.0 { (tail.fraction, tail.power) } else { (Double::from(1.0), 0) };
    scale((Double::from(x) * above / one).number(), power)
}

/// `log(1 + exp(x))`, on the right `x + log(1 + exp(-x))`.
pub fn softplus(x: f64) -> f64 {
    let Double { high, low } = exponential(Double::from(-x.abs())).double();
    let log = high.ln_1p() + low / (1.0 + high);
    // A tail of nan makes the sum nan.
    if x > 0.0 { x + log } else { log }
}
