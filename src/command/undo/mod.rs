//! `:undo`, `:redo` and `:reset`.

use super::{Arguments, Command, Group};
use crate::core::language::{Result, quoted};
use crate::core::session::Session;
use crate::report::Report;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "undo",
        aliases: &["u"],
        group: Group::Session,
        summary: "undo the last change; again for the one before",
        details: "\
Undoes one statement: an assignment, a command that changes something, all of a :load. The \
answer and the root are what they were before. A statement that only shows something is none.",
        examples: &[":undo"],
        run: undo,
        ..Command::ROW
    },
    Command {
        name: "redo",
        group: Group::Session,
        summary: "do again what :undo has undone; again for the next",
        details: "\
Whatever makes something new ends what can be redone. Looking does not: :grad, :vars.",
        examples: &[":redo"],
        run: redo,
        ..Command::ROW
    },
    Command {
        name: "reset",
        group: Group::Session,
        summary: "forget everything except the settings; :undo brings it back",
        examples: &[":reset"],
        run: reset,
        ..Command::ROW
    },
];

fn undo(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    let undone = session.undo().map(|statement| format!("undone: {}", quoted(&statement)));
    Ok(Report::say("undo", [undone.unwrap_or_else(|| "there is nothing to undo".to_owned())]))
}

fn redo(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    let redone = session.redo().map(|statement| format!("redone: {}", quoted(&statement)));
    Ok(Report::say("redo", [redone.unwrap_or_else(|| "there is nothing to redo".to_owned())]))
}

fn reset(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    session.reset();
    Ok(Report::default())
}
