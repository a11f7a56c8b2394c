//! Forms: calls that the builder replaces by nodes of operations.

/// A call that stands for nodes of other operations: `sum(a, b, c)` is `(a + b) + c`.
#[derive(Debug)]
pub struct Form {
    /// The name before the parenthesis.
    pub name: &'static str,
    /// The nodes made of its arguments.
    pub makes: Makes,
    /// One line of help.
    pub help: &'static str,
    /// Statements that show it.
    pub example: &'static str,
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
    /// The derivative of the first with respect to the second.
    Derivative,
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
    /// What is known of the rows of a column, or of any number of arguments, but for gaps.
    Statistic(Statistic),
    /// What is known of classes by their scores, or the scores themselves.
    Scores(Scoring),
    /// The standard uncertainty of a node, as a number.
    Uncertainty,
    /// A number, of numbers as they are now.
    Number {
        /// The names of the arguments.
        parameters: &'static [&'static str],
        /// The number; none if it has none of these.
        of: fn(&[f64]) -> Option<f64>,
    },
    /// All that an assignment assigns: `y = sort(x)`.
    RightSide,
}

/// What is made of scores, one for each class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// The scores, as a group.
    Group,
    /// The probability of each class, as a group.
    Softmax,
    /// The class with the largest score.
    Largest,
    /// What a class costs: the logarithm of its probability, without the sign.
    CrossEntropy,
    /// The group of a class itself: 1 for it, 0 for the others.
    OneHot,
}

/// What is known of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statistic {
    /// How many there are.
    Count,
    /// The sum of the squares of their distances from their mean, divided by one less than their number.
    Variance,
    /// The square root of that.
    Deviation,
    /// The one in the middle, or the mean of the two in the middle.
    Median,
}

impl Form {
    /// Returns true if the example is a column `x`, which it takes.
    pub fn makes_of_column(&self) -> bool {
        matches!(self.makes, Makes::Statistic(_) | Makes::RightSide)
    }

    /// Returns the call as help and completion show it: `sum(…)`, `clamp(x, low, high)`.
    pub fn written(&self) -> String {
        match self.makes {
            Makes::Body { parameters, .. } => format!("{}({})", self.name, parameters.join(", ")),
            Makes::Number { parameters, .. } => format!("{}({})", self.name, parameters.join(", ")),
            Makes::Uncertainty => format!("{}(y)", self.name),
            Makes::RightSide => format!("{}(x)", self.name),
            Makes::Scores(Scoring::CrossEntropy) => format!("{}(class, …)", self.name),
            Makes::Scores(Scoring::OneHot) => format!("{}(class, n)", self.name),
            Makes::Fold { .. } | Makes::Derivative | Makes::Statistic(_) | Makes::Scores(_) => {
                format!("{}(…)", self.name)
            }
        }
    }
}

/// Every form.
pub static FORMS: &[Form] = &[
    Form {
        makes: Makes::Fold { joins: "+", averages: false, in_pairs: false },
        ..row("sum", "the sum of any number of arguments, or of the rows of a column")
    },
    Form {
        makes: Makes::Fold { joins: "+", averages: true, in_pairs: false },
        ..row("mean", "the mean of the arguments, or of the rows of a column")
    },
    Form {
        makes: Makes::Fold { joins: "logsumexp", averages: false, in_pairs: true },
        ..later("logsumexp", "the logarithm of the sum of exp of the arguments, or of rows")
    },
    Form {
        makes: Makes::Fold { joins: "max", averages: false, in_pairs: false },
        ..row("max", "the largest of any number of arguments, or of rows")
    },
    Form {
        makes: Makes::Fold { joins: "min", averages: false, in_pairs: false },
        ..row("min", "the smallest of any number of arguments, or of rows")
    },
    Form {
        makes: Makes::Derivative,
        ..row("diff", "diff(L, a): the derivative of L with respect to the node a")
    },
    Form {
        makes: Makes::Body { parameters: &["x", "low", "high"], text: "min(max(x, low), high)" },
        ..row("clamp", "x, but at least low and at most high")
    },
    Form {
        makes: Makes::Statistic(Statistic::Deviation),
        ..later("std", "the standard deviation of rows or arguments, with n - 1; gaps left out")
    },
    Form {
        makes: Makes::Statistic(Statistic::Variance),
        ..later("var", "the variance of rows or arguments, with n - 1; gaps left out")
    },
    Form {
        makes: Makes::Statistic(Statistic::Median),
        ..later(
            "median",
            "the one in the middle of rows or arguments, or the mean of two; gaps left out",
        )
    },
    Form {
        makes: Makes::Statistic(Statistic::Count),
        ..later("count", "the number of rows or arguments; gaps left out")
    },
    Form {
        makes: Makes::RightSide,
        ..later(
            "sort",
            "the rows of x from the smallest to the largest, as a new column; gaps left out",
        )
    },
    Form {
        makes: Makes::RightSide,
        ..later(
            "measured",
            "the mean of readings x ± their standard deviation / sqrt(n), as a new leaf",
        )
    },
    Form {
        makes: Makes::Scores(Scoring::Group),
        example: "a = 2; b = 3\nl = group(a, b, a*b)\nl; sum(l^2)",
        ..later("group", "one name for several nodes: its members are l.o0, l.o1, …")
    },
    Form {
        makes: Makes::Scores(Scoring::Softmax),
        example: "a = 2; b = -1; c = 0.5\np = softmax(a, b, c)\np",
        ..later("softmax", "the group of exp of each argument, divided by their sum")
    },
    Form {
        makes: Makes::Scores(Scoring::Largest),
        example: "argmax(2, -1, 0.5)",
        ..later("argmax", "which argument is the largest, counted from 0; of equal ones the first")
    },
    Form {
        makes: Makes::Scores(Scoring::CrossEntropy),
        example: "a = 2; b = -1; c = 0.5\nloss = cross_entropy(0, a, b, c)\n:grad loss a b c",
        ..later("cross_entropy", "-log of the softmax of a class: 0, 1, … by the scores after it")
    },
    Form {
        makes: Makes::Scores(Scoring::OneHot),
        example: "onehot(2, 4)",
        ..later("onehot", "the group of n numbers that are 0, but 1 for the class")
    },
    Form {
        makes: Makes::Uncertainty,
        example: "a = 2 ± 0.1; y = a^2\nu(y)",
        ..later("u", "the standard uncertainty of y as a number, which does not follow")
    },
    Form {
        makes: Makes::Number { parameters: &["n"], of: factorial },
        example: "factorial(5); 5!",
        ..later("factorial", "the product 1*2*…*n of a whole number of now, also written n!")
    },
    Form {
        makes: Makes::Number { parameters: &["n", "k"], of: binomial },
        example: "binomial(12, 3)",
        ..later("binomial", "the number of ways to choose k of n, whole numbers of now")
    },
    Form {
        makes: Makes::Body { parameters: &["c", "a", "b"], text: "a if c else b" },
        example: "x = 2; out = where(x > 1, x^2, -x)\n:grad out",
        ..later("where", "a where c is not 0, else b; what is not taken is not looked at")
    },
];

const fn row(name: &'static str, help: &'static str) -> Form {
    let example = "";
    Form { name, makes: Makes::Derivative, help, example, gives_way: false }
}

/// A form whose name a user's function may have had before there was one.
const fn later(name: &'static str, help: &'static str) -> Form {
    let example = "x = [4.1, 3.9, 4.3, 4.1]";
    Form { name, makes: Makes::RightSide, help, example, gives_way: true }
}

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
    let mut ways = 1.0;
    let mut at = 1.0;
    // Past a double's range nothing changes any more.
    while at <= k && f64::is_finite(ways) {
        // Whole at each step, so that nothing is rounded up to 2^53.
        ways = ways * (n - k + at) / at;
        at += 1.0;
    }
    Some(ways.round())
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
