//! The goal of a task: whether it can be asked for, and whether it is reached.

use crate::language::{Error, Kind, Known, Result, Tree, parse_expression, quoted};
use crate::lesson::Task;
use crate::session::Session;

/// Returns the condition of a task.
///
/// # Errors
///
/// When it cannot be read.
pub fn goal_of(task: &Task) -> Result<Tree<'_>> {
    let (text, span) = &task.goal;
    let read = parse_expression(text).map_err(|error| match error.advice() {
        Some(_) => error,
        None => error.hint(HOW),
    });
    read.map_err(|error| error.moved(span.start as usize))
}

/// How a goal is written.
const HOW: &str = "a goal compares numbers: goal L < 0";

/// Checks that a goal can be reached at all: each name in it is known, or is in the text of the task, which
/// asks for it.
///
/// # Errors
///
/// When it cannot be read, has another name, or is no number.
pub fn must_make_sense(session: &mut Session, task: &Task) -> Result<()> {
    let tree = goal_of(task)?;
    let (text, place) = &task.goal;
    let names = || tree.steps.iter().filter(|step| matches!(step.kind, Kind::Name));
    let words = || task.text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '.'));
    let is_told = |name: &str| words().any(|word| word.trim_end_matches('.') == name);
    let is_value = |name: &str| matches!(session.known(name), Known::Value);
    let mut unknown = names().filter(|step| !is_value(step.span.of(text)));
    let Some(first) = unknown.next() else {
        let number = session.number(&tree);
        return number.map(drop).map_err(|error| error.moved(place.start as usize));
    };
    let nobody = std::iter::once(first).chain(unknown).find(|it| !is_told(it.span.of(text)));
    nobody.map_or(Ok(()), |step| {
        let message = format!("unknown name {}", quoted(step.span.of(text)));
        let error = Error::new(step.span, message).moved(place.start as usize);
        Err(error.hint("a goal is about names that a block has given, or that the task asks for"))
    })
}

/// Returns true if the goal of a task is reached.
pub fn is_reached(session: &mut Session, task: &Task) -> bool {
    let goal = goal_of(task).and_then(|tree| session.number(&tree));
    goal.is_ok_and(|holds| holds != 0.0 && !holds.is_nan())
}
