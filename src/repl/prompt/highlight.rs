//! Colors for the statement being typed.

use std::collections::{HashMap, HashSet};

use crate::command::syntax::{Statement, parse};
use crate::command::{self, ArgumentReader};
use crate::core::language::{Rule, Span, Token, TokenKind, pairs_at, statements, tokens};
use crate::core::ops;
use crate::core::session::Session;
use crate::parts;
use crate::repl::color::Ink;

/// Returns the colored tokens of `text` in order; other text has no color.
///
/// The parenthesis at `cursor` and its partner are marked.
pub fn inks(session: &Session, text: &str, cursor: Option<usize>) -> Vec<(Token, Ink)> {
    let mut colored = Vec::new();
    let mut given = HashSet::new();
    for (start, outline) in statements(text, 0) {
        let own = text.get(start..outline.end).unwrap_or_default();
        let found = tokens(own);
        let partners = partners(&found);
        let at = cursor.and_then(|cursor| u32::try_from(cursor.checked_sub(start)?).ok());
        let near = [at, at.and_then(|at| at.checked_sub(1))].into_iter().flatten();
        let marked = near.filter_map(|at| Some([at, *partners.get(&at)?])).next();
        let defined = pairs_at(Rule::binding_or_command, own, 0).into_iter();
        let defined = defined.filter(|(rule, _)| *rule == Rule::name);
        given.extend(defined.map(|(_, name)| name.of(own)));
        let is_last = outline.end == text.len();
        let reader =
            TokenReader { session, text: own, is_last, given: &given, plain: plain_words(own) };
        for (at, token) in found.iter().enumerate() {
            let place = token.span.start;
            let ink = match token.kind {
                TokenKind::Open | TokenKind::Close => match partners.get(&place) {
                    None => Some(Ink::Unmatched),
                    Some(_) => marked.filter(|it| it.contains(&place)).map(|_| Ink::Match),
                },
                _ => reader.ink(token, found.get(at + 1)),
            };
            let token = Token { span: token.span.moved(start), ..*token };
            colored.extend(ink.map(|ink| (token, ink)));
        }
    }
    colored
}

/// Returns a map from each matched parenthesis to its partner.
fn partners(found: &[Token]) -> HashMap<u32, u32> {
    let mut partners = HashMap::new();
    let mut open = Vec::new();
    for Token { kind, span } in found {
        if *kind == TokenKind::Open {
            open.push(span.start);
        } else if *kind == TokenKind::Close
            && let Some(start) = open.pop()
        {
            partners.extend([(start, span.start), (span.start, start)]);
        }
    }
    partners
}

/// Returns the words of a command that are not names.
fn plain_words(text: &str) -> Vec<Span> {
    let Ok(Statement::Command(typed)) = parse(text) else { return Vec::new() };
    let reader = command::find(typed.name, typed.span, true)
        .and_then(|row| ArgumentReader::of(row, typed.rest, typed.offset));
    let whole = Span::new(typed.offset, text.len());
    let Ok(mut reader) = reader else { return vec![whole] };
    while reader.read().unwrap_or(false) {}
    let words = reader.words.iter().filter(|((_, it), _)| !it.kind.has_names());
    words.map(|(_, word)| word.span).collect()
}

/// Assigns colors to the tokens of one statement.
struct TokenReader<'text> {
    session: &'text Session,
    text: &'text str,
    is_last: bool,
    /// The names defined by this statement and those before it.
    given: &'text HashSet<&'text str>,
    /// The words of a command that are not names.
    plain: Vec<Span>,
}

impl TokenReader<'_> {
    fn ink(&self, token: &Token, next: Option<&Token>) -> Option<Ink> {
        let holds = |it: &Span| (it.start..it.end).contains(&token.span.start);
        match token.kind {
            TokenKind::Comment => Some(Ink::Comment),
            TokenKind::Command => Some(self.command_ink(token)),
            TokenKind::Number => Some(Ink::Number),
            _ if self.plain.iter().any(holds) => None,
            TokenKind::Superscript => Some(Ink::Number),
            TokenKind::Name => Some(self.name_ink(token, next)),
            _ => None,
        }
    }

    /// Returns true if a token ends what is being typed.
    fn is_being_typed(&self, token: &Token) -> bool {
        self.is_last && token.span.end as usize == self.text.len()
    }

    /// Returns the color of a command: known if it exists, or may do so once typed in full.
    fn command_ink(&self, token: &Token) -> Ink {
        let typed = token.span.of(self.text).trim_start_matches(':');
        let begins = typed.is_empty() || !command::meant(typed).is_empty();
        let is_known =
            begins && self.is_being_typed(token) || command::find(typed, token.span, true).is_ok();
        if is_known { Ink::Command } else { Ink::Unknown }
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
        let may_be_call = is_called || self.is_being_typed(token);
        if !is_called && is_value() {
            Ink::Name
        } else if may_be_call && is_function() {
            Ink::Operation
        } else {
            Ink::Unknown
        }
    }
}
