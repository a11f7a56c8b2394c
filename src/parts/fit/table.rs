//! The parameters of a fit as a table.

use super::report::{FittedLeaf, most_correlated};
use crate::report::{Column, Paragraph, Role, Table, numbers};

/// Returns a row for each leaf, with its uncertainty and the earlier leaf that it is most correlated
/// with.
pub fn parameters(
    fitted: &[FittedLeaf],
    correlations: &[Vec<f64>],
    digits: Option<usize>,
) -> Table {
    let name = |at: usize| fitted.get(at).map_or("", |it| it.leaf.name.as_str());
    let row = |(at, FittedLeaf { leaf, .. }): (usize, &FittedLeaf)| {
        let called = Paragraph::new(leaf.name.as_str());
        let Some(u) = leaf.u else {
            return vec![called, Paragraph::new(numbers::answer(leaf.data, digits))];
        };
        let [data, u] = numbers::to_same_place(leaf.data, u, digits);
        let correlation = most_correlated(correlations, at).map(|(other, r)| {
            let r = numbers::correlation(r);
            Paragraph::styled(format!("r({}, {}) = {r}", name(other), leaf.name), Role::Faint)
        });
        let mut row = vec![called, Paragraph::new(data), Paragraph::new(format!("± {u}"))];
        row.extend(correlation);
        row
    };
    let columns = vec![
        Column::text("name"),
        Column::number("data"),
        Column::text("u").gap(1),
        Column::text("").gap(3).drop(1),
    ];
    Table::new(columns, fitted.iter().enumerate().map(row).collect())
}
