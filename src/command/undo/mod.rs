//! `:undo`, `:redo` and `:reset`.

mod text;

use super::{Arguments, Command, Group};
use crate::core::language::Result;
use crate::core::session::{Session, Traveled};
use crate::report::{Report, few};
use text::said_of;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "undo",
        aliases: &["u"],
        group: Group::Session,
        arguments: &[],
        summary: "undo the last change; again for the one before",
        details: "\
Undoes an assignment, a definition, :set, :step, :minimize, :fit, :solve, :freeze, :thaw, :node, \
:del, :reset, a setting, or all that a :load did, and what followed from it: the answer and the \
root are what they were before. :redo does it again. Every such line is one step; what only shows or \
computes something does not. Within a script that is loaded, it goes back to the beginning of that \
script at most.",
        example: ":undo",
        run: undo,
    },
    Command {
        name: "redo",
        aliases: &[],
        group: Group::Session,
        arguments: &[],
        summary: "do again what :undo has undone; again for the next",
        details: "\
Whatever makes something new ends what can be redone: an assignment, a command that :undo takes back, \
a computed answer. Looking does not: :grad, :vars, the name of a node.",
        example: ":redo",
        run: redo,
    },
    Command {
        name: "reset",
        aliases: &[],
        group: Group::Session,
        arguments: &[],
        summary: "forget everything except the settings; :undo brings it back",
        details: "",
        example: ":reset",
        run: reset,
    },
];

fn undo(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    let said = match session.undo() {
        None if session.has_open_group() => {
            "there is nothing to undo since this script was loaded".to_owned()
        }
        None if session.has_end_of_undo() => {
            "there is nothing to undo since this task began".to_owned()
        }
        None => "there is nothing to undo".to_owned(),
        Some(traveled) => match line_on(session, "undone", traveled) {
            None => "undone: nothing, since it had changed nothing".to_owned(),
            Some(line) => line,
        },
    };
    Ok(Report::say("undo", [said]))
}

fn redo(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    let said = match session.redo() {
        None => "there is nothing to redo".to_owned(),
        Some(traveled) => {
            line_on(session, "redone", traveled).unwrap_or_else(|| "redone".to_owned())
        }
    };
    Ok(Report::say("redo", [said]))
}

/// Returns a line on what was undone or redone; none if that has changed nothing.
fn line_on(session: &Session, done: &str, Traveled { undone, loaded }: Traveled) -> Option<String> {
    const SHOWN: usize = 5;
    let changes = few(said_of(session, undone).into_iter(), SHOWN, ", ");
    Some(match loaded {
        Some(script) if changes.is_empty() => {
            format!("{done}: :load {script}, which changes nothing")
        }
        Some(script) => format!("{done}: all of :load {script}: {changes}"),
        None if changes.is_empty() => return None,
        None => format!("{done}: {changes}"),
    })
}

fn reset(session: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    session.reset();
    Ok(Report::default())
}
