//! Commands that run a backward pass and show it.

use super::arguments::operand_of;
use super::{Argument, Arguments, Command, Group};
use crate::graph::Value;
use crate::language::Result;
use crate::report::{Part, Pass, Report, Shape};
use crate::session::Session;
use crate::tutor::Lesson;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "grad",
        aliases: &["g"],
        group: Group::Passes,
        arguments: &[
            Argument::node("ROOT").optional(),
            Argument::node("NAME").optional().repeated(),
            Argument::keyword("all"),
        ],
        summary: "backward pass from ROOT: every node's data and grad",
        details: "\
Runs the backward pass from ROOT and prints its nodes in backward order. Lines on the left lead \
from each node to its operands. ROOT becomes the current root, which :set and :step use too. With \
NAMEs only their rows are printed; all prints every row of a large graph. A node that is called \
all stands in parentheses there: :grad L (all).",
        example: ":grad L",
        run: grad,
    },
    Command {
        name: "table",
        aliases: &["t"],
        group: Group::Passes,
        arguments: &[Argument::node("ROOT").optional(), Argument::keyword("all")],
        summary: "the same pass, leaves first, in forward order",
        details: "\
Prints the nodes ROOT depends on, the leaves first and then the computed nodes, each after its \
operands. The current root does not change.",
        example: ":table L",
        run: table,
    },
    Command {
        name: "tree",
        aliases: &[],
        group: Group::Passes,
        arguments: &[Argument::node("ROOT").optional(), Argument::keyword("all")],
        summary: "the same pass as a tree",
        details: "\
Prints ROOT and, indented under each node, its operands. A computed node with several users is \
shown whole once; further down it says (above).",
        example: ":tree L",
        run: tree,
    },
    Command {
        name: "draw",
        aliases: &["d"],
        group: Group::Passes,
        arguments: &[Argument::node("ROOT").optional(), Argument::keyword("all")],
        summary: "the same pass as a circuit",
        details: "\
Prints every operation at the end of its operands' wires, data above and grads below them. A \
shared node is drawn once, and marked above where it is used again. A circuit wider than 80 \
columns is drawn with 3 digits; one that is still wider, or too high, is printed as :grad does.",
        example: ":draw L",
        run: draw,
    },
    Command {
        name: "root",
        aliases: &["r"],
        group: Group::Passes,
        arguments: &[Argument::node("NODE").optional()],
        summary: "show the root of :set and :step, or change it without a pass",
        details: "\
Passes start from the current root when none is named: the node last arguments to :grad or :root, and \
before that the last computed one.",
        example: ":root L",
        run: root,
    },
];

fn grad(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let only: Result<Vec<Value>> =
        arguments.words("NAME").map(|word| operand_of(session, &root, word)).collect();
    let (only, all) = (only?, arguments.has("all"));
    session.choose_root(root.clone());
    let only = (!only.is_empty()).then_some(only);
    Ok(Report::of("grad", Part::Pass(Pass { only, all, ..pass(session, &root, Shape::Ledger) })))
}

fn table(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    seen_as("table", Shape::Table, session, arguments)
}

fn tree(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    seen_as("tree", Shape::Tree, session, arguments)
}

fn draw(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    seen_as("draw", Shape::Circuit, session, arguments)
}

fn seen_as(
    kind: &'static str,
    shape: Shape,
    session: &mut Session,
    arguments: &Arguments<'_>,
) -> Result<Report> {
    let root = arguments.root(session, "ROOT")?;
    let all = arguments.has("all");
    // While the pass is taken by hand, only what the learner knows already is shown.
    let known = match session.lesson() {
        Some(Lesson::ByHand(pass)) if pass.is_under_way(&root) => Some(pass.known()),
        _ => None,
    };
    Ok(Report::of(kind, Part::Pass(Pass { all, known, ..pass(session, &root, shape) })))
}

fn root(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = arguments.root(session, "NODE")?;
    if arguments.has("NODE") {
        session.choose_root(root);
        return Ok(Report::default());
    }
    Ok(Report::say("root", [format!("the root is {}", session.names().call_all(&root))]))
}

/// The backward pass from `root`, run, all of it to be shown.
pub(super) fn pass(session: &mut Session, root: &Value, shape: Shape) -> Pass {
    session.backward(root);
    passed(session, shape)
}

/// The pass that the session made last.
pub(super) fn passed(session: &Session, shape: Shape) -> Pass {
    let (order, names) = session.shared_pass();
    Pass { names, order, shape, only: None, all: false, known: None }
}
