//! The classic bugs: wrong backward passes, really run, beside the right one.

mod nozero_descent;
mod wrong_pass;

use super::{Context, same, times};
use crate::core::graph::{Order, Use};
use crate::report::{Block, Column, Paragraph, Role, Table, numbers};
pub use nozero_descent::descend;
pub use wrong_pass::Trace;

/// One wrong pass: one row of the table.
#[derive(Debug)]
pub struct Bug {
    pub name: &'static str,
    pub summary: &'static str,
    /// Runs the bug; `None` if it would take too long.
    run: fn(&Order) -> Option<Trace>,
    /// The remark on a wrong node.
    remark: fn(&Comparison<'_>, usize) -> Option<String>,
    /// The graphs that show the bug.
    shows: &'static str,
    /// A remark if the bug shows.
    moral: &'static str,
}

/// Every bug.
pub static BUGS: &[Bug] = &[
    Bug {
        name: "overwrite",
        summary: "grad = ... instead of grad += ...",
        run: Trace::overwrite,
        remark: |both, number| both.overwritten(number),
        shows: "if a node is used more than once: b = a + a",
        moral: "",
    },
    Bug {
        name: "nozero",
        summary: "backward is called twice without clearing the grads",
        run: Trace::twice,
        remark: |both, number| both.kept(number),
        shows: "if the grads are neither 0 nor inf: b = (a + 1)^2",
        moral: "These are the grads after two calls. PyTorch keeps gradients at the leaves only, \
                so each call adds the right grad again.",
    },
    Bug {
        name: "order",
        summary: "the local rules run in forward order instead of backward",
        run: Trace::forward_order,
        remark: |both, number| both.too_early(number),
        shows: "if one operation is below another: d = a*b + a",
        moral: "",
    },
    Bug {
        name: "bfs",
        summary: "a queue visits a node once for every path to it",
        run: Trace::breadth_first,
        remark: |both, number| both.too_often(number),
        shows: "if several paths reach a computed node: c = a*b; f = (c + a)*(c + b)",
        moral: "If every computed node is used only once, this bug does not show.",
    },
    Bug {
        name: "bfs-visited",
        summary: "a queue with a visited set: a node may push before its grad is complete",
        run: Trace::breadth_first_once,
        remark: |both, number| both.too_early(number),
        shows: "if a short path and a long one meet: c = a*b; e = c*(c + a)",
        moral: "",
    },
];

/// A wrong pass beside the right one.
pub struct Comparison<'pass> {
    context: &'pass Context,
    trace: &'pass Trace,
}

/// The most nodes of a graph shown whole, and the most wrong nodes shown of a larger one.
const MOST_NODES: usize = 40;

/// Runs the bug: its grads beside the right ones.
pub fn show(bug: &'static Bug, context: &Context) -> Vec<Block> {
    let graph = &context.pass.order;
    let mut blocks = vec![Paragraph::new(format!("bug: {}", bug.summary)).wrapped(5)];
    let Some(trace) = (bug.run)(graph) else {
        blocks.push(wrong_pass::too_many(graph));
        return blocks;
    };
    blocks.extend(wrong_pass::visits(context, &trace));
    let both = Comparison { context, trace: &trace };
    let is_wrong = graph.backward_numbers().any(|number| both.is_wrong(number));
    let text = match is_wrong {
        true => bug.moral.to_owned(),
        false => {
            format!("no grad of {} is wrong here. The bug shows {}", context.root_name(), bug.shows)
        }
    };
    if is_wrong {
        blocks.push(both.table(bug));
    }
    if !text.is_empty() {
        blocks.push(Paragraph::new(format!("  {text}")).wrapped(2));
    }
    blocks
}

impl Comparison<'_> {
    /// Right and wrong grads, node by node.
    fn table(&self, bug: &'static Bug) -> Block {
        let all = || self.graph().backward_numbers();
        let is_small = self.graph().count() <= MOST_NODES;
        let shown = all().filter(|number| is_small || self.is_wrong(*number));
        let row = |number: usize| {
            let remark = || (self.remark(bug, number), Role::Wrong);
            let (remark, role) = if self.is_wrong(number) { remark() } else { Default::default() };
            let [right, wrong] =
                [self.right(number), self.trace.grads[number]].map(Paragraph::grad);
            let name = Paragraph::new(self.context.name(number));
            vec![name, right, wrong, Paragraph::styled(remark, role)]
        };
        let rows: Vec<Vec<Paragraph>> = shown.take(MOST_NODES).map(row).collect();
        let columns = vec![
            Column::text("node").titled("node"),
            Column::number("right").titled("right").width(10),
            Column::number(bug.name).titled(bug.name).width(10),
            Column::text("").gap(3),
        ];
        Block::Table(Table::titled(columns, rows))
    }

    fn graph(&self) -> &Order {
        &self.context.pass.order
    }

    /// The grad that the right pass gives a node.
    fn right(&self, number: usize) -> f64 {
        self.context.grads[number]
    }

    /// Returns true if the wrong pass gave the node another grad.
    fn is_wrong(&self, number: usize) -> bool {
        !same(self.trace.grads[number], self.right(number))
    }

    fn remark(&self, bug: &'static Bug, number: usize) -> String {
        let remark = (bug.remark)(self, number).map(|remark| format!(": {remark}"));
        format!("wrong{}", remark.unwrap_or_default())
    }

    /// `kept only d's share, lost e's -6`
    fn overwritten(&self, number: usize) -> Option<String> {
        let (kept, lost) = self.graph().uses(number).split_last()?;
        let keeper = self.context.name(kept.user);
        let share = |edge: &Use| self.graph().contribution(*edge, self.right(edge.user)).1;
        match lost {
            _ if lost.iter().all(|edge| share(edge) == 0.0) => {
                self.is_wrong(kept.user).then(|| format!("{keeper} was already wrong"))
            }
            [one] => {
                let (loser, share) = (self.context.name(one.user), brief(share(one)));
                Some(format!("kept only {keeper}'s share, lost {loser}'s {share}"))
            }
            _ => Some(format!("kept only the last of {} shares, {keeper}'s", lost.len() + 1)),
        }
    }

    /// `L.2 pushed at 0, not at -2`, of the first user that did not have its grad yet.
    fn too_early(&self, number: usize) -> Option<String> {
        let pushed = |edge: &Use| [self.trace.pushed[edge.user].first, self.right(edge.user)];
        let is_early = |edge: &&Use| {
            let [pushed, right] = pushed(edge);
            !same(pushed, right)
        };
        let early = self.graph().uses(number).iter().find(is_early)?;
        let [pushed, right] = pushed(early).map(brief);
        Some(format!("{} pushed at {pushed}, not at {right}", self.context.name(early.user)))
    }

    /// `c pushed twice`
    fn too_often(&self, number: usize) -> Option<String> {
        let times_of = |edge: &Use| self.trace.pushed[edge.user].times;
        let user = self.graph().uses(number).iter().find(|edge| times_of(edge) > 1)?;
        Some(format!("{} pushed {}", self.context.name(user.user), times(times_of(user))))
    }

    /// `twice the grad`
    fn kept(&self, number: usize) -> Option<String> {
        let is_twice = same(self.trace.grads[number], 2.0 * self.right(number));
        let said = if is_twice { "twice the grad" } else { "old grads above it were pushed again" };
        Some(said.to_owned())
    }
}

/// A number in a phrase.
fn brief(number: f64) -> String {
    // Adding zero makes -0 into 0.
    numbers::significant(number + 0.0, 4)
}
