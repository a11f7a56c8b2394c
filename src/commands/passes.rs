//! Commands that run a backward pass and show it.

use super::given::node;
use super::{Command, Given, Group, Kind, Times, argument};
use crate::graph::Value;
use crate::language::{Error, Result};
use crate::report::{Part, Pass, Report, Shape};
use crate::session::Session;
use crate::tutor::Lesson;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "grad",
        aliases: &[],
        group: Group::Passes,
        arguments: &[
            argument("ROOT", Kind::Node, Times::Maybe),
            argument("NAME", Kind::Node, Times::Any),
        ],
        summary: "backward pass from ROOT: every node's data and grad",
        details: "\
Runs the backward pass from ROOT and prints its nodes in backward order. A lane on the left leads \
from each node to its operands. ROOT becomes the current root, which :set and :step use too; \
without ROOT it stays. With NAMEs only their rows are printed; the word all prints every row of a \
large graph.",
        example: ":grad L",
        uses_files: false,
        run: grad,
    },
    Command {
        name: "table",
        aliases: &[],
        group: Group::Passes,
        arguments: &[argument("ROOT", Kind::Node, Times::Maybe)],
        summary: "the same pass, leaves first, in forward order",
        details: "\
Prints the nodes ROOT depends on, the leaves first and then the computed nodes, each after its \
operands. The current root stays what it is.",
        example: ":table L",
        uses_files: false,
        run: table,
    },
    Command {
        name: "tree",
        aliases: &[],
        group: Group::Passes,
        arguments: &[argument("ROOT", Kind::Node, Times::Maybe)],
        summary: "the same pass as a tree",
        details: "\
Prints ROOT and, indented under each node, its operands. A computed node with several users is \
taken apart once; further down it says (above).",
        example: ":tree L",
        uses_files: false,
        run: tree,
    },
    Command {
        name: "draw",
        aliases: &[],
        group: Group::Passes,
        arguments: &[argument("ROOT", Kind::Node, Times::Maybe)],
        summary: "the same pass as a circuit",
        details: "\
Prints every operation at the end of its operands' wires, data above and grads below them. A \
shared node is drawn once, and marked above where it is used again. A circuit wider than 80 \
columns is drawn with 3 digits; one that is still wider, or too high, is printed as :grad does.",
        example: ":draw L",
        uses_files: false,
        run: draw,
    },
    Command {
        name: "root",
        aliases: &[],
        group: Group::Passes,
        arguments: &[argument("NODE", Kind::Node, Times::Maybe)],
        summary: "the root of :set and :step: says it, or changes it without a pass",
        details: "\
Passes start from the current root when none is named: the node last given to :grad or :root, and \
before that the last computed one.",
        example: ":root L",
        uses_files: false,
        run: root,
    },
];

fn grad(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let all_of_current =
        given.peek().is_some_and(|word| word.text == "all") && session.names().get("all").is_none();
    let root = if all_of_current { given.current_root(session)? } else { given.root(session)? };
    let mut only: Vec<Value> = Vec::new();
    let mut all = false;
    for word in given.rest() {
        if word.text == "all" && session.names().get("all").is_none() {
            all = true;
            continue;
        }
        let wanted = node(session, word)?;
        session.guard().go_on(word.span)?;
        if !session.order_of(&root).contains(&wanted) {
            let name = session.names().call(&root);
            return Err(Error::new(word.span, format!("{name} does not depend on {}", word.text))
                .hint("its grad is 0"));
        }
        only.push(wanted);
    }
    session.choose_root(root.clone());
    let only = (!only.is_empty()).then_some(only);
    Ok(Report::of("grad", Part::Pass(Pass { only, all, ..pass(session, &root, Shape::Ledger) })))
}

fn table(session: &mut Session, given: Given<'_>) -> Result<Report> {
    seen_as("table", Shape::Table, session, given)
}

fn tree(session: &mut Session, given: Given<'_>) -> Result<Report> {
    seen_as("tree", Shape::Tree, session, given)
}

fn draw(session: &mut Session, given: Given<'_>) -> Result<Report> {
    seen_as("draw", Shape::Circuit, session, given)
}

fn seen_as(
    kind: &'static str,
    shape: Shape,
    session: &mut Session,
    mut given: Given<'_>,
) -> Result<Report> {
    let root = given.root(session)?;
    let all = given.peek().is_some_and(|word| word.text == "all");
    if all {
        given.word();
    }
    given.done()?;
    // While the pass is taken by hand, only what the learner knows already is shown.
    let known = match session.lesson() {
        Some(Lesson::ByHand(pass)) if pass.is_under_way(&root) => Some(pass.known()),
        _ => None,
    };
    Ok(Report::of(kind, Part::Pass(Pass { all, known, ..pass(session, &root, shape) })))
}

fn root(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let changes = given.peek().is_some();
    let root = given.root(session)?;
    given.done()?;
    if changes {
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
