//! The logarithm of the gamma function, and its derivatives: what likelihoods of counts need.

use super::{Edge, INFINITY, NAN, Operation, UNKNOWN};

pub(super) static ROWS: [Operation; 3] = [
    Operation {
        name: "lgamma",
        aliases: &["gammaln"],
        help: "the logarithm of the gamma function; lgamma(n + 1) is log(n!)",
        torch: "torch.lgamma({x})",
        rule: unary!(log_gamma, |x, _| digamma(x), "digamma(x)"),
        domain: "x > 0",
        gives_way: true,
        samples: &[&[0.05], &[0.5], &[2.5], &[10.0], &[1000.0]],
        edges: &[
            Edge::new(&[0.0], INFINITY, &[-INFINITY], "the limit from above"),
            Edge::new(&[1.0], 0.0, &[-0.5772156649015329], "0! is 1"),
            Edge::new(&[-0.5], NAN, &[NAN], "the gamma function is negative there")
                .unlike_pytorch("the value 1.2655 and the slope 0.03649"),
            Edge::new(&[1e306], INFINITY, &[704.591038456178], "too large for a double"),
            Edge::new(&[INFINITY], INFINITY, &[INFINITY], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "digamma",
        aliases: &["psi"],
        help: "the derivative of lgamma",
        torch: "torch.digamma({x})",
        rule: unary!(digamma, |x, _| trigamma(x), "trigamma(x)"),
        domain: "x > 0",
        gives_way: true,
        samples: &[&[0.05], &[0.5], &[2.5], &[10.0], &[1000.0]],
        edges: &[
            Edge::new(&[0.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[-0.0], -INFINITY, &[INFINITY], "the same"),
            Edge::new(&[1.0], -0.5772156649015329, &[1.6449340668482264], "pi^2/6"),
            Edge::new(&[-0.5], NAN, &[NAN], "no slope, because lgamma is infinite")
                .unlike_pytorch("the value 0.03649 and the slope 8.9348"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "trigamma",
        help: "the derivative of digamma; its own derivative is not implemented",
        torch: "torch.polygamma(1, {x})",
        rule: unary!(trigamma, |_, _| NAN, UNKNOWN),
        domain: "x > 0",
        gives_way: true,
        edges: &[
            Edge::new(&[0.0], INFINITY, &[NAN], "the limit from above"),
            Edge::new(&[-0.5], NAN, &[NAN], "no slope, because lgamma is infinite")
                .unlike_pytorch("the value 8.9348"),
            Edge::new(&[INFINITY], 0.0, &[NAN], "the limit"),
        ],
        ..Operation::DEFAULT
    },
];

/// The formulas for large operands are exact to a double from here on.
const LARGE: f64 = 12.0;

/// Bernoulli's numbers `B(2j)`, from j = 1.
const BERNOULLI: [f64; 9] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
];

/// The logarithm of the gamma function, for x above 0.
fn log_gamma(x: f64) -> f64 {
    if x < 0.0 { f64::NAN } else { libm::lgamma(x) }
}

/// The derivative of `log_gamma`: its recurrence up to a large operand, and there Stirling's series
/// (Abramowitz and Stegun 6.3.5 and 6.3.18).
fn digamma(mut x: f64) -> f64 {
    if x < 0.0 {
        return f64::NAN;
    }
    let mut sum = 0.0;
    // A zero of either sign has the limit from above.
    x = x.abs();
    while x < LARGE {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let terms = BERNOULLI.iter().zip(1..10).rev();
    let series = terms.fold(0.0, |rest, (number, j)| square * (rest + number / f64::from(2 * j)));
    sum + x.ln() - 0.5 / x - series
}

/// The derivative of `digamma`, in the same way (6.4.6 and 6.4.12).
fn trigamma(mut x: f64) -> f64 {
    if x < 0.0 {
        return f64::NAN;
    }
    let mut sum = 0.0;
    while x < LARGE {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = BERNOULLI.iter().rev().fold(0.0, |rest, number| square * (rest + number));
    sum + (1.0 + 0.5 / x + series) / x
}
