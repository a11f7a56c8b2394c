//! What `:fit … detail` adds: how it ended, intervals, correlations, R², and the probability of χ².

use super::report::{FitReport, FittedLeaf};
use crate::report::{Cell, Column, Grid, Part, Reader, Role, Sentence, numbers};

/// The most parameters whose correlations are shown as a matrix.
const MOST_CORRELATED: usize = 12;
/// The digits of a figure on the whole fit.
const DIGITS: usize = 4;

/// Returns the parts on a fit that has converged.
pub(super) fn parts(fit: &FitReport) -> Vec<Part> {
    let leaves = &fit.parameters;
    let sentences = [intervals(leaves), chance(fit), r_squared(fit)];
    let mut parts: Vec<Part> = sentences.into_iter().flatten().map(|it| it.part(4)).collect();
    parts.extend(correlations(leaves, &fit.correlations));
    parts
}

/// How likely the χ² of rows with uncertainties is.
fn chance(fit: &FitReport) -> Option<Sentence> {
    let probability = fit.probability.filter(|_| !fit.is_exact())?;
    let sum = numbers::answer(fit.sum_of_squares()?, Some(DIGITS));
    let chance = numbers::answer(probability, Some(DIGITS));
    let spare = fit.spare;
    Some(Sentence::new(format!(
        "  the probability of a χ² above {sum} with {spare} degrees of freedom is {chance}"
    )))
}

/// `R^2 = 0.9973`
fn r_squared(fit: &FitReport) -> Option<Sentence> {
    let number = numbers::answer(fit.r_squared?, Some(DIGITS));
    Some(Sentence::new(format!("  R^2 = {number}")))
}

/// The 95 % intervals of all leaves that have one.
pub fn intervals(leaves: &[FittedLeaf]) -> Option<Sentence> {
    let of = |FittedLeaf { leaf, low, high }: &FittedLeaf| {
        let (ends, u) = ([(*low)?, (*high)?], leaf.u.unwrap_or_default());
        let [low, high] = ends
            .map(|end| numbers::to_same_place(end, u, None).into_iter().next().unwrap_or_default());
        Some(format!("{} from {low} to {high}", leaf.name).replace(' ', "\u{A0}"))
    };
    let all: Vec<String> = leaves.iter().filter_map(of).collect();
    let said = || format!("  95\u{A0}% intervals: {}", all.join(", "));
    (!all.is_empty()).then(said).map(Sentence::new)
}

/// The correlations as a matrix, where there are more than the one that stands beside the leaves.
pub fn correlations(leaves: &[FittedLeaf], correlations: &[Vec<f64>]) -> Option<Part> {
    if !(3..=MOST_CORRELATED).contains(&correlations.len()) {
        return None;
    }
    let called = || leaves.iter().map(|it| &it.leaf.name);
    let titled = |name: &String| Column::number("").titled(name.clone());
    let first = Column::text("").titled("r");
    let columns = std::iter::once(first).chain(called().map(titled)).collect();
    let cell = |r: &f64| Cell::Text(numbers::correlation(*r, DIGITS), Role::Plain);
    let rows = called().zip(correlations).enumerate().map(|(at, (name, row))| {
        let name = Cell::text(name.clone());
        std::iter::once(name).chain(row.iter().take(at + 1).map(cell)).collect()
    });
    let grid = Grid { columns, rows: rows.collect(), titled: true, ..Grid::default() };
    Some(Part::For(Reader::PEOPLE, vec![Part::Grid(grid)]))
}
