//! Numbers of about 106 bits: the sum of two doubles.
//!
//! The sums and products without error are Knuth's and Dekker's (T. J. Dekker, "A floating-point
//! technique for extending the available precision", 1971).

use std::ops::{Add, Div, Mul, Neg};

/// `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Debug, Clone, Copy)]
pub struct Double {
    /// The sum, rounded.
    pub high: f64,
    /// The rest that rounding left.
    pub low: f64,
}

impl Double {
    /// A double as it is.
    pub const fn from(number: f64) -> Double {
        Double { high: number, low: 0.0 }
    }

    /// `x + y` without error.
    pub fn sum(x: f64, y: f64) -> Double {
        let high = x + y;
        let of_y = high - x;
        Double { high, low: (x - (high - of_y)) + (y - of_y) }
    }

    /// `larger + smaller` without error, where the first is the larger one or 0.
    pub fn ordered_sum(larger: f64, smaller: f64) -> Double {
        let high = larger + smaller;
        Double { high, low: smaller - (high - larger) }
    }

    /// `x * y` without error, for numbers below 1e300 whose product does not underflow.
    pub fn product(x: f64, y: f64) -> Double {
        let high = x * y;
        let ((x1, x2), (y1, y2)) = (halves(x), halves(y));
        Double { high, low: x2 * y2 - (((high - x1 * y1) - x2 * y1) - x1 * y2) }
    }

    /// The nearest double.
    pub fn number(self) -> f64 {
        self.high + self.low
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let sum = Double::sum(self.high, other.high);
        Double::ordered_sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let product = Double::product(self.high, other.high);
        let crossed = self.high * other.low + self.low * other.high;
        Double::ordered_sum(product.high, product.low + crossed)
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let high = self.high / other.high;
        let product = Double::product(high, other.high);
        let left = ((self.high - product.high) - product.low) + self.low - high * other.low;
        Double::ordered_sum(high, left / other.high)
    }
}

impl Neg for Double {
    type Output = Double;

    fn neg(self) -> Double {
        Double { high: -self.high, low: -self.low }
    }
}

/// A double as the sum of two with half the digits each, whose products are exact.
fn halves(x: f64) -> (f64, f64) {
    /// 2^27 + 1
    const SPLITTER: f64 = 134_217_729.0;
    let scaled = SPLITTER * x;
    let upper = scaled - (scaled - x);
    (upper, x - upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_never_moves_the_nearest_double() {
        // Just below a power of two the doubles are twice as dense as above.
        for rest in [0.9, 0.5, 0.1, -0.1, -0.4] {
            let low = rest * f64::EPSILON / 2.0;
            let (high, sum) = (1.0, Double::ordered_sum(1.0, low));
            assert_eq!((sum.number(), sum.high), (high, high), "{rest} of half a unit");
        }
    }
}
