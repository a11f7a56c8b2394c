//! Operations on classes, which are counted 0, 1, 2 and so on.

use crate::core::ops::{Edge, NAN, NO_SLOPE, Operation, binary, row};

pub static ROWS: [Operation; 2] = [
    Operation {
        name: "class_of",
        help: "the whole number nearest x, if it is one of the y classes 0, 1, …, y - 1; else nan",
        torch: "torch.where((torch.round({x}) >= 0) & (torch.round({x}) < {y}), torch.round({x}), \
                torch.nan) + 0*{y}",
        rule: binary(class_of, NO_SLOPE, NO_SLOPE),
        gives_way: true,
        jumps: true,
        domain: "x from 0 to y - 1",
        kinks: "gradient 0 at the jumps too",
        samples: &[&[1.0, 3.0], &[2.0, 3.0], &[0.25, 4.0], &[8.75, 27.0]],
        edges: &[
            Edge::new(&[0.5, 3.0], 0.0, &[0.0, 0.0], "the jump; halves round to the even neighbor"),
            Edge::new(&[3.0, 3.0], NAN, &[0.0, 0.0], "classes are counted from 0"),
            Edge::new(&[-1.0, 3.0], NAN, &[0.0, 0.0], "no class is negative"),
        ],
        ..Operation::DEFAULT
    },
    Operation {
        name: "at_zero",
        help: "x if y is 0, else 0",
        torch: "torch.where({y} == 0, {x}, 0.0) + 0*{y}",
        rule: binary(
            |x, y| if y == 0.0 { x } else { zero_unless_nan(y) },
            (|_, y, _| if y == 0.0 { 1.0 } else { zero_unless_nan(y) }, "1 - abs(sign(y))"),
            NO_SLOPE,
        ),
        gives_way: true,
        jumps: true,
        domain: "any x, any y",
        kinks: "gradient 0 for y, at the jump too",
        samples: &[&[1.0, 2.0], &[-0.5, 3.0], &[40.0, -7.5], &[0.25, 0.5]],
        edges: &[
            Edge::new(&[2.5, 0.0], 2.5, &[1.0, 0.0], "x is taken"),
            Edge::new(&[NAN, 1.0], 0.0, &[0.0, 0.0], "x is ignored if y is not 0"),
            Edge::new(&[1.0, NAN], NAN, &[NAN, 0.0], "nan stays nan"),
        ],
        ..Operation::DEFAULT
    },
];

/// The class of a number.
pub(super) static CLASS_OF: &Operation = row(&ROWS, "class_of", 2);
/// A number if another one is 0.
pub(super) static AT_ZERO: &Operation = row(&ROWS, "at_zero", 2);

/// Returns true if `x` is one of the classes.
pub fn is_class(x: f64, classes: f64) -> bool {
    x >= 0.0 && x < classes && x.fract() == 0.0
}

fn class_of(x: f64, classes: f64) -> f64 {
    let nearest = x.round_ties_even();
    if is_class(nearest, classes) { nearest + 0.0 } else { NAN }
}

fn zero_unless_nan(y: f64) -> f64 {
    if y.is_nan() { y } else { 0.0 }
}
