//! Trying a lesson out by itself: which of its blocks and questions are not as they should be.

use std::collections::BTreeSet;

use super::exercise::Key;
use super::lesson::{Lesson, PartKind};
use super::worksheet::printed;
use crate::command::{Files, Outcome, RunOptions, Running, Texts};
use crate::core::session::Session;
use crate::report::Report;

/// Blocks with an error, nan or inf, and questions whose answer is that or 0, by the line of the block and the
/// number in it. The lesson runs in a session of its own, the same at the prompt and on the page: it reads no file.
pub(super) fn flaws(text: &str) -> BTreeSet<(usize, usize)> {
    let mut flaws = BTreeSet::new();
    let mut session = begin();
    for part in Lesson::read(text).parts {
        match part.kind {
            PartKind::NewSession => session = begin(),
            PartKind::Code(code) => {
                let is_well = runs_well(&mut session, &code.fence.script());
                flaws.extend((!is_well).then_some((part.line, 0)));
            }
            PartKind::Exercise(_, exercise) => {
                // An error is as bad as an answer of 0, nan or inf.
                let keys = exercise.keys(&mut session);
                let keys = keys.unwrap_or_else(|_| vec![Key::number("", 0.0, None)]);
                let numbers = keys.iter().map(|key| key.number).enumerate();
                let flawed = numbers.filter(|(_, it)| it.is_some_and(|it| !it.is_normal()));
                flaws.extend(flawed.map(|(number, _)| (part.line, number)));
            }
            _ => {}
        }
    }
    flaws
}

fn begin() -> Session {
    let mut session = Session::new();
    // The number of nodes that a lesson may make.
    session.budget().set_room(1_000_000);
    session.work_mut().is_unread = true;
    session
}

/// Runs the statements of a block; returns false for an error, or an answer that is no number.
fn runs_well(session: &mut Session, script: &str) -> bool {
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let mut is_well = true;
    for text in Texts::of(script) {
        let mut running = Running::of(&text.typed, text.from);
        while let Some((outcome, _)) = running.run_next(session, options) {
            is_well &= matches!(outcome, Outcome::Report(report) if has_numbers(&report));
        }
    }
    session.leave_practice();
    is_well
}

/// False for a report in which nan or inf stands, or beside it.
fn has_numbers(report: &Report) -> bool {
    let text = printed(report) + &report.notes.join(" ");
    !text.split(|it: char| !it.is_alphanumeric()).any(|word| ["nan", "inf"].contains(&word))
}
