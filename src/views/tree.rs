//! A pass as a tree under its root; a computed node that is used again is only named there.

use std::collections::HashSet;
use std::io;

use super::Style;
use super::pen::{Pen, width};
use super::rows::{Numbers, Shown, expression, name};
use crate::graph::Value;
use crate::report::{Pass, Role};

/// Below this many levels the tree says how to go on.
const DEEPEST: usize = 24;

/// Writes the tree: once over its lines for the widths, once for the text.
pub fn write(pass: &Pass, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    let goes_on = |_: &Step<'_>| !pass.order.is_stopped();
    let shown = Shown::first(Walk::of(pass).take_while(goes_on).count(), pass, style);
    let mut numbers = Numbers::new(style, "");
    let mut column = 0;
    for step in Walk::of(pass).take(shown.count()).take_while(goes_on) {
        column = column.max(3 * step.depth + width(&step.text(pass)));
        numbers.fit(pass, step.node);
    }
    let mut walk = Walk::of(pass);
    for _ in 0..shown.count() {
        let Some(step) = walk.next() else {
            break;
        };
        pen.put(Role::Faint, &walk.branch())?;
        let text = step.text(pass);
        if step.part == Part::Whole {
            pen.left(Role::Plain, &text, column.saturating_sub(3 * step.depth))?;
            numbers.write(pass, step.node, pen)?;
        } else {
            pen.put(Role::Plain, &text)?;
        }
        pen.end()?;
    }
    shown.write_hidden(pass, pen)
}

/// A walk over the lines of the tree.
struct Walk<'order> {
    /// The lines to come, the next one last.
    work: Vec<Step<'order>>,
    /// The computed nodes whose operands have been written.
    written: HashSet<usize>,
    /// For the present line and those above it that it hangs from: whether it is its node's last.
    last: Vec<bool>,
}

/// One line.
#[derive(Clone, Copy)]
struct Step<'order> {
    node: &'order Value,
    depth: usize,
    is_last: bool,
    part: Part,
}

/// How much of a node a line stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The node, and its operands follow.
    Whole,
    /// The node, whose operands were above.
    Above,
    /// All that is below the node, which is too deep.
    Below,
}

impl<'order> Walk<'order> {
    fn of(pass: &'order Pass) -> Walk<'order> {
        let root =
            pass.root().map(|node| Step { node, depth: 0, is_last: true, part: Part::Whole });
        Walk { work: root.into_iter().collect(), written: HashSet::new(), last: Vec::new() }
    }

    fn push_operands(&mut self, user: Step<'order>) {
        let depth = user.depth + 1;
        if depth > DEEPEST {
            self.work.push(Step { depth, is_last: true, part: Part::Below, ..user });
            return;
        }
        let operands = user.node.operands().iter().rev().filter_map(|operand| operand.value());
        for (from_last, node) in operands.enumerate() {
            self.work.push(Step { node, depth, is_last: from_last == 0, part: Part::Whole });
        }
    }

    /// The lines that lead to the present one.
    fn branch(&self) -> String {
        let Some((own, above)) = self.last.split_last() else {
            return String::new();
        };
        let rails = above.iter().map(|is_last| if *is_last { "   " } else { "│  " });
        rails.chain([if *own { "└─ " } else { "├─ " }]).collect()
    }
}

impl<'order> Iterator for Walk<'order> {
    type Item = Step<'order>;

    fn next(&mut self) -> Option<Step<'order>> {
        let mut step = self.work.pop()?;
        self.last.truncate(step.depth.saturating_sub(1));
        if step.depth > 0 {
            self.last.push(step.is_last);
        }
        if step.part == Part::Whole && !step.node.is_leaf() {
            match self.written.insert(step.node.identity()) {
                true => self.push_operands(step),
                false => step.part = Part::Above,
            }
        }
        Some(step)
    }
}

impl Step<'_> {
    fn text(&self, pass: &Pass) -> String {
        if self.part == Part::Below {
            return format!("… :tree {} goes on", pass.names.call(self.node));
        }
        let mut text = name(pass, self.node);
        match self.node.is_leaf() {
            true if self.node.is_frozen() => text.push_str("   (frozen)"),
            true => {}
            false => {
                text.push_str(" = ");
                text.push_str(&expression(pass, self.node));
            }
        }
        if self.part == Part::Above {
            text.push_str("   (above)");
        }
        text
    }
}
