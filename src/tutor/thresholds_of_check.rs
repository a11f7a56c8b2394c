//! The table of the numbers that decide something in `:check`. A case is a check that turns out otherwise where the
//! number is ten times as large or a tenth, as tried on 5,000 checks (2026-11-24); tests/it/checks.rs has those that
//! do not hang on the last digits of a sine.

/// How much is checked.
pub mod work {
    /// The most nodes checked at once.
    pub const MOST_CHECKED: usize = 50;
    /// The most nodes recomputed in one check: some hundredths of a second.
    pub const MOST_WORK: usize = 4_000_000;
    /// The same for the leaves of networks, which have one row, and for what is asked for: some seconds.
    pub const MOST_WORK_IF_ALL: usize = 200_000_000;
    /// To find what depends on a node takes this part of the time of recomputing all nodes.
    pub const FINDING: usize = 8;
    /// The most remarks made.
    pub const MOST_REMARKS: usize = 6;
}

/// The distances h of the steps.
pub mod steps {
    /// The step of the forward difference. Case: `floor(x)` at 1e5.
    pub const FORWARD: f64 = 1e-6;
    /// The usual step of the central difference, per unit of the node: the cube root of a double's precision, where
    /// rounding and bend are about as large. Cases: `1e12 + x` at 0, `sin(1e5*x)` at 1e5.
    pub const CENTRAL: f64 = 6.055454452393343e-6;
    /// The step of a forward difference, per unit of the node, where rounding and bend are about as large.
    pub const BEST_FORWARD: f64 = 1e-8;
    /// The ratio of h from one level to the next. Cases: `sin(x)` at 1e12, `abs(x)^1.1` at 0.
    pub const FACTOR: f64 = 16.0;
    /// The number of levels of larger h. Cases: `1e8 + x` at 0, `sin(1e8*x)` at 100.
    pub const LARGER: i32 = 4;
    /// The number of levels of smaller h. Cases: `sin(x)` at 1e12, `abs(x)` at 0.
    pub const SMALLER: i32 = 6;
    /// The same for a node at 0, near which doubles are dense. Case: `tanh(1e25*x)` at 0.
    pub const SMALLEST: i32 = 20;
    /// Parts of h, since one may be a whole number of swings: a right grad was called wrong over whole swings of a
    /// sine.
    pub const PARTS: [f64; 5] = [1.0, 0.7, 0.5, 0.3, 0.2];
    /// A comparison so near to its switch, per unit of its operands, is within reach of the differences.
    pub const REACH: f64 = 1e-5;
    /// The powers of ten that `:check ROOT NAME scan` goes through.
    pub const SCANNED: [i32; 12] = [-1, -2, -3, -4, -5, -6, -7, -8, -10, -12, -14, -15];
    /// An error below this, in parts of the grad or of 1, is none: the root is a straight line or a parabola there.
    /// Cases: `x + 1e-8*x^2`, `x + 1e-9*x^2` at 1.
    pub const NO_ERROR: f64 = 1e-9;
}

/// How many times a bound on rounding what it bounds may be.
pub mod rounding {
    /// The margin over the rounding of one difference. Cases: `x^3` at 0, `x*sin(1/x)` at 1e-9.
    pub const MARGIN: f64 = 4.0;
    /// The margin over the rounding of two differences, subtracted. Case: `x*sin(1/x)` at 1e-9.
    pub const MARGIN_OF_TWO: f64 = 2.0 * MARGIN;
}

/// When a difference shows that a grad is right.
pub mod right {
    /// A grad is right within this part. Cases: `0.001*relu(x) + x` at 0, `x % 3` at 1e12.
    pub const CLOSE: f64 = 1e-4;
    /// The slopes of two sides are the same within this part. Cases: `0.001*abs(x) + x`, `0.0001*abs(x) + x` at 0.
    pub const SAME_SLOPE: f64 = 1e-3;
    /// A difference with at most this part of rounding may confirm a grad by itself. Cases: `0.001*abs(x - 1) + x` at
    /// 1, `x + 1e-6*sin(1e6*x)` at 100.
    pub const SHARP: f64 = 1e-3;
    /// What `:check` says that a wrong rule shows up as, at least.
    pub const WRONG_RULE: f64 = 1e-3;
}

/// When a difference shows that a grad is wrong.
pub mod wrong {
    /// A difference has converged if its error is at most this part of it. Cases: `cos(x)` at 1e-12, `1e12 + x` at 0.
    pub const CONVERGED: f64 = 0.05;
    /// A difference that grows by more than this from one h to the next smaller one has not converged. Cases:
    /// `sin(1e8*x)` at 1, `cos(x)` at 1e-6.
    pub const GROWS: f64 = 1.05;
    /// A difference still has digits if rounding is at most this part of it. Case: `floor(x) + x` at 1e13.
    pub const DIGITS: f64 = 0.005;
    /// At the smallest h with digits the slopes of the two sides are the same within this part. Cases: `floor(x) + x`
    /// at 1e13, `floor(x)` at 1e14.
    pub const STRAIGHT: f64 = 0.05;
    /// The difference for that h agrees with the deciding one within this part. Cases: `round(x)` at 1e5 and 1e8.
    pub const AGREES: f64 = 0.2;
}

/// When there is a kink.
pub mod kink {
    /// The gap between the slopes of two sides is clear if rounding is at most this part of it. Case: `abs(abs(x - 1) -
    /// 2e5)` at 1.
    pub const CLEAR: f64 = 0.02;
    /// The gap is looked for from this level on: it must have stayed for so many. Case: `abs(x)` at 0.
    pub const LEVELS: usize = 2;
    /// The gap stays if it keeps this part of its size, while h shrinks by one level or more. Cases: `min(max(x, 1),
    /// 1)` at 1, `abs(x)^1.1` at 0.
    pub const STAYS: f64 = 0.5;
    /// Levels show the same gap within this part. Cases: `1e3*x^2 + abs(x)`, `1e4*x^2 + abs(x)` at 0.
    pub const ALIKE: f64 = 0.05;
    /// A dependent has the kink if its two sides differ by more than this part. Case: `floor(1e8*x + x)` at -1.
    pub const DIFFERS: f64 = 1e-2;
    /// A later dependent has the kink instead if it adds this much more: rounding must not prefer it. Cases: `abs(x -
    /// 1) + 3*relu(x - 1)`, `abs(x - 1) + 2.01*relu(x - 1)` at 1.
    pub const MORE: f64 = 1.01;
    /// A node that jumps has jumped if more than this part of its move is not its slope's.
    pub const JUMPED: f64 = 1e-3;
}
