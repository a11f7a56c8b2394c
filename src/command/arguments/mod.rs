//! The typed arguments of a command, looked up by the names that its row declares.

mod declared;
pub mod meaning;
mod reader;
#[cfg(test)]
mod tests;

use super::{Command, RunOptions, find};
use crate::command::syntax::{Statement, TypedCommand as Typed, Word, parse};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, exact, nearest, quoted};
use crate::core::ops::MOST_WHOLE;
use crate::core::session::Session;
pub use declared::{Argument, ArgumentKind, Choices, usage};
pub use meaning::{condition, leaves, must_not_be_newer, node, number, operands_of};
pub use reader::{ArgumentReader, Declared};

/// The largest seed: up to it a number as typed is exact.
pub const MOST_SEED: u64 = MOST_WHOLE as u64;

/// The arguments of one command as typed, matched to its row.
///
/// Every getter takes the name of an argument as the row declares it.
#[derive(Debug, Clone)]
pub struct Arguments<'text> {
    pub command: &'static Command,
    /// The typed words, each with its argument in the row.
    words: Vec<(Declared, Word<'text>)>,
    /// The span after the last word, where a missing argument belongs.
    pub end: Span,
    /// True if the command was typed with a `!`: `:export! dot L lecture.dot`.
    pub forced: bool,
    /// The options that the statement runs with.
    pub options: RunOptions,
    /// The set of arguments that the command has looked up, as a bit mask of indices.
    #[cfg(test)]
    pub(super) asked: std::rc::Rc<std::cell::Cell<u64>>,
}

impl<'text> Arguments<'text> {
    /// Reads a statement that is a command.
    pub fn read(statement: &'text str, options: RunOptions) -> Result<Arguments<'text>> {
        match parse(statement)? {
            Statement::Command(typed) => {
                Arguments::of(find(typed.name, typed.span, options.typed)?, &typed, options)
            }
            _ => Err(Error::new(Span::default(), format!("{} is no command", quoted(statement)))),
        }
    }

    /// Reads the arguments of a command.
    ///
    /// # Errors
    ///
    /// The first one that cannot be read, or the one that is missing.
    pub fn of(
        command: &'static Command,
        typed: &Typed<'text>,
        options: RunOptions,
    ) -> Result<Arguments<'text>> {
        let end = typed.offset + typed.rest.len();
        let mut reader = ArgumentReader::of(command, typed.rest, typed.offset)?;
        while reader.read()? {}
        if let Some(error) = reader.missing() {
            return Err(error);
        }
        Ok(Arguments {
            command,
            words: reader.words,
            end: Span::new(end, end + 1),
            forced: typed.name.ends_with('!'),
            options,
            #[cfg(test)]
            asked: std::rc::Rc::default(),
        })
    }

    /// Returns every word given for an argument, or for several of one name.
    pub fn words(&self, name: &str) -> impl Iterator<Item = Word<'text>> {
        #[cfg(test)]
        self.ask(name);
        self.words.iter().filter(move |((_, it), _)| it.name == name).map(|(_, word)| *word)
    }

    /// Notes that the command looks an argument up, which must be declared.
    #[cfg(test)]
    fn ask(&self, name: &str) {
        let places = self.command.arguments.iter().enumerate().filter(|(_, it)| it.name == name);
        let asked = places.fold(0, |asked, (place, _)| asked | 1 << place);
        assert!(asked != 0, ":{} declares no {name}", self.command.name);
        self.asked.set(self.asked.get() | asked);
    }

    /// Returns the words given for arguments that stand together, each time that they do.
    pub fn groups<const N: usize>(&self, names: [&str; N]) -> Vec<[Option<Word<'text>>; N]> {
        #[cfg(test)]
        names.iter().for_each(|name| self.ask(name));
        let mut groups: Vec<[Option<Word<'text>>; N]> = Vec::new();
        for ((_, argument), word) in &self.words {
            let member = names.iter().position(|name| *name == argument.name);
            if member == Some(0) {
                groups.push([None; N]);
            }
            let group = member.and_then(|at| groups.last_mut()?.get_mut(at));
            if let Some(place) = group {
                *place = Some(*word);
            }
        }
        groups
    }

    /// Returns true if an argument or a keyword is given.
    pub fn has(&self, name: &str) -> bool {
        self.words(name).next().is_some()
    }

    /// Returns the word given for an argument.
    pub fn word(&self, name: &str) -> Result<Word<'text>> {
        let word = self.words(name).next();
        word.ok_or_else(|| self.usage_error(self.end, format!("{name} is missing")))
    }

    /// Returns the node of an argument; an expression is evaluated and becomes the answer.
    pub fn node(&self, session: &mut Session, name: &str) -> Result<Value> {
        node(session, self.word(name)?)
    }

    /// Returns the node of an argument, or the current root if it is not given.
    pub fn root(&self, session: &mut Session, name: &str) -> Result<Value> {
        if self.has(name) { self.node(session, name) } else { self.current_root(session) }
    }

    /// Returns the node that the name of an argument means, leaf or computed.
    pub fn named(&self, session: &mut Session, name: &str) -> Result<Value> {
        let word = self.word(name)?;
        session.find(word.name(), word.span)
    }

    /// Returns the value of an argument that is a number or an expression.
    pub fn number(&self, session: &mut Session, name: &str) -> Result<f64> {
        number(session, self.word(name)?)
    }

    /// Returns the value of an argument that must be finite.
    pub fn finite(&self, session: &mut Session, name: &str) -> Result<f64> {
        let number = self.number(session, name)?;
        if number.is_finite() {
            return Ok(number);
        }
        let message = format!("{name} must be finite, found {}", exact(number));
        Err(Error::new(self.word(name)?.span, message))
    }

    /// Returns the value of a whole-number argument, in the range that the row declares.
    pub fn count(&self, name: &str) -> Result<u64> {
        self.count_of(name, self.word(name)?, u64::MAX)
    }

    /// Returns the value of one of the words given for a whole-number argument, at most `most`.
    pub fn count_of(&self, name: &str, word: Word<'_>, most: u64) -> Result<u64> {
        let (least, declared) = match self.kind(name) {
            Some(ArgumentKind::Count { least, most }) => (least, most),
            _ => (0, u64::MAX),
        };
        let most = declared.min(most);
        let number = word.expression().ok().and_then(|tree| tree.as_number());
        let whole = number.filter(|it| it.fract() == 0.0 && (0.0..=MOST_WHOLE).contains(it));
        let whole = whole.map(|it| it as u64).filter(|it| (least..=most).contains(it));
        whole.ok_or_else(|| {
            let found = quoted(word.text);
            let to = if most == u64::MAX { String::new() } else { format!(" to {most}") };
            let message = format!("{name} must be a whole number from {least}{to}, found {found}");
            Error::new(word.span, message)
        })
    }

    /// Returns the row of `table` that an argument names.
    pub fn choice<Row>(
        &self,
        name: &str,
        table: impl IntoIterator<Item = Row>,
        name_of: impl Fn(&Row) -> &'static str,
    ) -> Result<Row> {
        let word = self.word(name)?;
        let found = table.into_iter().find(|row| name_of(row) == word.text);
        found.ok_or_else(|| self.no_such_choice(name, word))
    }

    /// Returns the error for a word that is not one of an argument's choices.
    pub fn no_such_choice(&self, name: &str, word: Word<'_>) -> Error {
        let Some(ArgumentKind::Choice(choices)) = self.kind(name) else {
            return self.usage_error(word.span, format!("{name} has no choices"));
        };
        let meant = nearest(word.text, choices.names());
        let hint = meant.map_or_else(|| choices.listed(), |meant| format!("did you mean {meant}?"));
        let message = format!("unknown {} {}", choices.noun, quoted(word.text));
        Error::new(word.span, message).hint(hint)
    }

    fn kind(&self, name: &str) -> Option<ArgumentKind> {
        let declared = self.command.arguments.iter().find(|argument| argument.name == name);
        declared.map(|argument| argument.kind)
    }

    /// Returns an error with the command's usage as its hint.
    pub fn usage_error(&self, span: Span, message: impl Into<String>) -> Error {
        Error::new(span, message).hint(format!("usage: {}", self.command.usage()))
    }

    pub fn current_root(&self, session: &Session) -> Result<Value> {
        session.root().cloned().ok_or_else(|| {
            Error::new(self.end, "no root yet")
                .hint("define leaves and compute with them: a = 2; L = a^2")
        })
    }
}
