//! The operations written with marks: `+ - * / ^` and negation.

use super::{Edge, INFINITY, NAN, Notation, Operation, binary, row};

pub(super) static ROWS: [Operation; 6] = [
    Operation {
        name: "+",
        notation: Notation::Infix { precedence: 5, right: false, call: "" },
        help: "the sum; both operands get its gradient unchanged",
        torch: "{x} + {y}",
        rule: binary(|x, y| x + y, (|_, _, _| 1.0, "1"), (|_, _, _| 1.0, "1")),
        domain: "any x, any y",
        samples: &[&[2.0, -3.0], &[0.5, 0.25], &[-40.0, 7.5], &[0.0, 100.0]],
        edges: &[
            Edge::new(&[INFINITY, -INFINITY], NAN, &[1.0, 1.0], "inf + -inf is undefined"),
            Edge::new(&[1e308, 1e308], INFINITY, &[1.0, 1.0], "too large for a double"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "-",
        aliases: &["−"],
        notation: Notation::Infix { precedence: 5, right: false, call: "" },
        help: "the difference; the second operand gets the gradient with the opposite sign",
        torch: "{x} - {y}",
        rule: binary(|x, y| x - y, (|_, _, _| 1.0, "1"), (|_, _, _| -1.0, "-1")),
        domain: "any x, any y",
        samples: &[&[2.0, -3.0], &[0.5, 0.25], &[-40.0, 7.5], &[0.0, 100.0]],
        edges: &[Edge::new(&[INFINITY, INFINITY], NAN, &[1.0, -1.0], "inf - inf is undefined")],
        ..Operation::DEFAULT
    },
    Operation {
        name: "*",
        aliases: &["·", "×"],
        notation: Notation::Infix { precedence: 6, right: false, call: "" },
        help: "the product; each operand's slope is the other operand",
        torch: "{x} * {y}",
        rule: binary(|x, y| x * y, (|_, y, _| y, "y"), (|x, _, _| x, "x")),
        domain: "any x, any y",
        samples: &[&[2.0, -3.0], &[-0.5, -0.25], &[40.0, 7.5], &[0.0, 3.0], &[1e6, 1e-3]],
        edges: &[
            Edge::new(&[0.0, INFINITY], NAN, &[INFINITY, 0.0], "0*inf is undefined"),
            Edge::new(&[1e-200, 1e-200], 0.0, &[1e-200, 1e-200], "only the product underflows"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "/",
        notation: Notation::Infix { precedence: 6, right: false, call: "" },
        aliases: &["÷"],
        help: "the quotient",
        torch: "{x} / {y}",
        rule: binary(
            |x, y| x / y,
            (|_, y, _| 1.0 / y, "1/y"),
            // Not x/(y*y), whose divisor overflows and underflows long before the slope does.
            (|_, y, out| -out / y, "-out/y"),
        ),
        domain: "any x, y ≠ 0",
        samples: &[&[1.0, 3.0], &[-2.0, 0.5], &[7.5, -40.0], &[-0.25, -8.0], &[0.0, 2.0]],
        edges: &[
            Edge::new(&[1.0, 0.0], INFINITY, &[INFINITY, -INFINITY], "1/0 is infinite"),
            Edge::new(&[0.0, 0.0], NAN, &[INFINITY, NAN], "0/0 is undefined"),
            Edge::new(&[1.0, INFINITY], 0.0, &[0.0, 0.0], "a number over infinity is zero"),
            Edge::new(&[INFINITY, INFINITY], NAN, &[0.0, NAN], "inf/inf is undefined"),
            Edge::new(&[1e-200, 1e-200], 1.0, &[1e200, -1e200], "y*y would underflow"),
            Edge::new(&[1e200, 1e200], 1.0, &[1e-200, -1e-200], "y*y would overflow"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "-",
        aliases: &["−"],
        notation: Notation::Prefix { precedence: 7 },
        help: "x with the opposite sign",
        torch: "-{x}",
        rule: unary!(|x| -x, |_, _| -1.0, "-1"),
        domain: "any x",
        samples: &[&[2.0], &[-0.5], &[0.0], &[-40.0], &[1e6]],
        edges: &[Edge::new(&[INFINITY], -INFINITY, &[-1.0], "infinity has a sign too")],
        ..Operation::DEFAULT
    },
    Operation {
        name: "^",
        aliases: &["**"],
        notation: Notation::Infix { precedence: 8, right: true, call: "pow" },
        help: "x to the power y",
        torch: "{x}**{y}",
        rule: binary(
            power,
            (power_slope_of_base, "y*x^(y - 1)"),
            (power_slope_of_exponent, "out*log(x)"),
        ),
        domain: "x > 0 and any y; x = 0 and y ≥ 0; x < 0 and whole y",
        kinks: "gradient 0 for base and exponent at 0^0, as in PyTorch",
        samples: &[
            &[2.0, 3.0],
            &[0.5, -1.5],
            &[9.0, 0.5],
            &[1.25, 2.0],
            &[3.0, 0.0],
            &[20.0, -2.0],
        ],
        edges: &[
            Edge::new(&[0.0, 0.0], 1.0, &[0.0, 0.0], "0^0 is 1, and counts as flat").beyond_text(),
            Edge::new(&[-2.0, 0.0], 1.0, &[0.0, NAN], "x^0 is 1 for any x, so its slope is 0"),
            Edge::new(&[NAN, 0.0], 1.0, &[0.0, NAN], "x^0 is 1 for any x, even nan").beyond_text(),
            Edge::new(&[1.0, NAN], 1.0, &[NAN, 0.0], "1^y is 1 for any y, even nan"),
            Edge::new(&[NAN, 2.0], NAN, &[NAN, NAN], "nan stays nan"),
            Edge::new(&[0.0, NAN], NAN, &[NAN, NAN], "nan stays nan"),
            Edge::new(&[0.0, 2.0], 0.0, &[0.0, 0.0], "0^y is 0 for every y > 0: flat in y")
                .beyond_text(),
            Edge::new(&[0.0, 0.5], 0.0, &[INFINITY, 0.0], "a root is vertical at 0").beyond_text(),
            Edge::new(&[0.0, 1.0], 0.0, &[1.0, 0.0], "x^1 is x, at 0 as well").beyond_text(),
            Edge::new(&[0.0, -1.0], INFINITY, &[-INFINITY, -INFINITY], "1/0 is infinite"),
            Edge::new(&[-3.0, 2.0], 9.0, &[-6.0, NAN], "a negative base has no logarithm"),
            Edge::new(&[-2.0, 3.0], -8.0, &[12.0, NAN], "a negative base has no logarithm"),
            Edge::new(&[-2.0, -3.0], -0.125, &[-0.1875, NAN], "a negative base has no logarithm"),
            Edge::new(&[-2.0, 0.5], NAN, &[NAN, NAN], "a negative number has no real root"),
            Edge::new(&[1e200, 2.0], INFINITY, &[2e200, INFINITY], "the square overflows"),
            Edge::new(&[2.0, 1e300], INFINITY, &[INFINITY, INFINITY], "all overflow"),
            Edge::new(&[1.1, -1e307], 0.0, &[0.0, 0.0], "all underflow"),
            Edge::new(&[INFINITY, -1.0], 0.0, &[0.0, NAN], "0*log(inf) is undefined"),
        ],
        ..Operation::DEFAULT
    },
];

/// `x^y`
fn power(x: f64, y: f64) -> f64 {
    // Most powers are squares, for which this is many times faster.
    if y == 2.0 { x * x } else { x.powf(y) }
}

fn power_slope_of_base(x: f64, y: f64, _: f64) -> f64 {
    match y {
        2.0 => 2.0 * x,
        0.0 => 0.0,
        _ => y * x.powf(y - 1.0),
    }
}

fn power_slope_of_exponent(x: f64, y: f64, out: f64) -> f64 {
    if x == 0.0 && y >= 0.0 { 0.0 } else { out * x.ln() }
}

/// `x + y`; this and those below are what formulas are simplified by.
pub static ADD: &Operation = row(&ROWS, "+", 2);
/// `x - y`.
pub static SUBTRACT: &Operation = row(&ROWS, "-", 2);
/// `x * y`.
pub static MULTIPLY: &Operation = row(&ROWS, "*", 2);
/// `x / y`.
pub static DIVIDE: &Operation = row(&ROWS, "/", 2);
/// `-x`.
pub static NEGATE: &Operation = row(&ROWS, "-", 1);
/// `x ^ y`.
pub static POWER: &Operation = row(&ROWS, "^", 2);
