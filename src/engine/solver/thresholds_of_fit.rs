//! The table of the numbers that decide something in `:fit`. A case is a fit of which something else is said where the
//! number is ten times as large or a tenth, or what it came with: in tests/it/fits.rs, fit_edges.rs, nist.rs,
//! responses.rs, groups.rs, errors_in_x.rs, eureka.rs and data_sets.rs, else in tests/transcripts/thresholds.md, unless
//! last digits would be compared there. Where none is named, neither these tests nor any of 560 fits tells (2026-11-24).
//! `:solve` searches for several unknowns by the same numbers.

/// The search as a whole, from the first start and from others.
pub mod least {
    /// The most steps of a search. Case: `y = a*exp(b*x)` through 2 rows, from a = -0.3, b = 1.
    pub const MOST_STEPS: u64 = 2000;
    /// The most steps of a search while another one may be quicker. Case: `y = a*exp(b*x)` through 3 rows, from
    /// a = 5, b = 1.
    pub const FEW_STEPS: u64 = 200;
    /// The most starts around the first one. Case: `y = max(a + b*x, c)` through 4 rows, from a = 0.5, b = 10, c = 2.
    pub const MOST_STARTS: usize = 60;
    /// More work than this, in products, is dear: it is done only once. Case: an exponential over a million rows,
    /// to be fitted once only.
    pub const MOST_WORK: f64 = 3e8;
    /// The limit on the work of one search.
    pub const MOST_WORK_OF_ONE: f64 = 1e10;
    /// The steps that any search may take, however much work they are.
    pub const LEAST_STEPS: u64 = 50;
    /// How often the lowest end must be met. Case: NIST's sets from far starts.
    pub const ENOUGH: usize = 2;
    /// How often it must be met where there are others that are minima as well. Case: `y = V*x/(K + x)` through 20
    /// rows, from V = -0.3, K = -0.3.
    pub const ENOUGH_OF_SEVERAL: usize = 4;
    /// How often it must be met where it is a poor one. It came with a fit that explains little.
    pub const ENOUGH_OF_POOR: usize = 8;
    /// A poor end leaves this part of the spread. Case: `y = T*sigmoid(s*(x - x0))` through 3 rows, from
    /// T = 100, s = 0.5, x0 = 1.
    pub const POOR: f64 = 0.3;
    /// What a step takes even with few rows. Case: `y = h*exp(-(x - m)^2/(2*s^2))` through 8 rows, from
    /// h = 3, m = 1, s = 1.
    pub const LEAST_WORK: f64 = 2e3;
    /// Two ends whose sums of squares differ by less than this part have come to the same. Case: `y = a*exp(b*x)`
    /// through 2 rows, from a = -0.3, b = 1.
    pub const SAME: f64 = 1e-6;
    /// Of two such ends one is nearer to the start if it is this part as far. Case: NIST's sets, from their own
    /// starts and from far ones.
    pub const NEARER: f64 = 0.999;
    /// How far apart two unknowns of different signs are, as the logarithm of a factor. Case: that of `NEARER`.
    pub const FARTHEST: f64 = 10.0;
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

/// Starts along one unknown.
pub mod profile {
    /// The farthest factor by which an unknown is moved. Case: `y = A*sin(w*x + f)` through 8 rows, from
    /// A = 0, w = 0, f = 0.
    pub const NEAR: f64 = 10.0;
    /// The farthest factor for unknowns of which the start tells little. Case: `y = a*exp(b*x)` through 3 rows, from
    /// a = 5, b = 1.
    pub const FAR: f64 = 1e3;
    /// The fewest places looked at along one unknown, however few rows there are. Case: `y = A*sin(w*x + f)` through 8
    /// rows, from A = 0, w = 0, f = 0.
    pub const LEAST_PLACES: usize = 8;
    /// So many times fewer places are looked at on the other side of 0, as unknowns rarely change their signs. Case:
    /// `y = A*sin(w*x + f)` through 40 rows, from A = 1, w = 1, f = 100.
    pub const LESS_ACROSS: usize = 4;
    /// The most places looked at along one unknown, on each side of 0. Case: `y = T*sigmoid(s*(x - x0))` through 3
    /// rows, from T = 0.5, s = 100, x0 = 10.
    pub const MOST_PLACES: usize = 64;
    /// The most starts that are given. Case: NIST's sets from far starts.
    pub const MOST_STARTS: usize = 6;
}

/// Whether the end of a search is a minimum.
pub mod proof {
    /// The differences by which curvature is measured, in parts of the residuals' usual size, the first first. Case:
    /// `y = a*exp(b*x) + c*exp(d*x)` through 8 rows, from a = 100, b = 2, c = 2, d = 1.
    pub const WIDTHS: [f64; 3] = [1e-2, 1e-4, 1e-1];
    /// A difference is at least this many roundings of what the residuals are differences of.
    pub const LEAST_WIDTH: f64 = 1e6;
    /// The curvature of the fit as a plane is 1 in every direction; it must be more than this.
    pub const LEAST: f64 = 1e-6;
    /// Residuals are nothing but rounding if they are at most so many times what that may be. Case:
    /// `y = max(a + b*x, c)` through 4 rows, from a = 0.5, b = 10, c = 2.
    pub const ROUNDINGS: f64 = 4.0;
    /// The limit on the work of measuring, in products: some seconds.
    pub const MOST_WORK: f64 = 2e10;
}

/// How the sum of squares rises as one unknown moves.
pub mod squares {
    /// About how often all rows are looked at until the others have followed.
    pub const ROUNDS: f64 = 10.0;
    /// The most steps that they take. Case: `y = T*sigmoid(s*(x - x0))` through 4 rows, from T = 3, s = 0.5, x0 = 1e-3.
    pub const MOST_STEPS: u64 = 60;
}

/// Whether the rise is a parabola, and the ends of an interval.
pub mod parabola {
    /// Where the parabola has risen by what is allowed, the root of the rise may differ by this part of it. Case: a
    /// ± that misleads (tests/it/fit_edges.rs).
    pub const BENT: f64 = 0.3;
    /// The limit on the work of looking at all unknowns, in products.
    pub const MOST_WORK: f64 = 2e8;
    /// The limit on the work of finding the ends, in products.
    pub const MOST_WORK_OF_ENDS: f64 = 1e9;
    /// The first step toward an end, in standard errors. Case: an interval without an end (tests/it/fit_edges.rs).
    pub const FIRST: f64 = 0.5;
    /// What is left of a step whose place the others cannot follow to. Case: `y = T*sigmoid(s*(x - x0))` through 4
    /// rows, from T = 3, s = 0.5, x0 = 1e-3.
    pub const CUT: f64 = 0.5;
    /// A step that raises the root of the rise by more than this may have left the valley. Case: that of `FIRST`.
    pub const STEEP: f64 = 1.5;
    /// What is left of such a step. Case: `y = a*x^b` through 5 rows, from a = 2, b = 10.
    pub const SHORTER: f64 = 0.25;
    /// A step that raises it by less than this is too short: the next one is as long as the way so far. Case:
    /// `y = A*sin(w*x + f)` through 4 rows, from A = 10, w = 5, f = 1.
    pub const FLAT: f64 = 0.5;
    /// So far away, in standard errors, the rise may have come to its end. Case: `y = a*x^b` through 5 rows, from
    /// a = 1e-3, b = 3.
    pub const FAR: f64 = 1e3;
    /// It has if it grows by less than `LITTLE` of itself while the distance becomes so many times as large. Case:
    /// `y = k*tanh(r*x) + s` through 5 rows, from k = 0.5, r = -1, s = 100.
    pub const FARTHER: f64 = 1.5;
    /// The least part by which it grows.
    pub const LITTLE: f64 = 0.01;
    /// So far away, in standard errors, it has in any case.
    pub const FARTHEST: f64 = 1e9;
    /// The most places looked at for one end. Case: `y = a*x^b` through 5 rows, from a = 1e-3, b = 3.
    pub const MOST_PLACES: usize = 120;
    /// An end is found within this part of its distance. Case: `y = k*tanh(r*x) + s` through 5 rows, from
    /// k = 1, r = 3, s = 1e-3.
    pub const CLOSE: f64 = 1e-5;
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
    /// An unknown that is so many times farther from its start than the start is from 0 has run off.
    pub const FAR: f64 = 10.0;
}

/// How good a fit is.
pub mod quality {
    /// What varies by less than this part of itself does so by rounding: such a y has no R². It came with a y that
    /// varies by rounding.
    pub const LEVEL: f64 = 1e-14;
}

/// The nearest x of a row whose x has an uncertainty.
pub mod nearest {
    /// The steps to the nearest x. Case: the exponential of tests/it/errors_in_x.rs.
    pub const STEPS: usize = 8;
    /// It is looked for up to so many uncertainties away. Case: York's line.
    pub const FARTHEST: f64 = 8.0;
}

/// How rows scatter around a curve.
pub mod scatter {
    /// Sums of squares that differ by more than this part are of other models.
    pub const ALIKE: f64 = 1e-9;
}

/// The band of a curve.
pub mod band {
    /// A model with a fold over more rows has no bands: each place takes a pass over all of them.
    pub const MOST_FOLDED: usize = 10_000;
}

/// Where leaves that are made begin.
pub mod starts {
    /// Where leaves that are made begin if the rows do not tell them apart where all are 1.
    pub const APART: [f64; 8] = [1.0, 1.5, 0.7, 2.0, 0.5, 3.0, 0.3, 4.0];
    /// The middle of a column is far from 0 if it is so many times its spread away, and less in `x - 1000005`.
    pub const FAR: f64 = 100.0;
}

/// What is said of a fit.
pub mod said {
    /// A curve that leaves more than this part of the variance of the data leaves much. Case: a sine that misses
    /// the second of two.
    pub const MUCH_LEFT: f64 = 0.05;
    /// A χ² that is less likely than this, on its side, is not that of rows with the right uncertainties. Case:
    /// `y = V*x/(K + x)` through 4 rows, from V = 0.5, K = 1e-3.
    pub const UNLIKELY: f64 = 1e-4;
}
