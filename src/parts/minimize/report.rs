//! What a search for a minimum has found, as reports hold it.

use serde::Serialize;

use crate::parts::fit::{FittedLeaf, parameters};
use crate::parts::implicit::Slope;
use crate::report::{Block, Ending, Paragraph, as_exact, few, numbers};

/// The leaves where a search for a minimum has ended, and the root there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MinimumReport {
    /// The root.
    pub root: String,
    /// The leaves that have moved.
    pub leaves: Vec<FittedLeaf>,
    /// The correlations of their errors, row by row; empty where they have no uncertainty.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub correlations: Vec<Vec<f64>>,
    /// Other leaves that stay, if sensitivities are asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// How each leaf follows these, row by row.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub slopes: Vec<Vec<f64>>,
    /// The logarithm of the likelihood, if the root is the negative of that.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub log_likelihood: Option<f64>,
    /// Those that belong to no network, which people see, by index.
    #[serde(skip)]
    pub alone: Vec<usize>,
    /// The root's data before.
    #[serde(serialize_with = "as_exact")]
    pub before: f64,
    /// The root's data where it has ended.
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    /// The number of steps taken.
    pub steps: u64,
    /// How it ended.
    pub end: Ending,
    /// The largest absolute grad of a leaf there.
    #[serde(serialize_with = "as_exact")]
    pub largest_grad: f64,
}

/// The digits of a minimum: the root hardly changes beside it.
const DIGITS: usize = 7;
/// The most leaves that people see of a minimum.
const MOST_LEAVES: usize = 12;

impl MinimumReport {
    /// Returns a line for each leaf, and one for the root: `x = 1.130901`.
    pub fn blocks(&self, digits: Option<usize>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let has_uncertainties = self.leaves.iter().any(|it| it.leaf.u.is_some());
        if has_uncertainties {
            blocks.push(Block::Table(parameters(&self.leaves, &self.correlations, digits)));
        }
        let lines = self.lines(digits, !has_uncertainties).into_iter();
        blocks.extend(lines.map(|text| Paragraph::new(format!("  {text}")).line()));
        let slopes = |(it, own): (&FittedLeaf, &Vec<f64>)| {
            Slope::line(&it.leaf.name, &Slope::named(&self.others, own), digits)
        };
        blocks.extend(self.leaves.iter().zip(&self.slopes).filter_map(slopes));
        blocks
    }

    /// Says what the root is, after the leaves that belong to no network if they are to be said, too: `x = 1.130901`
    fn lines(&self, digits: Option<usize>, has_leaves: bool) -> Vec<String> {
        let number = |data: f64| numbers::short(data, DIGITS, digits);
        let mut lines = Vec::new();
        if has_leaves {
            let alone = self.alone.iter().filter_map(|at| Some(&self.leaves.get(*at)?.leaf));
            let alone: Vec<String> =
                alone.map(|it| format!("{} = {}", it.name, number(it.data))).collect();
            let alone = few(alone.into_iter(), MOST_LEAVES, "\n");
            lines.extend(alone.lines().map(str::to_owned));
        }
        if !self.leaves.is_empty() {
            lines.push(format!("{} = {}", self.root, number(self.data)));
        }
        lines
    }
}
