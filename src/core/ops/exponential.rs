//! Exponentials, logarithms and roots.

use super::lanes::{TOGETHER, exp, exps, log, logs, sigmoid, sigmoids, softplus, softpluses};
use super::{Edge, INFINITY, NAN, Operation, binary, row};
use std::f64::consts::{LN_2, LN_10, LOG2_E, LOG10_E};

pub(super) static ROWS: [Operation; 9] = [
    Operation {
        name: "exp",
        help: "e to the power x; it is its own derivative",
        torch: "torch.exp({x})",
        rule: unary!((exp, exps), |_, out| out, "out"),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[10.0], &[-20.0]],
        edges: &[
            Edge::new(&[710.0], INFINITY, &[INFINITY], "too large for a double"),
            Edge::new(&[-1000.0], 0.0, &[0.0], "too small for a double"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "logsumexp",
        help: "log(exp(x) + exp(y)) without overflow; its slopes are the softmax",
        torch: "torch.logaddexp({x}, {y})",
        rule: binary(
            log_sum_exp,
            (|x, y, _| share_of_two(x, y), "1/(1 + exp(y - x))"),
            (|x, y, _| share_of_two(y, x), "1/(1 + exp(x - y))"),
        ),
        domain: "any x, any y",
        samples: &[&[1.0, 2.0], &[-3.0, 0.5], &[0.25, 0.25], &[4.0, -1.5], &[-8.0, -9.0]],
        edges: &[
            Edge::new(&[1000.0, 1000.0], 1000.6931471805599, &[0.5, 0.5], "exp(1000) overflows"),
            Edge::new(&[0.0, -800.0], 0.0, &[1.0, 0.0], "the far smaller operand adds nothing"),
            Edge::new(&[0.0, -INFINITY], 0.0, &[1.0, 0.0], "exp(-inf) is 0"),
            Edge::new(&[-INFINITY, -INFINITY], -INFINITY, &[0.5, 0.5], "a tie halves")
                .beyond_text(),
            Edge::new(&[INFINITY, 1.0], INFINITY, &[1.0, 0.0], "the larger one is all of it"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "log",
        aliases: &["ln"],
        help: "the natural logarithm of x, the inverse of exp",
        torch: "torch.log({x})",
        rule: unary!((log, logs), |x, _| 1.0 / x, "1/x"),
        domain: "x > 0",
        samples: &[&[1.0], &[0.05], &[2.5], &[1000.0], &[1e6]],
        edges: &[
            Edge::new(&[0.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[-1.0], NAN, &[-1.0], "no logarithm, but the formula gives a slope"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "log2",
        elsewhere: &["lb", "ld"],
        help: "the logarithm of x to base 2: how often x can be halved down to 1",
        torch: "torch.log2({x})",
        rule: unary!(f64::log2, |x, _| LOG2_E / x, "1/(x*log(2))"),
        domain: "x > 0",
        samples: &[&[1.0], &[0.05], &[8.0], &[1000.0], &[1e6]],
        edges: &[
            Edge::new(&[0.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[-1.0], NAN, &[-1.0 / LN_2], "no logarithm, but the formula gives a slope"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "log10",
        elsewhere: &["lg"],
        help: "the logarithm of x to base 10: how many digits, less one",
        torch: "torch.log10({x})",
        rule: unary!(f64::log10, |x, _| LOG10_E / x, "1/(x*log(10))"),
        domain: "x > 0",
        samples: &[&[1.0], &[0.05], &[2.5], &[1000.0], &[1e6]],
        edges: &[
            Edge::new(&[0.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[-1.0], NAN, &[-1.0 / LN_10], "no logarithm, but the formula gives a slope"),
            Edge::new(&[1e308], 308.0, &[4.34294481903252e-309], "x*log(10) overflows")
                .beyond_text(),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "log1p",
        help: "log(1 + x), exact for small x too",
        torch: "torch.log1p({x})",
        rule: unary!(f64::ln_1p, |x, _| 1.0 / (1.0 + x), "1/(1 + x)"),
        domain: "x > -1",
        samples: &[&[0.0], &[-0.5], &[0.25], &[-0.95], &[1000.0]],
        edges: &[
            Edge::new(&[1e-20], 1e-20, &[1.0], "log(1 + x) as written would be 0"),
            Edge::new(&[-1.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[-2.0], NAN, &[-1.0], "no logarithm, but the formula gives a slope"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "expm1",
        help: "exp(x) - 1, exact for small x too",
        torch: "torch.expm1({x})",
        rule: unary!(
            f64::exp_m1,
            // Not out + 1, which is 0 already at x = -40.
            |x, _| exp(x),
            "exp(x)"
        ),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[10.0], &[0.01]],
        edges: &[
            Edge::new(&[1e-20], 1e-20, &[1.0], "exp(x) - 1 as written would be 0"),
            Edge::new(&[-1000.0], -1.0, &[0.0], "all that is left is the 1"),
            Edge::new(&[710.0], INFINITY, &[INFINITY], "too large for a double"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "sqrt",
        before_atom: "√",
        help: "the square root of x",
        torch: "torch.sqrt({x})",
        rule: unary!(f64::sqrt, |_, out| 1.0 / (2.0 * out), "1/(2*out)"),
        domain: "x ≥ 0, with a finite slope for x > 0",
        samples: &[&[1.0], &[2.0], &[0.05], &[1000.0], &[1e6]],
        edges: &[
            Edge::new(&[0.0], 0.0, &[INFINITY], "the curve starts out vertical"),
            Edge::new(&[-1.0], NAN, &[NAN], "a negative number has no real root"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "cbrt",
        before_atom: "∛",
        help: "the cube root of x; x may be negative",
        torch: "torch.sign({x})*torch.abs({x})**(1/3)",
        rule: unary!(f64::cbrt, |_, out| 1.0 / (3.0 * (out * out)), "1/(3*out^2)"),
        domain: "any x, with a finite slope for x ≠ 0",
        kinks: "gradient inf at 0, because the curve is vertical there",
        samples: &[&[1.0], &[-8.0], &[0.05], &[-1000.0], &[1e6]],
        edges: &[
            Edge::new(&[0.0], 0.0, &[INFINITY], "the curve is vertical")
                .unlike_pytorch("no cbrt; the slope of sign(x)*abs(x)**(1/3) is nan"),
            Edge::new(&[-INFINITY], -INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
];

/// The exponential.
pub static EXP: &Operation = row(&ROWS, "exp", 1);
/// The logarithm of the sum of two exponentials.
pub static LOG_SUM_EXP: &Operation = row(&ROWS, "logsumexp", 2);
/// The square root.
pub static SQRT: &Operation = row(&ROWS, "sqrt", 1);

/// `log(exp(x) + exp(y))`: the larger one, and softplus of how far the other is below it.
pub fn log_sum_exp(x: f64, y: f64) -> f64 {
    // Infinities have no distance, and the larger one is all of the sum.
    if x == y { x + LN_2 } else { x.max(y) + softplus(-(x - y).abs()) }
}

/// The same of many pairs, in lanes.
pub fn log_sum_exps(x: &[f64], y: &[f64], outs: &mut [f64]) {
    let mut distances = [0.0; TOGETHER];
    let operands = x.chunks(TOGETHER).zip(y.chunks(TOGETHER));
    for (outs, (x, y)) in outs.chunks_mut(TOGETHER).zip(operands) {
        let distances = &mut distances[..outs.len()];
        for (distance, (x, y)) in distances.iter_mut().zip(x.iter().zip(y)) {
            *distance = -(x - y).abs();
        }
        softpluses(distances, outs);
        for (out, (x, y)) in outs.iter_mut().zip(x.iter().zip(y)) {
            *out = if x == y { x + LN_2 } else { x.max(*y) + *out };
        }
    }
}

/// The logarithm of the sum of the exponentials of these numbers; -inf if there are none.
pub fn log_sum_exp_of(numbers: &[f64]) -> f64 {
    let largest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest.is_infinite() && !numbers.iter().any(|number| number.is_nan()) {
        return largest;
    }
    // The first largest one is the 1 of log(1 + …).
    let first = numbers.iter().position(|number| *number == largest);
    let others = numbers.iter().enumerate().filter(|(at, _)| Some(*at) != first);
    largest + others.map(|(_, number)| exp(number - largest)).sum::<f64>().ln_1p()
}

/// The part of `exp(x) + exp(y)` that is `exp(x)`: `1/(1 + exp(y - x))`.
fn share_of_two(x: f64, y: f64) -> f64 {
    if x == y { 0.5 } else { sigmoid(x - y) }
}

/// Multiplies upstreams by those parts, in lanes.
pub fn shares_of_two(x: &[f64], y: &[f64], upstream: &[f64], grads: &mut [f64]) {
    let mut distances = [0.0; TOGETHER];
    let operands = x.chunks(TOGETHER).zip(y.chunks(TOGETHER));
    let grads = grads.chunks_mut(TOGETHER).zip(upstream.chunks(TOGETHER));
    for ((grads, upstream), (x, y)) in grads.zip(operands) {
        let distances = &mut distances[..grads.len()];
        for (distance, (x, y)) in distances.iter_mut().zip(x.iter().zip(y)) {
            *distance = if x == y { 0.0 } else { x - y };
        }
        sigmoids(distances, grads);
        grads.iter_mut().zip(upstream).for_each(|(grad, upstream)| *grad *= upstream);
    }
}

/// The part of a sum of exponentials whose logarithm is `out` that is that of `x`.
pub fn share_of_sum(x: f64, out: f64) -> f64 {
    exp(x - out)
}
