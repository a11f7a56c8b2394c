//! What a block of a lesson asks or sets.

use std::fmt;

use super::worksheet::Sheet;
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::learn::Question;

/// The name of a question and its answer.
pub type Key = (String, f64);

/// What a block asks or sets: a row of [`EXERCISES`](super::EXERCISES) reads it.
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
    /// When it makes no sense in this session, or what it says of an answer is wrong; the place is in the block.
    fn keys(&self, session: &mut Session) -> Result<Vec<Key>>;

    /// What a sheet has in its place.
    fn on_sheet(&self, sheet: Sheet, keys: &[Key]) -> String;

    /// True if it asks for a grad, false if statements are typed for it; `None` for other questions.
    fn asks_grad(&self) -> Option<bool> {
        None
    }

    /// The condition that statements are to reach.
    fn goal(&self) -> Option<&str> {
        None
    }
}

/// How an exercise begins.
#[derive(Debug)]
pub enum Begun {
    /// By a statement, whose question waits.
    Statement(String),
    /// By this text, and a question that waits.
    Question(String, Box<dyn Question>),
    /// By this text and a sentence on the goal; it is asked after each line that was typed.
    Task(String, String, Box<dyn Question>),
}
