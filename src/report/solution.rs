//! What solving equations has found, as reports hold it.

use serde::Serialize;

use super::Estimate;
use super::number::as_exact;

/// The leaves at a root.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Solution {
    /// The leaves; none without a root.
    pub leaves: Vec<Root>,
    /// All roots found of one unknown, in order, or the nearest ones to the start.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub roots: Vec<f64>,
    /// How far off each of them may be by rounding, if that shows.
    #[serde(skip_serializing_if = "all_are_exact", serialize_with = "as_exact")]
    pub withins: Vec<Option<f64>>,
    /// The same whether it shows or not, for people.
    #[serde(skip)]
    pub offs: Vec<f64>,
    /// Where there are more of them, if there are.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub more: Option<[f64; 2]>,
    /// Other roots found of several unknowns, the nearest to the start first.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub also: Vec<Vec<f64>>,
    /// Where the leaf was of one unknown, for people.
    #[serde(skip)]
    pub start: f64,
    /// The number of steps taken.
    pub steps: u64,
    /// The word for how it ended.
    pub end: &'static str,
    /// Without a root that is certain, how far the sides are apart where they come closest.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub least: Option<f64>,
    /// The leaves there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closest: Vec<Estimate>,
}

fn all_are_exact(withins: &[Option<f64>]) -> bool {
    withins.iter().all(Option::is_none)
}

/// One leaf at a root.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Root {
    /// The leaf.
    #[serde(flatten)]
    pub leaf: Estimate,
    /// How far off it may be by rounding, if that shows.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub within: Option<f64>,
    /// The same whether it shows or not, for people.
    #[serde(skip)]
    pub off: f64,
    /// How it follows others there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slopes: Vec<Slope>,
}

/// How a leaf at a root follows another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slope {
    /// The name of the other one.
    pub by: String,
    /// The slope.
    #[serde(serialize_with = "as_exact")]
    pub slope: f64,
}
