//! Commands that change, freeze and thaw leaves.

mod arguments;
mod report;

use super::arguments::leaves;
use super::free_leaves::is_data;
use super::grad::{coverage, pass};
use super::{Argument, ArgumentKind, Arguments, Command, Group, notes};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, quoted};
use crate::core::session::Session;
use crate::parts::HOOKS;
use crate::report::{Block, Column, Coverage, Paragraph, Report, Shape};
use arguments::Changes;
use report::Before;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "set",
        group: Group::Often,
        arguments: &[
            Argument::leaf("NAME").repeated(),
            Argument::new("VALUE", ArgumentKind::Uncertain).following(),
            Argument::keyword("all"),
        ],
        summary: "change leaves in place and show what else changes",
        details: "\
Nodes built from the leaves change too: :set lists every named result that changes, and shows the \
table of the root. An assignment makes a new node instead.",
        options: &[
            ("NAME", "a leaf, a row of a column (x[3]), or a network"),
            ("VALUE", "a number or an expression, its ±, or both"),
            ("all", "show every row of a large graph"),
        ],
        examples: &[":set a 3", ":set a 3 b -1", ":set a 3 ± 0.1"],
        run: set,
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "freeze",
        aliases: &["f"],
        arguments: &[Argument::leaf("NAME").repeated()],
        summary: "fix leaves, such as inputs, so that no search moves them",
        details: "\
A frozen leaf still has a grad; :step, :minimize, :fit and :solve do not move it.",
        options: &[("NAME", "a leaf, or a network for all of its leaves")],
        examples: &[":freeze a", ":freeze x1 x2"],
        run: |session, given| freeze_or_thaw(session, given, true),
        in_links: true,
        ..Command::ROW
    },
    Command {
        name: "thaw",
        arguments: &[Argument::leaf("NAME").repeated()],
        summary: "unfreeze leaves, so that they can move again",
        options: &[("NAME", "a leaf, or a network for all of its leaves")],
        examples: &[":thaw x1", ":thaw x1 x2"],
        run: |session, given| freeze_or_thaw(session, given, false),
        in_links: true,
        ..Command::ROW
    },
];

fn set(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let mut changes = Changes::default();
    for (at, name) in arguments.words("NAME").enumerate() {
        if arguments.words("NAME").take(at).any(|earlier| earlier.text == name.text) {
            return Err(Error::new(name.span, format!("{} is given twice", quoted(name.text))));
        }
    }
    for (name, value) in arguments.words("NAME").zip(arguments.words("VALUE")) {
        changes.take(session, name, value)?;
    }
    let (summaries, set_errors) = (HOOKS.read_errors)(session, &changes.uncertain)?;
    let before = Before::of(session, &changes);
    let mut found = None;
    if !changes.rows.is_empty() {
        found = session.set_rows(&changes.rows);
    }
    if !changes.numbers.is_empty() {
        found = session.set(&changes.numbers);
    }
    set_errors(session);
    changes.summaries.extend(summaries);
    let (root, mut report) = before.report(session, &changes, arguments.has("all"));
    let found = found.or_else(|| session.non_finite_of(root.as_ref()?));
    report.notes.extend(found.map(|found| notes::non_finite(session, &found)));
    report.notes.append(&mut changes.notes);
    let moved: Vec<&Value> = changes.leaves().collect();
    report.notes.extend((HOOKS.stale)(session, &|_, leaf| moved.contains(&leaf)));
    let has_numbers = !changes.rows.is_empty() || !changes.numbers.is_empty();
    if let Some(root) = root.filter(|_| has_numbers) {
        let pass = pass(session, &root, Shape::Ledger);
        let pass = pass.covering(coverage(arguments, Coverage::Moving));
        report.blocks.push(Block::Pass(Box::new(pass)));
    }
    Ok(report)
}

/// The most results whose uncertainty is computed, which takes a pass each.
pub(super) const MOST_UNCERTAIN: usize = 1000;

/// Returns the columns of `± 0.1` after a number.
pub(super) fn uncertainty_columns() -> [Column; 2] {
    [Column::text("").gap(1), Column::number("u").gap(1)]
}

/// Returns the cells of a number in these columns.
pub(super) fn uncertainty(number: f64, u: Option<f64>) -> [Paragraph; 2] {
    let u = u.map(|u| Paragraph::with_uncertainty(number, u));
    u.map_or_else(Default::default, |[_, u]| [Paragraph::new("±"), u])
}

fn freeze_or_thaw(
    session: &mut Session,
    arguments: &Arguments<'_>,
    frozen: bool,
) -> Result<Report> {
    let mut all = Vec::new();
    for word in arguments.words("NAME") {
        let meant = leaves(session, word)?;
        if !frozen && meant.iter().any(Value::is_per_row) {
            return Err(is_data(word));
        }
        all.extend(meant);
    }
    session.freeze(&all, frozen);
    Ok(Report::default())
}
