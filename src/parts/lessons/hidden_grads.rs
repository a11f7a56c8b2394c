//! Whether a lesson asks next for grads of the graph that there is: a picture keeps them to itself until then.

use super::lesson::{Exercise, Part, PartKind};
use crate::command::syntax::{Statement, parse, statements};
use crate::command::{Group, Texts, find};
use crate::core::language::Span;
use crate::core::session::Session;

/// True if these parts of a lesson ask for a grad before they move the numbers or begin another graph.
pub fn asks_grads(session: &Session, parts: &[Part]) -> bool {
    for part in parts {
        match &part.kind {
            PartKind::Exercise(_, Exercise::Quiz(_)) => return true,
            PartKind::Exercise(_, Exercise::Ask(ask)) if ask.key.0.contains("diff(") => {
                return true;
            }
            PartKind::Exercise(_, Exercise::Task(_)) | PartKind::NewSession => return false,
            PartKind::Code(code) if moves(session, &code.fence.script()) => return false,
            _ => {}
        }
    }
    false
}

/// True for statements that may move a number or give a name that there is already.
fn moves(session: &Session, script: &str) -> bool {
    /// Longer ones are not read for it.
    const LONGEST: usize = 10_000;
    let moves = |statement: Statement<'_>| match statement {
        Statement::Empty | Statement::Evaluate(_) | Statement::SideBySide(..) => false,
        Statement::Assign { target: name, .. } | Statement::Define { name, .. } => {
            session.has_name(name)
        }
        Statement::Unpack { targets, .. } => targets.iter().any(|(name, _)| session.has_name(name)),
        Statement::Command(typed) => find(typed.name, Span::default(), false)
            .is_ok_and(|command| matches!(command.group, Group::Leaves | Group::Session)),
    };
    if script.len() > LONGEST {
        return true;
    }
    let texts = Texts::of(script);
    let mut all = texts.iter().flat_map(|text| statements(&text.typed, 0));
    all.any(|(_, statement)| parse(statement).is_ok_and(moves))
}
