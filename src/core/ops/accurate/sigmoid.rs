//! The sigmoid and functions built on it, accurate in both tails.

use super::double::Double;
use super::elementary::{NEAR, quick_exp_and_rest};
use super::exp_and_log::{exponential, scale};
use super::log_sum::log_of_one_and;

/// Beyond this `1 + exp(-x)` is 1, and below its negative `exp(x)` is 0.
pub const FAR: f64 = 800.0;

of_one_and_many!(
    /// `1/(1 + exp(-x))`, on the left `exp(x)/(1 + exp(x))`, which keeps its digits to the least double.
    sigmoid,
    sigmoids,
    quick_sigmoid,
    |x: f64| x.abs() < NEAR,
    rare_sigmoid,
);

slope_of_one_and_many!(
    /// The slope of softplus.
    softplus_slope,
    times_softplus_slopes,
    quick_softplus_slope,
    |x: f64| x.abs() < NEAR,
    |x, _| rare_sigmoid(x),
);

of_one_and_many!(
    /// `log(1 + exp(x))`, on the right `x + log(1 + exp(-x))`.
    softplus,
    softpluses,
    quick_softplus,
    |x: f64| x.abs() < NEAR,
    |x| if x > 0.0 { x } else { tail(x) },
);

#[inline(always)]
pub fn quick_sigmoid<const FUSED: bool>(x: f64) -> f64 {
    sigmoid_of_tail::<FUSED>(x, quick_exp_and_rest::<FUSED>(-x.abs()))
}

fn rare_sigmoid(x: f64) -> f64 {
    sigmoid_of_tail::<false>(x, exponential(Double::from(-x.abs())).double())
}

#[inline(always)]
fn quick_softplus_slope<const FUSED: bool>(x: f64, _: f64) -> f64 {
    quick_sigmoid::<FUSED>(x)
}

#[inline(always)]
pub fn quick_softplus<const FUSED: bool>(x: f64) -> f64 {
    let Double { high, low } = log_of_one_and::<FUSED>(quick_exp_and_rest::<FUSED>(-x.abs()));
    if x > 0.0 {
        let sum = Double::sum(x, high);
        sum.high + (sum.low + low)
    } else {
        high + low
    }
}

/// `exp(-|x|)`, for any `x`.
pub fn tail(x: f64) -> f64 {
    exponential(Double::from(-x.abs())).number()
}

/// The quotient is rounded once: with its remainder, and what the tail and the sum left.
#[inline(always)]
fn sigmoid_of_tail<const FUSED: bool>(x: f64, tail: Double) -> f64 {
    let one = Double::ordered_sum(1.0, tail.high);
    let above = if x < 0.0 { tail } else { Double::from(1.0) };
    let out = above.high / one.high;
    let remainder = if FUSED {
        (-out).mul_add(one.high, above.high)
    } else {
        let product = Double::product(out, one.high);
        (above.high - product.high) - product.low
    };
    let left = remainder + (above.low - out * (one.low + tail.low));
    // Divided by the sum: its reciprocal is the share of the 1.
    out + left * if x < 0.0 { 1.0 - out } else { out }
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
