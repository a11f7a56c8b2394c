//! An uncertainty budget: its inputs as a table, the result, and whether trials bear it out.

use std::io;

use super::report::{Contribution, UncertaintyBudget, percentage};
use crate::core::session::with_row;
use crate::render::line_writer::{LineWriter, width};
use crate::render::text::{sentences, table};
use crate::render::{Style, WIDEST_ROOT};
use crate::report::{Cell, Column, Grid, NumberStyle, Piece, Role, counted, leaves, numbers};

/// The blocks of a bar for a share of 100 %.
const WHOLE_BAR: f64 = 20.0;
/// The columns before sentences, and before the further lines of one.
const INDENT: usize = 4;
/// Writes the budget.
pub fn write(
    budget: &UncertaintyBudget,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let inputs = budget.shown.as_ref().unwrap_or(&budget.inputs);
    let shown = style.rows.map_or(inputs.len(), |rows| rows.min(inputs.len()));
    let has_bars = style.rows.is_some();
    let (inputs, hidden) = inputs.split_at(shown);
    let is_short = width(&budget.root) <= WIDEST_ROOT;
    let sensitivity =
        if is_short { format!("d{}/dinput", budget.root) } else { "sensitivity".to_owned() };
    let contribution = format!("u × |{sensitivity}|");
    let mut columns = vec![Column::text("").titled("input")];
    let titled = |title: &str| Column::number("").titled(title.to_owned());
    columns.extend(["value", "u"].map(titled));
    columns.extend([&sensitivity, &contribution].map(|title| titled(title)));
    columns.push(Column::number("").titled("share"));
    let is_not_normal = inputs.iter().any(|input| input.distribution.is_some());
    if is_not_normal {
        columns.push(Column::text("").titled("error"));
    }
    let is_estimated = inputs.iter().any(|input| input.degrees_of_freedom.is_some());
    if is_estimated {
        columns.push(Column::number("").titled("dof"));
    }
    if has_bars {
        columns.push(Column::text(""));
    }
    let rows =
        inputs.iter().map(|input| row(input, (is_not_normal, is_estimated), has_bars)).collect();
    table::write(&Grid { columns, rows, titled: true, ..Grid::default() }, style, line)?;
    if !hidden.is_empty() {
        line.skip(2);
        line.put(Role::Faint, &UncertaintyBudget::hidden(hidden.len()))?;
        line.end()?;
    }
    let result = Piece::Text(format!("  {}", budget.result(style.digits)), Role::Plain);
    sentences::wrap(&[result], INDENT, style, line)?;
    for remark in &budget.remarks {
        sentences::wrap(&[Piece::Text(remark.clone(), Role::Plain)], INDENT, style, line)?;
    }
    Ok(())
}

fn row(
    input: &Contribution,
    (has_distribution, has_freedom): (bool, bool),
    has_bar: bool,
) -> Vec<Cell> {
    let text = |text: String| Cell::Text(text, Role::Plain);
    let data = || input.data.map_or(Cell::Empty, Cell::data);
    let [name, data] = match (input.row, input.rows, input.leaves) {
        (_, _, Some(count)) => [text(input.name.clone()), text(leaves(count))],
        (Some(row), _, None) => [text(with_row(input.name.as_str(), Some(row))), data()],
        (None, Some(rows), None) => [text(input.name.clone()), text(counted(rows as u64, "row"))],
        (None, None, None) => [text(input.name.clone()), data()],
    };
    let mut row = vec![name, data];
    row.extend([input.u, input.sensitivity, input.contribution].map(Cell::data));
    row.push(input.share.map_or(Cell::Empty, |share| text(percentage(share))));
    if has_distribution {
        row.push(input.distribution.map_or(Cell::Empty, |it| text(it.to_owned())));
    }
    if has_freedom {
        let freedom = input.degrees_of_freedom;
        row.push(freedom.map_or(Cell::Empty, |it| text(degrees_of_freedom(it))));
    }
    if has_bar {
        row.push(text(bar(input.share.unwrap_or(0.0))));
    }
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
