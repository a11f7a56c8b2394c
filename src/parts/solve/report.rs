//! What solving equations has found, as reports hold it.

use serde::Serialize;

use crate::parts::fit::Estimate;
use crate::report::{Block, NO_BREAK, Paragraph, as_exact, numbers};

/// The digits of how a leaf follows another.
const DIGITS: usize = 4;
/// How a leaf follows more others than this is for the machine formats.
const MOST_SLOPES: usize = 6;

/// The leaves at a root.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Solution {
    /// The leaves; none without a root.
    pub leaves: Vec<Root>,
    /// All roots found of one unknown, in order, or the nearest ones to the start.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub roots: Vec<f64>,
    /// Where there are more of them, if there are.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub more: Option<[f64; 2]>,
    /// Where the leaf was of one unknown, for people.
    #[serde(skip)]
    pub start: f64,
    /// The number of steps taken.
    pub steps: u64,
    /// The word for how it ended.
    pub end: &'static str,
    /// Without a root, how far the sides are apart where they come closest.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub least: Option<f64>,
    /// The leaves there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closest: Vec<Estimate>,
}

impl Solution {
    /// Returns a paragraph for each leaf: `x = 0.7391 ± 0.0030; dx/da = -0.2975`
    pub fn blocks(&self, digits: Option<usize>) -> Vec<Block> {
        let several = self.said_of_several(digits);
        let says_more =
            |root: &&Root| several.is_none() || root.leaf.u.is_some() || !root.slopes.is_empty();
        let leaves = self.leaves.iter().filter(says_more).map(|root| root.text(digits));
        let texts = several.clone().into_iter().chain(leaves);
        texts.map(|text| Paragraph::new(format!("  {text}")).wrapped(4)).collect()
    }

    /// Says what the roots of one unknown are, if there are several: `x = 1 or x = 2; x is 1, the nearest to
    /// its start`
    fn said_of_several(&self, digits: Option<usize>) -> Option<String> {
        let Estimate { name, data: present, .. } = &self.leaves.first()?.leaf;
        if self.roots.len() < 2 {
            return None;
        }
        let number = |root: f64| numbers::answer(root, digits);
        let roots: Vec<String> = self
            .roots
            .iter()
            .map(|root| format!("{name}{NO_BREAK}={NO_BREAK}{}", number(*root)))
            .collect();
        let mut text = roots.join(" or ");
        if let Some([low, high]) = self.more {
            text.push_str(&format!(", and more from {} to {}", number(low), number(high)));
        }
        let far = |root: f64| (root - self.start).abs();
        let mut others = self.roots.iter().filter(|root| *root != present);
        let nearest = match others.find(|root| far(**root) == far(*present)) {
            Some(other) => format!("as near to its start as {}", number(*other)),
            None => "the nearest to its start".to_owned(),
        };
        text.push_str(&format!("; {name}{NO_BREAK}is{NO_BREAK}{}, {nearest}", number(*present)));
        Some(text)
    }
}

/// One leaf at a root.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Root {
    /// The leaf.
    #[serde(flatten)]
    pub leaf: Estimate,
    /// How it follows others there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slopes: Vec<Slope>,
}

impl Root {
    fn text(&self, digits: Option<usize>) -> String {
        let Root { leaf, slopes } = self;
        let data = match leaf.u {
            Some(u) => numbers::with_uncertainty(leaf.data, u, digits),
            None => numbers::answer(leaf.data, digits),
        };
        let mut text = format!("{} = {data}", leaf.name);
        for (index, Slope { by, slope }) in slopes.iter().take(MOST_SLOPES).enumerate() {
            let slope = numbers::short(*slope, DIGITS, digits);
            let between = if index == 0 { ";" } else { "," };
            text.push_str(&format!("{between} d{}/d{by}\u{A0}=\u{A0}{slope}", leaf.name));
        }
        if slopes.len() > MOST_SLOPES {
            text.push_str(", …");
        }
        text
    }
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
