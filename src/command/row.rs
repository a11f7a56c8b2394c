//! `:row`.

use super::grad::pass;
use super::{Argument, Arguments, Command};
use crate::core::language::{Error, Result};
use crate::core::session::Session;
use crate::report::{Block, Report, Shape};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "row",
    arguments: &[Argument::count("N", 1, u64::MAX).optional()],
    summary: "choose the current row; without N, show its number",
    details: "\
Tables and pictures show the current row of columns, and of nodes computed from them. A grad summed over all rows is marked. :undo and :save ignore the current row.",
    options: &[("N", "the row, from 1; shorter columns keep their current row")],
    examples: &[":row", ":row 2"],
    run: row,
    ..Command::ROW
}];

fn row(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let counts = session.row_counts();
    let Some(most) = counts.last() else {
        return Err(Error::new(arguments.end, "no columns yet").hint("define one: x = [1, 2, 3]"));
    };
    let Some(word) = arguments.words("N").next() else {
        let say = |rows: &usize| format!("row {} of {rows}", session.current_row(*rows));
        return Ok(Report::say("row", counts.iter().map(say).collect::<Vec<_>>()));
    };
    let row = usize::try_from(arguments.count_of("N", word, *most as u64)?).unwrap_or(*most);
    counts.iter().filter(|rows| **rows >= row).for_each(|rows| session.look_at_row(*rows, row));
    match session.root().cloned().filter(|root| session.order_of(root).has_rows()) {
        Some(root) => {
            Ok(Report::of("row", Block::Pass(Box::new(pass(session, &root, Shape::Ledger)))))
        }
        None => Ok(Report::default()),
    }
}
