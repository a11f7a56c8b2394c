//! Operations on gaps: rows where a column has no number, which are nan.

use super::{Branching, Edge, NAN, Operation, binary, row};

pub(super) static ROWS: [Operation; 2] = [
    Operation {
        name: "is_given",
        help: "1 if x is a number, 0 if it is a gap",
        // A comparison would cut the graph.
        torch: "torch.nan_to_num(torch.sign(torch.abs({x}) + 1))",
        rule: unary!(|x: f64| f64::from(u8::from(!x.is_nan())), |_, _| 0.0, "0"),
        kinks: "gradient 0; no gradient is passed on",
        branching: Branching::Flat,
        gives_way: true,
        domain: "any x, and nan",
        samples: &[&[1.0], &[-1.0], &[0.0], &[-40.0], &[1000.0]],
        edges: &[Edge::new(&[NAN], 0.0, &[0.0], "a gap is not a number")],
        ..Operation::DEFAULT
    },
    Operation {
        name: "given_or",
        help: "x, or y if x is a gap",
        torch: "torch.where(torch.isnan({x}), {y} + 0*torch.nan_to_num({x}), {x} + 0*{y})",
        rule: binary(
            |x, y| if x.is_nan() { y } else { x },
            (|x, _, _| f64::from(u8::from(!x.is_nan())), "is_given(x)"),
            (|x, _, _| f64::from(u8::from(x.is_nan())), "1 - is_given(x)"),
        ),
        kinks: "the ignored one gets no gradient",
        branching: Branching::Given,
        gives_way: true,
        domain: "any x, and nan; any y",
        samples: &[&[1.0, 2.0], &[-0.5, 3.0], &[0.0, -1.0], &[40.0, 7.5]],
        edges: &[
            Edge::new(&[NAN, 2.0], 2.0, &[0.0, 1.0], "y replaces a gap"),
            Edge::new(&[1.0, NAN], 1.0, &[1.0, 0.0], "y is ignored if x is not a gap"),
        ],
        ..Operation::DEFAULT
    },
];

/// `is_given(x)`.
pub static IS_GIVEN: &Operation = row(&ROWS, "is_given", 1);
