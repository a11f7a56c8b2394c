//! A pass as a tree under its root. At further uses a computed node is only named.

use std::collections::HashSet;
use std::io;

use super::columns::{Row, fit, write_rows};
use super::fold::Folded;
use super::rows::{
    expression, name, number_columns, number_fields, write_hidden, write_row_in_view,
};
use crate::graph::Value;
use crate::report::{Column, Coverage, Pass, Role, leaves};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, WIDEST, width};

/// The maximum depth; below it the tree shows the command to continue.
const DEEPEST: usize = 24;

/// The fewest columns of an expression.
const NARROWEST: usize = 12;

/// Writes the tree.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let lines = Walk::of(pass).take_while(|_| !pass.order.is_stopped()).count();
    let limit = style.rows.filter(|_| pass.coverage != Coverage::All).unwrap_or(lines);
    let folded = Folded::of(&vec![0; lines], limit);
    let mut columns = vec![Column::text("").gap(0)];
    columns.extend(number_columns(""));
    fit(&mut columns, rows(pass, &folded, usize::MAX, style));
    let taken: usize = columns.iter().skip(1).map(|column| column.gap + column.width).sum();
    let screen = style.table_columns().unwrap_or(usize::MAX);
    let widest = screen.saturating_sub(taken).max(NARROWEST);
    for column in columns.iter_mut().take(1) {
        column.width = column.width.min(widest);
    }
    write_rows(&columns, rows(pass, &folded, widest, style), line)?;
    write_row_in_view(pass, line)?;
    write_hidden(&folded, pass, line)
}

fn rows<'pass>(
    pass: &'pass Pass,
    folded: &Folded,
    widest: usize,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let mut walk = Walk::of(pass);
    let lines = std::iter::from_fn(move || walk.next().map(|line| (walk.branch(), line)));
    let lines = lines.take(folded.count).take_while(|_| !pass.order.is_stopped());
    lines.map(move |(branch, line)| {
        let room = widest.saturating_sub(width(&branch));
        let mut fields = vec![(Role::Plain, line.text(pass, room, style).into())];
        if line.extent == Extent::Whole {
            fields.extend(number_fields(pass, line.node, style));
        }
        Row { lead: branch.into(), fields }
    })
}

/// A walk over the lines of the tree.
struct Walk<'order> {
    pass: &'order Pass,
    /// The lines to come, the next one last.
    work: Vec<Line<'order>>,
    /// The computed nodes whose operands have been written.
    written: HashSet<&'order Value>,
    /// For the present line and each of its ancestors: true if it is its parent's last line.
    last: Vec<bool>,
}

/// One line.
#[derive(Clone, Copy)]
struct Line<'order> {
    node: &'order Value,
    depth: usize,
    is_last: bool,
    extent: Extent,
}

/// The part of a node that a line shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The node, followed by its operands.
    Whole,
    /// The node, whose operands were shown above.
    Above,
    /// An ellipsis for everything below the node, which is too deep.
    Below,
}

impl<'order> Walk<'order> {
    fn of(pass: &'order Pass) -> Walk<'order> {
        let root =
            pass.root().map(|node| Line { node, depth: 0, is_last: true, extent: Extent::Whole });
        Walk { pass, work: root.into_iter().collect(), written: HashSet::new(), last: Vec::new() }
    }

    fn push_operands(&mut self, user: Line<'order>) {
        let depth = user.depth + 1;
        if depth > DEEPEST {
            self.work.push(Line { depth, is_last: true, extent: Extent::Below, ..user });
            return;
        }
        let operands = self.pass.operands(user.node).into_iter().rev();
        for (from_last, node) in operands.enumerate() {
            self.work.push(Line { node, depth, is_last: from_last == 0, extent: Extent::Whole });
        }
    }

    /// The branches that lead to the present line.
    fn branch(&self) -> String {
        let Some((own, above)) = self.last.split_last() else {
            return String::new();
        };
        let rails = above.iter().map(|is_last| if *is_last { "   " } else { "│  " });
        rails.chain([if *own { "└─ " } else { "├─ " }]).collect()
    }
}

impl<'order> Iterator for Walk<'order> {
    type Item = Line<'order>;

    fn next(&mut self) -> Option<Line<'order>> {
        let mut line = self.work.pop()?;
        self.last.truncate(line.depth.saturating_sub(1));
        if line.depth > 0 {
            self.last.push(line.is_last);
        }
        if line.extent == Extent::Whole && !line.node.is_leaf() {
            if self.written.insert(line.node) {
                self.push_operands(line);
            } else {
                line.extent = Extent::Above;
            }
        }
        Some(line)
    }
}

impl Line<'_> {
    /// Its text, with an expression that lets it fit into `widest` columns.
    fn text(&self, pass: &Pass, widest: usize, style: &Style) -> String {
        if self.extent == Extent::Below {
            return format!("… :tree {} continues", pass.names.call(self.node));
        }
        let mut text = name(pass, self.node, &style.mark());
        if !self.node.is_leaf() {
            text.push_str(" = ");
            let room = widest.saturating_sub(width(&text)).clamp(NARROWEST, WIDEST);
            text.push_str(&expression(pass, self.node, room, style));
        } else if let Some(network) = pass.network(self.node) {
            text.push_str(&format!("   ({})", leaves(network.leaves.len())));
        } else if let Some(remark) = pass.remark(self.node) {
            text.push_str(&format!("   ({remark})"));
        } else if self.node.is_frozen() && !self.node.is_per_row() {
            text.push_str("   (frozen)");
        }
        if self.extent == Extent::Above {
            text.push_str("   (above)");
        }
        text
    }
}
