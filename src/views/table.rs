//! A pass as a flat table: leaves first, then computed nodes, in forward order.

use std::io;

use super::Style;
use super::pen::{Pen, width};
use super::rows::{Numbers, Shown, expression, name};
use crate::graph::Value;
use crate::report::{Pass, Role};

const INDENT: usize = 2;
const GAP: usize = 3;
const OPERATION: &str = "op";
const GRAD: &str = "grad";

/// Writes the table: once over the nodes for the widths, once for the text.
pub fn write(pass: &Pass, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    let shown = Shown::of(pass, style);
    let columns = Columns::measure(pass, &shown, Numbers::new(style, GRAD));
    columns.write_titles(pen)?;
    let mut section = "";
    for node in forward(pass, &shown) {
        let own = if node.is_leaf() { "leaves" } else { "computed" };
        if section != own {
            section = own;
            pen.skip(INDENT);
            pen.put(Role::Faint, section)?;
            pen.end()?;
        }
        columns.write_row(pass, node, pen)?;
    }
    shown.write_hidden(pass, pen)
}

fn forward<'pass>(pass: &'pass Pass, shown: &'pass Shown) -> impl Iterator<Item = &'pass Value> {
    let leaves = pass.order.nodes().iter().filter(|node| node.is_leaf());
    let computed = pass.order.nodes().iter().filter(|node| !node.is_leaf());
    leaves.chain(computed).filter(|node| shown.has(pass, node)).take(shown.count())
}

/// How wide everything is.
struct Columns {
    name: usize,
    operation: usize,
    numbers: Numbers,
}

impl Columns {
    fn measure(pass: &Pass, shown: &Shown, numbers: Numbers) -> Columns {
        let mut columns = Columns { name: 3, operation: 4, numbers };
        for node in forward(pass, shown) {
            columns.name = columns.name.max(width(&name(pass, node)));
            columns.operation = columns.operation.max(width(operation(node)));
            columns.numbers.fit(pass, node);
        }
        columns
    }

    fn write_titles(&self, pen: &mut Pen<'_>) -> io::Result<()> {
        pen.skip(INDENT + self.name + GAP);
        pen.left(Role::Title, OPERATION, self.operation)?;
        self.numbers.write_titles(GRAD, pen)?;
        pen.end()
    }

    fn write_row(&self, pass: &Pass, node: &Value, pen: &mut Pen<'_>) -> io::Result<()> {
        pen.skip(INDENT);
        pen.left(Role::Plain, &name(pass, node), self.name + GAP)?;
        pen.left(Role::Plain, operation(node), self.operation)?;
        self.numbers.write(pass, node, pen)?;
        pen.skip(GAP);
        match node.is_leaf() {
            false => pen.put(Role::Plain, &format!("= {}", expression(pass, node)))?,
            true if node.is_frozen() => pen.put(Role::Plain, "frozen")?,
            true => {}
        }
        pen.end()
    }
}

fn operation(node: &Value) -> &'static str {
    node.operation().map_or("", |operation| operation.name)
}
