//! A pass as a flat table: leaves first, then computed nodes, in forward order.

use std::io;

use super::columns::{Row, fit, write_rows, write_titles};
use super::fold::Folded;
use super::narrowing::{Narrowed, Narrowing};
use super::rows::{
    expression, folded, name, number_columns, number_fields, operation, write_hidden,
    write_row_in_view,
};
use crate::graph::Value;
use crate::report::{Column, Pass, Role, members};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, WIDEST, width};

/// The place of the column of operations.
const OPERATIONS: usize = 1;

/// Writes the table.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let folded = folded(pass, nodes(pass), style);
    let mut columns = vec![Column::text("").width(3)];
    columns.push(Column::text("").titled("op").gap(3).width(4));
    columns.extend(number_columns("grad"));
    columns.push(Column::text("").gap(3));
    fit(&mut columns, rows(pass, &folded, true, WIDEST, style));
    // The expressions say the operations as well.
    let narrowing = Narrowing { expressions: columns.len() - 1, dispensable: &[OPERATIONS] };
    let Narrowed { expression: widest, gone } = narrowing.fit(&mut columns, style.table_columns());
    let has_operations = gone == 0;
    write_titles(&columns, line)?;
    write_rows(&columns, rows(pass, &folded, has_operations, widest, style), line)?;
    write_row_in_view(pass, line)?;
    write_hidden(&folded, pass, style, line)
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
    has_operations: bool,
    widest: usize,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let nodes = nodes(pass).enumerate();
    let nodes = nodes.filter(|(row, _)| folded.has(*row));
    let mut section = "";
    nodes.take(folded.count).flat_map(move |(_, node)| {
        let own = if node.is_leaf() { "leaves" } else { "computed" };
        let is_first = std::mem::replace(&mut section, own) != own;
        let heading = is_first.then(|| Row { lead: own.into(), ..Row::default() });
        heading.into_iter().chain([row(pass, node, has_operations, widest, style)])
    })
}

fn row<'pass>(
    pass: &'pass Pass,
    node: &'pass Value,
    has_operations: bool,
    widest: usize,
    style: &Style,
) -> Row<'pass> {
    let mut fields = vec![(Role::Plain, name(pass, node, &style.mark()).into())];
    fields.extend(has_operations.then(|| (Role::Plain, operation(pass, node, style).into())));
    fields.extend(number_fields(pass, node, style));
    fields.push(if !node.is_leaf() {
        let lost = pass.where_lost(node).map(|lost| format!("   {lost}"));
        let expression = expression(pass, node, widest, style);
        (Role::Plain, format!("= {expression}{}", lost.unwrap_or_default()).into())
    } else if let Some(network) = pass.network(node) {
        let (members, remark) = (members(network), pass.remark_with_network(node, style.digits));
        let both = format!("{members}, {remark}");
        let fits = width(&both) <= widest.saturating_add(2);
        (Role::Plain, if fits { both } else { members }.into())
    } else if node.is_per_row() {
        (Role::Plain, "column".into())
    } else if node.is_frozen() {
        (Role::Plain, "frozen".into())
    } else {
        (Role::Faint, pass.remark_with_network(node, style.digits).into())
    });
    Row { fields, ..Row::default() }
}
