//! The logarithm of a sum of exponentials, rounded once, also where the sum is nearly 1.

use super::double::Double;
use super::elementary::log_near_one;
use super::exp_and_log::{LN_2_LOWER, LN_2_UPPER, exponential, logarithm};
use std::f64::consts::{LN_2, SQRT_2};

/// The rest of the logarithm of 2, which its double leaves.
const LN_2_REST: f64 = 2.319_046_813_846_299_6e-17;

/// `log(exp(x) + exp(y))`
pub fn log_sum_exp(x: f64, y: f64) -> f64 {
    let out = quick_log_sum(x, y);
    if loses_digits(x, y, out) { of_nearly_one(&[x, y]) } else { out }
}

/// The same of many pairs, several side by side.
#[inline(always)]
pub fn log_sum_exps(x: &[f64], y: &[f64], outs: &mut [f64]) {
    for (out, (x, y)) in outs.iter_mut().zip(x.iter().zip(y)) {
        *out = quick_log_sum(*x, *y);
    }
    for (out, (x, y)) in outs.iter_mut().zip(x.iter().zip(y)) {
        if loses_digits(*x, *y, *out) {
            *out = of_nearly_one(&[*x, *y]);
        }
    }
}

/// The same but for cancellation, without a branch.
#[inline(always)]
fn quick_log_sum(x: f64, y: f64) -> f64 {
    let most = if x < y { y } else { x };
    let log = log_of_one_and::<false>(exponential(distance(x, y)).double());
    let sum = Double::sum(most, log.high);
    let out = Double { high: sum.high, low: sum.low + log.low }.number();
    let out = if most.is_infinite() { most } else { out };
    if x.is_nan() | y.is_nan() { x + y } else { out }
}

/// Tells whether digits of `log(exp(x) + exp(y))` are lost, since the larger number and the logarithm
/// of how much more there is cancel.
#[inline(always)]
fn loses_digits(x: f64, y: f64, out: f64) -> bool {
    let most = if x < y { y } else { x };
    (most < 0.0) & (out.abs() < CANCELS * (out - most))
}

/// How far the larger of two numbers is above the other, negated.
#[inline(always)]
fn distance(x: f64, y: f64) -> Double {
    let Double { high, low } = if x < y { Double::sum(x, -y) } else { Double::sum(y, -x) };
    Double { high, low: if high.is_infinite() { 0.0 } else { low } }
}

/// `log(1 + x)`, for `x` from 0 to 1, to about 56 bits: with 1 + x = m*2^k, k*log(2) + log(m).
#[inline(always)]
pub fn log_of_one_and<const FUSED: bool>(x: Double) -> Double {
    let is_large = x.high > SQRT_2 - 1.0;
    let over = Double::ordered_sum(-1.0, x.high);
    let half = Double { high: 0.5 * over.high, low: 0.5 * (over.low + x.low) };
    let f = if is_large { half } else { x };
    let s = f.high / (2.0 + f.high);
    let line = log_near_one::<FUSED>(f.high, s);
    // 1/(1 + f) is (1 - s)/(1 + s).
    let rest = f.low * (1.0 - 2.0 * s * (1.0 - s));
    let power = if is_large { 1.0 } else { 0.0 };
    let sum = Double::ordered_sum(power * LN_2_UPPER, line.high);
    Double { high: sum.high, low: sum.low + (power * LN_2_LOWER + (line.low + rest)) }
}

/// The part of `exp(x) + exp(y)` that is `exp(x)`: `1/(1 + exp(y - x))`.
#[inline(always)]
pub fn share_of_two(x: f64, y: f64) -> f64 {
    let tail = exponential(distance(x, y)).number();
    let share = if x < y { tail } else { 1.0 } / (1.0 + tail);
    if x == y { 0.5 } else { share }
}

/// Multiplies upstreams by those parts.
#[inline(always)]
pub fn shares_of_two(x: &[f64], y: &[f64], upstream: &[f64], grads: &mut [f64]) {
    for ((grad, upstream), (x, y)) in grads.iter_mut().zip(upstream).zip(x.iter().zip(y)) {
        *grad = share_of_two(*x, *y) * upstream;
    }
}

/// The logarithm of the sum of the exponentials of these numbers; -inf if there are none.
pub fn log_sum_exp_of(numbers: &[f64]) -> f64 {
    if let Some(nan) = numbers.iter().find(|number| number.is_nan()) {
        return *nan;
    }
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most.is_infinite() {
        // It is all there is.
        return most;
    }
    // The largest one itself is the 1 of log(1 + …).
    let mut is_first = true;
    let mut rest = Double::from(0.0);
    for number in numbers {
        if *number == most && is_first {
            is_first = false;
        } else if *number > f64::NEG_INFINITY {
            rest = rest + exponential(Double::sum(*number, -most)).double();
        }
    }
    let one = Double::sum(1.0, rest.high);
    let (high, low) = (one.high, one.low + rest.low);
    let log = logarithm(high) + Double::from(low / high);
    let sum = Double::sum(most, log.high);
    let out = Double { high: sum.high, low: sum.low + log.low }.number();
    // Where the two cancel, more digits of both are needed.
    if most < 0.0 && out.abs() < CANCELS * log.high { of_nearly_one(numbers) } else { out }
}

/// A result below this part of the logarithm has lost digits that it holds.
const CANCELS: f64 = 0.25;

/// The logarithm where the exponentials, all below 1, add up to nearly 1.
fn of_nearly_one(numbers: &[f64]) -> f64 {
    // In falling order, so that the one that is nearly 1 takes the 1 away first.
    let mut falling = numbers.to_vec();
    falling.sort_unstable_by(|x, y| y.total_cmp(x));
    let mut above_one = Double::from(0.0);
    let mut is_first = true;
    for number in falling {
        let term = if is_first { exp_m1_of(number) } else { exp_of(number) };
        above_one = above_one + term;
        is_first = false;
    }
    above_one.high.ln_1p() + above_one.low / (1.0 + above_one.high)
}

/// `exp(x) - 1` to about 100 bits, for `x` of at most 0.
fn exp_m1_of(x: f64) -> Double {
    if x > -0.5 * LN_2 {
        let x = Double::from(x);
        return x * series(x);
    }
    Double::from(-1.0) + exp_of(x)
}

/// `exp(x)` to about 100 bits, for `x` of at most 0.
fn exp_of(x: f64) -> Double {
    /// The exponential of less is 0 beside 1, whatever the digits.
    const LEAST: f64 = -700.0;
    if x < LEAST {
        return Double::from(0.0);
    }
    let power = (x / LN_2).round();
    let ln_2 = Double { high: LN_2, low: LN_2_REST };
    let near = Double::from(x) + -(ln_2 * Double::from(power));
    let Double { high, low } = Double::from(1.0) + near * series(near);
    let scale = 2_f64.powi(power as i32);
    Double { high: high * scale, low: low * scale }
}

/// `(exp(x) - 1)/x` by its Taylor series, for `x` of at most half the logarithm of 2 in size.
fn series(x: Double) -> Double {
    const TERMS: u32 = 26;
    let factors = (2..=TERMS).rev().map(|term| Double::from(f64::from(term)));
    factors.fold(Double::from(1.0), |sum, term| Double::from(1.0) + sum * x / term)
}
