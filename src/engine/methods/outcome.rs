//! The reasons that a search for a minimum ends.

use crate::graph::Value;

/// The proof that a point is a minimum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Proof {
    /// By its measured second derivatives, and as sampled nearby, the root curves upward in every
    /// direction, and the bottom is no noticeable amount lower.
    Curvature {
        /// The amount by which the bottom may be lower.
        left: f64,
    },
    /// It has one leaf, and is higher on both sides.
    Sides,
    /// It is 0, and cannot be negative by its construction.
    NeverNegative,
}

/// What is known of a lower minimum than the one found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lower {
    /// There is none, and no other one: the root is quadratic.
    Only,
    /// There is none, as the root is made of squares.
    Nowhere,
    /// None was looked for: the search stays near its start.
    NotLooked,
}

/// The outcomes of a search for a minimum.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A minimum, with the proof.
    Minimum(Proof),
    /// No nudge of the leaves changes the root.
    Flat,
    /// The grads vanish and no nudge leads lower, but upward curvature in every direction could not
    /// be shown.
    Level,
    /// The grads vanish, but measuring the curvature would be too much work.
    Unmeasured,
    /// No step leads lower though the grads do not vanish, and there are operations with kinks.
    Kink,
    /// No step leads lower though the grads do not vanish.
    Stuck,
    /// The root falls without bound; the leaves are unchanged.
    Unbounded,
    /// The root falls ever more slowly, however far the leaves go; they are unchanged.
    Endless,
    /// Of a likelihood: it is the negative of the root that has a minimum; the leaves are unchanged.
    Upturned,
    /// The root is linear in this leaf, so it falls without bound; the leaves are unchanged.
    Linear(Value),
    /// The root or a grad is not finite at the start.
    NoStart,
    /// It was still falling after the most steps allowed.
    Falling,
    /// The user interrupted it.
    Interrupted,
}
