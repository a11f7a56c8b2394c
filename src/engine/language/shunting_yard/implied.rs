//! Multiplication without a mark: `3x`, and where it could be read in two ways.

use super::{ShuntingYard, TIGHTEST, Waiting, precedence_of};
use crate::language::error::{Error, Result, Span, quoted};
use crate::language::tokens::{Token, TokenKind};
use crate::language::tree::{Kind, Step};
use crate::ops;

impl ShuntingYard<'_> {
    /// Multiplies what stands right after a number by it: `3x` is `3*x` and binds as `*` does.
    pub(super) fn multiply_by_number(&mut self, span: Span) -> Result<()> {
        let next = Token { kind: TokenKind::Name, span };
        let number = self.last.filter(|last| last.kind == TokenKind::Number && last.touches(&next));
        let Some(Token { span, .. }) = number else {
            return Err(self.not_an_operation(next));
        };
        let times = ops::MULTIPLY;
        self.refuse_two_readings(span)?;
        self.apply_down_to(precedence_of(times), false);
        self.waiting.push((Waiting::Operation(times, precedence_of(times)), span));
        Ok(())
    }

    /// `1/3x` can be read as `(1/3)*x` and as `1/(3*x)`, and `√3x` as `√3*x` and as `√(3*x)`.
    fn refuse_two_readings(&self, span: Span) -> Result<()> {
        let holds_back = |waiting: &&(Waiting, Span)| match waiting.0 {
            Waiting::Operation(operation, _) => operation.arity() > 1,
            Waiting::Plus => false,
            Waiting::Open
            | Waiting::Call(_)
            | Waiting::Chained(_)
            | Waiting::If
            | Waiting::Else => true,
        };
        let number = quoted(span.of(self.text));
        let next = match self.text.get(span.end as usize..) {
            Some(rest) if rest.starts_with('(') => "(…)".to_owned(),
            Some(rest) => quoted(&leading_name(rest)),
            None => String::new(),
        };
        let ambiguous =
            |mark: &str| Error::new(span, format!("{mark}{number}{next} can be read in two ways"));
        if let Some((Waiting::Operation(_, TIGHTEST), mark)) = self.waiting.last() {
            let mark = mark.of(self.text);
            return Err(ambiguous(mark)
                .hint(format!("write {mark}{number}*{next} or {mark}({number}*{next})")));
        }
        let before = self.waiting.iter().rev().find(holds_back);
        match before {
            Some((Waiting::Operation(operation, _), _)) if operation.is(ops::DIVIDE) => {
                let over = format!("{}/", self.dividend());
                let hint = format!("write {over}{number}*{next} or {over}({number}*{next})");
                Err(ambiguous(&over).hint(hint))
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
