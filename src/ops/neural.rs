//! The functions a neuron passes its sum through.

use super::comparing::step;
use super::{Edge, INFINITY, NAN, Notation, Operation};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, TAU};

pub(super) static ROWS: [Operation; 6] = [
    Operation {
        name: "relu",
        aliases: &[],
        notation: Notation::Call,
        help: "x where it is positive, else 0",
        rule: unary!(
            // Not f64::max, which makes 0 out of nan.
            |x| if x <= 0.0 { 0.0 } else { x },
            |x, _| step(x),
            "step(x)"
        ),
        domain: "any x",
        kinks: "gradient 0 at 0, as in PyTorch",
        samples: &[&[1.0], &[-1.0], &[0.25], &[-40.0], &[1000.0]],
        edges: &[
            Edge::new(&[0.0], 0.0, &[0.0], "the kink"),
            Edge::new(&[INFINITY], INFINITY, &[1.0], "the limit"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
            Edge::new(&[NAN], NAN, &[NAN], "nan stays nan"),
        ],
    },
    Operation {
        name: "sigmoid",
        aliases: &[],
        notation: Notation::Call,
        help: "1/(1 + exp(-x)): squashes x to between 0 and 1",
        rule: unary!(sigmoid, |_, out| out * (1.0 - out), "out*(1 - out)"),
        domain: "any x",
        kinks: "",
        samples: &[&[0.0], &[1.0], &[-2.5], &[6.0], &[-10.0]],
        edges: &[
            Edge::new(&[1000.0], 1.0, &[0.0], "flat"),
            Edge::new(
                &[-1000.0],
                0.0,
                &[0.0],
                "flat; exp(x)/(1 + exp(x)) would be nan on the other side",
            ),
            Edge::new(&[INFINITY], 1.0, &[0.0], "the limit"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
        ],
    },
    Operation {
        name: "softplus",
        aliases: &[],
        notation: Notation::Call,
        help: "log(1 + exp(x)): relu with its corner rounded off",
        rule: unary!(
            // The maximum takes nan for 0, but the logarithm beside it does not.
            |x| x.max(0.0) + (-x.abs()).exp().ln_1p(),
            |x, _| sigmoid(x),
            "sigmoid(x)"
        ),
        domain: "any x",
        kinks: "",
        samples: &[&[0.5], &[1.0], &[-2.5], &[20.0], &[-10.0]],
        edges: &[
            Edge::new(&[0.0], LN_2, &[0.5], "both sides of the maximum meet"),
            Edge::new(&[1000.0], 1000.0, &[1.0], "exp(x) would overflow"),
            Edge::new(&[-1000.0], 0.0, &[0.0], "too small for a double"),
            Edge::new(&[INFINITY], INFINITY, &[1.0], "the limit"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
            Edge::new(&[NAN], NAN, &[NAN], "nan stays nan"),
        ],
    },
    Operation {
        name: "silu",
        aliases: &[],
        notation: Notation::Call,
        help: "x*sigmoid(x): a smooth relu that dips below 0, also called swish",
        rule: unary!(
            |x| x * sigmoid(x),
            |x, _| {
                let open = sigmoid(x);
                open * (1.0 + x * (1.0 - open))
            },
            "sigmoid(x)*(1 + x*(1 - sigmoid(x)))"
        ),
        domain: "any x",
        kinks: "",
        samples: &[&[0.0], &[1.0], &[-2.5], &[6.0], &[-10.0]],
        edges: &[
            Edge::new(&[1000.0], 1000.0, &[1.0], "the sigmoid is 1"),
            Edge::new(&[-1000.0], 0.0, &[0.0], "the sigmoid is 0"),
            Edge::new(
                &[INFINITY],
                INFINITY,
                &[NAN],
                "infinity times zero is no number, as in PyTorch",
            ),
            Edge::new(&[-INFINITY], NAN, &[NAN], "infinity times zero is no number, as in PyTorch"),
        ],
    },
    Operation {
        name: "gelu",
        aliases: &[],
        notation: Notation::Call,
        help: "x times the chance that a standard normal number is below x: another smooth relu",
        rule: unary!(
            |x| x * normal_below(x),
            |x, _| normal_below(x) + x * (-(x * x) / 2.0).exp() / TAU.sqrt(),
            "(1 + erf(x/sqrt(2)))/2 + x*exp(-x^2/2)/sqrt(tau)"
        ),
        domain: "any x",
        kinks: "",
        samples: &[&[0.0], &[1.0], &[-2.5], &[5.0], &[-0.1]],
        edges: &[
            Edge::new(
                &[-14.0],
                -1.091095154686992e-43,
                &[-1.527455646325367e-42],
                "the text's 1 + erf has no digits left in the tail",
            )
            .beyond_text(),
            Edge::new(&[-1000.0], 0.0, &[0.0], "too small for a double"),
            Edge::new(&[1000.0], 1000.0, &[1.0], "nothing is left of the tail"),
            Edge::new(
                &[INFINITY],
                INFINITY,
                &[NAN],
                "infinity times zero is no number, as in PyTorch",
            ),
            Edge::new(&[-INFINITY], NAN, &[NAN], "infinity times zero is no number, as in PyTorch"),
        ],
    },
    Operation {
        name: "erf",
        aliases: &[],
        notation: Notation::Call,
        help: "the error function: the area under the bell curve, squashed to between -1 and 1",
        rule: unary!(libm::erf, |x, _| FRAC_2_SQRT_PI * (-(x * x)).exp(), "2/sqrt(pi)*exp(-x^2)"),
        domain: "any x",
        kinks: "",
        samples: &[&[0.0], &[1.0], &[-0.5], &[2.0], &[-2.5]],
        edges: &[
            Edge::new(&[INFINITY], 1.0, &[0.0], "the limit"),
            Edge::new(&[-1000.0], -1.0, &[0.0], "flat"),
        ],
    },
];

/// On the far left the exponential is infinite and the result 0, never nan.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// By erfc, which keeps its digits far to the left, where `1 + erf` has none.
fn normal_below(x: f64) -> f64 {
    libm::erfc(-x * FRAC_1_SQRT_2) / 2.0
}
