//! The table of the numbers that decide something in `:minimize`. A case is a root of which something else is said
//! where the number is ten times as large or a tenth, or what it came with: in tests/it/descent.rs, likelihoods.rs,
//! boundaries.rs, optimizers.rs and moons.rs, else in tests/transcripts/thresholds.md, unless last digits would be
//! compared there. Where none is named, neither these tests nor any of 993 roots tells (2026-11-24).

/// The search by L-BFGS and, where that ends, by Newton's steps.
pub mod descent {
    /// The number of past steps from which L-BFGS computes its direction: the usual one is 3 to 20 (Nocedal and Wright,
    /// chapter 7). Case: `x^2*y^2`, from x = 7.3, y = -42.52.
    pub const REMEMBERED: usize = 10;
    /// Grads vanish below this, relative to the root's size or to 1. Case: `tanh(x)`, from x = 3.
    pub const SMALL: f64 = 1e-10;
    /// A step that lowers the root by less than this, relative to its size, makes no progress: that is close to its
    /// rounding. Case: `(1.5 - x + x*y)^2 + (2.25 - x + x*y^2)^2 + (2.625 - x + x*y^3)^2`, from x = 1e5, y = 3.
    pub const NO_PROGRESS: f64 = 1e3 * f64::EPSILON;
    /// After this many steps in a row without progress the search takes Newton's steps; after twice as many it ends.
    /// Case: `abs(x) + y^2`, from x = 4.798, y = -2.5.
    pub const PATIENCE: u32 = 20;
    /// The damping factors tried for a Newton step, from none to a short step of steepest descent. Case: `x^3`, from
    /// x = 1e3.
    pub const DAMPINGS: [f64; 10] = [0.0, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.1, 1.0, 10.0, 1e3];
    /// The limit on the work of Newton steps, in tape records and matrix entries processed: about a second.
    pub const MOST_WORK: usize = 500_000_000;
    /// A root that falls below this, times its size at the start, falls without bound.
    pub const BOTTOM: f64 = -1e100;
    /// A step lowers the root by this part of what its slope promises: the usual part (Nocedal and Wright, chapter 3).
    /// Case: `abs(x) + abs(y)`, from x = 2, y = -1.
    pub const LOWER: f64 = 1e-4;
    /// A step leaves at most this part of the slope: the usual one for quasi-Newton methods. Case: `relu(1 -
    /// 0.005*w)`, from 0, which is flat and no minimum.
    pub const FLATTER: f64 = 0.9;
    /// So many times the step is tried next where nothing bounds it yet, and no step begins longer than so many times
    /// the longest before: with 4, from x = 7.5 `sin(x) + x/10` ended at -1541. Case: `-x^2`, from x = 1.
    pub const LONGER: f64 = 2.0;
    /// Between two bounds the next step keeps this part of their distance away from both. Case: `x % 3`, from x = 2.
    pub const AWAY: f64 = 0.1;
    /// What rounding may make of a root, in roundings. Case: `x % 3`, from x = 0.5.
    pub const ROUNDINGS: f64 = 4.0;
    /// The most of Newton's steps that follow the grads of a minimum to where they vanish: next to the bottom of a
    /// fourth power each leaves two thirds of the way. Case: `1000 + (x - 1)^4/(1 + x^2)`, from x = 3.
    pub const MOST_SETTLING: usize = 60;
    /// The most places that one line search tries. Case: `1 - x^2`, which has no end.
    pub const MOST_TRIES: usize = 400;
}

/// Whether the end of a search is a minimum.
pub mod verdict {
    use std::ops::RangeInclusive;

    /// What rounding may make of a leaf, in parts of its scale. Case: `((log(x))^2)^2`, from x = 1e-3, y = 0.5.
    pub const ROUNDED: f64 = 8.0 * f64::EPSILON;
    /// A root that no nudge of the grads' size changes by more than this part is level, as far as its rounding lets
    /// a search see: what is left to fall goes with the square.
    pub const LEVEL: f64 = 1e-6;
    /// A root that is 0 but for rounding is more than so many times itself once its leaves are moved. Case:
    /// `round(x)^2`, from x = -1.
    pub const TWICE: f64 = 2.0;
    /// A nudge that lowers the root by less than this part of it lowers it by rounding.
    pub const LOWER: f64 = 1e-13;
    /// The size of a nudge, relative to a leaf's scale. Case: `exp(x)`, from x = 100.
    pub const NUDGE: f64 = 1e-3;
    /// The number of random directions probed around a stationary point. Case: `exp(-x^2 - y^2)`, from x = -1, y = -1.
    pub const RANDOM_DIRECTIONS: usize = 16;
    /// The limit on the work of nudging, in nudges times records.
    pub const MOST_NUDGING: usize = 100_000_000;
    /// The limit on the work of measuring the curvature, in records executed: some seconds at most.
    pub const MOST_MEASURING: usize = 1_000_000_000;
    /// With more leaves the curvature is not measured: its size grows with their square.
    pub const MOST_LEAVES: usize = 500;
    /// The remaining fall is negligible below this part of the root, if the leaves are also `CLOSE`.
    pub const LITTLE: f64 = 1e-10;
    /// Leaves are close to the bottom within this part of their scale. Case:
    /// `(((2 + 50)*tanh(x)))^4 + ((cos(x) - (y*x)))^4`, from x = 100, y = 1e-3.
    pub const CLOSE: f64 = 1e-2;
    /// Leaves are at the bottom within this part of their scale. Case: `log(1 + x^2 + 100*y^2)`, from x = 10, y = 10.
    pub const THERE: f64 = 1e-9;
    /// A rise is looked for this part of a leaf's scale away. Case: `x^2 + floor(x)*1e-9`, from x = -2.5.
    pub const ASIDE: f64 = 1e-4;
    /// A rise is looked for farther away, if the root needs it to rise by this part above its rounding.
    pub const SHOWN: f64 = 1e4 * f64::EPSILON;
    /// The least factor by which the rise grows ten times as far from a minimum. Next to a jump it does not grow.
    /// Case: `abs(x)`, from 5.
    pub const STEEPER: f64 = 2.0;
    /// How often in a row it must grow so. Case: `0*x`, from x = 2.
    pub const ENOUGH: usize = 2;
    /// Such a rise is looked for at these negative powers of ten of a leaf's scale. Case: `x*log(x)`, from x = 1e5.
    pub const POWERS: RangeInclusive<i32> = 1..=8;
    /// And a fall, which disproves it, at these. Case: `x^2/20 + sin(5*x)`, from x = 1e5.
    pub const NEAREST_POWERS: RangeInclusive<i32> = 9..=15;
    /// A search that has moved by this many times the leaves' size may have run off. Case: `x^3`, from 3, which
    /// falls without end.
    pub const FAR: f64 = 1.0;
    /// Beyond this many times it has, even if the root no longer falls: without kinks a root cannot become exactly
    /// flat. Case: `softplus(-(w*2 + b)) + softplus(w*-1 + b)`, which only levels out.
    pub const VERY_FAR: f64 = 100.0;
    /// A root that keeps falling does so at these multiples of the way that the search came. Case: `1/x`, from
    /// x = -2.5.
    pub const ONWARD: [f64; 7] = [1.01, 1.1, 1.25, 1.5, 2.0, 4.0, 8.0];
    /// The root has fallen visibly if by more than this part of it. It came with a logit of rows that are
    /// separated, at every scale.
    pub const VISIBLE: f64 = 1e-6;
    /// A change by less than this part of a visible fall is nothing.
    pub const ROUGH: f64 = 1e-9;
    /// A root that falls by less than this part of the visible fall need not be a number farther on.
    pub const FAINT: f64 = 1e-3;
    /// A root need not be a number so many times as far away as the search came. Case:
    /// `sum(lgamma(1/k) - lgamma(Y + 1/k) + (Y + 1/k)*log(1 + k*exp(a + b*X)) - Y*(log(k) + a + b*X)) as likelihood`
    /// over 6 rows.
    pub const NEAR: f64 = 1.1;
}

/// Second derivatives, by differences of grads.
pub mod curvature {
    /// The widest difference, relative to a leaf's scale. Case: `exp(x)`, from x = 100.
    pub const WIDEST: f64 = 1e-3;
    /// The factor by which differences narrow where the grads are not smooth over them. Case: `sin(x) + x/10`, from
    /// x = 2.
    pub const NARROWER: f64 = 0.125;
    /// The number of widths tried. Case: every likelihood of ours.
    pub const MOST_WIDTHS: usize = 6;
    /// The relative error at which a column is accepted without trying narrower differences. Case: `((exp(x))^3)^4`,
    /// from x = 7.3.
    pub const GOOD: f64 = 1e-9;
    /// Beside a diagonal of 1, a second derivative this small is rounding. Case: two leaves of a negative binomial
    /// that do not correlate.
    pub const CANCELED: f64 = 1e-13;
    /// The limit on the work of second derivatives, in nodes and rows.
    pub const MOST_RECORDS: usize = 100_000_000;
}

/// How a likelihood rises as one leaf moves away from the minimum.
pub mod rise {
    /// The number of past steps from which a direction is computed.
    pub const REMEMBERED: usize = 10;
    /// The most steps that the other leaves take to follow one.
    pub const MOST_STEPS: usize = 200;
    /// About how often the root is computed for that.
    pub const ROUNDS: f64 = 20.0;
    /// The other leaves have followed where a step promises no more than this, in units of the rise of one
    /// uncertainty.
    pub const CLOSE: f64 = 1e-10;
    /// They have followed, too, where a step promises no more than this part of the root, which is rounding.
    pub const ROUNDING: f64 = 1e-14;
    /// The most trials for one step.
    pub const MOST_TRIES: usize = 60;
    /// A trial is taken if it keeps this part of what was promised.
    pub const ENOUGH: f64 = 1e-4;
    /// The least and the greatest part of a step that is tried next, at the bottom of a parabola through both ends
    /// (Dennis and Schnabel, chapter 6).
    pub const SHORTER: [f64; 2] = [0.1, 0.5];
    /// The part of a step that is tried next where there is no such parabola. Case:
    /// `sum(log(s) + 2.5*log(1 + ((Y - a - b*X)/s)^2/4)) as likelihood` over 4 rows.
    pub const UNKNOWN: f64 = 0.25;
}

/// Where the root of a descent jumps.
pub mod jumps {
    /// A root has jumped that goes this part of the whole change between two neighboring places.
    pub const SUDDEN: f64 = 0.1;
    /// Halvings after which places are as good as neighbors.
    pub const HALVINGS: usize = 100;
}

/// The run as a whole.
pub mod run {
    /// The most steps that a search takes. Case: `-exp(-(x - 20)^2)`, from x = 0.
    pub const MOST_STEPS: u64 = 10_000;
    /// A likelihood that has come to 1 but for this part of its logarithm, and to no minimum, is that of rows that
    /// are separated: its leaves have no end.
    pub const CERTAIN: f64 = 1e-9;
    /// A root that is not finite farther on is looked at in these parts of the way. Case: `sqrt(x)/round(x)`, from
    /// x = 10.
    pub const FURTHER: [f64; 3] = [1e-3, 1e-2, 1e-1];
}

/// The uncertainties of the leaves of a likelihood.
pub mod likelihood {
    /// A minimum is at most this part of an uncertainty away.
    pub const SHORT: f64 = 1e-3;
    /// Where a minimum is nearer than this part of an uncertainty, the rest is rounding. Case:
    /// `sum(log(s) + (Y - a - b*X)^2/(2*s^2)) as likelihood` over 10 rows.
    pub const ROUNDING: f64 = 1e-13;
    /// What a parabola rises by, one uncertainty away: 1/2 by definition. Case:
    /// `sum(softplus(a + b*X) - Y*(a + b*X)) as likelihood` over 6 rows.
    pub const PARABOLA: f64 = 0.5;
    /// A rise is about that of a parabola within this factor. Case:
    /// `sum(softplus(a + b*X) - Y*(a + b*X)) as likelihood` over 6 rows.
    pub const ABOUT: f64 = 100.0;
}
