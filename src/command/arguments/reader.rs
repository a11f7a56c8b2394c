//! Reads a command's arguments from left to right: the command's row says which may come next, the
//! grammar where each ends.

use std::borrow::Cow;

use super::super::{Command, commands};
use super::declared::{Argument, ArgumentKind};
use crate::command::syntax::Word;
use crate::core::language::{
    Error, Outline, Result, Rule, Span, argument, is_whole, pairs_at, quoted,
};

/// An argument of a row, and its place there.
pub type Declared = (usize, &'static Argument);

/// A reader of the text of a command's arguments, at some place.
pub struct ArgumentReader<'text> {
    pub command: &'static Command,
    text: &'text str,
    /// The text, with blanks in the place of comments.
    code: Cow<'text, str>,
    /// The byte of the statement at which the text starts.
    offset: usize,
    /// The start of the next argument, and the end of the last one.
    at: usize,
    end: usize,
    /// True if a comma is between them.
    after_comma: bool,
    given: Given,
    pub words: Vec<(Declared, Word<'text>)>,
}

/// The arguments of a row that have been given.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Given {
    /// The last argument given, and the last given by its place in the row.
    last: Option<Declared>,
    by_order: Option<Declared>,
    /// The keywords, as a bit mask of places.
    keywords: u64,
}

impl Given {
    /// Notes that an argument is given.
    pub(super) fn take(&mut self, declared: Declared) {
        let (place, argument) = declared;
        self.last = Some(declared);
        if argument.is_keyword() {
            self.keywords |= 1 << place;
        } else if !argument.follows {
            self.by_order = Some(declared);
        }
    }

    /// Returns the arguments of a row that may come next, and whether the last of them must.
    pub(super) fn expected(&self, row: &'static [Argument]) -> (Vec<Declared>, bool) {
        let all = || row.iter().enumerate();
        let is_again = |(_, it): Declared, follows| it.repeats && it.follows == follows;
        let after = |given: Option<Declared>, follows| {
            given.map_or(0, |it| if is_again(it, follows) { it.0 } else { it.0 + 1 })
        };
        let following = all().skip(after(self.last, true)).take_while(|(_, it)| it.follows);
        let by_order = all().skip(after(self.by_order, false));
        let by_order = by_order.filter(|(_, it)| !it.follows && !it.is_keyword());
        let given = [self.last, self.by_order].map(|it| it.map(|(place, _)| place));
        let mut expected = Vec::new();
        for (place, argument) in following.chain(by_order) {
            expected.push((place, argument));
            if !argument.optional && !given.contains(&Some(place)) {
                return (expected, true);
            }
        }
        let is_left = |(place, it): &Declared| it.is_keyword() && self.keywords & (1 << place) == 0;
        expected.extend(all().filter(is_left));
        (expected, false)
    }
}

struct Beginning<'code> {
    rule: Rule,
    text: &'code str,
}

impl Beginning<'_> {
    /// Returns true if it is spelled as a keyword is. The name of a setting has a `=` after it.
    fn spells(&self, argument: &Argument) -> bool {
        let name = argument.name.strip_suffix('=');
        let text = match (self.rule, name) {
            (Rule::setting_name, Some(_)) => self.text.trim_end_matches('=').trim_end(),
            (Rule::setting_name, None) | (_, Some(_)) => return false,
            _ => self.text,
        };
        argument.is_keyword() && text == name.unwrap_or(argument.name)
    }
}

impl<'text> ArgumentReader<'text> {
    /// Begins at the first argument of a text, which starts at the byte `offset` of the statement.
    pub fn of(command: &'static Command, text: &'text str, offset: usize) -> Result<Self> {
        let outline = Outline::of(text, 0, 0);
        outline.check_depth().map_err(|error| error.moved(offset))?;
        let code = if text.contains('#') { outline.code(text) } else { Cow::Borrowed(text) };
        let (given, words) = (Given::default(), Vec::new());
        Ok(Self { command, text, code, offset, at: 0, end: 0, after_comma: false, given, words })
    }

    /// Reads the next argument, or several numbers in brackets. Returns false at the end of the text.
    pub fn read(&mut self) -> Result<bool> {
        if self.at == self.code.len() {
            return Ok(false);
        }
        let mut chosen = self.choose()?;
        let read = argument(chosen.1.kind.rule(), &self.code, self.at);
        let (end, parts) = read.ok_or_else(|| self.unexpected(self.at))?;
        for (number, part) in parts.into_iter().enumerate() {
            if number > 0 {
                let mut next = self.expected().0.into_iter().filter(|(_, it)| it.kind.is_number());
                chosen = next.next().ok_or_else(|| self.unexpected(part.start as usize))?;
            }
            self.given.take(chosen);
            self.words.push((chosen, Word::at(part, self.text, self.offset)));
        }
        let separator = argument(Rule::between, &self.code, end);
        (self.end, self.at) = (end, separator.map_or(end, |(end, _)| end));
        self.after_comma = self.code.get(end..self.at).is_some_and(|it| it.contains(','));
        Ok(true)
    }

    /// Returns the arguments that may come next, and whether the last of them must.
    fn expected(&self) -> (Vec<Declared>, bool) {
        self.given.expected(self.command.arguments)
    }

    fn beginning(&self, at: usize) -> Beginning<'_> {
        let pairs = pairs_at(Rule::opening, &self.code, at);
        let (rule, place) = pairs.get(1).copied().unwrap_or((Rule::run, Span::new(at, at + 1)));
        Beginning { rule, text: place.of(&self.code) }
    }

    /// Returns the argument that starts here: a keyword or choice by its spelling, a file by its
    /// ending, else the first that fits.
    fn choose(&self) -> Result<Declared> {
        let beginning = self.beginning(self.at);
        if beginning.rule == Rule::unclosed {
            let message = "this quotation mark is never closed";
            return Err(Error::new(self.span(self.at, 1), message));
        }
        let (expected, must_come) = self.expected();
        let find = |is_meant: &dyn Fn(&Argument) -> bool| {
            expected.iter().find(|(_, argument)| is_meant(argument)).copied()
        };
        let spelled = find(&|it| beginning.spells(it) || it.kind.has_choice(beginning.text));
        let last = expected.last().filter(|_| must_come).copied();
        if spelled.is_none() && self.command.arguments.iter().any(|it| beginning.spells(it)) {
            self.check_keyword(&beginning, last)?;
        }
        let is_file = matches!(beginning.rule, Rule::path | Rule::quoted);
        spelled
            .or_else(|| find(&|it| is_file && matches!(it.kind, ArgumentKind::File)))
            .or_else(|| find(&|it| self.begins(it, &beginning, &expected)))
            .or(last)
            .or_else(|| find(&|it| matches!(it.kind, ArgumentKind::Choice(_))))
            .ok_or_else(|| self.unexpected(self.at))
    }

    /// Makes sure that a required name is not taken for a keyword.
    fn check_keyword(&self, beginning: &Beginning<'_>, last: Option<Declared>) -> Result<()> {
        let word = quoted(beginning.text);
        let message = match last {
            None => format!("{word} is given twice"),
            Some((_, it)) if it.kind.is_name() => return Ok(()),
            Some((_, it)) => format!("{} is missing before {word}", it.name),
        };
        Err(self.error(self.at, beginning.text, message))
    }

    /// Returns true if an optional argument begins so.
    fn begins(
        &self,
        argument: &Argument,
        beginning: &Beginning<'_>,
        expected: &[Declared],
    ) -> bool {
        use ArgumentKind::*;
        let is_name = matches!(beginning.rule, Rule::place | Rule::setting_name | Rule::path);
        let may_be = |is_meant: fn(ArgumentKind) -> bool| {
            expected.iter().any(|(_, argument)| is_meant(argument.kind))
        };
        match argument.kind {
            Keyword | Choice(_) => false,
            Leaf | Named => is_name && self.formula_before().is_none(),
            Number | Count { .. } if is_name => !may_be(ArgumentKind::is_name),
            Number | Count { .. } => beginning.rule != Rule::quoted,
            Node | Formula => !(beginning.rule == Rule::signed && may_be(ArgumentKind::is_number)),
            File => beginning.rule != Rule::signed,
            Equation | Phrase => self.after_comma,
            NodeOrEquation => self.after_comma && beginning.text.parse::<f64>().is_err(),
            Name | Uncertain | Condition | FileOrName | Topic | Statement => true,
        }
    }

    /// Returns the formula just read (of an equation its right side), after which a name needs a
    /// `for`.
    fn formula_before(&self) -> Option<Word<'text>> {
        let ((_, argument), word) = self.words.last().filter(|_| !self.after_comma)?;
        match argument.kind {
            ArgumentKind::Equation => Some(word.sides().map_or(*word, |[_, right]| right)),
            ArgumentKind::Formula if !is_whole(Rule::place, word.text) => Some(*word),
            _ => None,
        }
    }

    fn span(&self, at: usize, length: usize) -> Span {
        Span::new(at, at + length).moved(self.offset)
    }

    fn error(&self, at: usize, found: &str, message: String) -> Error {
        let usage = format!("usage: {}", self.command.usage());
        Error::new(self.span(at, found.len()), message).hint(usage)
    }

    /// Returns the error for text that no argument can begin with.
    fn unexpected(&self, at: usize) -> Error {
        let Beginning { rule, text: name } = self.beginning(at);
        let is_it = |it: &Argument| it.is_keyword() && it.name == name;
        let is_option = || commands().any(|command| command.arguments.iter().any(is_it));
        let is_name = rule == Rule::place && !is_option();
        if let Some(formula) = self.formula_before().filter(|_| is_name) {
            let (formula, word) = (quoted(formula.text), quoted(name));
            let message = format!("{formula} {word} is ambiguous");
            let hint = format!("write {formula}*{word}, or {formula} for {word}");
            return self.error(at, name, message).hint(hint);
        }
        let word = argument(Rule::short_equation, &self.code, at);
        let word = word.and_then(|(_, places)| Some(places.first()?.of(&self.code)));
        let found = word.unwrap_or(name);
        let message = format!("unexpected argument {} of :{}", quoted(found), self.command.name);
        self.error(at, found, message)
    }

    /// Returns the error for a missing argument.
    pub fn missing(&self) -> Option<Error> {
        let (expected, must_come) = self.expected();
        let (_, argument) = expected.last().filter(|_| must_come)?;
        let last = self.words.last().filter(|_| argument.follows);
        let after = last.map_or(String::new(), |(_, word)| format!(" after {}", quoted(word.text)));
        let message = format!("{} is missing{after}", argument.name);
        Some(self.error(self.code.len(), " ", message))
    }

    /// Reads up to the cursor at the end of the text. Returns the start of the last argument, and
    /// the arguments that fit there.
    pub fn read_to_cursor(&mut self) -> (usize, Vec<&'static Argument>) {
        loop {
            let (at, given, count) = (self.at, self.given, self.words.len());
            let is_read = self.read().unwrap_or(false);
            if is_read && self.end < self.code.len() {
                continue;
            }
            let word = self.words.get(count).map(|(_, word)| word.span.start as usize);
            let at = if is_read { self.end } else { at };
            self.given = given;
            self.words.truncate(count);
            let (mut expected, _) = self.expected();
            expected.sort_by_key(|(place, _)| *place);
            let expected = expected.into_iter().map(|(_, argument)| argument).collect();
            return (word.unwrap_or(self.offset + at), expected);
        }
    }
}
