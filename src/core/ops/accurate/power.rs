//! Powers and their slopes, also where `x^y` itself is too large or too small for a double.

use super::double::Double;
use super::exp_and_log::{exponential, logarithm};

/// `x^y`
pub fn power(x: f64, y: f64) -> f64 {
    // Most powers are squares, for which this is many times faster.
    if y == 2.0 { x * x } else { x.powf(y) }
}

/// `y*x^(y - 1)`
pub fn power_slope_of_base(x: f64, y: f64, out: f64) -> f64 {
    if y == 2.0 {
        return 2.0 * x;
    }
    if y == 0.0 {
        return 0.0;
    }
    let less = Double::sum(y, -1.0);
    let factor = x.powf(less.high);
    let slope = y * factor;
    let is_exact = less.low == 0.0 && factor.is_normal() && slope.is_normal();
    if is_exact || !is_ordinary(x, y) || out.is_nan() {
        slope
    } else {
        let sign = out.signum() * x.signum();
        sign * times_power(x.abs(), less, y)
    }
}

/// `out*log(x)`
pub fn power_slope_of_exponent(x: f64, y: f64, out: f64) -> f64 {
    if x == 0.0 && y >= 0.0 {
        0.0
    } else if x > 0.0 && is_ordinary(x, y) && !out.is_normal() {
        times_power(x, Double::from(y), x.ln())
    } else {
        out * x.ln()
    }
}

/// Returns true if no operand calls for a convention.
fn is_ordinary(x: f64, y: f64) -> bool {
    x != 0.0 && x.is_finite() && y.is_finite()
}

/// `factor*x^y` for `x > 0`, rounded once.
fn times_power(x: f64, y: Double, factor: f64) -> f64 {
    let rough = y.high * x.ln();
    if rough.abs() > 1400.0 {
        // No factor that is a double makes that one again.
        return factor * rough.exp();
    }
    let scaled = exponential(logarithm(x) * y);
    let (fraction, power) = libm::frexp(factor);
    libm::ldexp(scaled.fraction.number() * fraction, scaled.power + power)
}
