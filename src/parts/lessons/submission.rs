//! The answers of one learner to a lesson: which are handed in.

use std::mem;

use serde::{Deserialize, Serialize};

/// A question of a lesson: the number of its block, and what is asked.
pub type Place = (usize, String);

/// The most bytes of what one learner hands in.
pub const MOST_BYTES: u64 = 1 << 20;
/// The most characters of a try, and the most tries of one learner.
const MOST_CHARACTERS: usize = 4000;
const MOST_TRIES: usize = 2000;
/// The most times that one learner begins again.
const MOST_EARLIER: usize = 100;

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
    /// What a question of a lesson's own asks for.
    pub const ASK: &str = "ask";
    /// What a task asks for.
    pub const TASK: &str = "task";

    /// What was typed for a task.
    pub fn at_task(text: &str) -> Try {
        Try { asks: Try::TASK.to_owned(), text: text.trim_end().to_owned(), ..Try::default() }
    }
}

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
    /// The questions, in the order they were asked.
    pub questions: Vec<Question>,
    /// What was tried before parts were begun again, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Earlier>,
}

/// What was tried at the last parts of a lesson before they were begun again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Earlier {
    /// The first block that was begun again.
    pub block: usize,
    /// The questions there and behind it.
    pub questions: Vec<Question>,
}

/// A question or a task, and every try.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The number of its block in the lesson.
    pub block: usize,
    /// What is asked for: a derivative, or `ask` or `task`.
    pub asks: String,
    /// What was typed.
    pub tries: Vec<String>,
}

impl HandIn {
    /// Returns true if both are answers of the same learner to the same lesson.
    pub fn is_of(&self, other: &HandIn) -> bool {
        (&self.title, &self.name, self.seed) == (&other.title, &other.name, other.seed)
    }

    /// True if there is more in it than anyone types.
    pub fn is_too_large(&self) -> bool {
        let earlier = self.earlier.iter().flat_map(|earlier| &earlier.questions);
        let questions = self.questions.iter().chain(earlier);
        let tries = || questions.clone().flat_map(|question| &question.tries);
        tries().count() > MOST_TRIES
            || tries().any(|it| it.chars().count() > MOST_CHARACTERS)
            || self.earlier.len() > MOST_EARLIER
    }

    /// Adds a try at a block.
    pub fn add(&mut self, block: usize, tried: Try) {
        match self.questions.last_mut().filter(|it| it.block == block && it.asks == tried.asks) {
            Some(question) => question.tries.push(tried.text),
            None => {
                self.questions.push(Question { block, asks: tried.asks, tries: vec![tried.text] });
            }
        }
    }

    /// Begins again from a block on. What was tried there stays, as what was tried earlier: the first try
    /// is the one that counts.
    pub fn begin_again(&mut self, block: usize) {
        let all = mem::take(&mut self.questions).into_iter();
        let (questions, kept) = all.partition(|question| question.block >= block);
        self.questions = kept;
        if !questions.is_empty() {
            self.earlier.push(Earlier { block, questions });
        }
    }

    /// Puts what another file has of the same learner before these answers, unless they have it.
    pub fn put_before(&mut self, mut other: HandIn) {
        let mut own = self.clone();
        own.begin_again(0);
        other.begin_again(0);
        if own.earlier != other.earlier {
            other.earlier.append(&mut self.earlier);
            self.earlier = other.earlier;
        }
    }

    /// What was tried from the beginning of the lesson on, each time that parts of it were begun again and
    /// at last; and the first block that was not tried in the same way before.
    pub fn passes(&self) -> Vec<(usize, Vec<Question>)> {
        let mut later = self.questions.clone();
        let mut passes = Vec::new();
        for Earlier { block, questions } in self.earlier.iter().rev() {
            let before = later.iter().filter(|question| question.block < *block);
            let whole = before.chain(questions).cloned().collect();
            passes.push((0, mem::replace(&mut later, whole)));
        }
        passes.push((0, later));
        passes.reverse();
        let begun = self.earlier.iter().map(|earlier| earlier.block);
        passes.iter_mut().zip(begun).for_each(|(pass, block)| pass.0 = block);
        passes
    }

    /// What was typed at a block.
    pub fn tries(&self, block: Option<usize>) -> impl Iterator<Item = &str> {
        let own = self.questions.iter().filter(move |question| Some(question.block) == block);
        own.flat_map(|question| question.tries.iter().map(String::as_str))
    }
}
