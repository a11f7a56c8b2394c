//! Which rows of a pass are shown, their texts, and how wide these are.

use std::io;

use super::pen::{Pen, clipped, width};
use super::{Style, numbers};
use crate::graph::Value;
use crate::report::{Pass, Role, Shape};

/// The least width of a column of numbers.
const NUMBER: usize = 10;
/// The blanks before a column of numbers.
const GAP: usize = 2;

/// Which rows are shown.
pub struct Shown {
    /// How many rows there are.
    total: usize,
    /// Whether only named nodes are shown.
    named: bool,
    /// How many rows are shown.
    count: usize,
}

impl Shown {
    /// The choice for nodes: all, or the first named ones when that would be too many.
    pub fn of(pass: &Pass, style: &Style) -> Shown {
        let limit = style.rows.filter(|_| !pass.all && pass.only.is_none());
        match limit {
            Some(limit) if pass.order.nodes().len() > limit => {
                let count = pass.order.nodes().iter().filter(|node| is_named(node)).count();
                Shown { total: pass.order.nodes().len(), named: true, count: count.min(limit) }
            }
            _ => {
                let total = pass.only.as_ref().map_or(pass.order.nodes().len(), Vec::len);
                Shown { total, named: false, count: total }
            }
        }
    }

    /// The choice for lines, of which there are so many: all, or the first ones.
    pub fn first(total: usize, pass: &Pass, style: &Style) -> Shown {
        let limit = style.rows.filter(|_| !pass.all).unwrap_or(total);
        Shown { total, named: false, count: total.min(limit) }
    }

    /// How many rows are shown.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether the node has a row, as long as there is place; none has once work should stop.
    pub fn has(&self, pass: &Pass, node: &Value) -> bool {
        let is_wanted = match &pass.only {
            None => true,
            Some(only) => only.iter().any(|wanted| wanted.is(node)),
        };
        is_wanted && (!self.named || is_named(node)) && !pass.order.is_stopped()
    }

    /// Whether every node of the pass has a row.
    pub fn is_whole(&self, pass: &Pass) -> bool {
        pass.only.is_none() && self.count == self.total
    }

    /// Says how many rows are hidden, if any, and how to see them.
    pub fn write_hidden(&self, pass: &Pass, pen: &mut Pen<'_>) -> io::Result<()> {
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
        pen.put(Role::Faint, &text)?;
        pen.end()
    }
}

/// Whether a name was given to the node, and not a number inside a statement.
fn is_named(node: &Value) -> bool {
    node.label().part == 0
}

/// The columns of data and grads.
pub struct Numbers {
    digits: Option<usize>,
    data: usize,
    grad: usize,
}

impl Numbers {
    /// Columns at least as wide as their titles.
    pub fn new(style: &Style, grad_title: &str) -> Numbers {
        Numbers { digits: style.digits, data: NUMBER, grad: NUMBER.max(width(grad_title)) }
    }

    /// Makes room for a node's numbers.
    pub fn fit(&mut self, pass: &Pass, node: &Value) {
        self.data = self.data.max(numbers::table(node.data(), self.digits).len());
        if let Some(grad) = pass.grad(node) {
            self.grad = self.grad.max(numbers::table(grad, self.digits).len());
        }
    }

    /// Writes the titles.
    pub fn write_titles(&self, grad_title: &str, pen: &mut Pen<'_>) -> io::Result<()> {
        pen.skip(GAP);
        pen.right(Role::Title, "data", self.data)?;
        pen.skip(GAP);
        pen.right(Role::Title, grad_title, self.grad)
    }

    /// Writes a node's numbers, a dot for a grad that is not known yet.
    pub fn write(&self, pass: &Pass, node: &Value, pen: &mut Pen<'_>) -> io::Result<()> {
        let data = node.data();
        pen.skip(GAP);
        pen.right(numbers::plain_role(data), &numbers::table(data, self.digits), self.data)?;
        pen.skip(GAP);
        match pass.grad(node) {
            Some(grad) => pen.right(Role::of(grad), &numbers::table(grad, self.digits), self.grad),
            None => pen.right(Role::Faint, "·", self.grad),
        }
    }
}

/// All names of a node, as wide as there is place.
pub fn name(pass: &Pass, node: &Value) -> String {
    clipped(pass.names.call_all(node))
}

/// The expression of a computed node, as wide as there is place.
pub fn expression(pass: &Pass, node: &Value) -> String {
    clipped(pass.expression(node, |number| numbers::answer(number, None)))
}
