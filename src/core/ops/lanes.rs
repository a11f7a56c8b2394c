//! exp, log, tanh, sigmoid and softplus of many numbers side by side, and of one by the same formulas.
//!
//! The formulas have neither a branch nor a table, so that the machine computes several numbers at once.
//! Each is within 2.5 units in the last place. A machine that rounds a product and a sum together does so
//! here: the last digits may depend on the machine, but not on how many numbers are computed at once.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, LOG2_E, SQRT_2};

/// Functions of one number and of many. Where an operand is outside of `usual`, `rare` is computed.
macro_rules! lanes {
    ($($one:ident, $many:ident, $quick:ident, $usual:expr, $rare:expr;)*) => { $(
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $one(x: f64) -> f64 {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            if ($usual)(x) { $quick::<FUSED>(x) } else { ($rare)(x) }
        }

        /// Computes the result of each operand.
        #[multiversion::multiversion(targets("x86_64+avx512f+fma", "x86_64+avx+avx2+fma"))]
        pub fn $many(inputs: &[f64], outs: &mut [f64]) {
            const FUSED: bool = multiversion::target::target_cfg_f!(target_feature = "fma");
            for (outs, inputs) in outs.chunks_mut(TOGETHER).zip(inputs.chunks(TOGETHER)) {
                let mut all_usual = true;
                for (out, x) in outs.iter_mut().zip(inputs) {
                    all_usual &= ($usual)(*x);
                    *out = $quick::<FUSED>(*x);
                }
                if !all_usual {
                    let rare = outs.iter_mut().zip(inputs).filter(|(_, x)| !($usual)(**x));
                    rare.for_each(|(out, x)| *out = ($rare)(*x));
                }
            }
        }
    )* }
}

lanes! {
    exp, exps, quick_exp, |x: f64| x.abs() < NEAR, f64::exp;
    log, logs, quick_log, |x: f64| (f64::MIN_POSITIVE..=f64::MAX).contains(&x), f64::ln;
    tanh, tanhs, quick_tanh, |x: f64| x.abs() < NEAR / 2.0, f64::tanh;
    sigmoid, sigmoids, quick_sigmoid, |x: f64| x.abs() < NEAR, rare_sigmoid;
    softplus, softpluses, quick_softplus, |x: f64| x.abs() < NEAR, rare_softplus;
}

/// Below this size an operand's exponential is a normal number.
const NEAR: f64 = 700.0;
/// So many are computed before it is seen whether all were usual.
pub const TOGETHER: usize = 16;
/// The logarithm of 2 in a part of 33 bits, whose products with whole numbers are exact, and the rest.
const LN_2_UPPER: f64 = 0.693_147_180_369_123_8;
const LN_2_LOWER: f64 = 1.908_214_929_270_587_7e-10;

fn rare_sigmoid(x: f64) -> f64 {
    if x < 0.0 { x.exp() } else { 1.0 / (1.0 + (-x).exp()) }
}

fn rare_softplus(x: f64) -> f64 {
    if x > 0.0 { x } else { x.exp() }
}

/// `x*y + z`, rounded once if `FUSED`, else twice.
#[inline(always)]
fn fused<const FUSED: bool>(x: f64, y: f64, z: f64) -> f64 {
    if FUSED { x.mul_add(y, z) } else { x * y + z }
}

/// `p` and a power of two `scale` such that e^x is `scale*(1 + p)`.
///
/// With x = k*log(2) + r, the scale is 2^k and p = r + r^2*P(r), where P is the polynomial of degree 9 that
/// brings it nearest to e^r - 1.
#[inline(always)]
fn exp_parts<const FUSED: bool>(x: f64) -> (f64, f64) {
    /// Adding it rounds to a whole number, which then is in the lowest bits.
    const ROUNDER: f64 = 6_755_399_441_055_744.0;
    let shifted = fused::<FUSED>(x, LOG2_E, ROUNDER);
    let k = shifted - ROUNDER;
    let r = fused::<FUSED>(k, -LN_2_LOWER, fused::<FUSED>(k, -LN_2_UPPER, x));
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    let (square, fourth) = (r * r, r * r * (r * r));
    // By twos and fours, since the machine adds them up side by side.
    let two = |low, high| fused::<FUSED>(r, high, low);
    let four = |low, high| fused::<FUSED>(square, high, low);
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
    (fused::<FUSED>(square, curve, r), scale)
}

#[inline(always)]
fn quick_exp<const FUSED: bool>(x: f64) -> f64 {
    let (p, scale) = exp_parts::<FUSED>(x);
    fused::<FUSED>(p, scale, scale)
}

/// -t/(t + 2), where t = e^(-2|x|) - 1.
#[inline(always)]
fn quick_tanh<const FUSED: bool>(x: f64) -> f64 {
    let (p, scale) = exp_parts::<FUSED>(-2.0 * x.abs());
    let t = fused::<FUSED>(p, scale, scale - 1.0);
    (-t / (t + 2.0)).copysign(x)
}

#[inline(always)]
fn quick_sigmoid<const FUSED: bool>(x: f64) -> f64 {
    1.0 / (1.0 + quick_exp::<FUSED>(-x))
}

/// The larger of x and 0, and log(1 + t), where t = e^-|x|.
#[inline(always)]
fn quick_softplus<const FUSED: bool>(x: f64) -> f64 {
    let t = quick_exp::<FUSED>(-x.abs());
    let is_large = t > SQRT_2 - 1.0;
    let near = log_near_one::<FUSED>(if is_large { 0.5 * (t - 1.0) } else { t });
    x.max(0.0) + if is_large { near + LN_2 } else { near }
}

/// k*log(2) + log(m), where x = m*2^k and m is between sqrt(1/2) and sqrt(2).
#[inline(always)]
fn quick_log<const FUSED: bool>(x: f64) -> f64 {
    /// The bits of 2^52, in which a small whole number is the lowest bits.
    const WHOLE: u64 = 0x4330_0000_0000_0000;
    /// The sign of k where it stands, and in the number that is added to k.
    const SIGN: u64 = 0x800;
    const ADDED: f64 = 4_503_599_627_370_496.0 + 2048.0;
    let power = x.to_bits().wrapping_sub(FRAC_1_SQRT_2.to_bits()) >> 52;
    let k = f64::from_bits((power ^ SIGN) | WHOLE) - ADDED;
    let m = f64::from_bits(x.to_bits().wrapping_sub(power << 52));
    fused::<FUSED>(k, LN_2_UPPER, fused::<FUSED>(k, LN_2_LOWER, log_near_one::<FUSED>(m - 1.0)))
}

/// log(1 + f) for 1 + f between sqrt(1/2) and sqrt(2): f - f^2/2 + s*(f^2/2 + R(s^2)), where s = f/(2 + f)
/// and the polynomial R is off by at most 2^-58 of its operand.
#[inline(always)]
fn log_near_one<const FUSED: bool>(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let (square, half) = (s * s, 0.5 * f * f);
    let fourth = square * square;
    let next = |low, high| fused::<FUSED>(fourth, high, low);
    let even =
        next(0.285_714_287_425_666_35, next(0.181_835_654_254_188_04, 0.147_962_652_592_122));
    let even = next(0.666_666_666_666_673_4, even);
    let odd = next(0.399_999_999_994_139_4, next(0.222_221_985_533_941_2, 0.153_140_206_882_74));
    f - (half - s * (half + fused::<FUSED>(square, even, fourth * odd)))
}

/// Multiplies upstreams by the slopes of softplus, which are the sigmoids.
pub fn times_sigmoids(upstreams: &[f64], inputs: &[f64], grads: &mut [f64]) {
    sigmoids(inputs, grads);
    grads.iter_mut().zip(upstreams).for_each(|(grad, upstream)| *grad *= upstream);
}
