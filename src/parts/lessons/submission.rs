//! The answers of one learner to a lesson: which are handed in.

use serde::{Deserialize, Serialize};

use crate::command::without_mark;
use crate::core::language::quoted;
use crate::parts::learn::Try;

/// A question of a lesson: the number of its block, and its name.
pub type Place = (usize, String);

/// The limit on the bytes of a submission.
pub const MOST_BYTES: u64 = 1 << 20;

/// The most characters of a name that are read.
const LONGEST_NAME: usize = 80;

/// The answers of one learner.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HandIn {
    /// The title of the lesson.
    pub title: String,
    /// The learner's name, if it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The seed of the numbers, if others were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The questions, in the order they were asked first.
    pub questions: Vec<Answered>,
}

/// A question or a task, and every try.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The number of its block in the lesson.
    pub block: usize,
    /// The name: a derivative, `ask` or `task`.
    pub asks: String,
    /// The question.
    #[serde(default)]
    pub text: String,
    pub tries: Vec<String>,
}

impl HandIn {
    /// Reads a submission for the lesson of this title.
    ///
    /// # Errors
    ///
    /// It is something else, or too large.
    pub fn read(bytes: &[u8], title: &str) -> Result<HandIn, String> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err("it is larger than 1 MB".to_owned());
        }
        let json = without_mark(bytes).map_err(|error| error.to_string())?;
        let read: Result<HandIn, _> = serde_json::from_slice(json);
        let mut answers = read.map_err(|error| format!("it is not a submission: {error}"))?;
        if answers.title != title {
            return Err(format!("it belongs to another lesson, {}", quoted(&answers.title)));
        }
        let short = |name: String| name.chars().take(LONGEST_NAME).collect();
        answers.name = answers.name.filter(|name| !name.trim().is_empty()).map(short);
        // A spreadsheet would compute such a name.
        let formula = answers.name.as_mut().filter(|it| it.starts_with(['=', '+', '-', '@']));
        formula.into_iter().for_each(|name| name.insert(0, '\''));
        Ok(answers)
    }

    /// Returns true if both are answers of the same learner to the same lesson.
    pub fn is_of(&self, other: &HandIn) -> bool {
        (&self.title, &self.name, self.seed) == (&other.title, &other.name, other.seed)
    }

    /// Adds a try at a block.
    pub fn add(&mut self, block: usize, tried: Try) {
        let Try { asks, prompt, text, .. } = tried;
        match self.questions.iter_mut().find(|it| it.block == block && it.asks == asks) {
            Some(question) => question.tries.push(text),
            None => self.questions.push(Answered { block, asks, text: prompt, tries: vec![text] }),
        }
    }

    /// The tries at a question of a block.
    pub fn tries(&self, block: usize, asks: &str) -> impl Iterator<Item = &str> {
        let own = self.questions.iter().filter(move |it| it.block == block && it.asks == asks);
        own.flat_map(|question| question.tries.iter().map(String::as_str))
    }
}
