//! Colors for the statement being typed.

use std::collections::{HashMap, HashSet};

use crate::command::syntax::Scan;
use crate::command::{self, Argument, ArgumentKind, Pass};
use crate::core::language::{Token, TokenKind};
use crate::core::ops;
use crate::core::session::Session;
use crate::parts;
use crate::repl::color::Ink;

/// Returns the colored tokens of `text` in order; other text has no color.
///
/// The parenthesis at `cursor` and its partner are marked.
pub fn inks(session: &Session, text: &str, cursor: Option<usize>) -> Vec<(Token, Ink)> {
    let scan = Scan::of(text);
    let found = scan.tokens();
    let partners = partners(found);
    let mut marked: HashSet<u32> = HashSet::new();
    if let Some(cursor) = cursor
        && let Some(at) = parenthesis_at(found, cursor)
        && let Some(partner) = partners.get(&at)
    {
        marked.extend([at, *partner]);
    }
    let mut colored = Vec::new();
    let mut given = HashSet::new();
    for statement in scan.tokens_by_statement() {
        let reader = TokenReader::of(session, text, statement, given);
        for (at, token) in statement.iter().enumerate() {
            let start = token.span.start;
            let ink = match token.kind {
                TokenKind::Open | TokenKind::Close if marked.contains(&start) => Some(Ink::Match),
                TokenKind::Open | TokenKind::Close if !partners.contains_key(&start) => {
                    Some(Ink::Unmatched)
                }
                _ => reader.ink(token, statement.get(at + 1)),
            };
            colored.extend(ink.map(|ink| (*token, ink)));
        }
        given = reader.given;
    }
    colored
}

/// Returns a map from each matched parenthesis to its partner.
fn partners(found: &[Token]) -> HashMap<u32, u32> {
    let mut partners = HashMap::new();
    let mut open = Vec::new();
    for token in found {
        match token.kind {
            TokenKind::Open => open.push(token.span.start),
            TokenKind::Close => {
                if let Some(start) = open.pop() {
                    partners.insert(start, token.span.start);
                    partners.insert(token.span.start, start);
                }
            }
            _ => {}
        }
    }
    partners
}

/// Returns the parenthesis under the cursor, or just before it.
fn parenthesis_at(found: &[Token], cursor: usize) -> Option<u32> {
    let at = |place: usize| {
        let is_there = |token: &&Token| {
            matches!(token.kind, TokenKind::Open | TokenKind::Close)
                && token.span.start as usize == place
        };
        found.iter().find(is_there).map(|token| token.span.start)
    };
    at(cursor).or_else(|| at(cursor.checked_sub(1)?))
}

/// Assigns colors to the tokens of one statement.
struct TokenReader<'text> {
    session: &'text Session,
    text: &'text str,
    /// The names defined by this statement and those before it.
    given: HashSet<&'text str>,
    /// For each word of a command: start, end, and true if it may contain names.
    arguments: Option<Vec<(u32, u32, bool)>>,
}

impl<'text> TokenReader<'text> {
    fn of(
        session: &'text Session,
        text: &'text str,
        statement: &[Token],
        given: HashSet<&'text str>,
    ) -> TokenReader<'text> {
        let mut reader = TokenReader { session, text, given, arguments: None };
        match statement.first() {
            Some(first) if first.kind == TokenKind::Command => {
                let after = statement.get(1..).unwrap_or_default();
                reader.arguments = Some(reader.read_arguments(first, after));
            }
            _ => reader.given.extend(reader.targets(statement)),
        }
        reader
    }

    /// Returns `L` of `L = …`, and `f`, `x` and `y` of `f(x, y) = …`.
    fn targets(&self, statement: &[Token]) -> HashSet<&'text str> {
        let is_equals = |token: &Token| token.kind == TokenKind::Equals;
        let Some(equals) = statement.iter().position(is_equals) else {
            return HashSet::new();
        };
        let names = statement.iter().take(equals);
        let names = names.filter(|token| token.kind == TokenKind::Name);
        names.map(|token| token.span.of(self.text)).collect()
    }

    fn read_arguments(&self, command: &Token, arguments: &[Token]) -> Vec<(u32, u32, bool)> {
        let is_name = |argument: &Argument| {
            use ArgumentKind::*;
            matches!(
                argument.kind,
                Node | Formula
                    | NodeOrEquation
                    | Condition
                    | Leaf
                    | Named
                    | Name
                    | Number
                    | Uncertain
                    | Equation
            )
        };
        let Some((first, last)) = arguments.first().zip(arguments.last()) else {
            return Vec::new();
        };
        let (text, offset) = (first.span.to(last.span).of(self.text), first.span.start as usize);
        let pass = self.command(command).map(|row| Pass::of(row, text, offset));
        let Some(Ok(mut pass)) = pass else { return Vec::new() };
        while pass.read().unwrap_or(false) {}
        let words = pass.words.iter();
        words.map(|((_, it), word)| (word.span.start, word.span.end, is_name(it))).collect()
    }

    fn command(&self, token: &Token) -> Option<&'static command::Command> {
        let name = token.span.of(self.text).strip_prefix(':')?;
        command::find(name, token.span, true).ok()
    }

    fn ink(&self, token: &Token, next: Option<&Token>) -> Option<Ink> {
        match token.kind {
            TokenKind::Comment => Some(Ink::Comment),
            TokenKind::Command => Some(self.command_ink(token)),
            _ if self.is_plain(token) => None,
            TokenKind::Number | TokenKind::Concise | TokenKind::Superscript => Some(Ink::Number),
            TokenKind::Name => Some(self.name_ink(token, next)),
            TokenKind::Open
            | TokenKind::Close
            | TokenKind::OpenBracket
            | TokenKind::CloseBracket
            | TokenKind::Dots
            | TokenKind::Comma
            | TokenKind::Equals
            | TokenKind::PlusMinus
            | TokenKind::Quotation
            | TokenKind::Semicolon
            | TokenKind::Unseen
            | TokenKind::Mark => None,
        }
    }

    /// Returns the color of a command: known if it exists, or may do so once typed in full.
    fn command_ink(&self, token: &Token) -> Ink {
        let typed = token.span.of(self.text).trim_start_matches(':');
        let begins = typed.is_empty() || !command::meant(typed).is_empty();
        let being_typed = begins && token.span.end as usize == self.text.len();
        let is_known = being_typed || self.command(token).is_some();
        if is_known { Ink::Command } else { Ink::Unknown }
    }

    /// Returns true if the token is in a word of a command that contains no names.
    fn is_plain(&self, token: &Token) -> bool {
        let Some(arguments) = &self.arguments else {
            return false;
        };
        let holds =
            |(start, end, _): &&(u32, u32, bool)| (*start..*end).contains(&token.span.start);
        let is_name = arguments.iter().find(holds).is_some_and(|(_, _, is_name)| *is_name);
        !is_name && token.kind != TokenKind::Number
    }

    fn name_ink(&self, token: &Token, next: Option<&Token>) -> Ink {
        let name = token.span.of(self.text);
        let is_called = next.is_some_and(|next| next.kind == TokenKind::Open);
        if self.given.contains(name) {
            return if is_called { Ink::Operation } else { Ink::Name };
        }
        let is_function = || {
            parts::call(name).is_some()
                || parts::form(name).is_some()
                || self.session.has_function(name)
        };
        let is_value = || {
            self.session
                .names()
                .resolve_while(name, crate::core::session::at_most(super::preview::LONGEST))
                .is_some()
                || ops::constant(name).is_some()
                || (name == "ans"
                    && self.session.names().get(crate::core::session::ANSWER).is_some())
        };
        // At the end of the text, a parenthesis may still follow.
        let may_be_call = is_called || token.span.end as usize == self.text.len();
        if !is_called && is_value() {
            Ink::Name
        } else if may_be_call && is_function() {
            Ink::Operation
        } else {
            Ink::Unknown
        }
    }
}
