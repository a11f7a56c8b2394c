//! The classic bugs: wrong backward passes, really run, beside the right one.

mod nozero_descent;
mod remarks;
mod wrong_pass;

use super::{Context, same};
use crate::core::graph::{Order, Use};
use crate::report::{Block, Column, Paragraph, Role, Table};
pub use nozero_descent::descend;
pub use wrong_pass::Trace;

/// One wrong pass: one row of the table.
#[derive(Debug)]
pub struct Bug {
    /// Its name, for `:bug`.
    pub name: &'static str,
    /// Its mistake in one line.
    pub summary: &'static str,
    /// Runs it; none when it would take too long.
    run: fn(&Order) -> Option<Trace>,
    /// Says of one node what went wrong, if anything did.
    remark: fn(&Comparison<'_>, usize) -> Option<String>,
    /// Where it shows.
    shows: &'static str,
    /// Something to add where it shows.
    moral: &'static str,
}

/// Every bug.
pub static BUGS: &[Bug] = &[
    Bug {
        name: "overwrite",
        summary: "grad = ... instead of grad += ...",
        run: Trace::overwrite,
        remark: remarks::overwritten,
        shows: "where a node is used more than once: b = a + a",
        moral: "",
    },
    Bug {
        name: "nozero",
        summary: "calling backward again on the same graph without clearing the grads",
        run: Trace::twice,
        remark: remarks::kept,
        shows: "where the grads are neither 0 nor inf: b = (a + 1)^2",
        moral: "These are the grads after two calls. PyTorch keeps gradients at the leaves only, where each call adds \
                the right grad once more.",
    },
    Bug {
        name: "order",
        summary: "running the local rules in forward order instead of backward",
        run: Trace::forward_order,
        remark: remarks::too_early,
        shows: "where one operation is below another: d = a*b + a",
        moral: "",
    },
    Bug {
        name: "bfs",
        summary: "a queue that visits a node once for every path that reaches it",
        run: Trace::breadth_first,
        remark: remarks::too_often,
        shows: "where several paths reach a computed node: c = a*b; f = (c + a)*(c + b)",
        moral: "Where every computed node is used only once, this bug does not show.",
    },
    Bug {
        name: "bfs-visited",
        summary: "a queue with a visited set: a node pushes before its grad is complete",
        run: Trace::breadth_first_once,
        remark: remarks::too_early,
        shows: "where a short path and a long one meet: c = a*b; e = c*(c + a)",
        moral: "",
    },
];

/// A wrong pass beside the right one.
pub struct Comparison<'pass> {
    context: &'pass Context,
    trace: &'pass Trace,
}

/// The maximum number of nodes of a graph shown whole; of a larger one, only wrong nodes are.
const MOST_NODES: usize = 40;
/// The maximum number of rows shown of a larger graph.
const MOST_ROWS: usize = 20;

/// Runs the bug: its grads beside the right ones.
pub fn show(bug: &'static Bug, context: &Context) -> Vec<Block> {
    let graph = &context.pass.order;
    let mut parts = vec![Paragraph::new(format!("bug: {}", bug.summary)).wrapped(5)];
    let Some(trace) = (bug.run)(graph) else {
        parts.push(wrong_pass::too_many(context));
        return parts;
    };
    parts.extend(wrong_pass::visits(context, &trace));
    let both = Comparison { context, trace: &trace };
    let wrong: Vec<usize> = graph.backward_numbers().filter(|it| both.is_wrong(*it)).collect();
    if wrong.is_empty() {
        parts.push(harmless(bug, context));
    } else {
        parts.extend(table(bug, &both, &wrong));
        if !bug.moral.is_empty() {
            parts.push(Paragraph::new(format!("  {}", bug.moral)).wrapped(2));
        }
    }
    parts
}

/// Right and wrong grads, node by node.
fn table(bug: &'static Bug, both: &Comparison<'_>, wrong: &[usize]) -> Vec<Block> {
    let context = both.context;
    let count = context.pass.order.count();
    let is_small = count <= MOST_NODES;
    let all = context.pass.order.backward_numbers();
    let shown: Vec<usize> = all.filter(|number| is_small || both.is_wrong(*number)).collect();
    let row = |number: &usize| {
        let remark = match ((bug.remark)(both, *number), both.is_wrong(*number)) {
            (Some(remark), true) => Paragraph::styled(format!("wrong: {remark}"), Role::Wrong),
            (Some(remark), false) => Paragraph::styled(remark, Role::Note),
            (None, true) => Paragraph::styled("wrong".to_owned(), Role::Wrong),
            (None, false) => Paragraph::default(),
        };
        let [right, wrong] = [both.right(*number), both.trace.grads[*number]].map(Paragraph::grad);
        vec![Paragraph::new(context.name(*number)), right, wrong, remark]
    };
    let limit = if is_small { MOST_NODES } else { MOST_ROWS };
    let rows = shown.iter().take(limit).map(row).collect();
    let columns = vec![
        Column::text("node").titled("node"),
        Column::number("right").titled("right").width(10),
        Column::number(bug.name).titled(bug.name).width(10),
        Column::text("").gap(3),
    ];
    let mut parts = vec![Block::Table(Table::titled(columns, rows))];
    if !is_small {
        let text = format!("  {} of {count} nodes are wrong", wrong.len());
        let text = match shown.len().checked_sub(limit) {
            Some(hidden @ 1..) => format!("{text}; {hidden} of them not shown"),
            _ => text,
        };
        parts.push(Paragraph::default().role(text, Role::Faint).wrapped(2));
    }
    parts
}

/// Says that nothing went wrong, and where something does.
fn harmless(bug: &'static Bug, context: &Context) -> Block {
    let (root, shows) = (context.root_name(), bug.shows);
    Paragraph::new(format!("  no grad of {root} is wrong here. The bug shows {shows}")).wrapped(2)
}

impl Comparison<'_> {
    fn graph(&self) -> &Order {
        &self.context.pass.order
    }

    /// The grad that the right pass gives a node.
    fn right(&self, number: usize) -> f64 {
        self.context.grads[number]
    }

    /// The first use of a node whose user pushed with another grad than it should have had.
    fn early(&self, number: usize) -> Option<Use> {
        let is_early =
            |edge: &&Use| !same(self.trace.pushed[edge.user].first, self.right(edge.user));
        self.graph().uses(number).iter().find(is_early).copied()
    }

    /// Returns true if the wrong pass gave the node another grad.
    fn is_wrong(&self, number: usize) -> bool {
        !same(self.trace.grads[number], self.right(number))
    }
}
