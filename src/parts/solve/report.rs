//! The report of `:solve`.

use serde::Serialize;

use crate::parts::fit::{Estimate, estimates};
use crate::parts::implicit::Slope;
use crate::report::{Block, Ending, Paragraph, as_exact, numbers};

/// The digits of the other roots.
pub const BRIEF: usize = 6;

/// The leaves at a root.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Solution {
    /// The leaves; empty without a root.
    pub leaves: Vec<Root>,
    /// The roots found of one unknown that are nearest to its start, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub roots: Vec<f64>,
    /// The range of further roots.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub more: Option<[f64; 2]>,
    /// The number of further roots.
    #[serde(skip)]
    pub others: usize,
    pub steps: u64,
    pub end: Ending,
    /// Without a root, the smallest gap between the sides.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub least: Option<f64>,
    /// The leaves there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closest: Vec<Estimate>,
}

/// One leaf at a root.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Root {
    /// The leaf.
    #[serde(flatten)]
    pub leaf: Estimate,
    /// The derivatives by other leaves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slopes: Vec<Slope>,
}

impl Solution {
    /// Returns a table of the leaves, a line on other roots, and one on how each leaf follows others.
    pub fn blocks(&self, digits: Option<usize>) -> Vec<Block> {
        let others = self.other_roots(digits).map(|text| Paragraph::new(text).wrapped(4));
        let slopes = |root: &Root| Slope::line(&root.leaf.name, &root.slopes, digits);
        let lines = others.into_iter().chain(self.leaves.iter().filter_map(slopes));
        let leaves = self.leaves.iter().map(|root| &root.leaf);
        let table = estimates(leaves, &[], digits, |data| numbers::answer(data, digits));
        [Block::Table(table)].into_iter().chain(lines).collect()
    }

    /// The line on other roots: `other roots: -3.14159, 3.14159`
    fn other_roots(&self, digits: Option<usize>) -> Option<String> {
        let own = self.leaves.first()?.leaf.data;
        let number = |root: f64| numbers::short(root, BRIEF, digits);
        let others = self.roots.iter().filter(|root| **root != own);
        let others: Vec<String> = others.map(|root| number(*root)).collect();
        let plural = if others.len() == 1 { "" } else { "s" };
        let mut text = format!("  other root{plural}: {}", others.join(", "));
        if let Some([low, high]) = self.more {
            let (low, high) = (number(low), number(high));
            text.push_str(&format!(", and {} more found between {low} and {high}", self.others));
        }
        (!others.is_empty()).then_some(text)
    }
}
