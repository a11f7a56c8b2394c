//! Exercises: the blocks of a lesson that ask something.

use std::fmt;

use super::task::Attempt;
use super::worksheet::{Sheet, printed};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::learn::{Context, Question, chain};
use crate::report::{NumberStyle, Report, numbers};

/// A question and its answer.
#[derive(Debug)]
pub struct Key {
    /// The name of the question.
    pub asks: String,
    /// The number that is right, if it is asked for one.
    pub number: Option<f64>,
    /// The answer as a key says it.
    pub told: String,
}

impl Key {
    /// A number; for a grad, with its working.
    pub fn number(asks: &str, number: f64, grad: Option<(&Context, usize)>) -> Key {
        let mut told = format!("**{}**", numbers::text(NumberStyle::Brief.of(number), None));
        if let Some((context, node)) = grad.filter(|(context, node)| *node != context.root()) {
            let chain = printed(&Report::of("key", chain(context, node).line()));
            told.push_str(&format!(": {}", chain.trim_end()));
        }
        Key { asks: asks.to_owned(), number: Some(number), told }
    }
}

/// An exercise, read by a row of [`EXERCISES`](super::EXERCISES).
pub trait Exercise: fmt::Debug {
    /// Begins it in a lesson that is played.
    ///
    /// # Errors
    ///
    /// When it makes no sense in this session; the place is in the block.
    fn begin(&self, session: &mut Session) -> Result<Begun>;

    /// Tries it out, and returns the answers that it wants.
    ///
    /// # Errors
    ///
    /// It makes no sense in this session, or a wrong answer is right; the place is in the block.
    fn keys(&self, session: &mut Session) -> Result<Vec<Key>>;

    /// The exercise on a sheet.
    fn on_sheet(&self, sheet: Sheet, keys: &[Key]) -> String;

    /// True if it asks for a grad, false for a task; `None` for other questions.
    fn asks_grad(&self) -> Option<bool> {
        None
    }
}

/// A started exercise.
#[derive(Debug)]
pub enum Begun {
    /// By a statement, whose question waits.
    Statement(String),
    /// By this text, and a question that waits.
    Question(String, Box<dyn Question>),
    /// By a task, which is asked after each line that was typed.
    Task(Attempt),
}
