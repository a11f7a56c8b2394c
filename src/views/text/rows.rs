//! The selection of the rows of a pass to show, and their fields.

use std::borrow::Cow;
use std::io;

use super::columns::Field;
use crate::graph::Value;
use crate::report::{Column, NumberStyle, Pass, Role, RowInView, Shape, numbers};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, clipped};

/// The minimum width of a column of numbers.
const NUMBER: usize = 10;

/// The rows that are shown.
pub struct Selection {
    /// The total number of rows.
    total: usize,
    /// True if only named nodes are shown.
    named: bool,
    /// The number of rows shown.
    count: usize,
}

impl Selection {
    /// Selects all nodes, or the first named ones if there are too many.
    pub fn of(pass: &Pass, style: &Style) -> Selection {
        let limit = style.rows.filter(|_| !pass.all && pass.only.is_none());
        match limit {
            Some(limit) if pass.order.nodes().len() > limit => {
                let count = pass.order.nodes().iter().filter(|node| is_named(node)).count();
                Selection { total: pass.order.nodes().len(), named: true, count: count.min(limit) }
            }
            _ => {
                let total = pass.only.as_ref().map_or(pass.order.nodes().len(), Vec::len);
                Selection { total, named: false, count: total }
            }
        }
    }

    /// Selects all of `total` lines, or the first ones if there are too many.
    pub fn first(total: usize, pass: &Pass, style: &Style) -> Selection {
        let limit = style.rows.filter(|_| !pass.all).unwrap_or(total);
        Selection { total, named: false, count: total.min(limit) }
    }

    /// The number of rows shown.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns true if the node is selected, and no interrupt is pending.
    pub fn has(&self, pass: &Pass, node: &Value) -> bool {
        let is_wanted = match &pass.only {
            None => true,
            Some(only) => only.iter().any(|wanted| wanted.is(node)),
        };
        is_wanted && (!self.named || is_named(node)) && !pass.order.is_stopped()
    }

    /// Returns true if every node of the pass has a row.
    pub fn is_whole(&self, pass: &Pass) -> bool {
        pass.only.is_none() && self.count == self.total
    }

    /// Writes the number of hidden rows, if any, and how to show them.
    pub fn write_hidden(&self, pass: &Pass, line: &mut LineWriter<'_>) -> io::Result<()> {
        let hidden = self.total - self.count;
        if hidden == 0 {
            return Ok(());
        }
        let (what, command) = match pass.shape {
            Shape::Ledger => ("nodes", "grad"),
            Shape::Table => ("nodes", "table"),
            Shape::Tree => ("lines", "tree"),
            Shape::Circuit => ("nodes", "draw"),
        };
        let root = pass.root_name();
        let text = format!(
            "{hidden} of {} {what} hidden; :{command} {root} all shows them, :rows N changes the limit",
            self.total
        );
        line.put(Role::Faint, &text)?;
        line.end()
    }
}

/// Returns true if the node was bound to a name, rather than numbered inside a statement.
fn is_named(node: &Value) -> bool {
    node.label().part == 0
}

/// The columns of data and grads.
pub fn number_columns(grad_title: impl Into<Cow<'static, str>>) -> [Column; 2] {
    [Column::number("data").width(NUMBER), Column::number(grad_title).width(NUMBER)]
}

/// The data and the grad of a node; a dot if the grad is not known yet.
pub fn number_fields<'row>(pass: &Pass, node: &Value, style: &Style) -> [Field<'row>; 2] {
    let field = |value: f64, number: NumberStyle| {
        let number = number.of(value);
        (numbers::role(number), numbers::text(number, style.digits).into())
    };
    let grad = pass.grad(node).map(|grad| field(grad, NumberStyle::Grad));
    [field(node.data(), NumberStyle::Data), grad.unwrap_or((Role::Faint, "·".into()))]
}

/// All names of a node, clipped.
pub fn name(pass: &Pass, node: &Value) -> String {
    clipped(pass.all_names(node))
}

/// The remark on a grad that is a sum over rows.
pub fn remark(pass: &Pass, node: &Value) -> String {
    pass.remark(node).unwrap_or_default()
}

/// Says which row is in view, and how to see another.
pub fn write_row_in_view(pass: &Pass, line: &mut LineWriter<'_>) -> io::Result<()> {
    let views = pass.rows.iter().flat_map(|rows| &rows.in_view);
    let is_only = pass.rows.as_ref().is_none_or(|rows| rows.in_view.len() == 1);
    for view in views {
        let RowInView { rows, row, column } = view;
        let name = pass.names.call(column);
        let (column, of) = if is_only {
            (String::new(), String::new())
        } else {
            (format!(" {name}"), format!(" of {name}"))
        };
        let mut text = format!("row {row} of {rows}{of}");
        if *rows > 1 {
            let other = if *row == ANOTHER.min(*rows) { 1 } else { ANOTHER.min(*rows) };
            text.push_str(&format!("; :row {other}{column} shows another"));
        }
        line.put(Role::Faint, &text)?;
        line.end()?;
    }
    Ok(())
}

/// The row suggested for another view.
const ANOTHER: usize = 7;

/// The expression of a computed node, clipped.
pub fn expression(pass: &Pass, node: &Value) -> String {
    clipped(pass.expression(node, |number| numbers::answer(number, None)))
}
