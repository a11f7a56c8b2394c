//! The classic bugs: wrong backward passes, really run, beside the right one.

mod descent;
mod nozero;
mod remarks;
mod wrong_pass;

pub use descent::descend;
pub use wrong_pass::Trace;

use super::same;
use crate::graph::{Names, Order, Use};
use crate::report::{Cell, Column, Grid, Part, Role, Sentence, few};

/// One wrong pass: one row of the table.
#[derive(Debug)]
pub struct Bug {
    /// Its name, for `:bug`.
    pub name: &'static str,
    /// What it does wrong, in a line.
    pub summary: &'static str,
    /// Runs it; none when it would take too long.
    run: fn(&Order) -> Option<Trace>,
    /// Says of one node what went wrong, if anything did.
    remark: fn(&Seen<'_>, usize) -> Option<String>,
    /// Whether the graph gave it no occasion to go wrong.
    has_no_occasion: fn(&Seen<'_>) -> bool,
    /// Why there was none, and what to try.
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
        has_no_occasion: |seen| (0..seen.web.count()).all(|it| seen.web.uses(it).len() < 2),
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
        harmless: "Every grad below {root} is 0, inf or nan, and adding it once more changes none of \
                   them. Try it where there is another:",
        example: "{a} = 3; {b} = ({a} + 1)^2; :bug nozero {b}",
        moral: "",
    },
    Bug {
        name: "order",
        summary: "running the local rules in forward order instead of backward",
        run: Trace::forward_order,
        remark: remarks::too_early,
        has_no_occasion: |seen| seen.all_push(|_, pushed, right| same(pushed, right)),
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
        has_no_occasion: |seen| seen.all_push(|it, _, _| seen.trace.pushed[it].times < 2),
        harmless: "Only a computed node that several paths reach pushes too often, and {root} has \
                   none. Try it where there is one:",
        example: "{a} = 2; {b} = 3; {c} = {a}*{b}; {d} = {c} + {a}; {e} = {c} + {b}; \
                  {f} = {d}*{e}; :bug bfs {f}",
        moral: "Where every computed node is used only once this bug does not show.",
    },
    Bug {
        name: "bfs-visited",
        summary: "a queue with a visited set, a node pushes before its grad is complete",
        run: Trace::breadth_first_once,
        remark: remarks::incomplete,
        has_no_occasion: |seen| seen.all_push(|_, pushed, right| same(pushed, right)),
        harmless: "Every node of {root} had received all of its grad when its turn came. Try it \
                   where a short path and a long one meet:",
        example: "{a} = 2; {b} = 3; {c} = {a}*{b}; {d} = {c} + {a}; {e} = {c}*{d}; \
                  :bug bfs-visited {e}",
        moral: "",
    },
];

/// A wrong pass and the right one, as remarks look at them.
pub struct Seen<'seen> {
    names: &'seen Names,
    web: &'seen Order,
    right: &'seen [f64],
    trace: &'seen Trace,
}

/// Why nothing went wrong where it might have.
const LUCKY: &str = "That is luck: what was lost or came too often happens to change none of these \
                     grads. Try it where it shows:";
/// Why nothing went wrong with a leaf.
const LEAF: &str = "A leaf has nothing to push. Try it where there is more:";

/// Of a graph with more nodes only the wrong ones are shown.
const MOST_NODES: usize = 40;
/// Of more rows only the first ones are shown.
const MOST_ROWS: usize = 20;
/// Of longer lists of names only the first ones are shown.
const MOST_NAMES: usize = 24;

/// The bug on the graph of `order`: its grads beside the right ones.
pub fn show(bug: &'static Bug, names: &Names, order: &Order) -> Vec<Part> {
    let web = order;
    let mut parts = vec![Sentence::new(format!("bug: {}", bug.summary)).part(5)];
    if bug.name == "nozero" {
        match nozero::show(names, web) {
            Some(shown) => parts.extend(shown),
            None => parts.extend(harmless(bug, names, web, bug.harmless)),
        }
        return parts;
    }
    let Some(trace) = (bug.run)(web) else {
        parts.push(wrong_pass::too_many(names, web));
        return parts;
    };
    parts.extend(wrong_pass::visits(names, web, &trace));
    let right = web.grads();
    let seen = Seen { names, web, right: &right, trace: &trace };
    let wrong: Vec<usize> =
        web.backward_numbers().filter(|number| seen.is_wrong(*number)).collect();
    match wrong.is_empty() {
        true => {
            let why = if (bug.has_no_occasion)(&seen) { bug.harmless } else { LUCKY };
            parts.extend(harmless(bug, names, web, why));
        }
        false => {
            parts.extend(table(bug, &seen, &wrong));
            if !bug.moral.is_empty() {
                parts.push(Sentence::new(format!("  {}", bug.moral)).part(2));
            }
        }
    }
    parts
}

/// Right and wrong grads, node by node.
fn table(bug: &'static Bug, seen: &Seen<'_>, wrong: &[usize]) -> Vec<Part> {
    let web = seen.web;
    let is_small = web.count() <= MOST_NODES;
    let all: Vec<usize> = web.backward_numbers().collect();
    let shown = if is_small { all.as_slice() } else { wrong };
    let row = |number: &usize| {
        let remark = (bug.remark)(seen, *number);
        let remark = match (remark, seen.is_wrong(*number)) {
            (Some(remark), true) => Cell::Text(format!("wrong: {remark}"), Role::Wrong),
            (Some(remark), false) => Cell::Text(remark, Role::Note),
            (None, true) => Cell::Text("wrong".to_owned(), Role::Wrong),
            (None, false) => Cell::Empty,
        };
        let name = Cell::Text(seen.call(*number), Role::Plain);
        let wrong = seen.trace.grads[*number];
        vec![name, Cell::Number(seen.right[*number]), Cell::Number(wrong), remark]
    };
    let limit = if is_small { MOST_NODES } else { MOST_ROWS };
    let rows = shown.iter().take(limit).map(row).collect();
    let column =
        |title: &'static str, gap, width, right| Column { title: title.into(), gap, right, width };
    let columns = vec![
        column("node", 2, 0, false),
        column("right", 2, 10, true),
        column(bug.name, 2, 10, true),
        column("", 3, 0, false),
    ];
    let mut parts = vec![Part::Grid(Grid { columns, rows, titled: true, even: false })];
    if !is_small {
        let text = format!("  {} of {} nodes are wrong", wrong.len(), web.count());
        let text = match wrong.len().checked_sub(MOST_ROWS) {
            Some(hidden @ 1..) => format!("{text}; {hidden} of them not shown"),
            _ => text,
        };
        parts.push(Sentence::default().role(text, Role::Faint).part(2));
    }
    parts
}

/// That nothing went wrong, why, and a graph where something does.
fn harmless(bug: &'static Bug, names: &Names, web: &Order, why: &str) -> Vec<Part> {
    let root = names.call(web.node(web.root_number()));
    let leaves = web.nodes().iter().filter(|node| node.is_leaf());
    let inner = web.nodes().iter().filter(|node| !node.is_leaf());
    let nodes: Vec<String> = leaves.chain(inner).map(|node| names.call(node)).collect();
    let nodes = few(nodes.into_iter(), MOST_NAMES, ", ");
    let why = if web.count() == 1 { LEAF } else { why }.replace("{root}", &root);
    // No statement is broken in two, so that each can be copied.
    let example = fitted(bug.example, names);
    let statements = example.split("; ").map(|statement| Sentence::default().tied(statement));
    vec![
        Sentence::new(format!("  {nodes}: no difference. {why}")).part(2),
        Sentence::new("  ").list(statements, "; ").part(2),
    ]
}

/// The statements with names that nothing has yet.
fn fitted(example: &str, names: &Names) -> String {
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

impl Seen<'_> {
    fn call(&self, number: usize) -> String {
        self.names.call(self.web.node(number))
    }

    /// Whether something holds of every computed node that pushed: of its number, the grad it had
    /// then, and the grad it should have had.
    fn all_push(&self, holds: impl Fn(usize, f64, f64) -> bool) -> bool {
        let pushed = self.trace.pushed.iter().enumerate();
        let mut pushed =
            pushed.filter(|(it, pushed)| pushed.times > 0 && !self.web.node(*it).is_leaf());
        pushed.all(|(it, pushed)| holds(it, pushed.first, self.right[it]))
    }

    /// The first use of a node whose user pushed with another grad than it should have had.
    fn early(&self, number: usize) -> Option<Use> {
        let is_early =
            |link: &&Use| !same(self.trace.pushed[link.user].first, self.right[link.user]);
        self.web.uses(number).iter().find(is_early).copied()
    }

    /// Whether the wrong pass gave the node another grad.
    fn is_wrong(&self, number: usize) -> bool {
        !same(self.trace.grads[number], self.right[number])
    }
}
