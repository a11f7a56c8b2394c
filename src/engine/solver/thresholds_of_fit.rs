//! The table of the numbers that decide something in `:fit`. A case is a fit of which something else is said where the
//! number is ten times as large or a tenth: in tests/it/fits.rs, fit_edges.rs, nist.rs, groups.rs, eureka.rs and
//! data_sets.rs, else in tests/transcripts/thresholds.md. `:solve` searches for several unknowns by the same numbers.

/// The search as a whole, from the first start and from others.
pub mod least {
    /// The most steps of a search for the solution of equations.
    pub const MOST_STEPS: u64 = 2000;
    /// The most steps of a search of a fit.
    pub const MOST_STEPS_OF_FIT: u64 = 200;
    /// More work than this, in products, leads to no other start.
    pub const MOST_WORK: f64 = 3e8;
    /// The sizes of other starts for names that are new.
    pub const SCALES: [f64; 8] = [1.0, 0.1, 10.0, 1.0, 0.01, 100.0, 0.1, 10.0];
    /// The logarithm of the factor by which the numbers of a start are apart.
    pub const SPREAD: f64 = 1.0;
    /// Two ends whose sums of squares differ by less than this part have come to the same.
    pub const SAME: f64 = 1e-6;
}

/// One search by Gauss-Newton steps.
pub mod search {
    /// Rows that depend on each other beyond this part of their columns are told apart by rounding only. Case:
    /// `y = a*exp(b*x)` through 3 rows, from a = 5, b = 1.
    pub const ROUNDING: f64 = 1e-13;
    /// A search has ended where the best step takes less than this part of the root of the sum of squares. Case:
    /// `y = T*sigmoid(s*(x - x0))` through 4 rows, from T = 3, s = 0.5, x0 = 1e-3.
    pub const CLOSE: f64 = 1e-7;
    /// A triangle that takes more products than this is dear. It came with 200 columns of 10,000 rows, which then
    /// took a quarter of the time.
    pub const DEAR: f64 = 1e6;
    /// Where the condition is at most this, the grads tell as much as another dear triangle.
    pub const WELL_TOLD: f64 = 100.0;
    /// Residuals are nothing but rounding if they are at most so many times what that may be. Case:
    /// `y = max(a + b*x, c)` through 4 rows, from a = 0.5, b = 10, c = 2.
    pub const ROUNDINGS: f64 = 4.0;
    /// The most plain Gauss-Newton steps at the end. Case: NIST's sets.
    pub const MOST_LAST: usize = 40;
    /// The most trials for one step. Case: `y = T*sigmoid(s*(x - x0))` through 5 rows, from T = -1, s = -1, x0 = 3.
    pub const MOST_TRIES: usize = 60;
    /// What is so many times higher is not compared with what was predicted. Case: `y = k*tanh(r*x) + s` through 4
    /// rows, from k = 100, r = 0.0667, s = 1.
    pub const MUCH_HIGHER: f64 = 10.0;
    /// A trial is taken if it keeps this part of what was promised. Case: `y = T*sigmoid(s*(x - x0))` through 5 rows,
    /// from T = 0.1, s = -0.3, x0 = 10.
    pub const ENOUGH: f64 = 1e-4;
    /// After a trial that keeps at most this part the next step is shorter (these four: Moré, The Levenberg-Marquardt
    /// algorithm, 1978). Case: `y = a*exp(b*x)` through 4 rows, from a = 1, b = 0.1.
    pub const POOR: f64 = 0.25;
    /// After one that keeps at least this part it may be longer. Case: `y = k*tanh(r*x) + s` through 4 rows, from
    /// k = 100, r = 0.0667, s = 1.
    pub const GOOD: f64 = 0.75;
    /// The least and the greatest part of a step that the next one may be then. Case: `y = T*sigmoid(s*(x - x0))`
    /// through 4 rows, from T = 3, s = 0.5, x0 = 1e-3.
    pub const SHORTER: [f64; 2] = [0.1, 0.5];
    /// So many times the step is what the next one may be. Case: `y = a*exp(b*x)` through 4 rows, from a = 1, b = 0.1.
    pub const LONGER: f64 = 2.0;
}

/// The length of a step.
pub mod trust {
    /// A step may be longer or shorter by this part. Case: `y = A*sin(w*x + f)` through 4 rows, from
    /// A = 10, w = 5, f = 1.
    pub const TOLERANCE: f64 = 0.1;
    /// The most trials for its length. Case: `y = T*sigmoid(s*(x - x0))` through 4 rows, from
    /// T = 3, s = 0.5, x0 = 1e-3.
    pub const MOST_TRIES: usize = 12;
}

/// Probabilities.
pub mod chances {
    /// From so many degrees of freedom on a normal distribution is close enough: the quantile is off by 1e-5. Case:
    /// Student's quantile at 50,000 degrees of freedom.
    pub const MANY: f64 = 1e5;
    /// The most terms of a series or a fraction, which needs about 10 times the root of `MANY`.
    pub const MOST_TERMS: usize = 20_000;
}

/// What the rows tell of the leaves.
pub mod ended {
    /// An unknown that rounding moves by more than this part of it has a ± that says so. Case: `y = a*exp(b*x) + c`
    /// through 5 rows, from a = 1, b = 1, c = 0.
    pub const ROUGH: f64 = 1e-10;
    /// An unknown that rounding moves by more than this part is left open: `b` of `a*exp(b*x)` where `a` is 0 but
    /// for rounding.
    pub const OPEN: f64 = 0.01;
    /// Where it is said that rounding moves unknowns, as the rows hardly tell them apart, they are open if no digit
    /// is left of them. It came with a sigmoid of rows that only saturate, once a minimum with ± 2e48.
    pub const LOST: f64 = 1.0;
    /// Moved so many roundings, by its slopes, an unknown that is told leaves residuals that are more than
    /// rounding. It came with `T*sigmoid(s*(x - x0))` of rows that are 0 and 1, begun at T = 0.
    pub const BEYOND: f64 = 1e3;
    /// Beyond this condition number rounding shows in the leaves. Case: `y = a + b*x + c*x^2` through 20 rows, from
    /// a = 10, b = 0.5, c = -1.
    pub const DELICATE: f64 = 1e8;
}

/// How good a fit is.
pub mod quality {
    /// What varies by less than this part of itself does so by rounding: such a y has no R². It came with a y that
    /// varies by rounding.
    pub const LEVEL: f64 = 1e-14;
}

/// The band of a curve.
pub mod band {
    /// A model with a fold over more rows has no bands: each place takes a pass over all of them.
    pub const MOST_FOLDED: usize = 10_000;
}
