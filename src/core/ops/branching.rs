//! Operations that ask, join answers, and take a side: comparisons, `and or not`, and gates.

use super::{Edge, INFINITY, NAN, NO_SLOPE, Notation, Operation, binary, row};

/// An operation's role in branches: which operands count, and which of them receive its grad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Branching {
    /// Each operand counts, and receives the grad.
    None,
    /// A comparison or another operation that only jumps passes no grad on.
    Flat,
    /// `and` joins answers, and passes no grad on: the second counts only where the first is true. `or`
    /// is `Lazy(false)`: the second counts only where the first is false.
    Lazy(bool),
    /// A gate gives its second operand where the first is true, or false for `Gate(false)`; otherwise
    /// [`NO_PATH`].
    Gate(bool),
    /// One row of the first operand, the only row that counts.
    Row,
    /// The first operand where it is given, otherwise the second; the other one is ignored.
    Given,
    /// A fold that passes no grad on to the rows whose share of it is 0, such as gaps.
    Shares,
}

/// The start of a sum: adding it changes no number, not even a zero.
pub const EMPTY_SUM: f64 = -0.0;

/// The grad of a node that no live path reaches, and the value of a closed gate.
pub const NO_PATH: f64 = EMPTY_SUM;

/// Returns true if no live path reaches the node of this grad, in a graph with branches.
#[inline(always)]
pub fn is_no_path(grad: f64) -> bool {
    grad.to_bits() == NO_PATH.to_bits()
}

/// A grad that has arrived: a zero becomes 0.0, distinct from [`NO_PATH`].
#[inline(always)]
pub fn arrived(grad: f64) -> f64 {
    grad + 0.0
}

impl Branching {
    /// Returns true if operands may not count, or receive no grad.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != Branching::None
    }

    /// Returns true if an operand counts for the result where the first operand is `x`.
    #[inline(always)]
    pub fn touches(self, index: usize, x: f64) -> bool {
        match self {
            Branching::Lazy(on) | Branching::Gate(on) if index > 0 => is_open(on, x),
            Branching::Given => x.is_nan() == (index > 0),
            _ => true,
        }
    }

    /// Returns true if the grad is passed on to an operand where the first operand is `x`.
    #[inline(always)]
    pub fn passes(self, index: usize, x: f64) -> bool {
        match self {
            Branching::None | Branching::Row | Branching::Shares => true,
            Branching::Flat | Branching::Lazy(_) => false,
            Branching::Gate(on) => index > 0 && is_open(on, x),
            Branching::Given => self.touches(index, x),
        }
    }

    /// Returns true if the row with this local derivative, its share, receives none of the grad.
    #[inline(always)]
    pub fn skips(self, share: f64) -> bool {
        self == Branching::Shares && share == 0.0
    }
}

/// Returns true if `x` opens a gate that opens where `x` is true (`on`) or false; nan opens neither.
#[inline(always)]
pub fn is_open(on: bool, x: f64) -> bool {
    if on { x != 0.0 && !x.is_nan() } else { x == 0.0 }
}

/// The defaults of comparisons.
const COMPARISON: Operation = Operation {
    notation: Notation::Infix { precedence: COMPARES, right: false, call: "" },
    domain: "any x, any y",
    kinks: "gradient 0 at the jump too; no gradient is passed on",
    is_at_kink: |x, y| x == y,
    branching: Branching::Flat,
    jumps: true,
    samples: &[&[1.0, 2.0], &[3.0, -2.0], &[-0.5, -0.25], &[40.0, 7.5]],
    ..Operation::DEFAULT
};

/// The edge of comparisons with nan.
const NAN_ANSWER: Edge =
    Edge::new(&[NAN, 1.0], NAN, &[0.0, 0.0], "nan stays nan").unlike_pytorch("the value 0");

/// The defaults of operations on answers.
const ON_ANSWERS: Operation = Operation {
    kinks: "gradient 0; no gradient is passed on",
    is_at_kink: |x, y| x == 0.0 || y == 0.0,
    samples: &[&[1.0, 2.0], &[3.0, -2.0], &[-0.5, -0.25], &[40.0, 7.5]],
    ..COMPARISON
};

/// The precedence of comparisons, of which several make a chain.
pub const COMPARES: u8 = 4;

/// The rule of an operation that answers 1 or 0, but nan for nan.
macro_rules! answers {
    ($answer:expr) => {
        binary(|x, y| answer(x, y, $answer), NO_SLOPE, NO_SLOPE)
    };
}

pub(super) static ROWS: [Operation; 11] = [
    Operation {
        name: "<",
        help: "1 if x is less than y, else 0",
        torch: "({x} < {y}).double()",
        rule: answers!(|x, y| x < y),
        edges: &[Edge::new(&[2.0, 2.0], 0.0, &[0.0, 0.0], "the jump"), NAN_ANSWER],
        ..COMPARISON
    },
    Operation {
        name: "<=",
        aliases: &["≤"],
        help: "1 if x is at most y, else 0",
        torch: "({x} <= {y}).double()",
        rule: answers!(|x, y| x <= y),
        edges: &[Edge::new(&[2.0, 2.0], 1.0, &[0.0, 0.0], "the jump"), NAN_ANSWER],
        ..COMPARISON
    },
    Operation {
        name: ">",
        help: "1 if x is greater than y, else 0",
        torch: "({x} > {y}).double()",
        rule: answers!(|x, y| x > y),
        edges: &[Edge::new(&[2.0, 2.0], 0.0, &[0.0, 0.0], "the jump"), NAN_ANSWER],
        ..COMPARISON
    },
    Operation {
        name: ">=",
        aliases: &["≥"],
        help: "1 if x is at least y, else 0",
        torch: "({x} >= {y}).double()",
        rule: answers!(|x, y| x >= y),
        edges: &[Edge::new(&[2.0, 2.0], 1.0, &[0.0, 0.0], "the jump"), NAN_ANSWER],
        ..COMPARISON
    },
    Operation {
        name: "==",
        help: "1 if x and y are equal, else 0",
        torch: "({x} == {y}).double()",
        rule: answers!(|x, y| x == y),
        edges: &[
            Edge::new(&[2.0, 2.0], 1.0, &[0.0, 0.0], "the jump"),
            Edge::new(&[INFINITY, INFINITY], 1.0, &[0.0, 0.0], "infinities compare, too"),
            NAN_ANSWER,
        ],
        ..COMPARISON
    },
    Operation {
        name: "!=",
        aliases: &["≠"],
        help: "1 if x and y differ, else 0",
        torch: "({x} != {y}).double()",
        rule: answers!(|x, y| x != y),
        edges: &[
            Edge::new(&[2.0, 2.0], 0.0, &[0.0, 0.0], "the jump"),
            Edge::new(&[NAN, 1.0], NAN, &[0.0, 0.0], "nan stays nan").unlike_pytorch("the value 1"),
        ],
        ..COMPARISON
    },
    Operation {
        name: "and",
        notation: Notation::Infix { precedence: 2, right: false, call: "" },
        help: "1 if neither x nor y is 0, else 0; if x is 0, y is ignored",
        torch: "(({x} != 0) & ({y} != 0)).double()",
        branching: Branching::Lazy(true),
        rule: binary(
            |x, y| if x == 0.0 { 0.0 } else { answer(x, y, |_, y| y != 0.0) },
            NO_SLOPE,
            NO_SLOPE,
        ),
        edges: &[
            Edge::new(&[0.0, 2.0], 0.0, &[0.0, 0.0], "0 is false"),
            Edge::new(&[0.0, NAN], 0.0, &[0.0, 0.0], "the left side decides"),
            Edge::new(&[2.0, 0.0], 0.0, &[0.0, 0.0], "0 is false"),
            Edge::new(&[NAN, 0.0], NAN, &[0.0, 0.0], "nan stays nan").unlike_pytorch("the value 0"),
        ],
        ..ON_ANSWERS
    },
    Operation {
        name: "or",
        notation: Notation::Infix { precedence: 1, right: false, call: "" },
        help: "1 if x or y is not 0, else 0; if x is not 0, y is ignored",
        torch: "(({x} != 0) | ({y} != 0)).double()",
        branching: Branching::Lazy(false),
        rule: binary(
            |x, y| match x {
                x if x.is_nan() => x,
                x if x != 0.0 => 1.0,
                x => answer(x, y, |_, y| y != 0.0),
            },
            NO_SLOPE,
            NO_SLOPE,
        ),
        edges: &[
            Edge::new(&[0.0, 0.0], 0.0, &[0.0, 0.0], "0 is false"),
            Edge::new(&[0.0, 2.0], 1.0, &[0.0, 0.0], "every number except 0 is true"),
            Edge::new(&[2.0, NAN], 1.0, &[0.0, 0.0], "the left side decides"),
            Edge::new(&[NAN, 1.0], NAN, &[0.0, 0.0], "nan stays nan").unlike_pytorch("the value 1"),
        ],
        ..ON_ANSWERS
    },
    Operation {
        name: "not",
        notation: Notation::Prefix { precedence: 3 },
        help: "1 if x is 0, else 0",
        torch: "({x} == 0).double()",
        rule: unary!(|x| answer(x, 0.0, |x, zero| x == zero), |_, _| 0.0, "0"),
        is_at_kink: |x, _| x == 0.0,
        domain: "any x",
        samples: &[&[1.0], &[-1.0], &[0.25], &[-40.0]],
        edges: &[
            Edge::new(&[0.0], 1.0, &[0.0], "0 is false"),
            Edge::new(&[NAN], NAN, &[0.0], "nan stays nan").unlike_pytorch("the value 0"),
        ],
        ..ON_ANSWERS
    },
    Operation {
        name: "when",
        notation: Notation::Call,
        help: "y if x is not 0; otherwise 0, and y is ignored",
        torch: "torch.where({x} != 0, {y}, 0.0)",
        branching: Branching::Gate(true),
        gives_way: true,
        kinks: "gradient 0 for x; an ignored y gets none",
        is_at_kink: |x, _| x == 0.0,
        rule: binary(
            |x, y| gate(true, x, y),
            NO_SLOPE,
            (|x, _, _| f64::from(is_open(true, x)), "x != 0"),
        ),
        edges: &[
            Edge::new(&[0.0, 2.0], 0.0, &[0.0, 0.0], "the gate is shut"),
            Edge::new(&[0.0, NAN], 0.0, &[0.0, 0.0], "the gate is shut")
                .unlike_pytorch("y may have nan grads"),
            Edge::new(&[NAN, 2.0], NAN, &[0.0, 0.0], "nan chooses neither side").beyond_text(),
        ],
        ..ON_ANSWERS
    },
    Operation {
        name: "unless",
        notation: Notation::Call,
        help: "y if x is 0; otherwise 0, and y is ignored",
        torch: "torch.where({x} == 0, {y}, 0.0)",
        branching: Branching::Gate(false),
        gives_way: true,
        kinks: "gradient 0 for x; an ignored y gets none",
        is_at_kink: |x, _| x == 0.0,
        rule: binary(
            |x, y| gate(false, x, y),
            NO_SLOPE,
            (|x, _, _| f64::from(is_open(false, x)), "x == 0"),
        ),
        edges: &[
            Edge::new(&[0.0, 2.0], 2.0, &[0.0, 1.0], "the gate is open"),
            Edge::new(&[1.0, NAN], 0.0, &[0.0, 0.0], "the gate is shut")
                .unlike_pytorch("y may have nan grads"),
            Edge::new(&[NAN, 2.0], NAN, &[0.0, 0.0], "nan chooses neither side").beyond_text(),
        ],
        ..ON_ANSWERS
    },
];

/// `y` where `x` is true.
pub static WHEN: &Operation = row(&ROWS, "when", 2);
/// `y` where `x` is not true.
pub static UNLESS: &Operation = row(&ROWS, "unless", 2);

/// `x == y`.
pub static EQUAL: &Operation = row(&ROWS, "==", 2);
/// `x != y`.
pub static NOT_EQUAL: &Operation = row(&ROWS, "!=", 2);
/// `x or y`.
pub static OR: &Operation = row(&ROWS, "or", 2);

/// 1 or 0, but nan for nan.
#[inline(always)]
fn answer(x: f64, y: f64, is_so: impl Fn(f64, f64) -> bool) -> f64 {
    if x.is_nan() || y.is_nan() { NAN } else { f64::from(is_so(x, y)) }
}

#[inline(always)]
fn gate(on: bool, x: f64, y: f64) -> f64 {
    if x.is_nan() {
        x
    } else if is_open(on, x) {
        y
    } else {
        NO_PATH
    }
}
