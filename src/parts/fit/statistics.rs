//! What `:fit … detail` adds: how it ended, intervals, correlations, R², and the probability of χ².

use super::report::{FitReport, FittedLeaf};
use crate::report::{Block, Column, Paragraph, Table, numbers};

/// The most parameters whose correlations are shown as a matrix.
const MOST_CORRELATED: usize = 12;
/// The digits of a figure on the whole fit.
const DIGITS: usize = 4;

/// Returns the blocks on a fit that has converged.
pub(super) fn blocks(fit: &FitReport, digits: Option<usize>) -> Vec<Block> {
    let leaves = &fit.parameters;
    let sentences = [intervals(leaves, digits), chance(fit), r_squared(fit)];
    let mut blocks: Vec<Block> = sentences.into_iter().flatten().map(|it| it.wrapped(4)).collect();
    blocks.extend(correlations(leaves, &fit.correlations));
    blocks
}

/// How likely the χ² of rows with uncertainties is.
fn chance(fit: &FitReport) -> Option<Paragraph> {
    let probability = fit.probability.filter(|_| !fit.is_exact())?;
    let sum = numbers::significant(fit.sum_of_squares()?, DIGITS);
    let chance = numbers::significant(probability, DIGITS);
    let spare = fit.spare;
    Some(Paragraph::new(format!(
        "  the probability of a χ² above {sum} with {spare} degrees of freedom is {chance}"
    )))
}

/// `R^2 = 0.9973`
fn r_squared(fit: &FitReport) -> Option<Paragraph> {
    let number = numbers::significant(fit.r_squared?, DIGITS);
    Some(Paragraph::new(format!("  R^2 = {number}")))
}

/// The 95 % intervals of all leaves that have one.
pub fn intervals(leaves: &[FittedLeaf], digits: Option<usize>) -> Option<Paragraph> {
    let of = |FittedLeaf { leaf, low, high }: &FittedLeaf| {
        let (ends, u) = ([(*low)?, (*high)?], leaf.u.unwrap_or_default());
        let [low, high] = ends.map(|end| {
            numbers::to_same_place(end, u, digits).into_iter().next().unwrap_or_default()
        });
        Some(format!("{} from {low} to {high}", leaf.name).replace(' ', "\u{A0}"))
    };
    let all: Vec<String> = leaves.iter().filter_map(of).collect();
    let said = || format!("  95\u{A0}% intervals: {}", all.join(", "));
    (!all.is_empty()).then(said).map(Paragraph::new)
}

/// The correlations as a matrix, where there are more than the one that stands beside the leaves.
pub fn correlations(leaves: &[FittedLeaf], correlations: &[Vec<f64>]) -> Option<Block> {
    if !(3..=MOST_CORRELATED).contains(&correlations.len()) {
        return None;
    }
    let called = || leaves.iter().map(|it| &it.leaf.name);
    let titled = |name: &String| Column::number("").titled(name.clone());
    let first = Column::text("").titled("r");
    let columns = std::iter::once(first).chain(called().map(titled)).collect();
    let cell = |r: &f64| Paragraph::new(numbers::correlation(*r));
    let rows = called().zip(correlations).enumerate().map(|(at, (name, row))| {
        let name = Paragraph::new(name.clone());
        std::iter::once(name).chain(row.iter().take(at + 1).map(cell)).collect()
    });
    Some(Block::Table(Table::titled(columns, rows.collect())))
}
