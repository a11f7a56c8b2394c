//! `:undo`, `:redo` and `:reset`.

use super::{Command, Group};
use crate::core::language::quoted;
use crate::report::Report;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "undo",
        aliases: &["u"],
        group: Group::Often,
        summary: "undo the last change; again for the one before",
        details: "\
Undoes one statement: an assignment, a command that changes something, all of a :load. The \
answer and the root are what they were before. A statement that only shows something is none.",
        examples: &[":undo"],
        run: |session, _| Ok(say("undo", "undone", session.undo())),
        ..Command::ROW
    },
    Command {
        name: "redo",
        summary: "do again what :undo has undone; again for the next",
        details: "\
Whatever makes something new ends what can be redone. Looking does not: :grad, :vars.",
        examples: &[":redo"],
        run: |session, _| Ok(say("redo", "redone", session.redo())),
        ..Command::ROW
    },
    Command {
        name: "reset",
        summary: "forget everything except the settings; :undo brings it back",
        examples: &[":reset"],
        run: |session, _| {
            session.reset();
            Ok(Report::default())
        },
        ..Command::ROW
    },
];

/// Reports the statement that was `done`, such as undone, if there was one.
fn say(kind: &'static str, done: &str, statement: Option<String>) -> Report {
    let nothing = || format!("there is nothing to {kind}");
    let text = statement.map_or_else(nothing, |it| format!("{done}: {}", quoted(&it)));
    Report::say(kind, [text])
}
