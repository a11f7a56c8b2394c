//! Multiplication without a mark: `3x`, and where it could be read in two ways.

use super::{ShuntingYard, TIGHTEST, Waiting, precedence_of};
use crate::core::language::error::{Error, Result, Span, quoted};
use crate::core::language::tokens::{Token, TokenKind};
use crate::core::language::tree::{Kind, Step};
use crate::core::ops::{self, Operation};

/// Words that may end expressions, beside which nothing is multiplied without a mark.
const WORDS: [&str; 2] = ["where", "without"];

/// Returns true for a word that never multiplies what stands beside it.
pub fn stands_apart(word: &str) -> bool {
    WORDS.contains(&word) || ops::is_reserved(word)
}

impl ShuntingYard<'_> {
    /// Multiplies what stands right after a value by it: `3x` is `3*x` and binds as `*` does, and so
    /// do `2 x y`, `(a + b)(c + d)` and `(10)2.5`.
    pub(super) fn multiply_by(&mut self, next: Token) -> Result<()> {
        let Some(last) = self.last.filter(|last| self.multiplies(*last, next)) else {
            return Err(self.not_an_operation(next));
        };
        let times = ops::MULTIPLY;
        self.refuse_two_readings(last, next)?;
        self.apply_down_to(precedence_of(times), false);
        self.waiting.push((Waiting::Operation(times, precedence_of(times)), last.span));
        Ok(())
    }

    /// Tells whether two values side by side can be nothing but a product: a number after another, or
    /// after a name, may be anything.
    fn multiplies(&self, last: Token, next: Token) -> bool {
        let is_word = |token: Token| stands_apart(token.span.of(self.text));
        let is_number = next.kind == TokenKind::Number;
        !(is_word(last) || is_word(next) || is_number && last.kind != TokenKind::Close)
    }

    /// `1/3x` can be read as `(1/3)*x` and as `1/(3*x)`, and `√3x` as `√3*x` and as `√(3*x)`.
    fn refuse_two_readings(&self, last: Token, next: Token) -> Result<()> {
        let holds_back = |waiting: &&(Waiting, Span)| match waiting.0 {
            Waiting::Operation(operation, _) => operation.arity() > 1,
            Waiting::Plus => false,
            Waiting::PlusMinus
            | Waiting::Open
            | Waiting::Call(_)
            | Waiting::Chained(_)
            | Waiting::If
            | Waiting::Else
            | Waiting::Joined(_) => true,
        };
        let factor = match last.kind {
            TokenKind::Close => "(…)".to_owned(),
            _ => quoted(last.span.of(self.text)),
        };
        let touches = last.touches(&next);
        let next = match self.text.get(next.span.start as usize..).unwrap_or_default() {
            rest if rest.starts_with('(') => "(…)".to_owned(),
            _ if next.kind == TokenKind::Number => quoted(next.span.of(self.text)),
            rest => quoted(&leading_name(rest)),
        };
        let gap = if touches { "" } else { " " };
        let ambiguous = |before: &str| {
            let message = format!("{before}{factor}{gap}{next} can be read in two ways");
            Error::new(last.span, message)
                .hint(format!("write {before}{factor}*{next} or {before}({factor}*{next})"))
        };
        if let Some((Waiting::Operation(_, TIGHTEST), mark)) = self.waiting.last()
            && last.kind != TokenKind::Close
        {
            return Err(ambiguous(mark.of(self.text)));
        }
        let before = self.waiting.iter().rev().find(holds_back);
        let divides = |operation: &Operation| {
            // A remainder by a number right before a name has always been multiplied.
            let is_number = touches && last.kind == TokenKind::Number;
            operation.divides() && !(operation.is(ops::REMAINDER) && is_number)
        };
        match before {
            Some((Waiting::Operation(operation, _), _)) if divides(operation) => {
                let blank = if operation.is(ops::DIVIDE) { "" } else { " " };
                let dividend = self.dividend();
                Err(ambiguous(&format!("{dividend}{blank}{}{blank}", operation.name)))
            }
            _ => Ok(()),
        }
    }

    /// The text of what is divided by the number read last, if it is short.
    fn dividend(&self) -> String {
        match self.steps.iter().rev().nth(1) {
            Some(Step { kind: Kind::Number(_) | Kind::Name, span }) => quoted(span.of(self.text)),
            _ => "…".to_owned(),
        }
    }
}

fn leading_name(text: &str) -> String {
    let is_mark = |c: char| ops::before_atom(c.encode_utf8(&mut [0; 4])).is_some();
    let rest = text.trim_start_matches(is_mark);
    let mark = text.len() - rest.len();
    let name = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(41);
    text.chars().take_while(|c| is_mark(*c)).take(mark).chain(name).collect()
}
