//! The typed arguments of a command, looked up by the names that its row declares.

mod declared;
pub mod form;
mod matcher;
pub mod meaning;
#[cfg(test)]
mod tests;

use super::{Command, RunOptions};
use crate::command::syntax::{TypedCommand as Typed, Word, torn};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, nearest, quoted, visible};
use crate::core::ops::MOST_WHOLE;
use crate::core::session::Session;
pub use declared::{Argument, ArgumentKind, Choices, usage};
pub use matcher::{Matcher, separated};
pub use meaning::{
    leaf, leaves, must_not_be_newer, named, node, number, operands_of, value_or_uncertainty,
};

/// The largest seed: up to it a number as typed is exact.
pub const MOST_SEED: u64 = MOST_WHOLE as u64;

/// The arguments of one command as typed, matched to its row.
///
/// Every getter takes the name of an argument as the row declares it.
#[derive(Debug, Clone)]
pub struct Arguments<'text> {
    command: &'static Command,
    /// The typed words, each with the index of its argument in the row.
    words: Vec<(usize, Word<'text>)>,
    /// The span after the last word, where a missing argument belongs.
    end: Span,
    /// The text of all arguments as typed, and its offset in the statement.
    text: (&'text str, usize),
    forced: bool,
    options: RunOptions,
    /// The set of arguments that the command has looked up, as a bit mask of indices.
    #[cfg(test)]
    pub(super) asked: std::rc::Rc<std::cell::Cell<u64>>,
}

/// Returns a word in brackets among whole numbers, if there is one.
fn bracketed<'text>(command: &Command, words: &[Word<'text>]) -> Option<Word<'text>> {
    let takes_counts = command.arguments.iter().any(|it| it.is_list_of_counts() && !it.follows);
    let mut brackets = words.iter().filter(|word| word.text.starts_with(['[', '(']));
    brackets.next().copied().filter(|_| takes_counts)
}

impl<'text> Arguments<'text> {
    /// Matches the typed words to the row of their command.
    ///
    /// # Errors
    ///
    /// The first word that fits no argument, the argument that is missing, or a file though the
    /// options forbid files.
    pub fn of(
        session: &Session,
        command: &'static Command,
        typed: &Typed<'text>,
        options: RunOptions,
    ) -> Result<Arguments<'text>> {
        let is_node = |name: &str| session.names().get(name).is_some();
        Arguments::matched(command, typed, options, &is_node)
    }

    /// The same where `is_node` tells the names that nodes bear.
    ///
    /// # Errors
    ///
    /// As [`Arguments::of`].
    pub fn matched(
        command: &'static Command,
        typed: &Typed<'text>,
        options: RunOptions,
        is_node: &dyn Fn(&str) -> bool,
    ) -> Result<Arguments<'text>> {
        let end = typed.offset + typed.rest.len();
        let end = Span::new(end, end + 1);
        let usage = |error: Error| error.hint(format!("usage: {}", command.usage()));
        let words = separated(command, &typed.words);
        let matcher = Matcher::new(command.arguments, is_node);
        let places = matcher.places(&words).map_err(|mismatch| {
            // The name of a folder may end with a mark.
            if let Some(error) = torn(&words).filter(|_| !command.is_about_files()) {
                return error;
            }
            usage(match mismatch {
                matcher::Mismatch::Unexpected(at) => {
                    let word = words.get(at).copied();
                    let text = word.map_or("", |word| word.text);
                    let message =
                        format!("unexpected argument {} of :{}", quoted(text), command.name);
                    Error::new(word.map_or(end, |word| word.span), message)
                }
                matcher::Mismatch::Missing { .. }
                    if let Some(list) = bracketed(command, &words) =>
                {
                    let message = format!("found {} among whole numbers", quoted(list.text));
                    Error::new(list.span, message)
                }
                matcher::Mismatch::Missing { name, follows } => {
                    let after = words.last().filter(|_| follows);
                    let after =
                        after.map_or(String::new(), |word| format!(" after {}", quoted(word.text)));
                    Error::new(end, format!("{name} is missing{after}"))
                }
                matcher::Mismatch::Twice(at) => {
                    let word = words.get(at).copied();
                    let text = word.map_or("", |word| word.text);
                    let span = word.map_or(end, |word| word.span);
                    Error::new(span, format!("{} is given twice", quoted(text)))
                }
            })
        })?;
        let words: Vec<_> = places.into_iter().zip(words).collect();
        let kind = |place: usize| command.arguments.get(place).map(|argument| &argument.kind);
        let is_file = |place: usize| matches!(kind(place), Some(ArgumentKind::File));
        let names_file =
            |place: usize| is_file(place) || matches!(kind(place), Some(ArgumentKind::FileOrName));
        // A listing of the folder would send them to the terminal.
        let steers = |(place, word): &(usize, Word<'_>)| {
            let mut hidden =
                word.text.chars().filter(|it| names_file(*place) && visible(*it) != *it);
            hidden.next().map(|hidden| (word.span, hidden as u32))
        };
        if let Some((span, hidden)) = words.iter().find_map(steers) {
            let message =
                format!("the name of a file cannot hold U+{hidden:04X}, a control character");
            return Err(Error::new(span, message).hint("remove it"));
        }
        if let Some(why) = options.files.why_not_for(command)
            && let Some((_, file)) = words.iter().find(|(place, _)| is_file(*place))
        {
            return Err(
                Error::new(file.span, why).hint("leave out the file to print the result instead")
            );
        }
        let forced = typed.name.ends_with('!');
        Ok(Arguments {
            command,
            words,
            end,
            text: (typed.rest, typed.offset),
            forced,
            options,
            #[cfg(test)]
            asked: std::rc::Rc::default(),
        })
    }

    /// Returns true if the command was typed with a `!`: `:export! dot L lecture.dot`.
    pub fn forced(&self) -> bool {
        self.forced
    }

    /// Returns the span after the last word, where a missing argument belongs.
    pub fn end(&self) -> Span {
        self.end
    }

    /// Returns the options that the statement runs with.
    pub fn options(&self) -> RunOptions {
        self.options
    }

    /// Returns the text of all arguments as typed, and its offset in the statement.
    pub fn text(&self) -> (&'text str, usize) {
        self.text
    }

    /// Returns every word given for an argument, or for several of one name.
    pub fn words(&self, name: &str) -> impl Iterator<Item = Word<'text>> {
        let is_it = move |place: usize| {
            self.command.arguments.get(place).is_some_and(|argument| argument.name == name)
        };
        let places = || (0..self.command.arguments.len()).filter(|place| is_it(*place));
        debug_assert!(places().next().is_some(), ":{} declares no {name}", self.command.name);
        #[cfg(test)]
        places().for_each(|place| self.asked.set(self.asked.get() | 1 << place));
        let given = self.words.iter().filter(move |(place, _)| is_it(*place));
        given.map(|(_, word)| *word)
    }

    /// Returns the words given for arguments that stand together, each time that they do.
    pub fn groups<const N: usize>(&self, names: [&str; N]) -> Vec<[Option<Word<'text>>; N]> {
        let mut groups: Vec<[Option<Word<'text>>; N]> = Vec::new();
        let rows = names.map(|name| self.command.arguments.iter().position(|it| it.name == name));
        for (place, word) in &self.words {
            let member = rows.iter().position(|row| *row == Some(*place));
            if member == Some(0) {
                groups.push([None; N]);
            }
            if let Some(at) = member
                && let Some(place) = groups.last_mut().and_then(|group| group.get_mut(at))
            {
                *place = Some(*word);
            }
        }
        #[cfg(test)]
        rows.iter().flatten().for_each(|row| self.asked.set(self.asked.get() | (1 << row)));
        groups
    }

    /// Returns true if an argument or a keyword is given.
    pub fn has(&self, name: &str) -> bool {
        self.words(name).next().is_some()
    }

    /// Returns the word given for an argument.
    ///
    /// # Errors
    ///
    /// None was given. The getters below have the same error.
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
        named(session, self.word(name)?)
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
        let message =
            format!("{name} must be finite, found {}", crate::core::language::exact(number));
        Err(Error::new(self.word(name)?.span, message))
    }

    /// Returns the value of a whole-number argument, in the range that the row declares.
    pub fn count(&self, name: &str) -> Result<u64> {
        self.count_to(name, u64::MAX)
    }

    /// Returns the value of a whole-number argument, in the declared range and at most `most`.
    pub fn count_to(&self, name: &str, most: u64) -> Result<u64> {
        self.count_of(name, self.word(name)?, most)
    }

    /// Returns the value of one of the words given for a whole-number argument, at most `most`.
    pub fn count_of(&self, name: &str, word: Word<'_>, most: u64) -> Result<u64> {
        let kind = self.kind(name);
        let ArgumentKind::Count { least, most: declared } = kind else {
            debug_assert!(false, "{name} of :{} is no count", self.command.name);
            return Err(self.usage_error(word.span, format!("{name} is no whole number")));
        };
        let most = declared.min(most);
        let text = word.text.replace('_', "");
        // A number with an exponent is whole as well: 1e6.
        let rounded =
            || text.parse::<f64>().ok().filter(|it| text.contains('e') && it.fract() == 0.0);
        let exponential =
            || rounded().filter(|it| (0.0..=MOST_WHOLE).contains(it)).map(|it| it as u64);
        let number = text.parse::<u64>().ok().or_else(exponential);
        number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
            let found = quoted(word.text);
            let message =
                format!("{name} must be a whole number from {least} to {most}, found {found}");
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
        let ArgumentKind::Choice(choices) = self.kind(name) else {
            debug_assert!(false, "{name} of :{} is no choice", self.command.name);
            return self.usage_error(word.span, format!("{name} is no choice"));
        };
        let hint = match nearest(word.text, choices.names()) {
            Some(meant) => format!("did you mean {meant}?"),
            None => choices.listed(),
        };
        let message = format!("there is no {} {}", choices.noun, quoted(word.text));
        Error::new(word.span, message).hint(hint)
    }

    fn kind(&self, name: &str) -> ArgumentKind {
        let declared = self.command.arguments.iter().find(|argument| argument.name == name);
        declared.map_or(ArgumentKind::Statement, |argument| argument.kind)
    }

    /// Returns an error with the command's usage as its hint.
    pub fn usage_error(&self, span: Span, message: impl Into<String>) -> Error {
        Error::new(span, message).hint(format!("usage: {}", self.command.usage()))
    }

    /// Returns the current root.
    ///
    /// # Errors
    ///
    /// Nothing has been computed yet.
    pub fn current_root(&self, session: &Session) -> Result<Value> {
        session.root().cloned().ok_or_else(|| {
            Error::new(self.end, "there is no root yet: nothing has been computed")
                .hint("give leaves numbers and compute with them: a = 2; L = a^2")
        })
    }
}
