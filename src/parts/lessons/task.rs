//! The goal of a task: whether it can be asked for, and how far an attempt at it has gone.

use std::collections::BTreeSet;

use super::blocks::Task;
use super::lesson::Exercise;
use super::question::Asking;
use crate::command::syntax::statements;
use crate::command::{RunOptions, run};
use crate::core::graph::{Value, WeakValue};
use crate::core::language::{Error, Kind, Result, Step, Tree, parse_expression, quoted};
use crate::core::ops::constant;
use crate::core::session::Session;

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

/// What is said where a question has no answer because of what was typed for a task.
pub const IN_THE_WAY: &str =
    "what you typed for a task leaves this question without an answer; from here on it is dropped";

/// True if an exercise of a lesson makes sense in a session.
pub fn can_be_asked(session: &mut Session, exercise: &Exercise) -> bool {
    match exercise {
        Exercise::Quiz(statement) => {
            let begun = run(session, statement, RunOptions::default());
            session.leave_practice();
            begun.is_ok()
        }
        Exercise::Ask(ask) => Asking::new(session, ask).is_ok(),
        Exercise::Task(_) => true,
    }
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
    /// The results that the goal names, and the leaves that each is computed from when it begins.
    results: Vec<(String, WeakValue, BTreeSet<String>)>,
    /// What was typed that has changed something and was not undone: how many changes stood before, and its
    /// statements.
    done: Vec<(u64, usize)>,
}

/// How far an attempt has gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// It goes on.
    On,
    /// The goal holds, but of a result that is given anew; the sentence says so. It goes on.
    Elsewhere(String),
    /// The goal is reached.
    Reached,
    /// It took more statements than it may: the task begins once more.
    TooFar,
}

impl Attempt {
    /// Begins a task: what came before cannot be undone until it is over.
    pub fn new(session: &mut Session, task: Task) -> Attempt {
        session.journal_mut().end_undo_here(true);
        let goal = goal_of(&task);
        let names = goal.iter().flat_map(Tree::names);
        let names: BTreeSet<&str> = names.map(|(name, _)| name).collect();
        let result = |name: &str| {
            let node = session.names().resolve(name)?;
            node.operation()?;
            let leaves = leaves_below(session, &node);
            Some((name.to_owned(), node.downgrade(), leaves))
        };
        let results = names.into_iter().filter_map(result).collect();
        Attempt { task, results, done: Vec::new() }
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Takes a text that has run, before which so many changes stood, and says how far that has gone.
    pub fn take(&mut self, session: &mut Session, text: &str, before: u64) -> Gone {
        let now = session.journal().standing();
        if now > before {
            let typed = statements(text, 0).count();
            let changes = usize::try_from(now - before).unwrap_or(usize::MAX);
            self.done.push((before, typed.min(changes)));
        } else {
            self.done.retain(|(begun, _)| *begun < now);
        }
        let count: usize = self.done.iter().map(|(_, count)| *count).sum();
        if self.task.most.is_some_and(|most| count > most) {
            return Gone::TooFar;
        }
        let goal = goal_of(&self.task).and_then(|tree| session.number(&tree));
        if !goal.is_ok_and(holds) {
            return Gone::On;
        }
        if let Some((name, leaf)) = self.given_anew(session) {
            return Gone::Elsewhere(self.task.said_elsewhere(&name, &leaf));
        }
        session.journal_mut().end_undo_here(false);
        Gone::Reached
    }

    /// A result of the goal that has lost a leaf since the task began, and that leaf: whoever types `L = -1` has
    /// not made the L negative that the lesson is about.
    fn given_anew(&self, session: &mut Session) -> Option<(String, String)> {
        self.results.iter().find_map(|(name, node, leaves)| {
            let now = session.names().resolve(name)?;
            if *node == now.downgrade() {
                return None;
            }
            let own = leaves_below(session, &now);
            let lost = leaves.difference(&own).next()?;
            Some((name.clone(), lost.clone()))
        })
    }

    /// Takes back what was done for it.
    pub fn begin_again(&mut self, session: &mut Session) {
        self.done.clear();
        while session.undo().is_some() {}
    }

    /// Leaves it.
    pub fn leave(session: &mut Session) {
        session.journal_mut().end_undo_here(false);
    }
}

/// The names of the leaves that a node is computed from.
fn leaves_below(session: &mut Session, node: &Value) -> BTreeSet<String> {
    let leaves: Vec<Value> = session.order_of(node).leaves().cloned().collect();
    let names = session.names();
    let named = leaves.iter().filter(|leaf| !names.is_nameless(leaf));
    // Also where the name means something else by now.
    named.map(|leaf| names.short_name(leaf)).collect()
}
