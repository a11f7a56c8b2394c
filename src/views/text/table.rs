//! A pass as a flat table: leaves first, then computed nodes, in forward order.

use std::io;

use super::columns::{Row, fit, write_rows, write_titles};
use super::rows::{
    Selection, expression, name, number_columns, number_fields, remark, write_row_in_view,
};
use crate::graph::Value;
use crate::report::{Column, Pass, Role};
use crate::views::Style;
use crate::views::line_writer::LineWriter;

/// Writes the table.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let selection = Selection::of(pass, style);
    let mut columns = vec![Column::text("").width(3), Column::text("op").gap(3).width(4)];
    columns.extend(number_columns("grad"));
    columns.push(Column::text("").gap(3));
    // The expressions come last, so nothing depends on their width.
    fit(&mut columns, rows(pass, &selection, false, style));
    write_titles(&columns, line)?;
    write_rows(&columns, rows(pass, &selection, true, style), line)?;
    write_row_in_view(pass, line)?;
    selection.write_hidden(pass, line)
}

/// The leaves under their heading, then the computed nodes under theirs.
fn rows<'pass>(
    pass: &'pass Pass,
    selection: &'pass Selection,
    has_origins: bool,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let leaves = pass.order.nodes().iter().filter(|node| node.is_leaf());
    let computed = pass.order.nodes().iter().filter(|node| !node.is_leaf());
    let nodes = leaves.chain(computed).filter(|node| selection.has(pass, node));
    let mut section = "";
    nodes.take(selection.count()).flat_map(move |node| {
        let own = if node.is_leaf() { "leaves" } else { "computed" };
        let is_first = std::mem::replace(&mut section, own) != own;
        let heading = is_first.then(|| Row { lead: own.into(), ..Row::default() });
        heading.into_iter().chain([row(pass, node, has_origins, style)])
    })
}

fn row<'pass>(
    pass: &'pass Pass,
    node: &'pass Value,
    has_origin: bool,
    style: &Style,
) -> Row<'pass> {
    let operation = node.operation().map_or("", |operation| operation.name);
    let mut fields = vec![(Role::Plain, name(pass, node).into()), (Role::Plain, operation.into())];
    fields.extend(number_fields(pass, node, style));
    if !has_origin {
        return Row { fields, ..Row::default() };
    }
    if !node.is_leaf() {
        fields.push((Role::Plain, format!("= {}", expression(pass, node)).into()));
    } else if node.is_per_row() {
        fields.push((Role::Plain, "column".into()));
    } else if node.is_frozen() {
        fields.push((Role::Plain, "frozen".into()));
    } else {
        fields.push((Role::Faint, remark(pass, node).into()));
    }
    Row { fields, ..Row::default() }
}
