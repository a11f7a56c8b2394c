//! The parts of a lesson as they are shown: what belongs together, prose, and how an exercise begins.

use std::io;
use std::mem;
use std::ops::Range;
use std::path::PathBuf;

use super::super::{Runner, Screen};
use crate::commands::{Asking, must_make_sense};
use crate::language::{Error, visible};
use crate::lesson::{Exercise, Fence, Lesson, Part, PartKind, is_transcript, typed};
use crate::report::Role;
use crate::views::Canvas;

/// Splits a lesson into what is shown at a time: up to a block, or to the next heading.
pub fn units(lesson: &Lesson, text: &str) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut has_prose = false;
    for (at, part) in lesson.parts.iter().enumerate() {
        let says =
            |part: &Part| text.get(part.places.clone()).is_some_and(|it| !it.trim().is_empty());
        match part.kind {
            PartKind::Prose if !says(part) => {}
            PartKind::Prose => {
                if mem::replace(&mut has_prose, true) {
                    units.push(start..at);
                    start = at;
                }
            }
            PartKind::NewSession | PartKind::Vary(_) => {}
            PartKind::Code(_) | PartKind::Exercise(..) | PartKind::Wrong(..) => {
                units.push(start..at + 1);
                (start, has_prose) = (at + 1, false);
            }
        }
    }
    if has_prose {
        units.push(start..lesson.parts.len());
    }
    units
}

/// What is run of a block.
pub fn script_of(fence: &Fence) -> String {
    if is_transcript(&fence.content) { typed(&fence.content) } else { fence.content.clone() }
}

/// Shows prose as it is written, its headings marked.
pub fn show_prose(screen: &mut Screen, prose: &str) -> io::Result<()> {
    let mut canvas = screen.answers();
    for line in prose.trim_matches(['\n', '\r']).lines() {
        let role = if line.starts_with('#') { Role::Title } else { Role::Plain };
        let line: String = line.chars().map(visible).collect();
        canvas.put(role, &line)?;
        canvas.put(Role::Plain, "\n")?;
    }
    canvas.put(Role::Plain, "\n")
}

/// Shows an exercise and begins it.
pub fn begin_exercise(runner: &mut Runner, exercise: &Exercise) -> Result<(), Error> {
    // What cannot be printed is noticed at the next answer.
    match exercise {
        Exercise::Quiz(statement) => {
            let folder = PathBuf::new();
            let _ = runner.run_block(statement, &folder);
        }
        Exercise::Ask(ask) => {
            let asking = Asking::new(&mut runner.session, ask)?;
            let _ = show_prose(&mut runner.screen, &ask.question);
            runner.ask(asking);
        }
        Exercise::Task(task) => {
            must_make_sense(&mut runner.session, task)?;
            let most = task
                .most
                .map_or_else(String::new, |most| format!(", in at most {most} statements"));
            let said =
                format!("{}\n\nGoal: {}{most}. What you type counts.", task.text, task.goal.0);
            let _ = show_prose(&mut runner.screen, &said);
        }
    }
    Ok(())
}

/// Says what is wrong with a block that begins on a line.
pub fn complain(
    runner: &mut Runner,
    (line, fence): (usize, &Fence),
    error: &Error,
) -> io::Result<()> {
    runner.complain(&format!("line {}: {error}", fence.line_of(line, error.span())))
}
