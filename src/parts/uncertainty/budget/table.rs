//! An uncertainty budget as text: its inputs as a table, the result, and whether trials bear it out.

use super::report::{Contribution, UncertaintyBudget, percentage};
use crate::core::session::with_row;
use crate::render::{WIDEST_ROOT, width};
use crate::report::{Block, Column, Fold, NumberStyle, Paragraph, Table, counted, numbers};

/// The blocks of a bar for a share of 100 %.
const WHOLE_BAR: f64 = 20.0;
/// The digits of a sensitivity.
const SENSITIVITY: usize = 4;
/// The columns before the further lines of a sentence.
const INDENT: usize = 4;

/// Returns the budget as people read it.
pub fn blocks(budget: &UncertaintyBudget, digits: Option<usize>) -> Vec<Block> {
    let inputs = &budget.inputs;
    let is_short = width(&budget.root) <= WIDEST_ROOT;
    let sensitivity =
        if is_short { format!("d{}/dinput", budget.root) } else { "sensitivity".to_owned() };
    let contribution = format!("u × |{sensitivity}|");
    let mut columns = vec![Column::text("").titled("input")];
    let titled = |title: &str| Column::number("").titled(title.to_owned());
    columns.extend(["value", "u"].map(titled));
    columns.extend([titled(&sensitivity), titled(&contribution).drop(1)]);
    columns.push(Column::number("").titled("share"));
    let is_not_normal = inputs.iter().any(|input| input.distribution.is_some());
    if is_not_normal {
        columns.push(Column::text("").titled("error"));
    }
    let is_estimated = inputs.iter().any(|input| input.degrees_of_freedom.is_some());
    if is_estimated {
        columns.push(Column::number("").titled("dof"));
    }
    columns.push(Column::text("").drop(2));
    let rows =
        inputs.iter().map(|input| row(input, (is_not_normal, is_estimated), digits)).collect();
    let fold = Some(Fold { ranks: vec![0; inputs.len()], command: ":rows N".to_owned() });
    let result = format!("  {}", budget.result(digits));
    let texts = std::iter::once(&result).chain(&budget.remarks);
    let texts = texts.map(|text| Paragraph::new(text.as_str()).wrapped(INDENT));
    let table = Block::Table(Table { fold, ..Table::titled(columns, rows) });
    std::iter::once(table).chain(texts).collect()
}

fn row(
    input: &Contribution,
    (has_distribution, has_freedom): (bool, bool),
    digits: Option<usize>,
) -> Vec<Paragraph> {
    let text = |text: String| Paragraph::new(text);
    let [data, u] = match input.data {
        Some(data) => Paragraph::with_uncertainty(data, input.u),
        None => [Paragraph::default(), Paragraph::uncertainty(input.u)],
    };
    let [name, data] = match (input.row, input.rows) {
        (Some(row), _) => [text(with_row(input.name.as_str(), Some(row))), data],
        (None, Some(rows)) => [text(input.name.clone()), text(counted(rows as u64, "row"))],
        (None, None) => [text(input.name.clone()), data],
    };
    let mut row = vec![name, data];
    row.push(u);
    let sensitivity = match digits {
        Some(_) => numbers::table(input.sensitivity, digits),
        None => numbers::to_digits(input.sensitivity, SENSITIVITY),
    };
    row.push(text(sensitivity));
    row.push(Paragraph::uncertainty(input.contribution));
    row.push(input.share.map_or(Paragraph::default(), |share| text(percentage(share))));
    if has_distribution {
        row.push(input.distribution.map_or(Paragraph::default(), |it| text(it.to_owned())));
    }
    if has_freedom {
        let freedom = input.degrees_of_freedom;
        row.push(freedom.map_or(Paragraph::default(), |it| text(degrees_of_freedom(it))));
    }
    row.push(text(bar(input.share.unwrap_or(0.0))));
    row
}

/// A few digits of degrees of freedom, which are a whole number of rows, or an average.
fn degrees_of_freedom(number: f64) -> String {
    numbers::text(NumberStyle::Significant(3).of(number), None)
}

fn bar(share: f64) -> String {
    let halves = (share.clamp(0.0, 1.0) * 2.0 * WHOLE_BAR).round() as usize;
    "█".repeat(halves / 2) + if halves % 2 == 1 { "▌" } else { "" }
}
