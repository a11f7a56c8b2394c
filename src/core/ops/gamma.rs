//! The logarithm of the gamma function, and its derivatives: what likelihoods of counts need.

use super::accurate::{digamma, log_gamma, trigamma};
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
            Edge::new(&[1.0], -0.5772156649015329, &[1.6449340668482264], "pi^2/6"),
            Edge::new(&[-0.5], NAN, &[NAN], "no slope where there is no lgamma")
                .unlike_pytorch("the value 0.03649 and the slope 8.9348"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "trigamma",
        help: "the derivative of digamma; its own derivative is not known here",
        torch: "torch.polygamma(1, {x})",
        rule: unary!(trigamma, |_, _| NAN, UNKNOWN),
        domain: "x > 0",
        gives_way: true,
        edges: &[
            Edge::new(&[0.0], INFINITY, &[NAN], "the limit from above"),
            Edge::new(&[-0.5], NAN, &[NAN], "no slope where there is no lgamma")
                .unlike_pytorch("the value 8.9348"),
            Edge::new(&[INFINITY], 0.0, &[NAN], "the limit"),
        ],
        ..Operation::DEFAULT
    },
];
