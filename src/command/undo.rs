//! `:undo`, `:redo` and `:reset`.

use super::{Command, Group};
use crate::core::language::quoted;
use crate::report::Report;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "undo",
        aliases: &["u"],
        group: Group::Often,
        summary: "undo the last change; repeat to undo more",
        details: "\
Undoes one statement: an assignment, a command that changes something, or a whole :load. Also \
restores the answer and the root. Statements that only show something do not count.",
        examples: &[":undo"],
        run: |session, _| Ok(say("undo", "undone", session.undo())),
        ..Command::ROW
    },
    Command {
        name: "redo",
        summary: "redo the last undone change; repeat to redo more",
        details: "\
Any new change clears what can be redone. Looking, as with :grad or :vars, does not.",
        examples: &[":redo"],
        run: |session, _| Ok(say("redo", "redone", session.redo())),
        ..Command::ROW
    },
    Command {
        name: "reset",
        summary: "delete everything except the settings; :undo restores it",
        examples: &[":reset"],
        run: |session, _| {
            session.reset();
            Ok(Report::default())
        },
        ..Command::ROW
    },
];

fn say(kind: &'static str, done: &str, statement: Option<String>) -> Report {
    let nothing = || format!("nothing to {kind}");
    let text = statement.map_or_else(nothing, |it| format!("{done}: {}", quoted(&it)));
    Report::say(kind, [text])
}
