//! Accurate versions of functions whose plain formulas lose digits.
//!
//! Each is within 2 units in the last place as a value and 4 as a slope, measured against 50 digits
//! (`tests/data/numbers.py`). What a formula cancels or squeezes into the range of a double is kept
//! in two doubles and a power of two, and rounded once, at the end.

#[macro_use]
mod many;
mod bell;
mod double;
mod elementary;
mod exp_and_log;
mod gamma;
mod gelu;
pub mod log_sum;
mod power;
mod sigmoid;

pub(super) use bell::{erf_slope, silu_slope};
pub(super) use bell::{sigmoid_slope, times_sigmoid_slopes};
pub(super) use elementary::{exp, exp_slope, exps, log, log_slope, logs, tanh, tanh_slope, tanhs};
#[cfg(test)]
pub(super) use elementary::{quick_exp, quick_log, quick_tanh};
pub(super) use elementary::{
    tanhs_with_slopes, times_exp_slopes, times_log_slopes, times_tanh_slopes,
};
pub(super) use gamma::{digamma, log_gamma, trigamma};
pub(super) use gelu::{gelu, gelu_slope};
pub(super) use log_sum::{log_sum_exp, share_of_two};
pub use log_sum::{log_sum_exps, shares_of_two};
pub(super) use power::{power, power_slope_of_base, power_slope_of_exponent};
#[cfg(test)]
pub(super) use sigmoid::{quick_sigmoid, quick_softplus};
pub(super) use sigmoid::{sigmoid, sigmoids, silu, softplus, softpluses};
pub(super) use sigmoid::{softplus_slope, times_softplus_slopes};

/// Numbers below this, or above its reciprocal, have squares that overflow or lose digits.
const TINY: f64 = 1e-140;
/// Brings tiny numbers, and its reciprocal huge ones, to where their squares are held well.
const LIFT: f64 = 4.149_515_568_880_993e180;

/// `1/(1 + x²)`, also where the square overflows.
pub(super) fn atan_slope(x: f64) -> f64 {
    if x.abs() > 1.0 / TINY { 1.0 / x / x } else { 1.0 / (1.0 + x * x) }
}

/// `number/(x² + y²)`, also where the squares overflow or underflow.
pub(super) fn over_squares(number: f64, x: f64, y: f64) -> f64 {
    let lift = lift(x, y);
    let (x, y) = (x * lift, y * lift);
    number * lift / (x * x + y * y) * lift
}

/// `x/hypot(x, y)`, also where the length overflows or has lost digits; `out` is the length.
pub(super) fn over_length(x: f64, y: f64, out: f64) -> f64 {
    if out.is_normal() {
        x / out
    } else {
        let lift = lift(x, y);
        x * lift / (x * lift).hypot(y * lift)
    }
}

/// `-out/y` of `out = x/y`, also where `out` has lost digits.
pub(super) fn quotient_slope(x: f64, y: f64, out: f64) -> f64 {
    if out.is_subnormal() { -(x * LIFT / y) / y / LIFT } else { -out / y }
}

/// A power of two that scales the larger of two numbers so that its square keeps its digits.
fn lift(x: f64, y: f64) -> f64 {
    let largest = x.abs().max(y.abs());
    if largest < TINY {
        LIFT
    } else if largest > 1.0 / TINY {
        1.0 / LIFT
    } else {
        1.0
    }
}

/// `1/(3*out^2)` of `out = cbrt(x)`; by `x` too, which is exact and counts the error of `out` once.
pub(super) fn cbrt_slope(x: f64, out: f64) -> f64 {
    if x.is_normal() { out / x / 3.0 } else { 1.0 / (3.0 * (out * out)) }
}
