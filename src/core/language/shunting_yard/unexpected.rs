//! The errors of tokens that cannot stand where they do.

use super::{ShuntingYard, Waiting};
use crate::core::language::error::{Error, ErrorKind, Span, quoted};
use crate::core::language::shape::infix_marks;
use crate::core::language::tokens::{Token, TokenKind, is_unseen};
use crate::core::ops;

impl ShuntingYard<'_> {
    /// Says what is wrong with a semicolon, which is in parentheses or brackets, before `rest`.
    pub(super) fn semicolon(&self, span: Span, rest: impl Iterator<Item = Token>) -> Error {
        let is_open =
            |(waiting, _): &&(Waiting, Span)| matches!(waiting, Waiting::Open | Waiting::Call(_));
        let open: Vec<Span> = self.waiting.iter().filter(is_open).map(|(_, span)| *span).collect();
        let depth = rest.fold(open.len(), |depth, token| token.depth_after(depth));
        match open.last() {
            // Below a bracket nothing is open here.
            None => Error::new(span, "found ; inside brackets")
                .hint("commas separate the numbers of a column: [1, 2, 3]"),
            Some(_) if depth > 0 => {
                Error::new(span, "found ; inside parentheses").hint("add a ) before it")
            }
            Some(_) => Error::new(span, "found ; inside parentheses")
                .hint("commas separate arguments: max(1, 2)"),
        }
    }

    /// Says what is wrong with a token that stands where a value was expected.
    pub(super) fn not_a_value(&self, token: Token) -> Error {
        let span = token.span;
        if let Some(error) = misplaced(self.text, token) {
            return error;
        }
        let error = Error::new(
            span,
            format!("found {} where a value was expected", shown(self.text, token)),
        );
        match span.of(self.text) {
            word if ops::is_reserved(word) => {
                error.hint(format!("{word} is a reserved word, which cannot be a name"))
            }
            ".." => error.hint(
                "a column counts in brackets, x = [0 .. 6]; a command takes both ends with a blank between: \
                 :plot sin 0 6",
            ),
            _ => error,
        }
    }

    /// Says what is wrong with a token that stands where an operation was expected.
    pub(super) fn not_an_operation(&self, token: Token) -> Error {
        let span = token.span;
        if let Some(error) = misplaced(self.text, token) {
            return error;
        }
        let error = |message: String| Error::new(span, message);
        let found =
            || error(format!("found {} where an operation was expected", shown(self.text, token)));
        match token.kind {
            TokenKind::Equals => error(
                "found = after something that cannot be assigned to".to_owned(),
            )
            .hint(
                "a name goes before it, c = 2, or one with parameters, f(x) = x^2; == compares, and \
                 :solve finds where two sides are equal",
            ),
            TokenKind::Quotation => error("found a quotation mark".to_owned())
                .hint("expressions hold numbers and names only"),
            TokenKind::Mark => match span.of(self.text) {
                "\"" => error("found a quotation mark".to_owned())
                    .hint("expressions hold numbers and names only"),
                ":" => error("found : inside a statement".to_owned())
                    .hint("a command starts its statement; a column that counts is a whole right side: x = 1:8"),
                "." => found(),
                mark if ops::constant(mark).is_some() => found(),
                mark if let Some(constant) = ops::after_number(mark) => {
                    let name = constant.name;
                    error(format!("{mark} follows a number only")).hint(format!("write …*{name}"))
                }
                mark => error(format!("there is no operation {}", quoted(mark))).hint(format!(
                    "there are {}, and functions: :help operations",
                    infix_marks("")
                )),
            },
            _ => {
                let name = self.last.filter(|last| last.kind == TokenKind::Name);
                let callee = name.map_or("", |name| name.span.of(self.text));
                match ops::call_names().find(|name| *name == callee) {
                    Some(callee) => found().hint(format!("to call it, write {callee}(…)")),
                    None => found(),
                }
            }
        }
    }
}

/// Says what is wrong with a token that can stand nowhere in an expression.
fn misplaced(text: &str, token: Token) -> Option<Error> {
    let span = token.span;
    let character = span.of(text).chars().next()?;
    if character.is_control() {
        let message = format!("found the control character U+{:04X}", character as u32);
        return Some(Error::new(span, message).hint("remove it"));
    }
    if token.kind == TokenKind::Unseen
        && let Some((at, unseen)) = span.of(text).char_indices().find(|(_, it)| is_unseen(*it))
    {
        let message = format!("found U+{:04X}, which cannot be seen", unseen as u32);
        let place = Span::new(0, unseen.len_utf8()).moved(span.start as usize + at);
        return Some(Error::new(place, message).hint("remove it"));
    }
    if token.kind == TokenKind::PlusMinus {
        return Some(
            Error::new(span, "± goes after the value of a leaf, or into a parenthesis")
                .kind(ErrorKind::Uncertainty)
                .hint("give the uncertain number a name, x = 1 ± 0.1, or write sin(1 ± 0.1)"),
        );
    }
    None
}

/// The text of a token, fit for a message.
fn shown(text: &str, token: Token) -> String {
    quoted(token.span.of(text))
}
