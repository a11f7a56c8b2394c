//! Commands that change, freeze and thaw leaves.

use super::arguments::{leaf, number};
use super::passes::pass;
use super::{Argument, Arguments, Command, Group, notes};
use crate::graph::{Names, Value};
use crate::language::{Error, Result};
use crate::report::{Cell, Column, Part, Report, Shape};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "set",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[Argument::leaf("NAME").repeated(), Argument::number("VALUE").following()],
        summary: "change leaves in place and see what follows",
        details: "\
Gives leaves new numbers: :set a 3 b -1 or :set a = 3, b = -1. VALUE may be an expression, of \
which the leaf keeps only the number. All nodes built from the leaves follow. An assignment, in \
contrast, makes a new node, and nodes built from the old one keep it.",
        example: ":set a 3",
        run: set,
    },
    Command {
        name: "freeze",
        aliases: &["f"],
        group: Group::Leaves,
        arguments: &[Argument::leaf("NAME").repeated()],
        summary: "keep :step and :minimize from moving leaves: inputs are not parameters",
        details: "A frozen leaf still has a grad; only :step and :minimize leave it alone.",
        example: ":freeze x1 x2",
        run: freeze,
    },
    Command {
        name: "thaw",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[Argument::leaf("NAME").repeated()],
        summary: "let frozen leaves move again",
        details: "",
        example: ":thaw x1",
        run: thaw,
    },
];

fn set(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let mut changes: Vec<(Value, f64)> = Vec::new();
    for (name, value) in arguments.words("NAME").zip(arguments.words("VALUE")) {
        let leaf = leaf(session, name)?;
        if changes.iter().any(|(changed, _)| *changed == leaf) {
            return Err(Error::new(name.span, format!("{} is given twice", name.text)));
        }
        changes.push((leaf, number(session, value)?));
    }
    let before: Vec<(Value, f64)> =
        changes.iter().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
    let root = session.root().cloned();
    let root_before = root.as_ref().map(Value::data);
    let found = session.set(&changes);
    let note = found.map(|found| notes::non_finite(session, &found));
    let moved = root
        .iter()
        .zip(root_before)
        .filter(|(root, _)| !before.iter().any(|(leaf, _)| leaf.is(root)));
    let rows = before.iter().map(|(leaf, data)| (leaf, *data)).chain(moved);
    let rows: Vec<_> = rows.map(|(node, data)| change(session.names(), node, data)).collect();
    let (arrow, after) = (Column::text("").gap(1), Column::number("after").gap(1));
    let columns = vec![Column::text("name"), Column::number("before"), arrow, after];
    let changed = Part::rows(columns, rows);
    let mut report = match root {
        Some(root) => Report::of("set", Part::Pass(pass(session, &root, Shape::Ledger))),
        None => Report { kind: "set", ..Report::default() },
    };
    report = report.after(changed);
    report.parts.extend(note);
    Ok(report)
}

fn change(names: &Names, node: &Value, before: f64) -> Vec<Cell> {
    vec![Cell::text(names.call(node)), Cell::data(before), Cell::text("→"), Cell::data(node.data())]
}

fn freeze(session: &mut Session, given: &Arguments<'_>) -> Result<Report> {
    freeze_or_thaw(session, given, true)
}

fn thaw(session: &mut Session, given: &Arguments<'_>) -> Result<Report> {
    freeze_or_thaw(session, given, false)
}

fn freeze_or_thaw(
    session: &mut Session,
    arguments: &Arguments<'_>,
    frozen: bool,
) -> Result<Report> {
    let leaves: Result<Vec<Value>> =
        arguments.words("NAME").map(|word| leaf(session, word)).collect();
    session.freeze(&leaves?, frozen);
    Ok(Report::default())
}
