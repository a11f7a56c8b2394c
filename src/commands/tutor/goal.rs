//! The goal of a task: whether it can be asked for, and how far an attempt at it has gone.

use crate::language::{Error, Kind, Known, Result, Scan, Tree, parse_expression, quoted};
use crate::lesson::Task;
use crate::session::Session;

/// Returns the condition of a task.
fn goal_of(task: &Task) -> Result<Tree<'_>> {
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

/// True for the number of a condition that holds.
fn holds(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

/// What the author of a task should know of it: that its goal is reached before anything is typed.
pub fn doubt(session: &mut Session, task: &Task) -> Option<Error> {
    let number = goal_of(task).and_then(|tree| session.number(&tree)).ok()?;
    let error = Error::new(task.goal.1, "this goal is reached before anything is typed");
    holds(number).then(|| error.hint("whatever is typed first would do"))
}

/// A task that is worked on.
#[derive(Debug)]
pub struct Attempt {
    task: Task,
    /// The statements so far that have changed something.
    count: usize,
}

/// How far an attempt has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// It goes on.
    On,
    /// The goal is reached.
    Reached,
    /// It took more statements than it may: the task begins once more.
    TooFar,
}

impl Attempt {
    /// Begins a task.
    pub fn new(task: Task) -> Attempt {
        Attempt { task, count: 0 }
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Takes a text that has run, and says how far that has gone.
    pub fn take(&mut self, session: &mut Session, text: &str, has_changed: bool) -> Gone {
        let statements = || Scan::of(text).statements().filter(|it| !it.is_empty()).count();
        self.count += if has_changed { statements() } else { 0 };
        if self.task.most.is_some_and(|most| self.count > most) {
            self.count = 0;
            return Gone::TooFar;
        }
        let goal = goal_of(&self.task).and_then(|tree| session.number(&tree));
        let is_reached = goal.is_ok_and(holds);
        if is_reached { Gone::Reached } else { Gone::On }
    }
}
