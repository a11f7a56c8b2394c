//! The logarithm of the gamma function, and its derivatives: what likelihoods of counts need.

use super::accurate::{digamma, log_gamma, polygamma};
use super::{Edge, INFINITY, Latex, NAN, NO_SLOPE, Operation, Partial, Rule};

pub(super) static ROWS: [Operation; 3] = [
    Operation {
        name: "lgamma",
        aliases: &["gammaln"],
        help: "the logarithm of the gamma function; lgamma(n + 1) is log(n!)",
        torch: "torch.lgamma({x})",
        latex: Latex::Command(r"\ln\Gamma"),
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
        latex: Latex::Command(r"\psi"),
        rule: unary!(digamma, |x, _| polygamma(1.0, x), "polygamma(1, x)"),
        domain: "x > 0",
        gives_way: true,
        samples: &[&[0.05], &[0.5], &[2.5], &[10.0], &[1000.0]],
        edges: &[
            Edge::new(&[0.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[1.0], -0.5772156649015329, &[1.6449340668482264], "pi^2/6"),
            Edge::new(&[-0.5], NAN, &[NAN], "no slope where there is no lgamma")
                .unlike_pytorch("the value 0.03649 and the slope 8.9348"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "polygamma",
        help: "the derivative of order x of digamma(y); x is a whole number",
        torch: "torch.polygamma(int({x}), {y})",
        latex: Latex::Macro(r"\psi^{\left(#1\right)}\left(#2\right)"),
        rule: Rule::Binary {
            forward: polygamma,
            partials: [
                NO_SLOPE,
                Partial { function: |n, x, _| polygamma(n + 1.0, x), text: "polygamma(x + 1, y)" },
            ],
        },
        domain: "x from 0 to 100, rounded down; y > 0",
        gives_way: true,
        samples: &[&[1.5, 0.05], &[1.5, 2.5], &[2.5, 10.0], &[0.5, 3.0], &[5.5, 30.0]],
        edges: &[
            Edge::new(&[0.0, 1.0], -0.5772156649015329, &[0.0, 1.6449340668482264], "digamma"),
            Edge::new(&[1.0, 0.0], INFINITY, &[0.0, -INFINITY], "the limit from above"),
            Edge::new(&[1.0, -0.5], NAN, &[0.0, NAN], "no slope where there is no lgamma")
                .unlike_pytorch("the value 8.9348"),
            Edge::new(&[-1.0, 2.0], NAN, &[0.0, 0.42278433509846713], "orders begin at 0"),
            Edge::new(&[1.0, INFINITY], 0.0, &[0.0, 0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
];
