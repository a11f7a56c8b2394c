//! The table of operations, the only place that defines them.
//!
//! An operation is one row. The row holds how it is written, the function the machine runs, and for
//! every operand the local derivative twice: as a function, and as text in gradcalc's own language
//! over `x`, `y` (the operands) and `out` (the result). Everything else, from precedence to help
//! and tests, loops over the rows. A new operation is a new row in one of the files below this one.

#[macro_use]
mod row_macro;
mod arithmetic;
mod branching;
mod comparing;
mod constants;
mod exponential;
mod folds;
mod forms;
mod gamma;
mod gaps;
mod lanes;
mod nearest_edge;
mod neural;
#[cfg(test)]
mod tests;
mod trigonometric;

pub use arithmetic::{ADD, DIVIDE, MULTIPLY, NEGATE, POWER, SUBTRACT};
pub use branching::{
    Branching, COMPARES, EMPTY_SUM, EQUAL, NO_PATH, NOT_EQUAL, OR, UNLESS, WHEN, arrived,
    is_no_path, is_open,
};
pub use comparing::{REMAINDER, larger, smaller, step};
pub use constants::{CONSTANTS, Constant, constant};
pub use exponential::{EXP, LOG_SUM_EXP, SQRT, log_sum_exp, log_sum_exp_of, log_sum_exps};
pub use exponential::{share_of_sum, shares_of_two};
pub use folds::{Fold, LANES, ROW_OF, Sharing};
pub use forms::{FACTORIAL_MARK, FORMS, Form, MOST_WHOLE, Makes, form};
pub use gaps::IS_GIVEN;
pub use neural::{FLAT, Flat, RELU, relu};

/// One operation: one row of the table.
#[derive(Debug)]
pub struct Operation {
    /// The name it is shown by: `+`, `tanh`.
    pub name: &'static str,
    /// Other names for it: `ln` for `log`, `×` for `*`.
    pub aliases: &'static [&'static str],
    /// Names that it has in other programs, which errors suggest it for.
    pub elsewhere: &'static [&'static str],
    /// The mark that applies it to the next atom, as `√2`; empty if there is none.
    pub before_atom: &'static str,
    /// The notation: between, before or around its operands.
    pub notation: Notation,
    /// One line of help, without a full stop.
    pub help: &'static str,
    /// How PyTorch writes it, with `{x}` and `{y}` for its operands: `torch.tanh({x})`.
    pub torch: &'static str,
    /// The forward function and the local derivatives; the variant is the arity.
    pub rule: Rule,
    /// The domain over the reals, in words.
    pub domain: &'static str,
    /// The convention for the derivative where there is none, in words; empty if it is smooth.
    pub kinks: &'static str,
    /// The rule with the slope of the steeper side at a kink, for uncertainties; `None` without
    /// kinks. Of two equally steep sides it is the slope to the right.
    pub steepest: Option<Rule>,
    /// Returns true where operands `x` and `y` are exactly at its only kink or jump. Functions that
    /// round have no such point: beside each of their jumps is another.
    pub is_at_kink: fn(f64, f64) -> bool,
    /// Who gets the gradient, if it chooses.
    pub choice: Option<Choice>,
    /// The kind of branch that it is.
    pub branching: Branching,
    /// True if a function of the user's takes its place: one that came later than others.
    pub gives_way: bool,
    /// Set when it jumps, and is straight from one jump to the next.
    pub jumps: bool,
    /// Points inside the domain, away from kinks, at which tests compare function, text and
    /// finite differences.
    pub samples: &'static [&'static [f64]],
    /// The results at edge cases, one row for each `if` of the rule and each convention.
    pub edges: &'static [Edge],
}

/// How an operation chooses who gets the gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The larger of two, or both by half at a tie.
    Larger,
    /// The smaller of two, or both by half at a tie.
    Smaller,
    /// Its operand where that is positive.
    Positive,
    /// Its operand, with the sign turned where that is negative.
    Turned,
}

/// The slope of an operation at its kink.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AtKinks {
    /// The slope of the convention: that of a backward pass.
    #[default]
    Convention,
    /// For each operand the slope of the side where it is larger in size: an uncertainty reaches
    /// both sides.
    Steepest,
}

/// The notation of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `x + y`; a tighter operation has the higher precedence.
    Infix {
        /// The precedence: `or` 1, `and` 2, prefix `not` 3, `<` 4, `+` 5, `*` 6, prefix `-` 7,
        /// `^` 8.
        precedence: u8,
        /// Set when `x ^ y ^ z` means `x ^ (y ^ z)`.
        right: bool,
        /// The name of the equivalent call, as `pow(x, y)` for `x ^ y`; empty if there is none.
        call: &'static str,
    },
    /// `-x`.
    Prefix {
        /// The precedence, on the same scale.
        precedence: u8,
    },
    /// `tanh(x)`.
    Call,
    /// `x[2]`.
    Row,
}

/// The forward function and local derivatives of an operation; the variant is its arity.
#[derive(Debug)]
pub enum Rule {
    /// One operand, `x`.
    Unary {
        /// `out = forward(x)`.
        forward: fn(f64) -> f64,
        /// The local derivative `∂out/∂x`, as a function of `(x, out)`.
        partial: Partial<UnarySlope>,
        /// The same for many operands at once.
        many: Many,
    },
    /// Two operands, `x` and `y`.
    Binary {
        /// `out = forward(x, y)`.
        forward: fn(f64, f64) -> f64,
        /// The local derivatives `∂out/∂x` and `∂out/∂y`, as functions of `(x, y, out)`.
        partials: [Partial<BinarySlope>; 2],
    },
    /// All rows of one operand, `x`, to one number.
    Fold(Fold),
}

/// A local derivative as a function of `(x, out)`.
pub type UnarySlope = fn(f64, f64) -> f64;
/// A local derivative as a function of `(x, y, out)`.
pub type BinarySlope = fn(f64, f64, f64) -> f64;
/// A backward pass over many numbers.
pub type BackwardLoop = fn(&[f64], &[f64], &[f64], &mut [f64]);

/// A unary rule for many operands at once, with a single call for all of them.
#[derive(Debug)]
pub struct Many {
    /// Computes the `out` of each `x`.
    pub forward: fn(&[f64], &mut [f64]),
    /// Multiplies every upstream by the local derivative at its `x` and `out`, in this order.
    pub backward: BackwardLoop,
}

/// A local derivative in two forms: a function to run, and text to show.
#[derive(Debug)]
pub struct Partial<F> {
    pub function: F,
    /// The same formula in gradcalc's language over `x`, `y` and `out`.
    pub text: &'static str,
}

/// An edge case of a rule: a point with a convention or a special result.
#[derive(Debug)]
pub struct Edge {
    /// The operands.
    pub at: &'static [f64],
    /// The result there.
    pub data: f64,
    /// The local derivatives there, one for each operand.
    pub grads: &'static [f64],
    /// The reason.
    pub because: &'static str,
    /// True if the texts of the partials, evaluated as written, give the same; otherwise the
    /// functions are right.
    pub text_agrees: bool,
    /// PyTorch's result, in words, if it differs; otherwise empty.
    pub pytorch: &'static str,
}

// Short names for the tables of edges.
pub const INFINITY: f64 = f64::INFINITY;
pub const NAN: f64 = f64::NAN;
/// The text of a local derivative that is not known.
pub const UNKNOWN: &str = "nan";
/// The local derivative by an operand that the result does not follow, or only in jumps.
pub const NO_SLOPE: (BinarySlope, &str) = (|_, _, _| 0.0, "0");

/// The rule of a binary operation, from the function and the two local derivatives with their texts.
pub const fn binary(
    forward: fn(f64, f64) -> f64,
    x: (BinarySlope, &'static str),
    y: (BinarySlope, &'static str),
) -> Rule {
    let partials = [Partial { function: x.0, text: x.1 }, Partial { function: y.0, text: y.1 }];
    Rule::Binary { forward, partials }
}

impl Edge {
    /// An edge at which the partials' texts give the same as their functions.
    pub(crate) const fn new(
        at: &'static [f64],
        data: f64,
        grads: &'static [f64],
        because: &'static str,
    ) -> Edge {
        Edge { at, data, grads, because, text_agrees: true, pytorch: "" }
    }

    /// The same edge, where a text evaluated as written gives another result.
    const fn beyond_text(mut self) -> Edge {
        self.text_agrees = false;
        self
    }

    /// The same edge, where PyTorch gives something else.
    const fn unlike_pytorch(mut self, gives: &'static str) -> Edge {
        self.pytorch = gives;
        self
    }
}

// Statics rather than constants, so that each row has one address, which nodes refer to. Arithmetic
// comes first, since it is looked up most.
static GROUPS: [&[Operation]; 8] = [
    &arithmetic::ROWS,
    &exponential::ROWS,
    &trigonometric::ROWS,
    &gamma::ROWS,
    &neural::ROWS,
    &comparing::ROWS,
    &branching::ROWS,
    &gaps::ROWS,
];

/// The row with this name and arity, looked up by the compiler; an unknown name does not compile.
pub const fn row(rows: &'static [Operation], name: &str, operands: usize) -> &'static Operation {
    let mut at = 0;
    while rows[at].arity() != operands || !is_same(rows[at].name.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    &rows[at]
}

/// `==`, which the compiler does not evaluate for texts.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Every operation, in the order of the documentation.
pub fn operations() -> impl Iterator<Item = &'static Operation> {
    // Not `flat_map`, which takes three times as long to compile.
    let (mut groups, mut rows) = (GROUPS.iter(), [].iter());
    std::iter::from_fn(move || {
        loop {
            match rows.next() {
                None => rows = groups.next()?.iter(),
                row => return row,
            }
        }
    })
}

/// The infix operation written `mark`.
pub fn infix(mark: &str) -> Option<&'static Operation> {
    operations().find(|row| matches!(row.notation, Notation::Infix { .. }) && row.is_called(mark))
}

/// The prefix operation written `mark`.
pub fn prefix(mark: &str) -> Option<&'static Operation> {
    operations().find(|row| matches!(row.notation, Notation::Prefix { .. }) && row.is_called(mark))
}

/// The operation that `mark` applies to the atom after it.
pub fn before_atom(mark: &str) -> Option<&'static Operation> {
    operations().find(|row| !row.before_atom.is_empty() && row.before_atom == mark)
}

/// The operation shown as `name`.
pub fn named(name: &str) -> Option<&'static Operation> {
    operations().find(|row| row.name == name)
}

/// The operation called as `name(…)`.
pub fn call(name: &str) -> Option<&'static Operation> {
    operations().find(|row| match row.notation {
        Notation::Call => row.is_called(name),
        Notation::Infix { call, .. } => !call.is_empty() && call == name,
        Notation::Prefix { .. } | Notation::Row => false,
    })
}

/// Returns true if a user's function of that name replaces the operation or form.
pub fn gives_way(name: &str) -> bool {
    let operation = || call(name).is_some_and(|operation| operation.gives_way);
    form(name).map_or_else(operation, |form| form.gives_way)
}

/// The operations that the neurons of a network may apply; the first is the usual one.
pub fn activations() -> impl Iterator<Item = &'static Operation> {
    ["tanh", "relu", "sigmoid"].into_iter().filter_map(named)
}

/// The words of the language, which cannot be names.
pub const RESERVED: [&str; 6] = ["and", "or", "not", IF, ELSE, OF];
/// The words of `a if c else b`.
pub const IF: &str = "if";
/// The second of them.
pub const ELSE: &str = "else";
/// The word of `15% of x`.
pub const OF: &str = "of";

/// Returns true if a word is one of the language, which cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Every name of a call: operations, their other names, and forms.
pub fn call_names() -> impl Iterator<Item = &'static str> {
    let names = |row: &'static Operation| match row.notation {
        Notation::Call => [&[row.name], row.aliases].concat(),
        Notation::Infix { call, .. } if !call.is_empty() => vec![call],
        _ => Vec::new(),
    };
    let forms = FORMS.iter().map(|form| form.name).filter(|name| call(name).is_none());
    operations().flat_map(names).chain(forms).collect::<Vec<_>>().into_iter()
}

impl Operation {
    /// The default row: a smooth function called by its name.
    pub(crate) const DEFAULT: Operation = Operation {
        name: "",
        aliases: &[],
        elsewhere: &[],
        before_atom: "",
        notation: Notation::Call,
        help: "",
        torch: "",
        rule: unary!(|_| NAN, |_, _| NAN, "nan"),
        domain: "",
        kinks: "",
        steepest: None,
        is_at_kink: |_, _| false,
        choice: None,
        branching: Branching::None,
        gives_way: false,
        jumps: false,
        samples: &[],
        edges: &[],
    };

    /// Returns true if it compares its operands: `x < y`.
    pub fn compares(&self) -> bool {
        matches!(self.notation, Notation::Infix { precedence: COMPARES, .. })
    }

    /// Returns true if it binds as `*` does: `6/2a` is ambiguous.
    pub fn divides(&self) -> bool {
        self.is(DIVIDE) || self.is(REMAINDER)
    }

    /// Returns true if both are the same row.
    pub fn is(&self, other: &Operation) -> bool {
        std::ptr::eq(self, other)
    }

    /// Returns a prefix operation before its operand: `-x`, `not x`.
    pub fn before(&self, operand: &str) -> String {
        let is_word = is_reserved(self.name);
        format!("{}{}{operand}", self.name, if is_word { " " } else { "" })
    }

    /// The number of operands: one or two. The second one of a fold is the number of its row.
    pub const fn arity(&self) -> usize {
        match self.rule {
            Rule::Fold(Fold { sharing: Sharing::One, .. }) | Rule::Binary { .. } => 2,
            Rule::Unary { .. } | Rule::Fold(_) => 1,
        }
    }

    /// The result for operands `x` and `y`; a unary operation ignores `y`, and a fold has one row.
    #[inline]
    pub fn forward(&self, x: f64, y: f64) -> f64 {
        match &self.rule {
            Rule::Unary { forward, .. } => forward(x),
            Rule::Binary { forward, .. } => forward(x, y),
            Rule::Fold(_) => x,
        }
    }

    /// The local derivative with respect to operand `index` (0 for `x`, else `y`).
    #[inline]
    pub fn partial(&self, index: usize, x: f64, y: f64, out: f64) -> f64 {
        self.rule.local_derivative(index, [x, y], (out, 1))
    }

    /// The text of the local derivative with respect to operand `index`.
    pub fn partial_text(&self, index: usize) -> &'static str {
        match &self.rule {
            Rule::Unary { partial, .. } => partial.text,
            Rule::Binary { partials: [first, _], .. } if index == 0 => first.text,
            Rule::Binary { partials: [_, second], .. } => second.text,
            Rule::Fold(fold) => fold.partial.text,
        }
    }

    /// The rule of a fold; `None` for what is done row by row.
    #[inline]
    pub fn as_fold(&self) -> Option<&Fold> {
        self.rule.as_fold()
    }

    /// Returns true if a local derivative may be infinite or nan for finite operands, according to
    /// its edges. This holds even if the result at the edge is not finite, since next to it, as for
    /// the logarithm of the smallest double, the result may be finite.
    pub fn is_steep(&self) -> bool {
        let is_finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
        self.edges.iter().any(|edge| is_finite(edge.at) && !is_finite(edge.grads))
    }

    /// Returns true if it is written so.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

impl Rule {
    /// The rule of a fold; `None` for what is done row by row.
    #[inline]
    pub fn as_fold(&self) -> Option<&Fold> {
        match self {
            Rule::Fold(fold) => Some(fold),
            Rule::Unary { .. } | Rule::Binary { .. } => None,
        }
    }

    /// The local derivative with respect to operand `index` (0 for `x`, else `y`), given the result and
    /// the number of rows that share the slope of a fold.
    #[inline]
    pub fn local_derivative(
        &self,
        index: usize,
        [x, y]: [f64; 2],
        (out, sharing): (f64, usize),
    ) -> f64 {
        match self {
            Rule::Unary { partial, .. } => (partial.function)(x, out),
            Rule::Binary { partials: [first, second], .. } => {
                let partial = if index == 0 { first } else { second };
                (partial.function)(x, y, out)
            }
            Rule::Fold(fold) => (fold.partial.function)(x, out, sharing as f64),
        }
    }
}
