//! A pass as a flat table: leaves first, then computed nodes, in forward order.

use std::io;

use super::columns::{Row, fit, write_rows, write_titles};
use super::fold::Folded;
use super::rows::{
    expression, folded, name, number_columns, number_fields, operation, remark, write_hidden,
    write_row_in_view,
};
use crate::graph::Value;
use crate::report::{Column, Pass, Role, leaves};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, WIDEST};

/// The fewest columns of an expression.
const NARROWEST: usize = 12;

/// Writes the table.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let folded = folded(pass, nodes(pass), style);
    let mut columns = vec![Column::text("").width(3), Column::text("op").gap(3).width(4)];
    columns.extend(number_columns("grad"));
    columns.push(Column::text("").gap(3));
    // The expressions come last, so nothing depends on their width.
    fit(&mut columns, rows(pass, &folded, None, style));
    let taken: usize = columns.iter().map(|column| column.gap + column.width).sum();
    let room = |screen: usize| screen.saturating_sub(taken + 2).clamp(NARROWEST, WIDEST);
    let widest = style.table_columns().map_or(WIDEST, room);
    write_titles(&columns, line)?;
    write_rows(&columns, rows(pass, &folded, Some(widest), style), line)?;
    write_row_in_view(pass, line)?;
    write_hidden(&folded, pass, line)
}

/// The leaves, then the computed nodes.
fn nodes(pass: &Pass) -> impl Iterator<Item = &Value> {
    let leaves = pass.shown().filter(|node| node.is_leaf());
    leaves.chain(pass.shown().filter(|node| !node.is_leaf()))
}

/// The leaves under their heading, then the computed nodes under theirs.
fn rows<'pass>(
    pass: &'pass Pass,
    folded: &'pass Folded,
    origins: Option<usize>,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let nodes = nodes(pass).enumerate();
    let nodes = nodes.filter(|(row, _)| folded.has(*row));
    let mut section = "";
    nodes.take(folded.count).flat_map(move |(_, node)| {
        let own = if node.is_leaf() { "leaves" } else { "computed" };
        let is_first = std::mem::replace(&mut section, own) != own;
        let heading = is_first.then(|| Row { lead: own.into(), ..Row::default() });
        heading.into_iter().chain([row(pass, node, origins, style)])
    })
}

fn row<'pass>(
    pass: &'pass Pass,
    node: &'pass Value,
    origin: Option<usize>,
    style: &Style,
) -> Row<'pass> {
    let operation = operation(pass, node, style);
    let name = name(pass, node, &style.mark());
    let mut fields = vec![(Role::Plain, name.into()), (Role::Plain, operation.into())];
    fields.extend(number_fields(pass, node, style));
    let Some(widest) = origin else {
        return Row { fields, ..Row::default() };
    };
    if !node.is_leaf() {
        fields.push((Role::Plain, format!("= {}", expression(pass, node, widest, style)).into()));
    } else if let Some(network) = pass.network(node) {
        let leaves = leaves(network.leaves.len());
        fields.push((Role::Plain, format!("{leaves}, {}", remark(pass, node, style)).into()));
    } else if node.is_per_row() {
        fields.push((Role::Plain, "column".into()));
    } else if node.is_frozen() {
        fields.push((Role::Plain, "frozen".into()));
    } else {
        fields.push((Role::Faint, remark(pass, node, style).into()));
    }
    Row { fields, ..Row::default() }
}
