//! Commands that run a backward pass and show it.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::arguments::operands_of;
use super::{Argument, Arguments, Command, Group, notes};
use crate::core::graph::{Label, Order, Value};
use crate::core::language::Result;
use crate::core::session::{ANSWER, Session};
use crate::parts::HOOKS;
use crate::report::{Block, Coverage, Overview, Pass, Report, Rows, Shape};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "grad",
        aliases: &["g"],
        group: Group::Often,
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::node("NAME").optional().repeated(),
            Argument::keyword("all"),
            Argument::keyword("layers"),
        ],
        summary: "run the backward pass from ROOT and show each node's data and grad",
        details: "\
The table is in backward order; lines on the left connect each node to its operands. A ROOT that \
is named becomes the current root, also for :set and :step. Put a node named all in parentheses: :grad L (all).",
        options: &[
            ("ROOT", "where the pass starts; the current root if omitted"),
            ("NAME", "show only these nodes"),
            ("all", "show every row of a large graph"),
            ("layers", "one row per layer of a network: mean |grad|, mean |weight|, flat neurons"),
        ],
        examples: &[":grad L", ":grad L a b", ":grad L all"],
        run: grad,
        ..Command::ROW
    },
    Command {
        name: "draw",
        aliases: &["d"],
        group: Group::Often,
        arguments: &[Argument::node("ROOT").optional(), Argument::keyword("all")],
        summary: "draw the backward pass as a circuit",
        details: "\
Wires lead from operands to operations, with data above and grads below. A shared node is drawn \
once; later uses are marked (above). A circuit too large for the screen is printed as the table \
of :grad.",
        options: &[
            ("ROOT", "where the pass starts; the current root if omitted"),
            ("all", "draw circuits of any height"),
        ],
        examples: &[":draw", ":draw L", ":draw e"],
        run: draw,
        ..Command::ROW
    },
    Command {
        name: "root",
        aliases: &["r"],
        arguments: &[Argument::node("NODE").optional()],
        summary: "show the current root, or choose another",
        details: "\
Commands without ROOT use the current root. :root and :grad with a name choose it; otherwise it \
is the last named result, or the last answer.",
        options: &[("NODE", "the new root")],
        examples: &[":root", ":root L", ":root e"],
        run: root,
        in_links: true,
        ..Command::ROW
    },
];

fn grad(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let before = session.names().get(ANSWER).cloned();
    let root = arguments.root(session, "ROOT")?;
    let (mut only, mut networks) = (HashSet::new(), Vec::new());
    for word in arguments.words("NAME") {
        only.extend(operands_of(session, &root, word)?);
        networks.extend(session.network(word.text));
    }
    let coverage = coverage(arguments, Coverage::Screen);
    if arguments.has("ROOT") {
        let is_new = before.as_ref() != Some(&root) && session.names().get(ANSWER) == Some(&root);
        match is_new {
            // A formula that has just become the answer is no choice.
            true => session.follow_root(root.clone()),
            false => session.choose_root(root.clone()),
        }
    }
    if let Some(layers) = arguments.words("layers").next() {
        session.backward(&root);
        let labels: Vec<Label> = networks.iter().map(Value::label).collect();
        let order = session.shared_pass().0;
        return (HOOKS.layers)(session, &order, &labels, layers.span);
    }
    let only = (!only.is_empty()).then_some(only);
    let pass = pass(session, &root, Shape::Ledger).covering(coverage);
    let note = pass.order.misleading_point();
    let note = note.and_then(|comparison| notes::single_point(session, comparison));
    let mut report = (HOOKS.grads)(Pass { only, ..pass }, &networks);
    report.notes.extend(note);
    Ok(report)
}

fn draw(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let coverage = coverage(arguments, Coverage::Screen);
    let known = session.known_by_hand(&root);
    let pass = pass(session, &root, Shape::Circuit).covering(coverage);
    let non_finite = pass.non_finite.filter(|_| known.is_none());
    Ok(Report::of("draw", Block::Pass(Box::new(Pass { known, non_finite, ..pass }))))
}

fn root(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "NODE")?;
    if arguments.has("NODE") {
        session.choose_root(root);
        return Ok(Report::default());
    }
    Ok(Report::say("root", [format!("the root is {}", session.names().call_all(&root))]))
}

/// Returns the coverage on a terminal: everything if the arguments contain `all`.
pub fn coverage(arguments: &Arguments<'_>, usual: Coverage) -> Coverage {
    if arguments.has("all") { Coverage::All } else { usual }
}

/// Runs the backward pass from `root`, and returns all of it to be shown.
pub fn pass(session: &mut Session, root: &Value, shape: Shape) -> Pass {
    session.backward(root);
    passed(session, shape)
}

/// Returns the session's last pass.
pub fn passed(session: &mut Session, shape: Shape) -> Pass {
    let pass = passed_in_detail(session, shape);
    let overview = session.outline_of(&pass.order).map(|outline| outline as Rc<dyn Overview>);
    Pass { overview, ..pass }
}

/// Returns the session's last pass, with every node on its own.
pub fn passed_in_detail(session: &mut Session, shape: Shape) -> Pass {
    let (order, names) = session.shared_pass();
    let rows = Rows::of(&order);
    let uncertainties = uncertainties(session, &order);
    let non_finite = (HOOKS.non_finite_grad)(&order, &names);
    Pass { shape, rows, non_finite, uncertainties, ..Pass::new(names, order) }
}

/// Returns the standard uncertainties of the root and the leaves of an order; those of inner nodes
/// would take a pass each.
fn uncertainties(session: &mut Session, order: &Order) -> HashMap<Value, f64> {
    if !session.has_uncertainties() {
        return HashMap::new();
    }
    let nodes = order.leaves().filter(|leaf| !leaf.is_per_row()).chain(order.root());
    nodes.filter_map(|node| Some((node.clone(), session.shown_uncertainty(node)?))).collect()
}
