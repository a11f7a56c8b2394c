//! The report of a search for a minimum.

use serde::Serialize;

use crate::parts::fit::{Estimate, FittedLeaf, estimates};
use crate::parts::implicit::Slope;
use crate::report::{Block, Ending, Paragraph, as_exact, leaves, numbers};

/// The leaves and the root at the end of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MinimumReport {
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
    /// The indices of leaves outside networks, the ones in the text.
    #[serde(skip)]
    pub alone: Vec<usize>,
    /// The root's data before.
    #[serde(serialize_with = "as_exact")]
    pub before: f64,
    /// The root's data where it has ended.
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    pub steps: u64,
    pub end: Ending,
    /// The largest absolute grad of a leaf there.
    #[serde(serialize_with = "as_exact")]
    pub largest_grad: f64,
}

/// The digits of a minimum, because the root hardly changes beside it.
const DIGITS: usize = 7;
/// The most leaves in the text.
const MOST_LEAVES: usize = 12;

impl MinimumReport {
    /// A row for each leaf and the root, `x 2.0000 → 1.130901`, and the sensitivities.
    pub fn blocks(&self, digits: Option<usize>) -> Vec<Block> {
        let has_uncertainties = self.leaves.iter().any(|it| it.leaf.u.is_some());
        let shown: Vec<&Estimate> = match has_uncertainties {
            true => self.leaves.iter().map(|it| &it.leaf).collect(),
            false => self.alone.iter().filter_map(|at| Some(&self.leaves.get(*at)?.leaf)).collect(),
        };
        let most = if has_uncertainties { shown.len() } else { MOST_LEAVES };
        let before = Some(self.before).filter(|_| shown.iter().all(|it| it.before.is_some()));
        let root = Estimate { name: self.root.clone(), before, data: self.data, u: None };
        let root = Some(&root).filter(|_| !self.leaves.is_empty());
        let rows = shown.iter().take(most).copied().chain(root);
        let alone = |data: f64| numbers::short(data, DIGITS, digits);
        let mut blocks = vec![Block::Table(estimates(rows, &self.correlations, digits, alone))];
        if shown.len() > most {
            let more = leaves(shown.len() - most);
            blocks.push(Paragraph::new(format!("  {more} more")).line());
        }
        let slopes = |(it, own): (&FittedLeaf, &Vec<f64>)| {
            Slope::line(&it.leaf.name, &Slope::named(&self.others, own), digits)
        };
        blocks.extend(self.leaves.iter().zip(&self.slopes).filter_map(slopes));
        blocks
    }
}
