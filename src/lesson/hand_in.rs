//! The answers of one learner to a lesson: kept from day to day, and handed in.

use serde::{Deserialize, Serialize};

/// A question of a lesson: the line of its block, and what is asked.
pub type Place = (usize, String);

/// The most bytes of what one learner hands in.
pub const MOST_BYTES: u64 = 1 << 20;
/// The most characters of a try, and the most tries of one learner.
const MOST_CHARACTERS: usize = 4000;
const MOST_TRIES: usize = 2000;

/// What was typed when something was asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Try {
    /// What was asked for: a derivative, or `ask` or `task`.
    pub asks: String,
    /// What was typed.
    pub text: String,
    /// True if it was right; none for what is no answer.
    pub right: Option<bool>,
    /// The kind of mistake, if it is known.
    pub mistake: Option<String>,
}

impl Try {
    /// What was typed for a task.
    pub fn at_task(text: &str) -> Try {
        Try { asks: "task".to_owned(), text: text.trim_end().to_owned(), ..Try::default() }
    }
}

/// The answers of one learner.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HandIn {
    /// The title of the lesson.
    pub title: String,
    /// A digest of its text.
    pub digest: String,
    /// The learner's name, if it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The seed of the numbers, if others were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many units have been shown.
    pub shown: usize,
    /// The questions, in the order they were asked.
    pub questions: Vec<Question>,
}

/// A question or a task, and every try.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The line of the lesson that its block begins on.
    pub line: usize,
    /// What is asked for: a derivative, or `ask` or `task`.
    pub asks: String,
    /// What was typed.
    pub tries: Vec<String>,
}

impl HandIn {
    /// Returns true if both are of one lesson with the same numbers.
    pub fn is_of(&self, other: &HandIn) -> bool {
        (&self.digest, self.seed) == (&other.digest, other.seed)
    }

    /// True if there is more in it than anyone types.
    pub fn is_too_large(&self) -> bool {
        let tries = || self.questions.iter().flat_map(|question| &question.tries);
        tries().count() > MOST_TRIES || tries().any(|it| it.chars().count() > MOST_CHARACTERS)
    }

    /// Adds a try at the block that begins on a line.
    pub fn add(&mut self, line: usize, tried: Try) {
        match self.questions.last_mut().filter(|it| it.line == line && it.asks == tried.asks) {
            Some(question) => question.tries.push(tried.text),
            None => {
                self.questions.push(Question { line, asks: tried.asks, tries: vec![tried.text] });
            }
        }
    }

    /// Forgets the tries at the block that begins on a line, which begins again.
    pub fn forget(&mut self, line: usize) {
        self.questions.retain(|question| question.line != line);
    }

    /// What was typed at the block that begins on a line.
    pub fn tries(&self, line: usize) -> impl Iterator<Item = &str> {
        let own = self.questions.iter().filter(move |question| question.line == line);
        own.flat_map(|question| question.tries.iter().map(String::as_str))
    }
}

/// A digest of a text, by which a lesson is known again: FNV-1a.
pub fn digest(text: &str) -> String {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{digest:016x}")
}
