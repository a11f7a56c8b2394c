//! The errors of texts that the grammar does not read: what was found, and what was expected there.

use gradcalc_grammar::Rule;

use super::build::{column_inside, range_inside};
use super::error::{Error, Span, quoted};
use super::tokens::{Token, TokenKind, has_unseen, is_unseen, tokens};
use crate::core::ops;

/// How a choice is written.
const HOW_TO_CHOOSE: &str = "for a choice, write x if x > 0 else -x, or where(x > 0, x, -x)";

/// Returns the error for a text that the grammar reads up to the byte `at`, where it expected one of some rules.
pub(super) fn unexpected(text: &str, at: usize, expected: &[Rule]) -> Error {
    let tokens: Vec<Token> = tokens(text).into_iter().filter(Token::is_code).collect();
    let next = tokens.partition_point(|token| token.span.end as usize <= at);
    // A text is expected only where something compares it, which the grammar looks for after it.
    let is_text =
        next > 0 && tokens.get(next - 1).is_some_and(|it| it.kind == TokenKind::Quotation);
    let (before, rest) = tokens.split_at(next - usize::from(is_text));
    let expected = if is_text { &[Rule::expression] } else { expected };
    let place = Unexpected { text, before, rest, expected };
    place.lone_if().unwrap_or_else(|| place.error())
}

/// Returns the error for a character that cannot be seen, and might make two names look like one.
pub(super) fn unseen(text: &str) -> Option<Error> {
    let tokens = if has_unseen(text) { tokens(text) } else { Vec::new() };
    tokens.iter().find(|it| it.kind == TokenKind::Unseen).and_then(|it| misplaced(text, it))
}

/// Returns the error for a comma that separates no arguments.
pub fn comma_outside(comma: Span) -> Error {
    Error::new(comma, "found a comma outside the arguments of a call")
        .hint("write x = [1, 2, 3] for a column, 1.5 with a point, and ; between statements")
}

/// A text up to a token that cannot stand where it does, and what follows from that token on.
struct Unexpected<'text> {
    text: &'text str,
    before: &'text [Token],
    rest: &'text [Token],
    expected: &'text [Rule],
}

impl Unexpected<'_> {
    fn of(&self, token: &Token) -> &str {
        token.span.of(self.text)
    }

    /// An `if` without `else`.
    fn lone_if(&self) -> Option<Error> {
        use TokenKind::{Close, Comma, PlusMinus};
        let place = self.before.iter().rfind(|token| self.of(token) == ops::IF)?.span;
        let ends =
            |it: &Token| matches!(it.kind, Comma | Close | PlusMinus) || self.of(it) == ops::IF;
        (self.expected.contains(&Rule::alternative) && self.rest.first().is_none_or(ends))
            .then(|| Error::new(place, "this if has no else").hint(HOW_TO_CHOOSE))
    }

    fn error(&self) -> Error {
        let (open, last) = (self.open(), self.before.last());
        let Some(found) = self.rest.first() else {
            let end = last.map_or(0, |last| last.span.end);
            let end = Span { start: end, end: end + 1 };
            return match open {
                Some(open) if open.kind == TokenKind::OpenBracket => self.bracket(&open),
                Some(open) => Error::new(open.span, "this ( is never closed")
                    .hint("add a ) where it should end"),
                None => Error::new(end, "the statement ends where a value was expected"),
            };
        };
        if let Some(error) = misplaced(self.text, found) {
            return error;
        }
        match (found.kind, open) {
            (_, Some(open)) if open.kind == TokenKind::OpenBracket => self.inside(&open, found),
            (TokenKind::OpenBracket, _) => self.bracket(found),
            // After the number of a row an operation is expected.
            _ if last.is_some_and(|last| last.kind == TokenKind::CloseBracket)
                && !self.expected.contains(&Rule::product) =>
            {
                Error::new(found.span, "a column cannot be part of an expression")
                    .hint("give it a name first: x = [1, 2, 3]")
            }
            (TokenKind::Semicolon, _) => Error::new(found.span, "found ; inside parentheses")
                .hint("separate arguments with commas, max(1, 2), or add a ) before it"),
            (TokenKind::Comma, _) if self.is_whole() => comma_outside(found.span),
            (TokenKind::Close, None) if self.is_whole() => {
                Error::new(found.span, "unmatched )").hint("remove it, or open a ( before it")
            }
            _ if self.is_whole() => self.not_an_operation(found),
            _ => self.not_a_value(found),
        }
    }

    /// The innermost bracket that is open.
    fn open(&self) -> Option<Token> {
        let mut open = Vec::new();
        for token in self.before {
            match token.kind {
                TokenKind::Open | TokenKind::OpenBracket => open.push(*token),
                TokenKind::Close | TokenKind::CloseBracket => drop(open.pop()),
                _ => {}
            }
        }
        open.pop()
    }

    /// The name that a bracket may give the number of a row.
    fn column_before(&self, bracket: &Token) -> Option<&Token> {
        let before = self.before.iter().rfind(|token| token.span.end <= bracket.span.start);
        before.filter(|before| before.kind == TokenKind::Name)
    }

    /// Says what is wrong with a token after a bracket that is open.
    fn inside(&self, open: &Token, found: &Token) -> Error {
        let after = self.text.get(open.span.end as usize..).unwrap_or_default();
        if self.column_before(open).is_some() || !after.contains(']') {
            return self.bracket(open);
        }
        if !self.is_whole() {
            return self.not_a_value(found);
        }
        let hint = "write [1, 2*3], [1 -2 3] or [0 .. 9], and a matrix as several columns";
        Error::new(found.span, format!("found {} in a column", quoted(self.of(found)))).hint(hint)
    }

    /// Returns true if what is found follows a value.
    fn is_whole(&self) -> bool {
        use Rule::{deviation, expression, formula, number, setting, statement};
        let begins = [number, expression, deviation, formula, setting, statement];
        !self.expected.iter().any(|rule| begins.contains(rule))
    }

    /// Says what is wrong with a bracket that begins neither a column nor the number of a row.
    fn bracket(&self, bracket: &Token) -> Error {
        let span = bracket.span;
        let after = self.text.get(span.end as usize..).unwrap_or_default();
        let Some((inside, _)) = after.split_once(']') else {
            return Error::new(span, "this [ is never closed").hint("add a ] where it ends");
        };
        let Some(name) = self.column_before(bracket) else { return column_inside(span) };
        let [name, row] = [self.of(name), inside.trim()].map(quoted);
        let message = format!("{name}[ ] takes a row number from 1, found {name}[{row}]");
        Error::new(span, message)
            .hint(format!("type a number, as in {name}[2]; count({name}) shows the last one"))
    }

    /// Says what is wrong with a token that stands where a value was expected.
    fn not_a_value(&self, found: &Token) -> Error {
        let word = self.of(found);
        let hint = match word {
            "not" => Some("put it in parentheses: (not x)".to_owned()),
            ops::IF => Some(HOW_TO_CHOOSE.to_owned()),
            _ => ops::is_reserved(word).then(|| format!("{word} is a reserved word")),
        };
        Error::new(found.span, format!("found {} where a value was expected", quoted(word)))
            .maybe_hint(hint)
    }

    /// Says what is wrong with a token that stands where an operation was expected.
    fn not_an_operation(&self, found: &Token) -> Error {
        let mark = self.of(found);
        let error = |message: &str| Error::new(found.span, message);
        let last = self.before.last().map_or("", |last| self.of(last));
        match (found.kind, mark) {
            (TokenKind::Equals, _) => error("found = after an expression"),
            (TokenKind::Quotation, _) | (_, "\"") => {
                error("found a quotation mark").hint("expressions hold numbers and names only")
            }
            (_, ops::ELSE) => error("found else without if").hint(HOW_TO_CHOOSE),
            (_, ":") => range_inside(found.span),
            (kind, _) => {
                let is_factor = kind == TokenKind::Number && last == ")";
                let is_callee = ops::call_names().any(|name| name == last);
                error(&format!("found {} where an operation was expected", quoted(mark)))
                    .maybe_hint(is_factor.then(|| format!("to multiply, write *{}", quoted(mark))))
                    .maybe_hint(is_callee.then(|| format!("to call it, write {last}(…)")))
            }
        }
    }
}

/// Says what is wrong with a token that can stand nowhere in an expression.
fn misplaced(text: &str, found: &Token) -> Option<Error> {
    let span = found.span;
    let characters = || span.of(text).char_indices();
    if let Some((_, control)) = characters().next().filter(|(_, it)| it.is_control()) {
        let message = format!("found the control character U+{:04X}", control as u32);
        return Some(Error::new(span, message).hint("remove it"));
    }
    if let Some((at, unseen)) = characters().find(|(_, it)| is_unseen(*it))
        && found.kind == TokenKind::Unseen
    {
        let message = format!("found the invisible character U+{:04X}", unseen as u32);
        let place = Span::new(0, unseen.len_utf8()).moved(span.start as usize + at);
        return Some(Error::new(place, message).hint("remove it"));
    }
    (found.kind == TokenKind::PlusMinus).then(|| {
        Error::new(span, "± must follow the value of a leaf, or be in parentheses")
            .hint("give the uncertain number a name, x = 1 ± 0.1, or write sin(1 ± 0.1)")
    })
}
