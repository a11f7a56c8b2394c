//! What solving equations has found, as reports hold it.

use super::Estimate;

/// The leaves at a root.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The leaves; none without a root.
    pub leaves: Vec<Root>,
    /// The number of steps taken.
    pub steps: u64,
    /// The word for how it ended.
    pub end: &'static str,
    /// Without a root that is certain, where the sides come closest, and how far they are apart there.
    pub closest: Option<(Vec<Estimate>, f64)>,
}

/// One leaf at a root.
#[derive(Debug, Clone, PartialEq)]
pub struct Root {
    /// The leaf.
    pub leaf: Estimate,
    /// How far off it may be by rounding, if that shows.
    pub within: Option<f64>,
    /// How it follows others there, by name.
    pub slopes: Vec<(String, f64)>,
}
