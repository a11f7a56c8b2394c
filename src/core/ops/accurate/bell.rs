//! Slopes that fall off like a bell on both sides: exp(-|x|)/(1 + exp(-|x|))^2 and exp(-x^2).

use super::double::Double;
use super::elementary::{NEAR, quick_exp};
use super::exp_and_log::{exponential, scale};
use super::sigmoid::{FAR, tail};
use std::f64::consts::FRAC_2_SQRT_PI;

slope_of_one_and_many!(
    /// `out*(1 - out)`, whose second factor has no digits left far to the right.
    sigmoid_slope,
    times_sigmoid_slopes,
    quick_sigmoid_slope,
    |x: f64| x.abs() < NEAR,
    |x, out| sigmoid_slope_of_tail(out, tail(x)),
);

#[inline(always)]
fn quick_sigmoid_slope<const FUSED: bool>(x: f64, out: f64) -> f64 {
    sigmoid_slope_of_tail(out, quick_exp::<FUSED>(-x.abs()))
}

#[inline(always)]
fn sigmoid_slope_of_tail(out: f64, tail: f64) -> f64 {
    if out < 0.5 { out * (1.0 - out) } else { bell(tail) }
}

/// `sigmoid(x)*(1 + x*(1 - sigmoid(x)))`, on the left as the sigmoid's slope times `1 + x + exp(x)`,
/// and on the right as what the slope on the left leaves of 1.
pub fn silu_slope(x: f64) -> f64 {
    /// The zero of the slope, and -1 minus it.
    const ZERO: Double =
        Double { high: -1.278_464_542_761_073_7, low: -1.094_699_418_309_343_7e-16 };
    const EXP_ZERO: f64 = 0.278_464_542_761_073_8;
    let left = -x.abs();
    if left < -FAR {
        return if x > 0.0 { 1.0 + left * 0.0 } else { left * 0.0 };
    }
    let tail = exponential(Double::from(left));
    let one = Double::from(1.0);
    let factor = if (-2.0..-0.75).contains(&left) {
        // Around its zero the terms cancel; with x = zero + d they are d + exp(zero)*(exp(d) - 1).
        let d = Double::from(left) + -ZERO;
        d + Double::from(EXP_ZERO * d.high.exp_m1())
    } else {
        Double::sum(1.0, left) + tail.double()
    };
    let below = one + tail.double();
    let slope = scale((tail.fraction * factor / (below * below)).number(), tail.power);
    if x > 0.0 { 1.0 - slope } else { slope }
}

/// `2/sqrt(pi)*exp(-x^2)`, with the digits of the square that a double has no room for.
pub fn erf_slope(x: f64) -> f64 {
    let x = x.clamp(-40.0, 40.0);
    let tail = exponential(-Double::product(x, x));
    scale(tail.fraction.number() * FRAC_2_SQRT_PI, tail.power)
}

/// `tail/(1 + tail)^2`
#[inline(always)]
pub fn bell(tail: f64) -> f64 {
    let (one, left) = one_and(tail);
    (tail - 2.0 * tail * left) / (one * one)
}

/// `1 + tail` for a tail of at most 1, and which share of it rounding left out, about.
#[inline(always)]
fn one_and(tail: f64) -> (f64, f64) {
    let one = 1.0 + tail;
    // Between 0 and 1 this is as good as divided by the sum.
    (one, (tail - (one - 1.0)) * (1.0 - 0.5 * tail))
}
