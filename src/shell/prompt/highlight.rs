//! Colours for a statement while it is typed.

use std::collections::{HashMap, HashSet};

use super::place::arguments_at;
use crate::commands::{self, Kind};
use crate::language::{Lexeme, LexemeKind, lexemes, words};
use crate::ops;
use crate::session::Session;
use crate::shell::paint::Ink;

/// The coloured pieces of `text` in order, by their ends; what lies between has no colour.
///
/// The parenthesis beside `cursor`, and its partner, are marked.
pub fn inks(session: &Session, text: &str, cursor: Option<usize>) -> Vec<(Lexeme, Ink)> {
    let found = lexemes(text);
    let partners = partners(&found);
    let mut marked: HashSet<u32> = HashSet::new();
    if let Some(cursor) = cursor
        && let Some(at) = parenthesis_at(&found, cursor)
        && let Some(partner) = partners.get(&at)
    {
        marked.extend([at, *partner]);
    }
    let mut coloured = Vec::new();
    let mut given = HashSet::new();
    let mut rest = found.as_slice();
    while !rest.is_empty() {
        let end = rest.iter().position(|lexeme| lexeme.kind == LexemeKind::Semicolon);
        let end = end.unwrap_or(rest.len());
        let (statement, after) = rest.split_at(end);
        let reader = Reader::of(session, text, statement, given);
        for (at, lexeme) in statement.iter().enumerate() {
            let start = lexeme.span.start;
            let ink = match lexeme.kind {
                LexemeKind::Open | LexemeKind::Close if marked.contains(&start) => Some(Ink::Match),
                LexemeKind::Open | LexemeKind::Close if !partners.contains_key(&start) => {
                    Some(Ink::Unmatched)
                }
                _ => reader.ink(lexeme, statement.get(at + 1)),
            };
            coloured.extend(ink.map(|ink| (*lexeme, ink)));
        }
        given = reader.given;
        rest = after.get(1..).unwrap_or_default();
    }
    coloured
}

/// For every parenthesis that has a partner, where that stands.
fn partners(found: &[Lexeme]) -> HashMap<u32, u32> {
    let mut partners = HashMap::new();
    let mut open = Vec::new();
    for lexeme in found {
        match lexeme.kind {
            LexemeKind::Open => open.push(lexeme.span.start),
            LexemeKind::Close => {
                if let Some(start) = open.pop() {
                    partners.insert(start, lexeme.span.start);
                    partners.insert(lexeme.span.start, start);
                }
            }
            LexemeKind::Semicolon => open.clear(),
            _ => {}
        }
    }
    partners
}

/// The parenthesis under the cursor, or else just before it.
fn parenthesis_at(found: &[Lexeme], cursor: usize) -> Option<u32> {
    let at = |place: usize| {
        let is_there = |lexeme: &&Lexeme| {
            matches!(lexeme.kind, LexemeKind::Open | LexemeKind::Close)
                && lexeme.span.start as usize == place
        };
        found.iter().find(is_there).map(|lexeme| lexeme.span.start)
    };
    at(cursor).or_else(|| at(cursor.checked_sub(1)?))
}

/// What the names of one statement mean.
struct Reader<'text> {
    session: &'text Session,
    text: &'text str,
    /// The names that it and the statements before it give a meaning to.
    given: HashSet<&'text str>,
    /// For a command, where its words start and end and whether they are names.
    arguments: Option<Vec<(u32, u32, bool)>>,
}

impl<'text> Reader<'text> {
    fn of(
        session: &'text Session,
        text: &'text str,
        statement: &[Lexeme],
        given: HashSet<&'text str>,
    ) -> Reader<'text> {
        let mut reader = Reader { session, text, given, arguments: None };
        match statement.first() {
            Some(first) if first.kind == LexemeKind::Command => {
                reader.arguments = Some(reader.read_arguments(first, statement));
            }
            _ => reader.given.extend(reader.targets(statement)),
        }
        reader
    }

    /// `L` of `L = …`, and `f`, `x` and `y` of `f(x, y) = …`.
    fn targets(&self, statement: &[Lexeme]) -> HashSet<&'text str> {
        let sign =
            |lexeme: &Lexeme| lexeme.kind == LexemeKind::Other && lexeme.span.of(self.text) == "=";
        let Some(equals) = statement.iter().position(sign) else {
            return HashSet::new();
        };
        let names = statement.iter().take(equals);
        let names = names.filter(|lexeme| lexeme.kind == LexemeKind::Name);
        names.map(|lexeme| lexeme.span.of(self.text)).collect()
    }

    fn read_arguments(&self, command: &Lexeme, statement: &[Lexeme]) -> Vec<(u32, u32, bool)> {
        let is_code = |lexeme: &&Lexeme| lexeme.kind != LexemeKind::Comment;
        let end = statement.iter().rev().find(is_code).map_or(0, |last| last.span.end);
        let offset = command.span.end as usize;
        let arguments = self.text.get(offset..end as usize).unwrap_or_default();
        let row = self.command(command);
        let words = words(arguments, offset).unwrap_or_default();
        let is_name = |at: usize| {
            let kinds = row.map(|row| arguments_at(row, at)).unwrap_or_default();
            let named = |kind: Kind| {
                matches!(kind, Kind::Node | Kind::Leaf | Kind::Name | Kind::Expression)
            };
            !kinds.is_empty() && kinds.iter().all(|argument| named(argument.kind))
        };
        let word = |(at, word): (usize, &crate::language::Word<'_>)| {
            (word.span.start, word.span.end, is_name(at))
        };
        words.iter().enumerate().map(word).collect()
    }

    fn command(&self, lexeme: &Lexeme) -> Option<&'static commands::Command> {
        let name = lexeme.span.of(self.text).strip_prefix(':')?;
        commands::find(name, lexeme.span).ok()
    }

    fn ink(&self, lexeme: &Lexeme, next: Option<&Lexeme>) -> Option<Ink> {
        match lexeme.kind {
            LexemeKind::Comment => Some(Ink::Comment),
            LexemeKind::Command => Some(self.command_ink(lexeme)),
            _ if self.is_plain(lexeme) => None,
            LexemeKind::Number => Some(Ink::Number),
            LexemeKind::Name => Some(self.name_ink(lexeme, next)),
            LexemeKind::Open
            | LexemeKind::Close
            | LexemeKind::Quotation
            | LexemeKind::Semicolon
            | LexemeKind::Other => None,
        }
    }

    /// A command that is there, or that may yet become one.
    fn command_ink(&self, lexeme: &Lexeme) -> Ink {
        let typed = lexeme.span.of(self.text).trim_start_matches(':');
        let begins = commands::commands().any(|row| row.name.starts_with(typed));
        let being_typed = begins && lexeme.span.end as usize == self.text.len();
        match being_typed || self.command(lexeme).is_some() {
            true => Ink::Command,
            false => Ink::Unknown,
        }
    }

    /// Whether it is a word of a command that names nothing.
    fn is_plain(&self, lexeme: &Lexeme) -> bool {
        let Some(arguments) = &self.arguments else {
            return false;
        };
        let holds =
            |(start, end, _): &&(u32, u32, bool)| (*start..*end).contains(&lexeme.span.start);
        let is_name = arguments.iter().find(holds).is_some_and(|(_, _, is_name)| *is_name);
        !is_name && lexeme.kind != LexemeKind::Number
    }

    fn name_ink(&self, lexeme: &Lexeme, next: Option<&Lexeme>) -> Ink {
        let name = lexeme.span.of(self.text);
        let is_called = next.is_some_and(|next| next.kind == LexemeKind::Open);
        if self.given.contains(name) {
            return if is_called { Ink::Operation } else { Ink::Name };
        }
        let is_function = || {
            ops::call(name).is_some()
                || ops::form(name).is_some()
                || self.session.has_function(name)
        };
        let is_value = || {
            self.session.names().resolve_within(name, super::preview::LONGEST).is_some()
                || ops::constant(name).is_some()
                || (name == "ans" && self.session.names().get(crate::graph::ANSWER).is_some())
        };
        match is_called {
            true if is_function() => Ink::Operation,
            false if is_value() => Ink::Name,
            // The parenthesis may be still to come.
            false if lexeme.span.end as usize == self.text.len() && is_function() => Ink::Operation,
            _ => Ink::Unknown,
        }
    }
}
