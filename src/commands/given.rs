//! The arguments given to a command, read one after the other by their kind.

use super::{Command, Manner};
use crate::graph::Value;
use crate::language::{Command as Typed, Error, Result, Span, Word, nearest, quoted};
use crate::session::Session;

/// What was typed after a command's name.
#[derive(Debug)]
pub struct Given<'text> {
    command: &'static Command,
    words: std::iter::Peekable<std::vec::IntoIter<Word<'text>>>,
    /// Where an argument that is missing should stand.
    end: Span,
    /// All the arguments as typed, and where they start.
    text: (&'text str, usize),
    /// Whether the name was typed with a `!` at its end.
    forced: bool,
    manner: Manner,
}

impl<'text> Given<'text> {
    /// The arguments of a command as typed.
    pub fn of(command: &'static Command, typed: &Typed<'text>) -> Given<'text> {
        let end = typed.offset + typed.rest.len();
        let words = typed.words.clone().into_iter().peekable();
        let (end, text) = (Span::new(end, end + 1), (typed.rest, typed.offset));
        Given { command, words, end, text, forced: false, manner: Manner::default() }
    }

    /// The same under the name that was typed, run in this manner.
    pub fn typed_as(self, name: &str, manner: Manner) -> Given<'text> {
        Given { forced: name.ends_with('!'), manner, ..self }
    }

    /// Whether the command was typed with a `!`: `:export! dot L lecture.dot`.
    pub fn forced(&self) -> bool {
        self.forced
    }

    /// Where an argument that is missing should stand.
    pub fn end(&self) -> Span {
        self.end
    }

    /// How statements are run.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// All the arguments as typed, and where they start; none of them is taken.
    pub fn text(&self) -> (&'text str, usize) {
        self.text
    }

    /// The next word, if there is one.
    pub fn word(&mut self) -> Option<Word<'text>> {
        self.words.next()
    }

    /// The next word, not taken yet.
    pub fn peek(&mut self) -> Option<&Word<'text>> {
        self.words.peek()
    }

    /// The next word, called `name` in the usage, which must be there.
    pub fn need(&mut self, name: &str) -> Result<Word<'text>> {
        self.words.next().ok_or_else(|| self.usage_error(self.end, format!("{name} is missing")))
    }

    /// All words that are left.
    pub fn rest(&mut self) -> Vec<Word<'text>> {
        self.words.by_ref().collect()
    }

    /// Makes sure that nothing is left.
    pub fn done(&mut self) -> Result<()> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => {
                let message = format!(
                    "found {} after all that :{} takes",
                    quoted(word.text),
                    self.command.name
                );
                Err(self.usage_error(word.span, message))
            }
        }
    }

    /// An error that ends with how the command is typed.
    pub fn usage_error(&self, span: Span, message: impl Into<String>) -> Error {
        Error::new(span, message).hint(format!("usage: {}", self.command.usage()))
    }

    /// The root named next, or the current one.
    pub fn root(&mut self, session: &mut Session) -> Result<Value> {
        match self.words.next() {
            Some(word) => node(session, word),
            None => self.current_root(session),
        }
    }

    /// The current root, which there must be.
    pub fn current_root(&self, session: &Session) -> Result<Value> {
        session.root().cloned().ok_or_else(|| {
            Error::new(self.end, "there is no root yet: nothing has been computed")
                .hint("give leaves numbers and compute with them: a = 2; L = a^2")
        })
    }
}

/// The node a word means; an expression becomes the answer first.
pub fn node(session: &mut Session, word: Word<'_>) -> Result<Value> {
    let place = word.span.start as usize;
    let tree = word.expression()?;
    match tree.as_name() {
        Some(name) => session.find(name, word.span),
        None => Ok(session.evaluate(&tree).map_err(|error| error.moved(place))?.value),
    }
}

/// The leaf a word means.
pub fn leaf(session: &mut Session, word: Word<'_>) -> Result<Value> {
    session.find_leaf(word.text, word.span)
}

/// The leaves that words mean.
pub fn leaves(session: &mut Session, words: Vec<Word<'_>>) -> Result<Vec<Value>> {
    words.into_iter().map(|word| leaf(session, word)).collect()
}

/// The number a word comes to.
pub fn number(session: &mut Session, word: Word<'_>) -> Result<f64> {
    let place = word.span.start as usize;
    let tree = word.expression()?;
    session.number(&tree).map_err(|error| error.moved(place))
}

/// The whole number a word spells, from `least` to `most`.
pub fn count(word: Word<'_>, name: &str, least: u64, most: u64) -> Result<u64> {
    let number = word.text.replace('_', "").parse::<u64>().ok();
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let message = format!(
            "{name} must be a whole number from {least} to {most}, found {}",
            quoted(word.text)
        );
        Error::new(word.span, message)
    })
}

/// The error for a word that names none of the `kind`s there are.
pub fn no_such(kind: &str, word: Word<'_>, names: &[&str]) -> Error {
    let hint = match nearest(word.text, names.iter().copied()) {
        Some(meant) => format!("did you mean {meant}?"),
        None => format!("the {kind}s are {}", names.join(", ")),
    };
    Error::new(word.span, format!("there is no {kind} {}", quoted(word.text))).hint(hint)
}
