//! The distributions that sums of squares have when errors are normal: χ², and Student's t.

use libm::{exp, lgamma, log};

use super::bisection::{UNTIL_NEIGHBORS, bisect};

/// With more degrees of freedom than this, t is taken as normal: the quantile is off by 1e-5.
const MANY: f64 = 1e5;
/// The limit on terms of a series or fraction, which needs about 10 times the root of the degrees of freedom.
const MOST_TERMS: usize = 1_000_000;
/// The 97.5 % quantile of a normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// The probability that χ² with `freedom` degrees of freedom exceeds `sum`.
pub fn chi_squared(freedom: f64, sum: f64) -> f64 {
    if sum <= 0.0 || sum.is_infinite() {
        return if sum > 0.0 { 0.0 } else { 1.0 };
    }
    let (a, x) = (freedom / 2.0, sum / 2.0);
    let front = exp(a * log(x) - x - lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut series) = (1.0 / a, 1.0 / a);
        for at in 1..MOST_TERMS {
            term *= x / (a + at as f64);
            series += term;
            if term <= f64::EPSILON * series {
                break;
            }
        }
        return 1.0 - (front * series).min(1.0);
    }
    let terms =
        (1..MOST_TERMS).map(|at| at as f64).map(|at| (at * (a - at), x + 1.0 - a + 2.0 * at));
    (front / fraction(x + 1.0 - a, terms)).min(1.0)
}

/// The two-sided 95 % quantile of Student's t.
pub fn student(freedom: f64) -> f64 {
    if freedom > MANY {
        return NORMAL;
    }
    let [_, t] = bisect([NORMAL, 13.0], UNTIL_NEIGHBORS, |t| beyond(freedom, t) > 0.05);
    t
}

/// The probability that Student's t exceeds `t` in size.
fn beyond(freedom: f64, t: f64) -> f64 {
    let (a, b, x) = (freedom / 2.0, 0.5, freedom / (freedom + t * t));
    let front = |a: f64, b: f64, x: f64| {
        exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * libm::log1p(-x)) / a
    };
    if x < (a + 1.0) / (a + b + 2.0) {
        front(a, b, x) / beta_fraction(a, b, x)
    } else {
        1.0 - front(b, a, 1.0 - x) / beta_fraction(b, a, 1.0 - x)
    }
}

/// The continued fraction of the incomplete beta function.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let terms = (1..MOST_TERMS).map(|at| {
        let half = (at / 2) as f64;
        let over = match at % 2 {
            0 => half * (b - half) * x / ((a + at as f64 - 1.0) * (a + at as f64)),
            _ => -(a + half) * (a + b + half) * x / ((a + at as f64 - 1.0) * (a + at as f64)),
        };
        (over, 1.0)
    });
    fraction(1.0, terms)
}

/// `first + a1/(b1 + a2/(b2 + …))`, by Lentz's method.
fn fraction(first: f64, terms: impl Iterator<Item = (f64, f64)>) -> f64 {
    const TINY: f64 = 1e-300;
    let nonzero = |it: f64| if it == 0.0 { TINY } else { it };
    let mut value = nonzero(first);
    let (mut upper, mut lower) = (value, 0.0);
    for (over, under) in terms {
        lower = 1.0 / nonzero(under + over * lower);
        upper = nonzero(under + over / upper);
        let factor = upper * lower;
        value *= factor;
        if (factor - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    // As R's `qt(0.975, n)` and `pchisq` have it.
    #[test]
    fn students_t_is_that_of_tables() {
        let table = [
            (1.0, 12.706_204_736),
            (2.0, 4.302_652_730),
            (4.0, 2.776_445_105),
            (12.0, 2.178_812_830),
            (100.0, 1.983_971_519),
            (50_000.0, 1.960_011_446),
        ];
        for (freedom, t) in table {
            assert!((student(freedom) / t - 1.0).abs() < 1e-8, "{freedom}: {}", student(freedom));
        }
        // Of 2 it has a closed form.
        let of_two = 0.95 * (2.0 / (1.0 - 0.95_f64.powi(2))).sqrt();
        assert!((student(2.0) / of_two - 1.0).abs() < 1e-12, "{}", student(2.0));
    }

    #[test]
    fn chi_squared_is_that_of_tables() {
        let table = [
            (1.0, 3.841_458_820_694, 0.05),
            (4.0, 9.487_729_036_781, 0.05),
            (30.0, 18.492_660_981_9, 0.95),
            (1000.0, 1_074.679_449, 0.05),
        ];
        for (freedom, sum, above) in table {
            let found = chi_squared(freedom, sum);
            assert!((found / above - 1.0).abs() < 1e-6, "{freedom}: {found}");
        }
        assert!((chi_squared(2.0, 100.0) / (-50.0_f64).exp() - 1.0).abs() < 1e-10);
        // By Wilson and Hilferty the cube root of a large one is normal.
        let part: f64 = 2.0 / (9.0 * 1e6);
        let deviations = (1.002_f64.cbrt() - (1.0 - part)) / part.sqrt();
        let normal = libm::erfc(deviations / std::f64::consts::SQRT_2) / 2.0;
        assert!((chi_squared(1e6, 1.002e6) / normal - 1.0).abs() < 1e-4);
    }
}
