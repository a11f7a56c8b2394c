//! The table of parameters, and the 95 % intervals and correlations of `detail`.

use super::report::{Estimate, FittedLeaf};
use crate::report::{Block, Column, Paragraph, Role, Table, numbers};

/// The most parameters whose correlations are shown as a matrix.
const MOST_CORRELATED: usize = 12;

/// Returns a row for each leaf: `x  0.7000 → 0.7391 ± 0.0030`, and the earlier leaf that it is most correlated with.
/// `alone` writes a number without an uncertainty.
pub fn estimates<'leaves>(
    leaves: impl Iterator<Item = &'leaves Estimate> + Clone,
    correlations: &[Vec<f64>],
    digits: Option<usize>,
    alone: impl Fn(f64) -> String,
) -> Table {
    let name = |at: usize| leaves.clone().nth(at).map_or("", |it| it.name.as_str());
    let row = |(at, leaf): (usize, &Estimate)| {
        let before = leaf.before.map(|before| numbers::table(before, digits));
        let arrow = if before.is_some() { "→" } else { "" };
        let [data, u] = match leaf.u {
            Some(u) => {
                let [data, u] =
                    numbers::in_parentheses(numbers::to_same_place(leaf.data, u, digits));
                [data, format!("± {u}")]
            }
            None => [alone(leaf.data), String::new()],
        };
        let correlation = most_correlated(correlations, at).map(|(other, r)| {
            format!("r({}, {}) = {}", name(other), leaf.name, numbers::correlation(r))
        });
        let cells = [&leaf.name, &before.unwrap_or_default(), arrow, &data, &u];
        let cells = cells.into_iter().map(Paragraph::new);
        cells.chain(correlation.map(|it| Paragraph::styled(it, Role::Faint))).collect()
    };
    let gap = usize::from(leaves.clone().any(|leaf| leaf.before.is_some()));
    let columns = vec![
        Column::text("name"),
        Column::number("before").gap(2 * gap),
        Column::text("").gap(gap),
        Column::number("data").gap(2 - gap),
        Column::text("u").gap(1),
        Column::text("").gap(3).drop(1),
    ];
    Table::new(columns, leaves.clone().enumerate().map(row).collect())
}

/// Returns the earlier leaf that one is most correlated with, by index, and how.
fn most_correlated(correlations: &[Vec<f64>], index: usize) -> Option<(usize, f64)> {
    let row = correlations.get(index)?.get(..index)?;
    let largest = |best: (usize, f64), (at, r): (usize, &f64)| {
        if r.abs() > best.1.abs() { (at, *r) } else { best }
    };
    let first = row.first().copied()?;
    Some(row.iter().enumerate().fold((0, first), largest))
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

/// The matrix of correlations, if there are more than the table shows.
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
