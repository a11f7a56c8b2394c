//! Circular and hyperbolic functions, their inverses, atan2 and hypot.

use super::lanes::{tanh, tanhs};
use super::{Edge, INFINITY, NAN, Operation, binary};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

pub(super) static ROWS: [Operation; 14] = [
    Operation {
        name: "sin",
        help: "the sine of an angle in radians",
        torch: "torch.sin({x})",
        rule: unary!(f64::sin, |x, _| x.cos(), "cos(x)"),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[7.0], &[100.0]],
        edges: &[Edge::new(&[INFINITY], NAN, &[NAN], "a wave has no limit")],
        ..Operation::DEFAULT
    },
    Operation {
        name: "cos",
        help: "the cosine of an angle in radians",
        torch: "torch.cos({x})",
        rule: unary!(f64::cos, |x, _| -x.sin(), "-sin(x)"),
        domain: "any x",
        samples: &[&[0.25], &[1.0], &[-2.5], &[7.0], &[100.0]],
        edges: &[
            Edge::new(&[0.0], 1.0, &[0.0], "the top of the wave"),
            Edge::new(&[INFINITY], NAN, &[NAN], "a wave has no limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "tan",
        help: "the tangent of an angle in radians, sin(x)/cos(x)",
        torch: "torch.tan({x})",
        rule: unary!(f64::tan, |_, out| 1.0 + out * out, "1 + out^2"),
        domain: "any x except odd multiples of pi/2",
        samples: &[&[0.0], &[1.0], &[-0.5], &[2.5], &[-7.0]],
        edges: &[Edge::new(&[INFINITY], NAN, &[NAN], "a wave has no limit")],
        ..Operation::DEFAULT
    },
    Operation {
        name: "asin",
        help: "the angle between -pi/2 and pi/2 whose sine is x",
        torch: "torch.asin({x})",
        rule: unary!(
            f64::asin,
            // In factors, since 1 - x^2 loses digits near 1.
            |x, _| 1.0 / ((1.0 - x) * (1.0 + x)).sqrt(),
            "1/sqrt((1 - x)*(1 + x))"
        ),
        domain: "-1 ≤ x ≤ 1, with a finite slope for -1 < x < 1",
        samples: &[&[0.0], &[0.5], &[-0.75], &[0.9], &[-0.1]],
        edges: &[
            Edge::new(&[1.0], FRAC_PI_2, &[INFINITY], "the curve ends vertical"),
            Edge::new(&[-1.0], -FRAC_PI_2, &[INFINITY], "the curve starts out vertical"),
            Edge::new(&[2.0], NAN, &[NAN], "no angle has a sine above 1"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "acos",
        help: "the angle between 0 and pi whose cosine is x",
        torch: "torch.acos({x})",
        rule: unary!(
            f64::acos,
            |x, _| -1.0 / ((1.0 - x) * (1.0 + x)).sqrt(),
            "-1/sqrt((1 - x)*(1 + x))"
        ),
        domain: "-1 ≤ x ≤ 1, with a finite slope for -1 < x < 1",
        samples: &[&[0.0], &[0.5], &[-0.75], &[0.9], &[-0.1]],
        edges: &[
            Edge::new(&[1.0], 0.0, &[-INFINITY], "the curve ends vertical"),
            Edge::new(&[-1.0], PI, &[-INFINITY], "the curve starts out vertical"),
            Edge::new(&[2.0], NAN, &[NAN], "no angle has a cosine above 1"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "atan",
        help: "the angle between -pi/2 and pi/2 whose tangent is x",
        torch: "torch.atan({x})",
        rule: unary!(f64::atan, |x, _| 1.0 / (1.0 + x * x), "1/(1 + x^2)"),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[20.0], &[-0.1]],
        edges: &[
            Edge::new(&[INFINITY], FRAC_PI_2, &[0.0], "the limit"),
            Edge::new(&[-1e200], -FRAC_PI_2, &[0.0], "x^2 overflows, 1/x^2 underflows"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "sinh",
        help: "the hyperbolic sine, (exp(x) - exp(-x))/2",
        torch: "torch.sinh({x})",
        rule: unary!(f64::sinh, |x, _| x.cosh(), "cosh(x)"),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[10.0], &[-0.1]],
        edges: &[Edge::new(&[-1000.0], -INFINITY, &[INFINITY], "too large for a double")],
        ..Operation::DEFAULT
    },
    Operation {
        name: "cosh",
        help: "the hyperbolic cosine, (exp(x) + exp(-x))/2",
        torch: "torch.cosh({x})",
        rule: unary!(f64::cosh, |x, _| x.sinh(), "sinh(x)"),
        domain: "any x",
        samples: &[&[0.25], &[1.0], &[-2.5], &[10.0], &[-0.5]],
        edges: &[
            Edge::new(&[0.0], 1.0, &[0.0], "the bottom of the curve"),
            Edge::new(&[-1000.0], INFINITY, &[-INFINITY], "too large for a double"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "tanh",
        help: "the hyperbolic tangent: squashes x to between -1 and 1",
        torch: "torch.tanh({x})",
        rule: unary!((tanh, tanhs), |_, out| 1.0 - out * out, "1 - out^2"),
        domain: "any x",
        samples: &[&[0.0], &[0.8813735870195432], &[-2.5], &[4.0], &[-0.1]],
        edges: &[
            Edge::new(&[1000.0], 1.0, &[0.0], "flat; through exp(2*x) it would be nan"),
            Edge::new(&[-INFINITY], -1.0, &[0.0], "the limit"),
            Edge::new(&[20.0], 1.0, &[0.0], "out rounds to 1"),
            Edge::new(&[1e-10], 1e-10, &[1.0], "through exp(2*x) half the digits would be lost"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "asinh",
        help: "the number whose hyperbolic sine is x",
        torch: "torch.asinh({x})",
        rule: unary!(
            // Of libm, here and below: the standard library's overflow near the largest doubles
            // and lose digits where the result is small.
            libm::asinh,
            // Not sqrt(x^2 + 1), where the square overflows.
            |x, _| 1.0 / x.hypot(1.0),
            "1/hypot(x, 1)"
        ),
        domain: "any x",
        samples: &[&[0.0], &[1.0], &[-2.5], &[100.0], &[-0.1]],
        edges: &[
            Edge::new(&[1e200], 461.2101657793691, &[1e-200], "x^2 would overflow"),
            Edge::new(&[-INFINITY], -INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "acosh",
        help: "the nonnegative number whose hyperbolic cosine is x",
        torch: "torch.acosh({x})",
        rule: unary!(
            // Far below 1 libm has numbers.
            |x| if x < 1.0 { NAN } else { libm::acosh(x) },
            // Two roots, since the product under one would overflow, and be positive below -1.
            |x, _| 1.0 / ((x - 1.0).sqrt() * (x + 1.0).sqrt()),
            "1/(sqrt(x - 1)*sqrt(x + 1))"
        ),
        domain: "x ≥ 1, with a finite slope for x > 1",
        samples: &[&[1.5], &[2.0], &[10.0], &[1000.0], &[1.1]],
        edges: &[
            Edge::new(&[1.0], 0.0, &[INFINITY], "the curve starts out vertical"),
            Edge::new(&[0.5], NAN, &[NAN], "no hyperbolic cosine is below 1"),
            Edge::new(&[-2.0], NAN, &[NAN], "no hyperbolic cosine is below 1")
                .unlike_pytorch("the slope 0.5774"),
            Edge::new(&[1e200], 461.2101657793691, &[1e-200], "x^2 would overflow")
                .unlike_pytorch("the slope 0"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "atanh",
        help: "the number whose hyperbolic tangent is x",
        torch: "torch.atanh({x})",
        rule: unary!(libm::atanh, |x, _| 1.0 / ((1.0 - x) * (1.0 + x)), "1/((1 - x)*(1 + x))"),
        domain: "-1 < x < 1",
        samples: &[&[0.0], &[0.5], &[-0.75], &[0.9], &[-0.1]],
        edges: &[
            Edge::new(&[1.0], INFINITY, &[INFINITY], "the limit from below"),
            Edge::new(&[-1.0], -INFINITY, &[INFINITY], "the limit from above"),
            Edge::new(&[2.0], NAN, &[-1.0 / 3.0], "the formula gives a slope"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "atan2",
        help: "the angle, between -pi and pi, of the point (y, x): the height comes first",
        torch: "torch.atan2({x}, {y})",
        // Not over x^2 + y^2, which overflows and underflows long before the slope does.
        rule: binary(
            f64::atan2,
            (|x, y, _| y / x.hypot(y) / x.hypot(y), "y/hypot(x, y)/hypot(x, y)"),
            (|x, y, _| -x / x.hypot(y) / x.hypot(y), "-x/hypot(x, y)/hypot(x, y)"),
        ),
        domain: "any x and y, not both 0",
        kinks: "at the jump (x = 0, y < 0), the gradient of both sides",
        samples: &[&[1.0, 2.0], &[-3.0, 0.5], &[2.0, -1.5], &[-0.25, -4.0], &[0.0, 5.0]],
        edges: &[
            Edge::new(&[0.0, 0.0], 0.0, &[NAN, NAN], "the origin has every angle, and no slope")
                .unlike_pytorch("the slopes 0 and 0"),
            Edge::new(&[0.0, -1.0], PI, &[-1.0, 0.0], "the jump; the slope of both sides"),
            Edge::new(&[1e200, 1e200], FRAC_PI_4, &[5e-201, -5e-201], "x^2 + y^2 would overflow"),
            Edge::new(&[1e-200, 1e-200], FRAC_PI_4, &[5e199, -5e199], "x^2 + y^2 would underflow"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "hypot",
        help: "sqrt(x^2 + y^2): the length of the hypotenuse",
        torch: "torch.hypot({x}, {y})",
        rule: binary(f64::hypot, (|x, _, out| x / out, "x/out"), (|_, y, out| y / out, "y/out")),
        domain: "any x, any y",
        kinks: "gradient nan at the point 0, 0, as in PyTorch",
        steepest: Some(binary(
            f64::hypot,
            (|x, _, out| if out == 0.0 { 1.0 } else { x / out }, "x/out"),
            (|_, y, out| if out == 0.0 { 1.0 } else { y / out }, "y/out"),
        )),
        is_at_kink: |x, y| x == 0.0 && y == 0.0,
        samples: &[&[3.0, 4.0], &[-1.0, 2.5], &[0.5, -0.25], &[-40.0, -7.5], &[3.0, 1.0]],
        edges: &[
            Edge::new(&[0.0, 0.0], 0.0, &[NAN, NAN], "the tip of a cone has no slope"),
            Edge::new(&[-3.0, 0.0], 3.0, &[-1.0, 0.0], "one leg of length 0"),
            Edge::new(&[INFINITY, 1.0], INFINITY, &[NAN, 0.0], "inf/inf is undefined"),
            Edge::new(&[3e200, 4e200], 5e200, &[0.6, 0.8], "x^2 would overflow"),
        ],
        ..Operation::DEFAULT
    },
];
