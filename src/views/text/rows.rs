//! The choice of the rows of a pass that are shown, and the texts in them.

use std::borrow::Cow;
use std::io;

use super::columns::Field;
use crate::graph::Value;
use crate::report::{Column, NumberStyle, Pass, Role, Shape, numbers};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, clipped};

/// The least width of a column of numbers.
const NUMBER: usize = 10;

/// The rows that are shown.
pub struct Selection {
    /// The number of rows there are.
    total: usize,
    /// True when only named nodes are shown.
    named: bool,
    /// The number of rows that are shown.
    count: usize,
}

impl Selection {
    /// The choice for nodes: all, or the first named ones when that would be too many.
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

    /// The choice for lines, of which there are so many: all, or the first ones.
    pub fn first(total: usize, pass: &Pass, style: &Style) -> Selection {
        let limit = style.rows.filter(|_| !pass.all).unwrap_or(total);
        Selection { total, named: false, count: total.min(limit) }
    }

    /// The number of rows that are shown.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns true for a node that has a row, as long as there is room; none has one once work should
    /// stop.
    pub fn has(&self, pass: &Pass, node: &Value) -> bool {
        let is_wanted = match &pass.only {
            None => true,
            Some(only) => only.iter().any(|wanted| wanted.is(node)),
        };
        is_wanted && (!self.named || is_named(node)) && !pass.order.is_stopped()
    }

    /// Returns true when every node of the pass has a row.
    pub fn is_whole(&self, pass: &Pass) -> bool {
        pass.only.is_none() && self.count == self.total
    }

    /// Says how many rows are hidden, if any, and how to see them.
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

/// Returns true for a node that was given a name, and not only a number inside a statement.
fn is_named(node: &Value) -> bool {
    node.label().part == 0
}

/// The columns of data and grads.
pub fn number_columns(grad_title: impl Into<Cow<'static, str>>) -> [Column; 2] {
    [Column::number("data").width(NUMBER), Column::number(grad_title).width(NUMBER)]
}

/// The data and the grad of a node; a dot for a grad that is not known yet.
pub fn number_fields<'row>(pass: &Pass, node: &Value, style: &Style) -> [Field<'row>; 2] {
    let field = |value: f64, number: NumberStyle| {
        let number = number.of(value);
        (numbers::role(number), numbers::text(number, style.digits).into())
    };
    let grad = pass.grad(node).map(|grad| field(grad, NumberStyle::Grad));
    [field(node.data(), NumberStyle::Data), grad.unwrap_or((Role::Faint, "·".into()))]
}

/// All names of a node, as wide as there is place.
pub fn name(pass: &Pass, node: &Value) -> String {
    clipped(pass.names.call_all(node))
}

/// The expression of a computed node, as wide as there is place.
pub fn expression(pass: &Pass, node: &Value) -> String {
    clipped(pass.expression(node, |number| numbers::answer(number, None)))
}
