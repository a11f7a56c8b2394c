//! Activation functions.

use super::comparing::step;
use super::lanes::{sigmoid, sigmoids, softplus, softpluses, times_sigmoids};
use super::{Choice, Edge, INFINITY, NAN, Operation, row};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2};

/// Where an activation is so flat that it passes hardly any grad on, by what it gives.
#[derive(Debug)]
pub struct Flat {
    /// The name of the activation.
    pub activation: &'static str,
    /// It is flat up to this number.
    pub low: f64,
    /// It is flat from this number on.
    pub high: f64,
    /// Both in words.
    pub said: &'static str,
    /// True where a neuron that is flat in every row is dead: no step brings it back.
    pub is_dead: bool,
}

/// Where each activation has less than 6 % of its greatest slope.
pub const FLAT: [Flat; 3] = [
    Flat { activation: "tanh", low: -0.97, high: 0.97, said: "|tanh| > 0.97", is_dead: false },
    Flat {
        activation: "sigmoid",
        low: 0.015,
        high: 0.985,
        said: "sigmoid < 0.015 or > 0.985",
        is_dead: false,
    },
    Flat { activation: "relu", low: 0.0, high: INFINITY, said: "relu = 0", is_dead: true },
];

pub(super) static ROWS: [Operation; 6] = [
    Operation {
        name: "relu",
        help: "x if positive, else 0",
        torch: "torch.relu({x})",
        rule: unary!(relu, |x, _| step(x), "step(x)"),
        domain: "any x",
        kinks: "gradient 0 at 0, as in PyTorch",
        steepest: Some(unary!(relu, |x, _| if x == 0.0 { 1.0 } else { step(x) }, "step(x)")),
        is_at_kink: |x, _| x == 0.0,
        choice: Some(Choice::Positive),
        samples: &[&[1.0], &[-1.0], &[0.25], &[-40.0], &[1000.0]],
        edges: &[
            Edge::new(&[0.0], 0.0, &[0.0], "the kink"),
            Edge::new(&[INFINITY], INFINITY, &[1.0], "the limit"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
            Edge::new(&[NAN], NAN, &[NAN], "nan stays nan").unlike_pytorch("the slope 1"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "sigmoid",
        help: "1/(1 + exp(-x)): squashes x to between 0 and 1",
        torch: "torch.sigmoid({x})",
        rule: unary!((sigmoid, sigmoids), |_, out| out * (1.0 - out), "out*(1 - out)"),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[6.0], &[-10.0]],
        edges: &[
            Edge::new(&[1000.0], 1.0, &[0.0], "flat; exp(x)/(1 + exp(x)) would be nan"),
            Edge::new(&[-1000.0], 0.0, &[0.0], "too small for a double"),
            Edge::new(&[-720.0], 2.0322308024e-313, &[2.0322308024e-313], "exp(-x) would overflow"),
            Edge::new(&[40.0], 1.0, &[0.0], "out rounds to 1"),
            Edge::new(&[INFINITY], 1.0, &[0.0], "the limit"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "softplus",
        help: "log(1 + exp(x)): relu with its corner rounded off",
        // PyTorch's own is x from 20 on, 2e-9 off.
        torch: "torch.logaddexp({x}, torch.zeros_like({x}))",
        rule: unary!(
            (softplus, softpluses),
            (|x, _| sigmoid(x), |upstreams, x, _, grads| times_sigmoids(upstreams, x, grads)),
            "sigmoid(x)"
        ),
        domain: "any x",
        samples: &[&[0.5], &[1.0], &[-2.5], &[20.0], &[-10.0]],
        edges: &[
            Edge::new(&[0.0], LN_2, &[0.5], "both sides of the maximum meet"),
            Edge::new(&[1000.0], 1000.0, &[1.0], "exp(x) would overflow"),
            Edge::new(&[-1000.0], 0.0, &[0.0], "too small for a double"),
            Edge::new(&[INFINITY], INFINITY, &[1.0], "the limit"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
            Edge::new(&[NAN], NAN, &[NAN], "nan stays nan"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "silu",
        help: "x*sigmoid(x): a smooth relu that dips below 0, also called swish",
        torch: "torch.nn.functional.silu({x})",
        rule: unary!(
            |x| x * sigmoid(x),
            |x, _| silu_slope(x),
            "sigmoid(x)*(1 + x*(1 - sigmoid(x)))"
        ),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[6.0], &[-10.0]],
        edges: &[
            Edge::new(&[1000.0], 1000.0, &[1.0], "the sigmoid is 1"),
            Edge::new(&[-1000.0], 0.0, &[0.0], "the sigmoid is 0"),
            Edge::new(&[INFINITY], INFINITY, &[NAN], "inf*0 is undefined, as in PyTorch"),
            Edge::new(&[-INFINITY], NAN, &[NAN], "inf*0 is undefined, as in PyTorch"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "gelu",
        help: "x times the probability that a standard normal number is below x: a smooth relu",
        torch: "torch.nn.functional.gelu({x})",
        rule: unary!(
            |x| x * normal_below(x),
            |x, _| normal_below(x) + x * bell(x),
            "(1 + erf(x/sqrt(2)))/2 + x*exp(-x^2/2)/sqrt(2*pi)"
        ),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[5.0], &[-0.1]],
        edges: &[
            Edge::new(&[-1000.0], 0.0, &[0.0], "too small for a double"),
            Edge::new(&[1000.0], 1000.0, &[1.0], "nothing is left of the tail"),
            Edge::new(&[INFINITY], INFINITY, &[NAN], "inf*0 is undefined, as in PyTorch"),
            Edge::new(&[-INFINITY], NAN, &[NAN], "inf*0 is undefined, as in PyTorch"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "erf",
        help: "the error function: the area under the bell curve, squashed to between -1 and 1",
        torch: "torch.erf({x})",
        rule: unary!(libm::erf, |x, _| FRAC_2_SQRT_PI * (-x * x).exp(), "2/sqrt(pi)*exp(-x^2)"),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-0.5], &[2.0], &[-2.5]],
        edges: &[
            Edge::new(&[INFINITY], 1.0, &[0.0], "the limit"),
            Edge::new(&[-1000.0], -1.0, &[0.0], "flat"),
        ],
        ..Operation::DEFAULT
    },
];

/// `relu(x)`, whose function has a loop of its own over rows.
pub static RELU: &Operation = row(&ROWS, "relu", 1);

fn silu_slope(x: f64) -> f64 {
    let out = sigmoid(x);
    out * (1.0 + x * (1.0 - out))
}

/// The height of the standard normal curve.
fn bell(x: f64) -> f64 {
    0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2 * (-0.5 * x * x).exp()
}

/// The chance that a standard normal number is below x; by erfc, whose tail keeps its digits.
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// `x` where it is positive, else 0. Not `f64::max`, which makes 0 out of nan.
#[inline(always)]
pub fn relu(x: f64) -> f64 {
    if x <= 0.0 { 0.0 } else { x }
}
