//! Trying a lesson out by itself: which of its blocks and questions are not as they should be.

use std::collections::BTreeSet;

use super::lesson::{Lesson, PartKind};
use super::player::restore_format;
use super::worksheet::printed;
use crate::command::{Files, Outcome, RunOptions, Running, Texts};
use crate::core::session::Session;
use crate::report::Report;

/// Blocks and questions of a lesson, by the line of the block and their number in it, that are not as they
/// should be: a block with an error or with what is no number, and a question that is not worth asking, since
/// its answer is 0 or no number.
pub(super) type Flaws = BTreeSet<(usize, usize)>;

/// Runs a lesson in a session of its own, the same at the prompt and on the page: it reads no file.
pub(super) fn flaws(text: &str) -> Flaws {
    let mut flaws = Flaws::new();
    let mut session = begin();
    for part in Lesson::read(text).parts {
        match part.kind {
            PartKind::NewSession => session = begin(),
            PartKind::Code(code) => {
                let has_flaw = !runs_well(&mut session, &code.fence.script());
                flaws.extend(has_flaw.then_some((part.line, 0)));
            }
            PartKind::Exercise(_, exercise) => {
                let Ok(keys) = exercise.keys(&mut session) else {
                    flaws.insert((part.line, 0));
                    continue;
                };
                let trivial = keys.iter().enumerate().filter(|(_, key)| key.number == Some(0.0));
                flaws.extend(trivial.map(|(number, _)| (part.line, number)));
            }
            _ => {}
        }
    }
    flaws
}

fn begin() -> Session {
    /// The number of nodes that a lesson may make.
    const MOST_NODES: usize = 1_000_000;
    let mut session = Session::new();
    session.budget().set_room(MOST_NODES);
    session.work_mut().is_unread = true;
    session
}

/// Runs the statements of a block; returns false for an error, or an answer that is no number.
fn runs_well(session: &mut Session, script: &str) -> bool {
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let format = session.settings().format;
    let mut is_well = true;
    for text in Texts::of(script) {
        let mut running = Running::of(&text.typed, text.from);
        while let Some((outcome, _)) = running.run_next(session, options) {
            is_well &= matches!(outcome, Outcome::Report(report) if has_numbers(&report));
        }
    }
    restore_format(session, format);
    session.leave_practice();
    is_well
}

/// False for a report in which nan or inf stands, or beside it.
fn has_numbers(report: &Report) -> bool {
    let text = printed(report) + &report.notes.join(" ");
    !text.split(|it: char| !it.is_alphanumeric()).any(|word| ["nan", "inf"].contains(&word))
}
