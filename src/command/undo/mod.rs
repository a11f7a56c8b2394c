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
Undoes an assignment, a definition, :set, :step, :minimize, :fit, :solve, :freeze, :thaw, \
:del, :reset, a setting, or all that a :load did, and what followed from it: the answer and the \
root are what they were before. :redo does it again. Each statement is one step; one that only \
shows or computes something, or has changed nothing, is none. Within a script that is loaded, it goes back to the beginning of that \
script at most.",
        example: ":undo",
        run: undo,
        ..Command::ROW
    },
    Command {
        name: "redo",
        group: Group::Session,
        summary: "do again what :undo has undone; again for the next",
        details: "\
Whatever makes something new ends what can be redone: an assignment, a command that :undo takes back, \
a computed answer. Looking does not: :grad, :vars, the name of a node.",
        example: ":redo",
        run: redo,
        ..Command::ROW
    },
    Command {
        name: "reset",
        group: Group::Session,
        summary: "forget everything except the settings; :undo brings it back",
        example: ":reset",
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
