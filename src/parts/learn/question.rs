//! A question: its replies, the directives in place of an answer, and the tries.

use std::fmt;

use crate::command::syntax::Word;
use crate::core::language::{Error, Result, quoted};
use crate::core::session::Session;
use crate::report::{Block, Data, Facts, Next, Paragraph, Report, exact_json, facts_of};

/// A grad of a quiz, or a question or a task of a lesson.
pub trait Question: fmt::Debug {
    /// The kind of its reports.
    fn kind(&self) -> &'static str;

    /// The name among a lesson's questions, such as `dL/da`; `None` once the question is over.
    fn asks(&self) -> Option<String>;

    /// The question's text in a submission.
    fn prompt(&self) -> String;

    /// Replies to an answer; a task to a statement that has run.
    ///
    /// # Errors
    ///
    /// When the answer cannot be read, and may be typed again.
    fn answer(&mut self, session: &mut Session, text: &str) -> Result<Verdict>;

    /// Gives the next hint.
    fn hint(&mut self) -> Verdict;

    fn give_up(&mut self) -> Verdict;

    /// Ends it without the answer.
    fn leave(&mut self) -> Verdict;
}

/// The reply to an answer.
#[derive(Debug, Default)]
pub struct Verdict {
    /// The sentences to show.
    pub blocks: Vec<Block>,
    /// True if it was right; `None` if it was not an answer.
    pub right: Option<bool>,
    /// The kind of mistake, if it is known.
    pub mistake: Option<String>,
    /// The reply as named values.
    pub facts: Facts,
    /// The number of questions missed, when the quiz is over.
    pub missed: Option<usize>,
}

impl Verdict {
    /// A reply that judges nothing.
    pub fn say(line: Paragraph) -> Verdict {
        Verdict { blocks: vec![line.wrapped(REPLY)], ..Verdict::default() }
    }

    /// A judgement of an answer; no answer is one that was given up.
    pub fn on(answer: Option<f64>, right: bool, mistake: Option<&str>) -> Verdict {
        let answer = answer.map(exact_json).into();
        let facts =
            facts_of([("answer", answer), ("right", right.into()), ("diagnosis", mistake.into())]);
        let (right, mistake) = (Some(right), mistake.map(str::to_owned));
        Verdict { right, mistake, facts, ..Verdict::default() }
    }

    /// The same with a sentence.
    pub fn saying(mut self, line: Paragraph) -> Verdict {
        self.blocks.push(line.wrapped(REPLY));
        self
    }

    /// The reply as a report of this kind.
    pub fn report(self, kind: &'static str) -> Report {
        let next = self.missed.map_or(Next::GoOn, Next::Missed);
        let data = Some(self.facts).filter(|facts| !facts.is_empty()).map(Data::Facts);
        let (blocks, data) = (self.blocks, data.into_iter().collect());
        Report { kind, blocks, data, next, ..Report::default() }
    }
}

/// An input to a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Try {
    /// The name of the question.
    pub asks: String,
    pub prompt: String,
    pub text: String,
    /// True if it was right; `None` if it was not an answer.
    pub right: Option<bool>,
    /// The kind of mistake, if it is known.
    pub mistake: Option<String>,
}

impl Try {
    /// A try at a question, which has not been replied to yet.
    pub fn at(question: &dyn Question, text: &str) -> Try {
        let asks = question.asks().unwrap_or_default();
        let (prompt, text) = (question.prompt(), text.trim().to_owned());
        Try { asks, prompt, text, ..Try::default() }
    }

    /// The same with the verdict.
    pub fn judged(self, verdict: &Verdict) -> Try {
        Try { right: verdict.right, mistake: verdict.mistake.clone(), ..self }
    }
}

/// A request in place of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// A hint.
    Hint,
    Help,
    /// The answer.
    Skip,
    /// The end of the questions.
    Quit,
}

/// The words for them, each as a command.
pub const DIRECTIVES: [(&str, Directive); 6] = [
    ("hint", Directive::Hint),
    ("help", Directive::Help),
    ("?", Directive::Help),
    ("skip", Directive::Skip),
    ("quit", Directive::Quit),
    ("exit", Directive::Quit),
];

/// The directive in a line: after a colon its first letters suffice; without one it must not be a node's name.
pub fn directive(typed: &str, is_name: bool) -> Option<Directive> {
    let typed = typed.trim();
    let short = typed.strip_prefix(':').map(str::trim).filter(|word| !word.is_empty());
    let is_meant = |name: &str| match short {
        Some(word) => name.starts_with(word),
        None => name == typed && !is_name,
    };
    DIRECTIVES.iter().find(|(name, _)| is_meant(name)).map(|(_, directive)| *directive)
}

/// Indent of replies.
const REPLY: usize = 5;

const HELP: &str =
    "     Answer with a number or a formula. :hint helps, :skip shows the answer, :quit leaves.";

/// Replies to a line of input to a question.
///
/// # Errors
///
/// When an answer cannot be read, and may be typed again.
pub fn answer(session: &mut Session, text: &str) -> Result<Report> {
    let is_name = session.names().get(text.trim()).is_some();
    let replied = session.reply(|session, question| {
        let tried = Try::at(question, text);
        let replied = match directive(text, is_name) {
            Some(Directive::Help) => Ok(Verdict::say(Paragraph::new(HELP))),
            Some(Directive::Hint) => Ok(question.hint()),
            Some(Directive::Skip) => Ok(question.give_up()),
            Some(Directive::Quit) => Ok(question.leave()),
            None if text.trim().starts_with(':') => Err(not_now(text, question.kind())),
            None => question.answer(session, text),
        };
        match replied {
            Ok(verdict) => (tried.judged(&verdict), Ok(verdict.report(question.kind()))),
            Err(error) if error.advice().is_some() => (tried, Err(error)),
            Err(error) => (tried, Err(error.hint("answer, or type :hint, :skip or :quit"))),
        }
    });
    replied.unwrap_or_else(|| Ok(Report::default()))
}

fn not_now(text: &str, kind: &str) -> Error {
    let line = Word::of(text);
    let what = if kind == "quiz" { kind } else { "question" };
    let message = format!("{} waits until the {what} ends", quoted(line.text));
    Error::new(line.span, message).hint("answer, or type :hint or :skip; :quit ends it")
}
