//! Operations that compare, choose and round: flat or straight, with kinks and jumps.

use super::{Branching, Choice, Edge, INFINITY, NAN, Notation, Operation, binary, row};

/// A function that is level but for its jumps, to which a row adds what it is.
const JUMPING: Operation = Operation {
    domain: "any x",
    branching: Branching::Flat,
    jumps: true,
    samples: &[&[1.25], &[-1.75], &[0.25], &[-40.75], &[1000.25]],
    ..Operation::DEFAULT
};

/// A bound, at which the bounded number gets the whole gradient.
const BOUND: Operation = Operation {
    domain: "any x, any y",
    kinks: "gradient 1 for x and 0 for the bound where they are equal, as in PyTorch",
    is_at_kink: |x, y| x == y,
    samples: &[&[1.0, 2.0], &[3.0, -2.0], &[-0.5, -0.25], &[40.0, 7.5]],
    gives_way: true,
    ..Operation::DEFAULT
};

pub(super) static ROWS: [Operation; 11] = [
    Operation {
        name: "abs",
        help: "x without its sign",
        torch: "torch.abs({x})",
        rule: unary!(f64::abs, |x, _| sign(x), "sign(x)"),
        domain: "any x",
        kinks: "gradient 0 at 0, as in PyTorch",
        steepest: Some(unary!(f64::abs, |x, _| if x == 0.0 { 1.0 } else { sign(x) }, "sign(x)")),
        is_at_kink: |x, _| x == 0.0,
        choice: Some(Choice::Turned),
        samples: &[&[1.0], &[-1.0], &[0.25], &[-40.0], &[1000.0]],
        edges: &[
            Edge::new(&[0.0], 0.0, &[0.0], "the kink"),
            Edge::new(&[-INFINITY], INFINITY, &[-1.0], "the limit"),
            Edge::new(&[NAN], NAN, &[NAN], "nan stays nan").unlike_pytorch("the slope 0"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "sign",
        help: "1 for positive x, -1 for negative x, 0 for 0",
        torch: "torch.sign({x})",
        rule: unary!(sign, |_, _| 0.0, "0"),
        kinks: "gradient 0 at the jump too, as in PyTorch",
        is_at_kink: |x, _| x == 0.0,
        edges: &[
            Edge::new(&[0.0], 0.0, &[0.0], "the jump"),
            Edge::new(&[-INFINITY], -1.0, &[0.0], "the limit"),
            Edge::new(&[NAN], NAN, &[0.0], "nan stays nan").unlike_pytorch("the value 0"),
        ],
        ..JUMPING
    },
    Operation {
        name: "step",
        help: "1 for positive x, else 0",
        // A comparison would cut the graph.
        torch: "torch.relu(torch.sign({x}))",
        rule: unary!(step, |_, _| 0.0, "0"),
        kinks: "gradient 0 at the jump too",
        is_at_kink: |x, _| x == 0.0,
        edges: &[
            Edge::new(&[0.0], 0.0, &[0.0], "the jump"),
            Edge::new(&[-INFINITY], 0.0, &[0.0], "the limit"),
            Edge::new(&[NAN], NAN, &[0.0], "nan stays nan"),
        ],
        ..JUMPING
    },
    Operation {
        name: "floor",
        help: "the largest whole number not above x",
        torch: "torch.floor({x})",
        rule: unary!(f64::floor, |_, _| 0.0, "0"),
        kinks: "gradient 0 at the jumps too, as in PyTorch",
        edges: &[
            Edge::new(&[2.0], 2.0, &[0.0], "the jump"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..JUMPING
    },
    Operation {
        name: "ceil",
        help: "the smallest whole number not below x",
        torch: "torch.ceil({x})",
        rule: unary!(f64::ceil, |_, _| 0.0, "0"),
        kinks: "gradient 0 at the jumps too, as in PyTorch",
        edges: &[
            Edge::new(&[2.0], 2.0, &[0.0], "the jump"),
            Edge::new(&[-INFINITY], -INFINITY, &[0.0], "the limit"),
        ],
        ..JUMPING
    },
    Operation {
        name: "round",
        help: "the nearest whole number, of two the even one; round(x, 2) is round(x*100)/100",
        torch: "torch.round({x})",
        rule: unary!(f64::round_ties_even, |_, _| 0.0, "0"),
        kinks: "gradient 0 at the jumps too, as in PyTorch",
        edges: &[
            Edge::new(&[0.5], 0.0, &[0.0], "the jump; halves round to the even neighbor"),
            Edge::new(&[1.5], 2.0, &[0.0], "the jump; halves round to the even neighbor"),
            Edge::new(&[-2.5], -2.0, &[0.0], "the jump; halves round to the even neighbor"),
            Edge::new(&[INFINITY], INFINITY, &[0.0], "the limit"),
        ],
        ..JUMPING
    },
    Operation {
        name: "max",
        help: "the larger one, which gets the whole gradient",
        torch: "torch.maximum({x}, {y})",
        rule: binary(
            larger,
            (|x, y, _| share_of_larger(x, y), "(1 + sign(x - y))/2"),
            (|x, y, _| share_of_larger(y, x), "(1 - sign(x - y))/2"),
        ),
        domain: "any x, any y",
        kinks: "gradient 1/2 for each at a tie, as in PyTorch",
        steepest: Some(binary(
            larger,
            (|x, y, _| whole_share_of_larger(x, y), "(1 + sign(x - y))/2"),
            (|x, y, _| whole_share_of_larger(y, x), "(1 - sign(x - y))/2"),
        )),
        is_at_kink: |x, y| x == y,
        choice: Some(Choice::Larger),
        samples: &[&[1.0, 2.0], &[3.0, -2.0], &[-0.5, -0.25], &[40.0, 7.5]],
        edges: &[
            Edge::new(&[1.5, 1.5], 1.5, &[0.5, 0.5], "a tie halves"),
            Edge::new(&[INFINITY, INFINITY], INFINITY, &[0.5, 0.5], "a tie, though x - y is nan")
                .beyond_text(),
            Edge::new(&[-INFINITY, INFINITY], INFINITY, &[0.0, 1.0], "infinities compare, too"),
            Edge::new(&[NAN, 1.0], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 1 and 1"),
            Edge::new(&[1.0, NAN], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 1 and 1"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "min",
        help: "the smaller one, which gets the whole gradient",
        torch: "torch.minimum({x}, {y})",
        rule: binary(
            smaller,
            (|x, y, _| share_of_larger(y, x), "(1 - sign(x - y))/2"),
            (|x, y, _| share_of_larger(x, y), "(1 + sign(x - y))/2"),
        ),
        domain: "any x, any y",
        kinks: "gradient 1/2 for each at a tie, as in PyTorch",
        steepest: Some(binary(
            smaller,
            (|x, y, _| whole_share_of_larger(y, x), "(1 - sign(x - y))/2"),
            (|x, y, _| whole_share_of_larger(x, y), "(1 + sign(x - y))/2"),
        )),
        is_at_kink: |x, y| x == y,
        choice: Some(Choice::Smaller),
        samples: &[&[1.0, 2.0], &[3.0, -2.0], &[-0.5, -0.25], &[40.0, 7.5]],
        edges: &[
            Edge::new(&[-4.0, -4.0], -4.0, &[0.5, 0.5], "a tie halves"),
            Edge::new(&[INFINITY, INFINITY], INFINITY, &[0.5, 0.5], "a tie, though x - y is nan")
                .beyond_text(),
            Edge::new(&[-INFINITY, INFINITY], -INFINITY, &[1.0, 0.0], "infinities compare, too"),
            Edge::new(&[NAN, 1.0], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 1 and 1"),
            Edge::new(&[1.0, NAN], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 1 and 1"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "clamp_min",
        help: "x, or the bound y if x is less",
        torch: "torch.clamp({x}, min={y})",
        rule: binary(
            larger,
            (|x, y, _| is_at_least(x, y), "x >= y"),
            (|x, y, _| 1.0 - is_at_least(x, y), "x < y"),
        ),
        steepest: Some(binary(
            larger,
            (|x, y, _| whole_share_of_larger(x, y), "x >= y"),
            (|x, y, _| whole_share_of_larger(y, x), "x <= y"),
        )),
        choice: Some(Choice::Larger),
        edges: &[
            Edge::new(&[1.5, 1.5], 1.5, &[1.0, 0.0], "at the bound"),
            Edge::new(&[-INFINITY, INFINITY], INFINITY, &[0.0, 1.0], "infinities compare, too"),
            Edge::new(&[NAN, 1.0], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 0 and 0"),
            Edge::new(&[1.0, NAN], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 0 and 0"),
        ],
        ..BOUND
    },
    Operation {
        name: "clamp_max",
        help: "x, or the bound y if x is greater",
        torch: "torch.clamp({x}, max={y})",
        rule: binary(
            smaller,
            (|x, y, _| is_at_least(y, x), "x <= y"),
            (|x, y, _| 1.0 - is_at_least(y, x), "x > y"),
        ),
        steepest: Some(binary(
            smaller,
            (|x, y, _| whole_share_of_larger(y, x), "x <= y"),
            (|x, y, _| whole_share_of_larger(x, y), "x >= y"),
        )),
        choice: Some(Choice::Smaller),
        edges: &[
            Edge::new(&[1.5, 1.5], 1.5, &[1.0, 0.0], "at the bound"),
            Edge::new(&[-INFINITY, INFINITY], -INFINITY, &[1.0, 0.0], "infinities compare, too"),
            Edge::new(&[NAN, 1.0], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 0 and 0"),
            Edge::new(&[1.0, NAN], NAN, &[NAN, NAN], "nan stays nan")
                .unlike_pytorch("the slopes 0 and 0"),
        ],
        ..BOUND
    },
    Operation {
        name: "%",
        notation: Notation::Infix { precedence: 6, right: false, call: "mod" },
        help: "the remainder of x/y, with the sign of y as in Python; 5% alone is 0.05",
        torch: "torch.remainder({x}, {y})",
        rule: binary(
            |x, y| whole_steps(x, y).1,
            (|_, _, _| 1.0, "1"),
            (|x, y, _| -whole_steps(x, y).0, "-floor(x/y)"),
        ),
        domain: "any x, y ≠ 0",
        kinks: "gradients 1 and -floor(x/y) at the jumps too, as in PyTorch",
        jumps: true,
        samples: &[&[7.0, 3.0], &[-7.0, 3.0], &[7.0, -3.0], &[-7.5, -2.0], &[0.25, 100.0]],
        edges: &[
            Edge::new(&[6.0, 3.0], 0.0, &[1.0, -2.0], "the jump"),
            Edge::new(&[-6.0, 3.0], 0.0, &[1.0, 2.0], "the jump"),
            Edge::new(
                &[1.0, 0.1],
                0.09999999999999995,
                &[1.0, -9.0],
                "nine steps fit; 1/0.1 is 10",
            )
            .beyond_text(),
            Edge::new(&[1.0, 0.0], NAN, &[1.0, NAN], "steps of 0 reach nothing")
                .beyond_text()
                .unlike_pytorch("the slopes 1 and -inf"),
            Edge::new(&[INFINITY, 2.0], NAN, &[1.0, NAN], "infinity has no remainder")
                .beyond_text(),
            Edge::new(&[5.0, INFINITY], 5.0, &[1.0, 0.0], "no step is taken"),
            Edge::new(&[-1.0, INFINITY], INFINITY, &[1.0, 1.0], "one step up is inf").beyond_text(),
        ],
        ..Operation::DEFAULT
    },
];

/// 1, -1 or 0; not `f64::signum`, which is 1 at 0.
fn sign(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() { x } else { x.signum() }
}

/// `x % y`.
pub static REMAINDER: &Operation = row(&ROWS, "%", 2);

/// 1 for positive `x`, else 0, but nan for nan.
#[inline(always)]
pub fn step(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x <= 0.0 {
        0.0
    } else {
        x
    }
}

/// The larger one. Not `f64::max`, which ignores a nan.
pub fn larger(x: f64, y: f64) -> f64 {
    if x >= y {
        x
    } else if x < y {
        y
    } else {
        NAN
    }
}

/// The smaller one; nan stays nan here, too.
pub fn smaller(x: f64, y: f64) -> f64 {
    if x <= y {
        x
    } else if x > y {
        y
    } else {
        NAN
    }
}

/// The share of the gradient that `x` gets if the larger one is to have it.
fn share_of_larger(x: f64, y: f64) -> f64 {
    if x == y { 0.5 } else { 0.5 * (1.0 + sign(x - y)) }
}

/// 1 for `x` if it is the larger one or ties with `y`, else 0, but nan for nan.
fn whole_share_of_larger(x: f64, y: f64) -> f64 {
    if x == y { 1.0 } else { share_of_larger(x, y) }
}

/// 1 if `x` is at least `y`, else 0, but nan for nan.
fn is_at_least(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() { NAN } else { f64::from(u8::from(x >= y)) }
}

/// The number of whole steps of `y` in `x`, rounded down, and the rest, as Python's
/// `divmod`. The steps are counted from the exact remainder, since `x/y` rounds.
fn whole_steps(x: f64, y: f64) -> (f64, f64) {
    let left = x % y;
    let steps = ((x - left) / y).round();
    if left == 0.0 {
        (steps, left.copysign(y))
    } else if (left < 0.0) != (y < 0.0) {
        (steps - 1.0, left + y)
    } else {
        (steps, left)
    }
}
