//! What solving equations has found, as reports hold it.

use serde::Serialize;

use super::number::as_exact;
use super::{Estimate, NO_BREAK, numbers};

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

impl Solution {
    /// Says what the roots of one unknown are, if there are several: `x = 1 or x = 2; x is 1, the nearest to
    /// its start`
    pub fn said_of_several(&self, digits: Option<usize>) -> Option<String> {
        let Estimate { name, data: present, .. } = &self.leaves.first()?.leaf;
        if self.roots.len() < 2 {
            return None;
        }
        let number = |root: f64| numbers::answer(root, digits);
        let known = |place: (f64, f64)| Solution::known(place, digits);
        let places = || self.roots.iter().copied().zip(self.offs.iter().copied());
        let roots: Vec<String> =
            places().map(|place| format!("{name}{NO_BREAK}={NO_BREAK}{}", known(place))).collect();
        let mut text = roots.join(" or ");
        if let Some([low, high]) = self.more {
            text.push_str(&format!(", and more from {} to {}", number(low), number(high)));
        }
        let far = |root: f64| (root - self.start).abs();
        let as_near = places().find(|(root, _)| root != present && far(*root) == far(*present));
        let nearest = match as_near {
            Some(other) => format!("as near to its start as {}", known(other)),
            None => "the nearest to its start".to_owned(),
        };
        let shown = places().find(|(root, _)| root == present).map_or(number(*present), known);
        text.push_str(&format!("; {name}{NO_BREAK}is{NO_BREAK}{shown}, {nearest}"));
        Some(text)
    }

    /// A root with the digits that are known of it, given how far off it may be.
    pub fn known((root, off): (f64, f64), digits: Option<usize>) -> String {
        if off > ROUNDING * root.abs() {
            numbers::to_place_of(root, off)
        } else {
            numbers::answer(root, digits)
        }
    }
}

/// A root that is known better than to this part has all of its digits.
const ROUNDING: f64 = 5e-15;

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
