//! The parts of a lesson as they are shown: prose, and how an exercise begins.

use std::io;
use std::path::PathBuf;

use super::prose::lines;
use crate::core::language::{Error, visible_text};
use crate::parts::lessons::fence::Fence;
use crate::parts::lessons::lesson::Exercise;
use crate::parts::lessons::question::Asking;
use crate::parts::lessons::task::must_make_sense;
use crate::render::Canvas;
use crate::repl::{Runner, Screen};
use crate::report::Role;

/// Shows prose as it is written, its headings marked; on a terminal in lines that fit.
pub fn show_prose(screen: &mut Screen, prose: &str) -> io::Result<()> {
    // What stands between two settings, `session: new` and `vary: a`, is no paragraph.
    if prose.trim().is_empty() {
        return Ok(());
    }
    let columns = screen.size().map(|(columns, _)| columns);
    let mut canvas = screen.answers();
    for line in lines(prose, columns) {
        let role = if line.starts_with('#') { Role::Title } else { Role::Plain };
        canvas.put(role, &visible_text(&line))?;
        canvas.put(Role::Plain, "\n")?;
    }
    canvas.put(Role::Plain, "\n")
}

/// Says what is about the lesson and not in it, on a terminal in lines that fit.
pub fn say(runner: &mut Runner, message: &str) -> io::Result<()> {
    let columns = runner.screen.size().map(|(columns, _)| columns);
    lines(message, columns).iter().try_for_each(|line| runner.screen.say(line))
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
            runner.asking = Some(asking);
        }
        Exercise::Task(task) => {
            must_make_sense(&mut runner.session, task)?;
            let _ = show_prose(&mut runner.screen, &task.said());
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
