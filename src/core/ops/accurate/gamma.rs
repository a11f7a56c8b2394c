//! The derivatives of the logarithm of the gamma function: ψ(x), and that of it.
//!
//! Both are a sum of the first terms of their series and Euler's and Maclaurin's formula for the rest.
//! ψ has a zero, near which it is Taylor's series around that (coefficients from 60 digits).

use super::double::Double;
use super::exp_and_log::logarithm;

/// From here the formula for the rest is exact to a double, of ψ and of its first derivative.
const FAR: f64 = 12.0;
/// Beyond this only the leading term is left,
const VERY_FAR: f64 = 1e17;
/// and below this only the pole and what does not vanish.
const NEAR: f64 = 1e-8;
/// Terms larger than this have no others beside them, as far as a double tells.
const HUGE: f64 = 1e150;

const ZERO: Double = Double { high: 1.461_632_144_968_362_2, low: 9.549_995_429_965_697e-17 };
/// So far around the zero the series is used.
const AROUND_ZERO: f64 = 0.1;
const EULER: f64 = 0.577_215_664_901_532_9;

/// `B(2j)/(2j)!`, from j = 1.
const BERNOULLI: [f64; 12] = [
    0.083_333_333_333_333_33,
    -0.001_388_888_888_888_889,
    3.306_878_306_878_307e-5,
    -8.267_195_767_195_768e-7,
    2.087_675_698_786_81e-8,
    -5.284_190_138_687_493e-10,
    1.338_253_653_068_467_9e-11,
    -3.389_680_296_322_582_7e-13,
    8.586_062_056_277_845e-15,
    -2.174_868_698_558_062e-16,
    5.509_002_828_360_229_5e-18,
    -1.395_446_468_581_252_3e-19,
];

/// Taylor's coefficients of ψ around its zero, from that of the first power.
const TAYLOR: [f64; 18] = [
    0.967_672_245_447_621_2,
    -0.442_763_168_983_592_1,
    0.258_499_760_955_651,
    -0.163_942_705_442_406_52,
    0.107_824_050_691_262_37,
    -0.072_199_561_256_454_71,
    0.048_804_288_164_143_11,
    -0.033_161_126_474_847_36,
    0.022_597_648_232_218_104,
    -0.015_424_765_904_948_96,
    0.010_538_791_616_612_175,
    -0.007_204_534_386_356_869,
    0.004_926_781_395_729_853,
    -0.003_369_801_655_439_328,
    0.002_305_126_326_734_928,
    -0.001_576_936_771_430_197_2,
    0.001_078_825_201_916_296_7,
    -0.000_738_070_938_996_005_2,
];

/// The logarithm of the gamma function, for x above 0.
pub fn log_gamma(x: f64) -> f64 {
    if x < 0.0 { f64::NAN } else { libm::lgamma(x) }
}

/// ψ(x), the derivative of `log_gamma`.
pub fn digamma(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x < NEAR {
        let square_of_pi = std::f64::consts::PI * std::f64::consts::PI;
        return -1.0 / x.abs() - (EULER - square_of_pi / 6.0 * x);
    }
    if x > VERY_FAR {
        return x.ln();
    }
    let off = (x - ZERO.high) - ZERO.low;
    if off.abs() < AROUND_ZERO {
        return off * TAYLOR.iter().rev().fold(0.0, |sum, coefficient| sum * off + coefficient);
    }
    let (mut at, mut sum) = (Double::from(x), Double::from(0.0));
    while at.high < FAR {
        sum = sum + Double::from(-1.0) / at;
        at = at + Double::from(1.0);
    }
    let inverse = Double::from(1.0) / at;
    let square = inverse.high * inverse.high;
    // B(2j)/(2j) is what each adds to the logarithm less half of the inverse.
    let mut factorial = 1.0;
    let mut power = square;
    let mut rest = 0.0;
    for (index, coefficient) in BERNOULLI.iter().enumerate() {
        rest -= coefficient * factorial * power;
        let next = 2.0 * index as f64 + 2.0;
        factorial *= next * (next + 1.0);
        power *= square;
    }
    let logarithm = logarithm(at.high) + Double::from(at.low / at.high);
    let half = Double { high: -0.5 * inverse.high, low: -0.5 * inverse.low };
    (sum + logarithm + half + Double::from(rest)).number()
}

/// ψ'(x), the derivative of `digamma`.
pub fn trigamma(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x > VERY_FAR {
        return 1.0 / x;
    }
    let first = 1.0 / (x * x);
    if x < NEAR || first > HUGE {
        return first;
    }
    let (mut at, mut sum) = (Double::from(x), Double::from(0.0));
    while at.high < FAR + 1.0 {
        let inverse = Double::from(1.0) / at;
        sum = sum + inverse * inverse;
        at = at + Double::from(1.0);
    }
    let inverse = Double::from(1.0) / at;
    let square = inverse.high * inverse.high;
    // What follows is in units of the inverse.
    let (mut rest, mut rising, mut power) = (0.0, 2.0, square);
    for (index, coefficient) in BERNOULLI.iter().enumerate() {
        rest += coefficient * rising * power;
        let next = 2.0 + 2.0 * index as f64;
        rising *= (next + 1.0) * (next + 2.0);
        power *= square;
    }
    let half = Double { high: 0.5 * inverse.high, low: 0.5 * inverse.low };
    let series = Double::from(1.0) + half + Double::from(rest);
    (sum + inverse * series).number()
}
