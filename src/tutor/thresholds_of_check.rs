//! The table of the numbers that decide something in `:check`. A case is what a test notices where the number is
//! ten times as large or a tenth, or what it came with. Where none is named, none of tests/it/why.rs,
//! derivatives.rs, laws.rs and quiz.rs notices that (2026-11-24).

/// How much is checked.
pub mod work {
    /// The step of the forward difference.
    pub const FORWARD: f64 = 1e-6;
    /// The most nodes checked at once.
    pub const MOST_CHECKED: usize = 50;
    /// The most nodes recomputed in one check: some hundredths of a second.
    pub const MOST_WORK: usize = 4_000_000;
    /// The same for the leaves of networks, which have one row, and for what is asked for: some seconds.
    pub const MOST_WORK_IF_ALL: usize = 200_000_000;
    /// The most remarks made.
    pub const MOST_REMARKS: usize = 6;
}

/// The differences from which a derivative is extrapolated.
pub mod levels {
    /// The ratio of h from one level to the next.
    pub const FACTOR: f64 = 16.0;
    /// The number of levels of larger h.
    pub const LARGER: i32 = 4;
    /// The number of levels of smaller h.
    pub const SMALLER: i32 = 6;
    /// The same for a node at 0, near which doubles are dense.
    pub const SMALLEST: i32 = 20;
    /// The relative gap below which a grad is right.
    pub const CLOSE: f64 = 1e-4;
    /// Parts of h, since one may be a whole number of swings: a right grad was called wrong over whole swings of a
    /// sine.
    pub const PARTS: [f64; 5] = [1.0, 0.7, 0.5, 0.3, 0.2];
}

/// When a grad is called wrong.
pub mod wrong {
    /// The largest step of the usual differences.
    pub const REACH: f64 = 1e-5;
}
