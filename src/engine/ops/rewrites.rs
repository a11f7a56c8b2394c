//! Formulas that lose digits or grads, and what is the same without that.

/// A formula that is the same as another, and better where that one fails.
#[derive(Debug)]
pub struct Rewrite {
    /// What was written, over `a` and `b`, which stand for anything, and `R` for what has rows.
    /// Where the other one has `logsumexp(a, b)`, `exp(a) + exp(b)` is a sum of any number of terms.
    pub from: &'static str,
    /// What is the same.
    pub to: &'static str,
    /// What must not be negative for them to be the same; empty if they always are.
    pub domain: &'static str,
    /// What is better.
    pub because: &'static str,
    /// Places of `a`, or of `a` and `b`, at which tests compare the two.
    pub samples: &'static [&'static [f64]],
}

/// One that holds everywhere.
const fn rewrite(
    from: &'static str,
    to: &'static str,
    because: &'static str,
    samples: &'static [&'static [f64]],
) -> Rewrite {
    Rewrite { from, to, domain: "", because, samples }
}

impl Rewrite {
    /// The same where this is not negative.
    const fn where_positive(mut self, domain: &'static str) -> Rewrite {
        self.domain = domain;
        self
    }
}

const NO_ROOT: &str = "a root that is squared again is not needed";
const HAS_SLOPE: &str = "abs has a slope wherever there is one, and 0 at its kink";
const NO_OVERFLOW: &str = "no exponential gets out of range";
const NO_LOG_OF_0: &str = "there is no logarithm of a number that has become 0";
const SMALL: &str = "what is small is not added to 1 first";
const NO_DIFFERENCE: &str = "no two numbers that are nearly the same are subtracted";

const AT_0: &str = "at 0 it has its limit";

const ANY: &[&[f64]] = &[&[0.5], &[2.0], &[-1.25], &[-3.0], &[0.01]];
const POSITIVE: &[&[f64]] = &[&[0.25], &[2.0], &[9.0], &[0.01]];
const LARGE: &[&[f64]] = &[&[0.5], &[1.0], &[2.5], &[7.0]];
const PAIRS: &[&[f64]] = &[&[0.5, 2.0], &[-1.0, 1.5], &[3.0, -0.25], &[2.0, 2.5]];
const POSITIVE_PAIRS: &[&[f64]] = &[&[0.5, 2.0], &[1.0, 1.5], &[3.0, 0.25], &[2.0, 7.0]];
const AWAY_FROM_0: &[&[f64]] = &[&[1.0], &[2.5], &[-1.0], &[-3.0]];

/// Every rewrite, longer formulas before those that are part of them.
pub static REWRITES: &[Rewrite] = &[
    rewrite("sqrt(a^2 + b^2)^2", "a^2 + b^2", NO_ROOT, PAIRS),
    rewrite("hypot(a, b)^2", "a^2 + b^2", NO_ROOT, PAIRS),
    rewrite("sqrt(a)^2", "a", NO_ROOT, POSITIVE).where_positive("a"),
    rewrite("(a^0.5)^2", "a", NO_ROOT, POSITIVE).where_positive("a"),
    rewrite("sqrt(a)*sqrt(a)", "a", NO_ROOT, POSITIVE).where_positive("a"),
    rewrite("cbrt(a)^3", "a", NO_ROOT, ANY),
    rewrite("sqrt(a^4)", "a^2", NO_ROOT, ANY),
    rewrite("sqrt(a^2)", "abs(a)", HAS_SLOPE, ANY),
    rewrite("(a^2)^0.5", "abs(a)", HAS_SLOPE, ANY),
    rewrite("sqrt(a^2 + b^2)", "hypot(a, b)", "no square gets out of range", PAIRS),
    rewrite("sqrt(1 - cos(a)^2)", "abs(sin(a))", HAS_SLOPE, AWAY_FROM_0),
    rewrite("sqrt(1 - sin(a)^2)", "abs(cos(a))", HAS_SLOPE, AWAY_FROM_0),
    rewrite("log(exp(a)/(exp(a) + exp(b)))", "-softplus(b - a)", NO_OVERFLOW, PAIRS),
    rewrite("log(exp(a)/(exp(a) + exp(b)))", "a - logsumexp(a, b)", NO_OVERFLOW, PAIRS),
    rewrite("log(exp(R)/sum(exp(R)))", "R - logsumexp(R)", NO_OVERFLOW, AWAY_FROM_0),
    rewrite("exp(a)/(exp(a) + exp(b))", "sigmoid(a - b)", NO_OVERFLOW, PAIRS),
    rewrite("exp(R)/sum(exp(R))", "exp(R - logsumexp(R))", NO_OVERFLOW, AWAY_FROM_0),
    rewrite("(exp(a) - exp(-a))/(exp(a) + exp(-a))", "tanh(a)", NO_OVERFLOW, AWAY_FROM_0),
    rewrite("exp(a)/(exp(a) + 1)^2", "sigmoid(a)*sigmoid(-a)", NO_OVERFLOW, ANY),
    rewrite("exp(a)/(exp(a) + 1)", "sigmoid(a)", NO_OVERFLOW, ANY),
    rewrite("1/(1 + exp(-a))", "sigmoid(a)", NO_OVERFLOW, ANY),
    rewrite("1/(1 + exp(a))", "sigmoid(-a)", NO_OVERFLOW, ANY),
    rewrite("exp(a)/(exp(a) + exp(b))", "exp(a - logsumexp(a, b))", NO_OVERFLOW, PAIRS),
    rewrite("log(1 - sigmoid(a))", "-softplus(a)", NO_LOG_OF_0, ANY),
    rewrite("log(sigmoid(a))", "-softplus(-a)", NO_LOG_OF_0, ANY),
    rewrite("1 - sigmoid(a)", "sigmoid(-a)", NO_DIFFERENCE, ANY),
    rewrite("log(1 + exp(a))", "softplus(a)", NO_OVERFLOW, ANY),
    rewrite(
        "log(1 - tanh(a)^2)",
        "2*(log(2) - a - softplus(-2a))",
        NO_LOG_OF_0,
        &[&[0.5], &[2.0], &[-1.25], &[-2.0]],
    ),
    rewrite("1 - tanh(a)^2", "1/cosh(a)^2", NO_DIFFERENCE, &[&[0.5], &[2.0], &[-1.25], &[-2.0]]),
    rewrite("log(a + sqrt(a^2 + 1))", "asinh(a)", NO_DIFFERENCE, POSITIVE),
    rewrite("log(exp(a) + exp(b))", "logsumexp(a, b)", NO_OVERFLOW, PAIRS),
    rewrite("log(sum(exp(R)))", "logsumexp(R)", NO_OVERFLOW, AWAY_FROM_0),
    rewrite("log(exp(a))", "a", NO_OVERFLOW, ANY),
    rewrite("1/exp(a)", "exp(-a)", NO_OVERFLOW, ANY),
    rewrite("exp(a)/exp(b)", "exp(a - b)", NO_OVERFLOW, PAIRS),
    rewrite("exp(a)*exp(b)", "exp(a + b)", NO_OVERFLOW, PAIRS),
    rewrite("log(a^b)", "b*log(a)", NO_LOG_OF_0, POSITIVE_PAIRS).where_positive("a"),
    rewrite("(1 + a)^b - 1", "expm1(b*log1p(a))", SMALL, POSITIVE_PAIRS).where_positive("1 + a"),
    rewrite("log(1 + a)", "log1p(a)", SMALL, POSITIVE),
    rewrite("exp(a) - 1", "expm1(a)", SMALL, ANY),
    rewrite("1 - exp(a)", "-expm1(a)", SMALL, ANY),
    rewrite("(1 - cos(a))/a^2", "2*(sin(a/2)/a)^2", NO_DIFFERENCE, AWAY_FROM_0),
    rewrite("(1 - cos(a))/a^2", "where(a == 0, 0.5, 2*(sin(a/2)/a)^2)", AT_0, AWAY_FROM_0),
    rewrite("sin(a)/a", "where(a == 0, 1, sin(a)/a)", AT_0, AWAY_FROM_0),
    rewrite("tan(a)/a", "where(a == 0, 1, tan(a)/a)", AT_0, AWAY_FROM_0),
    rewrite("log(1 + a)/a", "where(a == 0, 1, log1p(a)/a)", AT_0, LARGE),
    rewrite("(exp(a) - 1)/a", "where(a == 0, 1, expm1(a)/a)", AT_0, AWAY_FROM_0),
    rewrite(
        "a*log(a)",
        "where(a == 0, 0, a*log(a))",
        "at 0 it has its limit, though the slope goes to -inf there",
        POSITIVE,
    ),
    rewrite("1 - cos(a)", "2*sin(a/2)^2", NO_DIFFERENCE, AWAY_FROM_0),
    rewrite("cos(a) - 1", "-2*sin(a/2)^2", NO_DIFFERENCE, AWAY_FROM_0),
    rewrite("sqrt(a + b) - sqrt(a)", "b/(sqrt(a + b) + sqrt(a))", NO_DIFFERENCE, POSITIVE_PAIRS),
    rewrite("a^2 - b^2", "(a - b)*(a + b)", NO_DIFFERENCE, PAIRS),
    rewrite("log(a) - log(b)", "log(a/b)", NO_DIFFERENCE, POSITIVE_PAIRS),
    rewrite("a/abs(a)", "sign(a)", "sign has a value at 0", ANY),
];
