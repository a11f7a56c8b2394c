//! The classic bugs: wrong backward passes, really run, beside the right one.

mod nozero;
mod nozero_descent;
mod remarks;
mod wrong_pass;

use super::{Context, same};
use crate::core::graph::{Order, Use};
use crate::core::session::Names;
use crate::report::{Block, Column, Paragraph, Role, Table, counted, few, leaves};
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
    /// Returns true if the graph gave it no occasion to go wrong.
    has_no_occasion: fn(&Comparison<'_>) -> bool,
    /// The reason why there was none, and what to try.
    harmless: &'static str,
    /// Statements that make a graph in which it shows; `{a}` stands for a name that is free.
    example: &'static str,
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
        has_no_occasion: |both| {
            both.graph().forward_numbers().all(|it| both.graph().uses(it).len() < 2)
        },
        harmless: "No node of {root} is used more than once, so nothing is ever overwritten. Try it \
                   where a node is used twice:",
        example: "{a} = 3; {b} = {a} + {a}; :bug overwrite {b}",
        moral: "",
    },
    Bug {
        name: "nozero",
        summary: "calling backward again on the same graph without clearing the grads",
        run: |_| None,
        remark: |_, _| None,
        has_no_occasion: |_| true,
        harmless: "Every grad below {root} is 0, inf or nan, which adding it once more does not \
                   change. Try it where one is not:",
        example: "{a} = 3; {b} = ({a} + 1)^2; :bug nozero {b}",
        moral: "",
    },
    Bug {
        name: "order",
        summary: "running the local rules in forward order instead of backward",
        run: Trace::forward_order,
        remark: remarks::too_early,
        has_no_occasion: |both| both.all_push(|_, pushed, right| same(pushed, right)),
        harmless: "Only {root} has something to push, so there is no order to get wrong. Try it \
                   where there are two operations:",
        example: "{a} = 2; {b} = 3; {c} = {a}*{b}; {d} = {c} + {a}; :bug order {d}",
        moral: "",
    },
    Bug {
        name: "bfs",
        summary: "a queue that visits a node once for every path that reaches it",
        run: Trace::breadth_first,
        remark: remarks::too_often,
        has_no_occasion: |both| both.all_push(|it, _, _| both.trace.pushed[it].times < 2),
        harmless: "Only a computed node that several paths reach pushes too often, and {root} has \
                   none. Try it where there is one:",
        example: "{a} = 2; {b} = 3; {c} = {a}*{b}; {d} = {c} + {a}; {e} = {c} + {b}; \
                  {f} = {d}*{e}; :bug bfs {f}",
        moral: "Where every computed node is used only once, this bug does not show.",
    },
    Bug {
        name: "bfs-visited",
        summary: "a queue with a visited set: a node pushes before its grad is complete",
        run: Trace::breadth_first_once,
        remark: remarks::incomplete,
        has_no_occasion: |both| both.all_push(|_, pushed, right| same(pushed, right)),
        harmless: "Every node of {root} had received all of its grad when its turn came. Try it \
                   where a short path and a long one meet:",
        example: "{a} = 2; {b} = 3; {c} = {a}*{b}; {d} = {c} + {a}; {e} = {c}*{d}; \
                  :bug bfs-visited {e}",
        moral: "",
    },
];

/// A wrong pass beside the right one.
pub struct Comparison<'pass> {
    context: &'pass Context,
    trace: &'pass Trace,
}

/// The reason why nothing went wrong where it might have.
const LUCKY: &str = "That is luck: what was lost or counted twice happens to change none of these \
                     grads. Try it where it shows:";
/// The reason why nothing went wrong with a leaf.
const LEAF: &str = "A leaf has nothing to push. Try it where there is more:";

/// The maximum number of nodes of a graph shown whole; of a larger one, only wrong nodes are.
const MOST_NODES: usize = 40;
/// The maximum number of rows shown of a larger graph.
const MOST_ROWS: usize = 20;
/// The maximum number of names listed.
const MOST_NAMES: usize = 24;

/// Runs the bug: its grads beside the right ones.
pub fn show(bug: &'static Bug, context: &Context) -> Vec<Block> {
    let graph = &context.pass.order;
    let mut parts = vec![Paragraph::new(format!("bug: {}", bug.summary)).wrapped(5)];
    if bug.name == "nozero" {
        match nozero::show(context) {
            Some(shown) => parts.extend(shown),
            None => parts.extend(harmless(bug, context, bug.harmless)),
        }
        return parts;
    }
    let Some(trace) = (bug.run)(graph) else {
        parts.push(wrong_pass::too_many(context));
        return parts;
    };
    parts.extend(wrong_pass::visits(context, &trace));
    let both = Comparison { context, trace: &trace };
    let wrong: Vec<usize> = graph.backward_numbers().filter(|it| both.is_wrong(*it)).collect();
    if wrong.is_empty() {
        let why = if (bug.has_no_occasion)(&both) { bug.harmless } else { LUCKY };
        parts.extend(harmless(bug, context, why));
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
    let all: Vec<usize> = context.shown().rev().collect();
    let is_small = all.len() <= MOST_NODES;
    let of_interest = |number: &usize| is_small || remark(bug, both, *number).1;
    let shown: Vec<usize> = all.iter().copied().filter(of_interest).collect();
    let row = |number: &usize| {
        let name = Paragraph::new(context.shown_name(*number));
        let (remark, is_wrong) = remark(bug, both, *number);
        let remark = match (remark, is_wrong) {
            (Some(remark), true) => Paragraph::styled(format!("wrong: {remark}"), Role::Wrong),
            (Some(remark), false) => Paragraph::styled(remark, Role::Note),
            (None, true) => Paragraph::styled("wrong".to_owned(), Role::Wrong),
            (None, false) => Paragraph::default(),
        };
        if let Some(network) = context.network(*number) {
            return vec![
                name,
                Paragraph::new(leaves(network.leaves.len())),
                Paragraph::default(),
                remark,
            ];
        }
        let wrong = both.trace.grads[*number];
        vec![name, Paragraph::grad(context.grads[*number]), Paragraph::grad(wrong), remark]
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
    if !is_small || all.len() < count {
        let text = format!("  {} of {} nodes are wrong", wrong.len(), count);
        let text = match shown.len().checked_sub(limit) {
            Some(hidden @ 1..) => format!("{text}; {hidden} of them not shown"),
            _ => text,
        };
        parts.push(Paragraph::default().role(text, Role::Faint).wrapped(2));
    }
    parts
}

/// What to say of a node, and whether something is wrong with it or with what it stands for.
fn remark(bug: &Bug, both: &Comparison<'_>, number: usize) -> (Option<String>, bool) {
    let inside = both.context.inside(number);
    let wrong = inside.iter().filter(|inner| both.is_wrong(**inner)).count();
    match both.context.network(number) {
        Some(_) if wrong == 0 => (None, false),
        Some(_) => (Some(format!("{wrong} of them")), true),
        None if wrong > 0 && !both.is_wrong(number) => {
            let nodes = counted(inside.len() as u64, "node");
            (Some(format!("{wrong} of the {nodes} in it")), true)
        }
        None => ((bug.remark)(both, number), both.is_wrong(number)),
    }
}

/// Says that nothing went wrong and why, and shows a graph where something does.
fn harmless(bug: &'static Bug, context: &Context, why: &str) -> Vec<Block> {
    let (leaves, computed): (Vec<usize>, Vec<usize>) =
        context.shown().partition(|number| context.node(*number).is_leaf());
    let nodes: Vec<usize> = leaves.into_iter().chain(computed).collect();
    let why = if nodes.len() == 1 { LEAF } else { why }.replace("{root}", &context.root_name());
    let nodes = few(nodes.into_iter().map(|number| context.shown_name(number)), MOST_NAMES, ", ");
    // No statement is broken in two, so that each can be copied.
    let example = with_free_names(bug.example, &context.pass.names);
    let statements = example.split("; ").map(|statement| Paragraph::default().tied(statement));
    vec![
        Paragraph::new(format!("  {nodes}: no difference. {why}")).wrapped(2),
        Paragraph::new("  ").list(statements, "; ").wrapped(2),
    ]
}

/// The statements with names that nothing has yet.
fn with_free_names(example: &str, names: &Names) -> String {
    let mut text = example.to_owned();
    for letter in ["a", "b", "c", "d", "e", "f"] {
        let hole = format!("{{{letter}}}");
        let mut name = letter.to_owned();
        for number in 2.. {
            if names.get(&name).is_none() {
                break;
            }
            name = format!("{letter}{number}");
        }
        text = text.replace(&hole, &name);
    }
    text
}

impl Comparison<'_> {
    fn graph(&self) -> &Order {
        &self.context.pass.order
    }

    /// The grad that the right pass gives a node.
    fn right(&self, number: usize) -> f64 {
        self.context.grads[number]
    }

    /// Returns true if something holds of every computed node that pushed: of its number, the
    /// grad it had then, and the grad it should have had.
    fn all_push(&self, holds: impl Fn(usize, f64, f64) -> bool) -> bool {
        let mut pushed = self.context.computed().filter(|it| self.trace.pushed[*it].times > 0);
        pushed.all(|it| holds(it, self.trace.pushed[it].first, self.right(it)))
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
