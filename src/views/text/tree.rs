//! A pass as a tree under its root. At further uses a computed node is only named.

use std::collections::HashSet;
use std::io;

use super::columns::{Row, fit, write_rows};
use super::fold::Folded;
use super::narrowing::Narrowing;
use super::rows::{
    expression, name, number_columns, number_fields, text_role, write_hidden, write_row_in_view,
};
use crate::graph::Value;
use crate::report::{Column, Coverage, Pass, members};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, WIDEST, width};

/// The maximum depth; below it the tree shows the command to continue.
const DEEPEST: usize = 24;

/// The columns that a name, data and grad take at most times.
const USUAL: usize = 32;

/// The fewest columns of an expression that is cut.
const NARROWEST: usize = 8;

/// What follows a node whose operands were shown above.
const ABOVE: &str = "   (above)";

/// Writes the tree.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let deepest = deepest(style);
    let lines = Walk::of(pass, deepest).take_while(|_| !pass.order.is_stopped()).count();
    let limit = style.rows.filter(|_| pass.coverage != Coverage::All).unwrap_or(lines);
    let folded = Folded::of(&vec![0; lines], limit);
    let mut columns = vec![Column::text("").gap(0)];
    columns.extend(number_columns(""));
    fit(&mut columns, rows(pass, &folded, usize::MAX, style));
    // The text of a line may be longer than what is written about a network.
    Narrowing { expressions: 0, dispensable: &[] }.fit(&mut columns, style.table_columns());
    let widest = columns.first().map_or(0, |column| column.width);
    write_rows(&columns, rows(pass, &folded, widest, style), line)?;
    write_row_in_view(pass, line)?;
    write_hidden(&folded, pass, style, line)
}

/// The maximum depth on the screen.
fn deepest(style: &Style) -> usize {
    let branches = style.table_columns().map(|screen| screen.saturating_sub(USUAL) / 3);
    branches.map_or(DEEPEST, |branches| branches.clamp(1, DEEPEST))
}

fn rows<'pass>(
    pass: &'pass Pass,
    folded: &Folded,
    widest: usize,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let mut walk = Walk::of(pass, deepest(style));
    let lines = std::iter::from_fn(move || walk.next().map(|line| (walk.branch(), line)));
    let lines = lines.take(folded.count).take_while(|_| !pass.order.is_stopped());
    lines.map(move |(branch, line)| {
        let room = widest.saturating_sub(width(&branch));
        let role = text_role(pass, line.node);
        let mut fields = vec![(role, line.text(pass, room, style).into())];
        if line.extent == Extent::Whole {
            fields.extend(number_fields(pass, line.node, style));
        }
        Row { lead: branch.into(), fields }
    })
}

/// A walk over the lines of the tree.
struct Walk<'order> {
    pass: &'order Pass,
    /// The maximum depth.
    deepest: usize,
    /// The lines to come, the next one last.
    work: Vec<TreeLine<'order>>,
    /// The computed nodes whose operands have been written.
    written: HashSet<&'order Value>,
    /// For the present line and each of its ancestors: true if it is its parent's last line.
    last: Vec<bool>,
}

/// One line.
#[derive(Clone, Copy)]
struct TreeLine<'order> {
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
    fn of(pass: &'order Pass, deepest: usize) -> Walk<'order> {
        let root = pass.root().map(|node| TreeLine {
            node,
            depth: 0,
            is_last: true,
            extent: Extent::Whole,
        });
        let work = root.into_iter().collect();
        Walk { pass, deepest, work, written: HashSet::new(), last: Vec::new() }
    }

    fn push_operands(&mut self, user: TreeLine<'order>) {
        let depth = user.depth + 1;
        if depth > self.deepest {
            self.work.push(TreeLine { depth, is_last: true, extent: Extent::Below, ..user });
            return;
        }
        let operands = self.pass.operands(user.node).into_iter().rev();
        for (from_last, node) in operands.enumerate() {
            self.work.push(TreeLine {
                node,
                depth,
                is_last: from_last == 0,
                extent: Extent::Whole,
            });
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
    type Item = TreeLine<'order>;

    fn next(&mut self) -> Option<TreeLine<'order>> {
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

impl TreeLine<'_> {
    /// Its text, with an expression that lets it fit into `widest` columns.
    fn text(&self, pass: &Pass, widest: usize, style: &Style) -> String {
        if self.extent == Extent::Below {
            return pass.goes_on_below(self.node);
        }
        let mut text = name(pass, self.node, &style.mark());
        if !self.node.is_leaf() {
            let above = if self.extent == Extent::Above { width(ABOVE) } else { 0 };
            let room = widest.saturating_sub(width(&text) + width(" = ") + above).min(WIDEST);
            let expression = expression(pass, self.node, room, style);
            // A shorter one would say nothing.
            if room >= NARROWEST.min(width(&expression)) {
                text.push_str(&format!(" = {expression}"));
            }
            if let Some(lost) = pass.where_lost(self.node) {
                text.push_str(&format!("   ({lost})"));
            }
        } else if let Some(network) = pass.network(self.node) {
            text.push_str(&format!(
                "   ({})",
                members(network).replace(" (", ", ").replace(')', "")
            ));
        } else if let Some(remark) = pass.remark(self.node) {
            text.push_str(&format!("   ({remark})"));
        } else if self.node.is_frozen() && !self.node.is_per_row() {
            text.push_str("   (frozen)");
        }
        if self.extent == Extent::Above {
            text.push_str(ABOVE);
        }
        text
    }
}
