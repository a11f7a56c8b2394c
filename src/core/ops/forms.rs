//! Forms: calls that the builder replaces by nodes of operations.

/// A call that stands for nodes of other operations: `sum(a, b, c)` is `(a + b) + c`.
#[derive(Debug)]
pub struct Form {
    /// The name before the parenthesis.
    pub name: &'static str,
    /// Its arguments as help shows them: `x, low, high`.
    pub arguments: &'static str,
    /// The nodes made of its arguments.
    pub makes: Makes,
    /// One line of help.
    pub help: &'static str,
    /// True if a function of the user's takes its place: one that came later than others.
    pub gives_way: bool,
}

/// The nodes that a form makes of its arguments.
#[derive(Debug, Clone, Copy)]
pub enum Makes {
    /// They are folded from the left, or neighbors in pairs.
    Fold {
        /// The operation that joins two arguments, by the name it is shown by.
        joins: &'static str,
        /// True if the result is divided by the number of arguments.
        averages: bool,
        /// True if neighbors are joined in pairs, and these again: each joining rounds.
        in_pairs: bool,
    },
    /// A text in gradcalc's own language, as if the user had defined a function.
    ///
    /// Operations have one or two operands, to keep nodes small; a function with more that can be
    /// written with operations is a form.
    Body {
        /// The names of the arguments.
        parameters: &'static [&'static str],
        /// The text.
        text: &'static str,
    },
    /// A number, of numbers as they are now.
    Number {
        /// The names of the arguments.
        parameters: &'static [&'static str],
        /// The number; `None` if it has none of these.
        of: fn(&[f64]) -> Option<f64>,
    },
    /// The part makes the form.
    Part,
}

impl Form {
    /// The default row: a user's function of that name replaces the form.
    pub const DEFAULT: Form =
        Form { name: "", arguments: "…", makes: Makes::Part, help: "", gives_way: true };

    /// Returns the call as help and completion show it: `sum(…)`, `clamp(x, low, high)`.
    pub fn written(&self) -> String {
        format!("{}({})", self.name, self.arguments)
    }
}

/// The forms that the builder makes itself.
pub static FORMS: &[Form] = &[
    Form {
        name: "sum",
        makes: Makes::Fold { joins: "+", averages: false, in_pairs: false },
        help: "the sum of any number of arguments, or of the rows of a column",
        ..FIRST
    },
    Form {
        name: "mean",
        makes: Makes::Fold { joins: "+", averages: true, in_pairs: false },
        help: "the mean of the arguments, or of the rows of a column",
        ..FIRST
    },
    Form {
        name: "logsumexp",
        makes: Makes::Fold { joins: "logsumexp", averages: false, in_pairs: true },
        help: "the logarithm of the sum of exp of the arguments, or of rows",
        ..Form::DEFAULT
    },
    Form {
        name: "max",
        makes: Makes::Fold { joins: "max", averages: false, in_pairs: false },
        help: "the largest of any number of arguments, or of rows",
        ..FIRST
    },
    Form {
        name: "min",
        makes: Makes::Fold { joins: "min", averages: false, in_pairs: false },
        help: "the smallest of any number of arguments, or of rows",
        ..FIRST
    },
    Form {
        name: "clamp",
        arguments: "x, low, high",
        makes: Makes::Body {
            parameters: &["x", "low", "high"],
            text: "clamp_max(clamp_min(x, low), high)",
        },
        help: "x limited to the range from low to high",
        ..FIRST
    },
    Form {
        name: "round",
        arguments: "x, n",
        makes: Makes::Body { parameters: &["x", "n"], text: "round(x * 10^n) / 10^n" },
        help: "x rounded to n decimals",
        ..FIRST
    },
    Form {
        name: "factorial",
        arguments: "n",
        makes: Makes::Number { parameters: &["n"], of: factorial },
        help: "the product 1*2*…*n, also written n!; n is a whole number without gradient",
        ..Form::DEFAULT
    },
    Form {
        name: "binomial",
        arguments: "n, k",
        makes: Makes::Number { parameters: &["n", "k"], of: binomial },
        help: "the number of ways to choose k of n, whole numbers without gradient",
        ..Form::DEFAULT
    },
    Form {
        name: "where",
        arguments: "c, a, b",
        makes: Makes::Body { parameters: &["c", "a", "b"], text: "a if c else b" },
        help: "a if c is not 0, else b; the other one is ignored",
        ..Form::DEFAULT
    },
];

/// The default row of a form that functions cannot replace.
const FIRST: Form = Form { gives_way: false, ..Form::DEFAULT };

/// The product of the whole numbers up to `n`; a double has those of up to 170.
fn factorial(numbers: &[f64]) -> Option<f64> {
    let n = numbers.first().copied().filter(|n| *n >= 0.0 && n.fract() == 0.0)?;
    Some(if n > 170.0 { f64::INFINITY } else { (1..=n as u32).map(f64::from).product() })
}

/// The number of ways to choose `k` of `n`.
fn binomial(numbers: &[f64]) -> Option<f64> {
    let is_whole = |n: &&f64| **n >= 0.0 && n.fract() == 0.0 && **n <= MOST_WHOLE;
    let [n, k] = [0, 1].map(|at| numbers.get(at).filter(is_whole).copied());
    let (n, k) = (n?, k?);
    if k > n {
        return Some(0.0);
    }
    let k = k.min(n - k);
    // Whole at each step, so that nothing is rounded up to 2^53.
    let next = |ways: f64, at: u64| {
        Some(ways * (n - k + at as f64) / at as f64).filter(|ways| ways.is_finite())
    };
    Some((1..=k as u64).try_fold(1.0, next).map_or(f64::INFINITY, f64::round))
}

/// The whole number up to which every one is a double: 2^53.
pub const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// The form called `name`; `n!` calls that of the mark.
pub fn form(name: &str) -> Option<&'static Form> {
    let name = if name == FACTORIAL_MARK { "factorial" } else { name };
    FORMS.iter().find(|row| row.name == name)
}

/// The mark after a number that calls `factorial`.
pub const FACTORIAL_MARK: &str = "!";
