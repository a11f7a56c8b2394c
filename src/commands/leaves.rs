//! Commands that change, freeze and thaw leaves.

use super::arguments::{leaf, number, value_or_uncertainty};
use super::descent::is_data;
use super::passes::{coverage, pass};
use super::{Argument, Arguments, Command, Group, notes};
use crate::graph::Value;
use crate::language::{Error, Result, Word, quoted};
use crate::report::{Cell, Column, Coverage, Part, Pass, Report, Shape};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "set",
        aliases: &[],
        group: Group::Leaves,
        arguments: &[
            Argument::leaf("NAME").repeated(),
            Argument::uncertain("VALUE").following(),
            Argument::keyword("all"),
        ],
        summary: "change leaves in place and see what follows",
        details: "\
Gives leaves new numbers: :set a 3 b -1 or :set a = 3, b = -1. VALUE may be an expression, of \
which the leaf keeps only the number; :set x[3] 2.5 changes one row of a column. :set a 3 ± 0.1 \
changes the uncertainty as well, :set a ± 0.1 only that, and ± 0 takes it away. All nodes built \
from the leaves follow. An assignment, in contrast, makes a new node, and nodes built from the old \
one keep it. On a terminal a large graph shows only the root and the leaves that :step moves; all \
shows every row.",
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
    let mut rows: Vec<(Value, usize, f64)> = Vec::new();
    let mut uncertainties = Vec::new();
    let mut older = Vec::new();
    for (name, value) in arguments.words("NAME").zip(arguments.words("VALUE")) {
        if let Some((column, row)) = name.row() {
            let leaf = session.find_leaf(column, name.span)?;
            let row = session.row_of(&leaf, (column, row), name.span)?;
            if rows.iter().any(|(changed, other, _)| *changed == leaf && *other == row) {
                return Err(Error::new(name.span, format!("{} is given twice", name.text)));
            }
            rows.push((leaf, row, number(session, value)?));
            continue;
        }
        let leaf = leaf(session, name)?;
        if leaf.is_per_row() {
            let text = quoted(name.text);
            return Err(Error::new(name.span, format!("{text} is a column")).hint(format!(
                "change one row, :set {text}[3] 2.5, or bind the name anew with ="
            )));
        }
        if changes.iter().any(|(changed, _)| *changed == leaf) {
            return Err(Error::new(name.span, format!("{} is given twice", name.text)));
        }
        older.extend(older_use(session, &leaf, (name, value)));
        let (number, plus_minus) = value_or_uncertainty(session, value)?;
        let number = number.unwrap_or(leaf.data());
        if let Some(plus_minus) = plus_minus {
            let u = session.standard_uncertainty(number, &plus_minus);
            let u = u.map_err(|error| error.moved(value.span.start as usize))?;
            uncertainties.push((leaf.clone(), u));
        }
        changes.push((leaf, number));
    }
    let rows_before: Vec<(String, f64, f64)> = rows
        .iter()
        .map(|(leaf, row, after)| {
            let before = leaf.as_column().and_then(|column| column.number(row - 1));
            let name = format!("{}[{row}]", session.names().call(leaf));
            (name, before.unwrap_or(f64::NAN), *after)
        })
        .collect();
    let before: Vec<(Value, f64)> =
        changes.iter().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
    let root = session.root().cloned();
    let root_before = root.as_ref().map(Value::data);
    session.open_group();
    if !rows.is_empty() {
        session.set_rows(&rows);
    }
    let found = if changes.is_empty() { None } else { session.set(&changes) };
    if !uncertainties.is_empty() {
        session.set_uncertainties(&uncertainties);
    }
    session.close_group();
    let note = found.map(|found| notes::non_finite(session, &found));
    let moved = root
        .iter()
        .zip(root_before)
        .filter(|(root, _)| !before.iter().any(|(leaf, _)| leaf.is(root)));
    let leaves = before.iter().map(|(leaf, data)| (leaf, *data)).chain(moved);
    let name = |node: &Value| session.names().call(node);
    let leaves: Vec<(&Value, f64)> = leaves.collect();
    let has_uncertainty =
        leaves.iter().any(|(leaf, _)| session.uncertainty_of_leaf(leaf).is_some());
    let leaves = leaves.into_iter().map(|(node, data)| {
        let mut row = change(name(node), data, node.data());
        if has_uncertainty {
            row.extend(uncertainty(session, node));
        }
        row
    });
    let rows = rows_before.into_iter().map(|(name, before, after)| {
        let mut row = change(name, before, after);
        row.extend([Cell::Empty, Cell::Empty].into_iter().filter(|_| has_uncertainty));
        row
    });
    let rows: Vec<_> = rows.chain(leaves).collect();
    let (arrow, after) = (Column::text("").gap(1), Column::number("after").gap(1));
    let mut columns = vec![Column::text("name"), Column::number("before"), arrow, after];
    if has_uncertainty {
        columns.extend(uncertainty_columns());
    }
    let changed = Part::rows(columns, rows);
    let mut report = match root {
        Some(root) => {
            let coverage = coverage(arguments, Coverage::Moving);
            let pass = Pass { coverage, ..pass(session, &root, Shape::Ledger) };
            Report::of("set", Part::Pass(pass))
        }
        None => Report { kind: "set", ..Report::default() },
    };
    report = report.after(changed);
    report.parts.extend(note.into_iter().chain(older));
    Ok(report)
}

/// Returns the columns of `± 0.1` after a number.
pub(super) fn uncertainty_columns() -> [Column; 2] {
    [Column::text("").gap(1), Column::number("u").gap(1)]
}

/// Returns the cells of a leaf in these columns.
pub(super) fn uncertainty(session: &Session, node: &Value) -> [Cell; 2] {
    match session.uncertainty_of_leaf(node) {
        Some(u) => [Cell::text("±"), Cell::data(u)],
        None => [Cell::Empty, Cell::Empty],
    }
}

fn change(name: String, before: f64, after: f64) -> Vec<Cell> {
    vec![Cell::text(name), Cell::data(before), Cell::text("→"), Cell::data(after)]
}

/// Returns a note if the root uses an older leaf of that name instead.
fn older_use(
    session: &mut Session,
    leaf: &Value,
    (name, value): (Word<'_>, Word<'_>),
) -> Option<Part> {
    let root = session.root().cloned()?;
    let older = session.older_use(&root, leaf, name.text)?;
    let root = session.names().call(&root);
    let (name, value) = (quoted(name.text), quoted(value.text));
    Some(Part::Note(format!(
        "{root} uses the older {name}, {older}; to change that one, :set {older} {value}"
    )))
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
    let leaves = leaves?;
    let column = arguments.words("NAME").zip(&leaves).find(|(_, leaf)| leaf.is_per_row());
    if let Some((word, _)) = column.filter(|_| !frozen) {
        return Err(is_data(word));
    }
    session.freeze(&leaves, frozen);
    Ok(Report::default())
}
