//! exp, log and tanh, of one number and of many.

use std::f64::consts::{FRAC_1_SQRT_2, LOG2_E};

use super::bell::bell;
use super::double::Double;
use super::exp_and_log::{LN_2_LOWER, LN_2_UPPER, exponential};
use super::many::fused;
use super::sigmoid::tail;

/// Below this in size an operand's exponential is far from both ends of the doubles.
pub const NEAR: f64 = 700.0;

of_one_and_many!(
    /// e to the power `x`, within 0.7 units in the last place.
    exp,
    exps,
    quick_exp,
    |x: f64| x.abs() < NEAR,
    |x| exponential(Double::from(x)).number(),
);

of_one_and_many!(
    /// The natural logarithm, within 0.7 units in the last place.
    log,
    logs,
    quick_log,
    |x: f64| (f64::MIN_POSITIVE..=f64::MAX).contains(&x),
    f64::ln,
);

of_one_and_many!(
    /// The hyperbolic tangent, within 0.9 units in the last place and odd to the last bit.
    tanh,
    tanhs,
    quick_tanh,
    |x: f64| x.abs() < NEAR / 2.0,
    |x: f64| if x.is_nan() { x } else { 1f64.copysign(x) },
);

slope_of_one_and_many!(
    /// `1 - out^2`, with the digits that it loses where `out` is near 1.
    tanh_slope,
    times_tanh_slopes,
    quick_tanh_slope,
    |x: f64| x.abs() < NEAR / 2.0,
    |x: f64, _| rare_tanh_slope(x),
);

with_slopes_of_many!(
    /// tanh of many numbers, and its slopes there.
    tanhs_with_slopes,
    quick_tanh_and_slope,
    |x: f64| x.abs() < NEAR / 2.0,
    |x: f64| (tanh(x), rare_tanh_slope(x)),
);

slope_of_one_and_many!(
    /// The slope of exp.
    exp_slope,
    times_exp_slopes,
    quick_exp_slope,
    |_| true,
    |_, out| out,
);

slope_of_one_and_many!(
    /// The slope of log.
    log_slope,
    times_log_slopes,
    quick_log_slope,
    |_| true,
    |x, _| 1.0 / x,
);

#[inline(always)]
fn quick_exp_slope<const FUSED: bool>(_: f64, out: f64) -> f64 {
    out
}

#[inline(always)]
fn quick_log_slope<const FUSED: bool>(x: f64, _: f64) -> f64 {
    1.0 / x
}

/// `2^power*(1 + rest + bend)` is e to the power of some number.
struct Parts {
    /// At most half the logarithm of 2 in size.
    rest: f64,
    bend: f64,
    /// The lowest bits are the power.
    power: u64,
}

/// With x = k*log(2) + r, e^x is 2^k*(1 + r + r^2*P(r)), where P is the polynomial of degree 9 that brings
/// it nearest to e^r, to 2^-58.
#[inline(always)]
fn parts<const FUSED: bool>(x: f64) -> Parts {
    /// Adding it rounds to a whole number, which then is in the lowest bits.
    const ROUNDER: f64 = 6_755_399_441_055_744.0;
    let shifted = fused::<FUSED>(x, LOG2_E, ROUNDER);
    let whole = shifted - ROUNDER;
    let near = fused::<FUSED>(whole, -LN_2_UPPER, x);
    let rest = fused::<FUSED>(whole, -LN_2_LOWER, near);
    let rest_low = fused::<FUSED>(whole, -LN_2_LOWER, near - rest);
    let square = rest * rest;
    let fourth = square * square;
    // By twos and fours, since the machine adds them up side by side.
    let two = |low: f64, high: f64| fused::<FUSED>(rest, high, low);
    let four = |low: f64, high: f64| fused::<FUSED>(square, high, low);
    let first = four(
        two(0.500_000_000_000_001_2, 0.166_666_666_666_667),
        two(0.041_666_666_666_515_45, 0.008_333_333_333_307_175),
    );
    let second = four(
        two(1.388_888_894_700_654_5e-3, 1.984_126_991_747_097_4e-4),
        two(2.480_148_995_214_885_8e-5, 2.755_721_620_394_945_4e-6),
    );
    let third = two(2.763_127_677_569_954e-7, 2.511_789_670_280_230_8e-8);
    let curve = fused::<FUSED>(fourth, fused::<FUSED>(fourth, third, second), first);
    let bend = fused::<FUSED>(square, curve, fused::<FUSED>(rest_low, rest, rest_low));
    Parts { rest, bend, power: shifted.to_bits() }
}

/// e to the power `x`, which is near.
#[inline(always)]
pub fn quick_exp<const FUSED: bool>(x: f64) -> f64 {
    let Parts { rest, bend, power } = parts::<FUSED>(x);
    let line = Double::ordered_sum(1.0, rest);
    let fraction = line.high + (line.low + bend);
    f64::from_bits(fraction.to_bits().wrapping_add(power << 52))
}

/// The same, and what rounding left of it.
#[inline(always)]
pub fn quick_exp_and_rest<const FUSED: bool>(x: f64) -> Double {
    let Parts { rest, bend, power } = parts::<FUSED>(x);
    let line = Double::ordered_sum(1.0, rest);
    let fraction = Double::ordered_sum(line.high, line.low + bend);
    let scale = f64::from_bits(power.wrapping_add(1023) << 52);
    Double { high: fraction.high * scale, low: fraction.low * scale }
}

/// With x = m*2^k, f = m - 1 and s = f/(2 + f), log(x) is k*log(2) + f - f^2/2 + s*(f^2/2 + R(s^2)), where
/// m is between sqrt(1/2) and sqrt(2), and the polynomial R is off by at most 2^-58 of its operand.
#[inline(always)]
pub fn quick_log<const FUSED: bool>(x: f64) -> f64 {
    /// The bits of 2^52, in which a small whole number is the lowest bits.
    const WHOLE: u64 = 0x4330_0000_0000_0000;
    /// The sign of k where it stands, and in the number that is added to k.
    const SIGN: u64 = 0x800;
    const ADDED: f64 = 4_503_599_627_370_496.0 + 2048.0;
    let power = x.to_bits().wrapping_sub(FRAC_1_SQRT_2.to_bits()) >> 52;
    let k = f64::from_bits((power ^ SIGN) | WHOLE) - ADDED;
    let m = f64::from_bits(x.to_bits().wrapping_sub(power << 52));
    let f = m - 1.0;
    let line = log_near_one::<FUSED>(f, f / (1.0 + m));
    // Exact, for k has few digits.
    let sum = Double::ordered_sum(k * LN_2_UPPER, line.high);
    sum.high + (sum.low + fused::<FUSED>(k, LN_2_LOWER, line.low))
}

/// log(1 + f), where s = f/(2 + f), for 1 + f between sqrt(1/2) and sqrt(2).
#[inline(always)]
pub fn log_near_one<const FUSED: bool>(f: f64, s: f64) -> Double {
    let square = s * s;
    let fourth = square * square;
    let next = |low: f64, high: f64| fused::<FUSED>(fourth, high, low);
    let even =
        next(0.285_714_287_425_666_35, next(0.181_835_654_254_188_04, 0.147_962_652_592_122));
    let even = next(0.666_666_666_666_673_4, even);
    let odd = next(0.399_999_999_994_139_4, next(0.222_221_985_533_941_2, 0.153_140_206_882_74));
    let series = fused::<FUSED>(square, even, fourth * odd);
    let bow = half_of_square::<FUSED>(f);
    let line = Double::ordered_sum(f, -bow.high);
    let low = fused::<FUSED>(s, (bow.high + bow.low) + series, line.low - bow.low);
    Double { high: line.high, low }
}

/// `x*x/2` without error.
#[inline(always)]
fn half_of_square<const FUSED: bool>(x: f64) -> Double {
    if FUSED {
        let (half, high) = (0.5 * x, 0.5 * x * x);
        return Double { high, low: half.mul_add(x, -high) };
    }
    // The square of the upper half of the digits is exact.
    let upper = f64::from_bits(x.to_bits() & !0x7ff_ffff);
    Double { high: 0.5 * upper * upper, low: 0.5 * (x - upper) * (x + upper) }
}

/// Near 0 x + x*c, elsewhere 1 - q, where q is 2/(e^2x + 1); and the slope, which is 1 - out^2 and q*(2 - q).
/// Here c is tanh(x)/x - 1, x^2 times the quotient of polynomials that agrees with it at the seven Chebyshev
/// points of 0 to 1; between them it is off by less than 1.3e-18.
#[inline(always)]
pub fn quick_tanh_and_slope<const FUSED: bool>(x: f64) -> (f64, f64) {
    const SMALL: f64 = 1.0;
    let size = x.abs();
    let square = size * size;
    let next = |low: f64, high: f64| fused::<FUSED>(square, high, low);
    let above =
        next(-84.206_166_198_123_1, next(-0.956_660_962_260_829_1, -6.779_386_472_150_68e-5));
    let above = square * next(-1_311.114_878_955_723_5, above);
    let below = next(1_825.956_353_341_234_3, square + 96.425_297_301_976_8);
    let below = next(3_933.344_636_867_170_7, below);
    let one_more = quick_exp::<FUSED>(2.0 * size) + 1.0;
    let is_small = size < SMALL;
    let quotient = if is_small { above } else { -2.0 } / if is_small { below } else { one_more };
    let (out, slope) = if is_small {
        let out = fused::<FUSED>(size, quotient, size);
        (out, 1.0 - out * out)
    } else {
        (1.0 + quotient, -quotient * (2.0 + quotient))
    };
    (out.copysign(x), slope)
}

#[inline(always)]
pub fn quick_tanh<const FUSED: bool>(x: f64) -> f64 {
    quick_tanh_and_slope::<FUSED>(x).0
}

#[inline(always)]
fn quick_tanh_slope<const FUSED: bool>(x: f64, _: f64) -> f64 {
    quick_tanh_and_slope::<FUSED>(x).1
}

/// 4 times the slope of the sigmoid at `2*x`.
fn rare_tanh_slope(x: f64) -> f64 {
    4.0 * bell(tail(2.0 * x))
}
