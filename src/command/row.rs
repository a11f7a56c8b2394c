//! The command that looks at another row.

use super::grad::pass;
use super::{Argument, Arguments, Command, Group};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, quoted};
use crate::core::session::Session;
use crate::report::{Block, Report, Shape};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "row",
    group: Group::Passes,
    arguments: &[Argument::count("N", 1, u64::MAX).optional(), Argument::leaf("COLUMN").optional()],
    summary: "look at row N of the columns; without N, say which row is in view",
    details: "\
Tables, pictures and lessons show one row of what has rows: x[1], and the numbers of everything \
computed from it in that row. A grad that is a sum over all rows says so. With columns of \
different length COLUMN says which are meant. It is a setting: :undo does not change it, and :save does \
not write it.",
    example: ":row 2",
    run: row,
    ..Command::ROW
}];

fn row(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let is_given = arguments.has("N");
    let mut rows = rows(session, arguments)?;
    if !is_given {
        let say = |rows: &usize| format!("row {} of {rows}", session.row_in_view(*rows));
        return Ok(Report::say("row", rows.iter().map(say).collect::<Vec<_>>()));
    }
    let word = arguments.word("N")?;
    // Columns that have no such row cannot be meant; the longest are, if none has.
    let longest = rows.last().copied().unwrap_or(0);
    let most = arguments.count("N")?.min(longest as u64);
    rows.retain(|rows| *rows as u64 >= most);
    let [rows] = rows.as_slice() else {
        let counts: Vec<String> = rows.iter().map(usize::to_string).collect();
        let is_long = |value: &Value| value.rows().is_some_and(|count| rows.contains(&count));
        let name = session.names().iter().find(|(_, value)| is_long(value));
        let name = name.map_or("x", |(name, _)| name);
        let message = format!("there are columns of {} rows", counts.join(" and of "));
        return Err(Error::new(word.span, message)
            .hint(format!("say which you mean: :row {} {name}", quoted(word.text))));
    };
    let row = arguments.count_of("N", word, *rows as u64)?;
    session.look_at_row(*rows, usize::try_from(row).unwrap_or(*rows));
    let root = session.root().cloned();
    match root.filter(|root| session.order_of(root).has_rows()) {
        Some(root) => {
            Ok(Report::of("row", Block::Pass(Box::new(pass(session, &root, Shape::Ledger)))))
        }
        None => Ok(Report::default()),
    }
}

/// Returns the numbers of rows that are meant.
fn rows(session: &mut Session, arguments: &Arguments<'_>) -> Result<Vec<usize>> {
    if let Some(word) = arguments.words("COLUMN").next() {
        let value = session.find(word.text, word.span)?;
        let none = || Error::new(word.span, format!("{} has no rows", quoted(word.text)));
        return Ok(vec![value.rows().ok_or_else(none)?]);
    }
    let counts = session.row_counts();
    if counts.is_empty() {
        return Err(Error::new(arguments.end(), "there are no rows yet")
            .hint("a column has some: x = [1, 2, 3]"));
    }
    Ok(counts)
}
