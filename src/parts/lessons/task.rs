//! The goal of a task: whether it can be asked for, and how far an attempt at it has gone.

use std::collections::BTreeSet;

use super::blocks::Task;
use crate::command::syntax::statements;
use crate::core::language::{Error, Kind, Result, Step, Tree, parse_expression, quoted};
use crate::core::ops::constant;
use crate::core::session::Session;
use crate::parts::learn::{Question, Verdict};
use crate::report::{Paragraph, Role};

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
    let words = || task.text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '.'));
    let is_told = |name: &str| words().any(|word| word.trim_end_matches('.') == name);
    let is_value = |name: &str| session.names().resolve(name).is_some() || constant(name).is_some();
    let is_fixed = |step: &Step| match step.kind {
        Kind::Name => {
            constant(step.span.of(text)).is_some() && !session.has_name(step.span.of(text))
        }
        Kind::Call(_) => false,
        _ => true,
    };
    if tree.steps.iter().all(is_fixed) {
        let error =
            Error::new(*place, "this goal is about no name: nothing that is typed changes it");
        return Err(error.hint(HOW));
    }
    let mut unknown = tree.names().filter(|(name, _)| !is_value(name));
    let Some(first) = unknown.next() else {
        let number = session.number(&tree);
        return number.map(drop).map_err(|error| error.moved(place.start as usize));
    };
    let nobody = std::iter::once(first).chain(unknown).find(|(name, _)| !is_told(name));
    nobody.map_or(Ok(()), |(name, span)| {
        let message = format!("unknown name {}", quoted(name));
        let error = Error::new(span, message).moved(place.start as usize);
        Err(error.hint("a goal is about names that a block has given, or that the task asks for"))
    })
}

/// True for the number of a condition that holds.
fn holds(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

/// What the author of a task should know of it: that its goal is reached before anything is typed, or is
/// about what is no number.
pub fn doubt(session: &mut Session, task: &Task) -> Option<Error> {
    let number = goal_of(task).and_then(|tree| session.number(&tree)).ok()?;
    let (said, hint) = match number {
        number if number.is_nan() => (
            "this goal compares nan before anything is typed, and may never be reached",
            "a goal is about numbers: goal L < 0",
        ),
        number if holds(number) => {
            ("this goal is reached before anything is typed", "whatever is typed first would do")
        }
        _ => return None,
    };
    Some(Error::new(task.goal.1, said).hint(hint))
}

/// A task that is worked on.
#[derive(Debug)]
pub struct Attempt {
    task: Task,
    /// The names of results in the goal.
    results: Vec<String>,
    /// What was typed that has changed something and was not undone: how many changes stood before, and its
    /// statements.
    done: Vec<(u64, usize)>,
    /// The changes that stand.
    changes: u64,
    is_over: bool,
}

impl Attempt {
    /// Begins a task: what came before cannot be undone until it is over.
    pub fn new(session: &mut Session, task: Task) -> Attempt {
        session.journal_mut().end_undo_here(true);
        let goal = goal_of(&task);
        let names = goal.iter().flat_map(Tree::names);
        let names: BTreeSet<&str> = names.map(|(name, _)| name).collect();
        let results = names.into_iter().filter(|name| is_result(session, name));
        let results = results.map(str::to_owned).collect();
        let changes = session.journal().standing();
        Attempt { task, results, done: Vec::new(), changes, is_over: false }
    }

    /// Notes a text that has run; returns true if it took more statements than it may.
    fn counts_too_many(&mut self, session: &Session, text: &str) -> bool {
        let (before, now) = (self.changes, session.journal().standing());
        self.changes = now;
        if now > before {
            let typed = statements(text, 0).count();
            let changes = usize::try_from(now - before).unwrap_or(usize::MAX);
            self.done.push((before, typed.min(changes)));
        } else {
            self.done.retain(|(begun, _)| *begun < now);
        }
        let count: usize = self.done.iter().map(|(_, count)| *count).sum();
        self.task.most.is_some_and(|most| count > most)
    }

    /// Takes back what was done for it.
    fn begin_again(&mut self, session: &mut Session) {
        while session.undo().is_some() {}
        self.done.clear();
        self.changes = session.journal().standing();
    }
}

impl Question for Attempt {
    fn kind(&self) -> &'static str {
        "task"
    }

    fn asks(&self) -> Option<String> {
        (!self.is_over).then(|| TASK.to_owned())
    }

    fn prompt(&self) -> String {
        format!("{}\n{}", self.task.text, self.task.said_goal())
    }

    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict> {
        if text.trim() == AGAIN {
            self.begin_again(session);
            return Ok(Verdict::on(None, false, None));
        }
        if self.counts_too_many(session, text) {
            self.begin_again(session);
            let said = Paragraph::new(self.task.said_too_far());
            return Ok(Verdict::on(None, false, None).saying(said));
        }
        let goal = goal_of(&self.task).and_then(|tree| session.number(&tree));
        if !goal.is_ok_and(holds) {
            return Ok(Verdict::default());
        }
        // Whoever types `L = -1` has not made the L negative that the lesson is about.
        if let Some(name) = self.results.iter().find(|name| !is_result(session, name)) {
            let said = self.task.said_elsewhere(name);
            return Ok(Verdict::say(Paragraph::new(said)));
        }
        self.is_over = true;
        let said = Paragraph::new("     ").role("reached", Role::Right);
        let said = said.text(format!(": {}", self.task.goal.0));
        Ok(Verdict::on(None, true, None).saying(said))
    }

    fn hint(&mut self) -> Verdict {
        Verdict::say(Paragraph::new(NO_HELP))
    }

    fn give_up(&mut self) -> Verdict {
        self.hint()
    }

    fn leave(&mut self) -> Verdict {
        self.is_over = true;
        Verdict::on(None, false, None)
    }
}

/// What the hand-ins call a task, and the line in them where it began again.
pub const TASK: &str = "task";
pub const AGAIN: &str = ":lesson again";

const NO_HELP: &str = "     A task has no hints and no answer to tell. Whatever reaches the goal is right; \
                       an empty line leaves it.";

/// True for the name of a node that is computed.
fn is_result(session: &Session, name: &str) -> bool {
    session.names().resolve(name).is_some_and(|node| !node.is_leaf())
}
