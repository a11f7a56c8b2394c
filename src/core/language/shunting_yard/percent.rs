//! Percentages: a `%` that no divisor follows. `15% of x` is `0.15 * x`, and `x + 19%` is `x * 1.19`.

use super::{ShuntingYard, Waiting, precedence_of};
use crate::core::language::error::{Error, Result, Span};
use crate::core::language::tokens::{Token, TokenKind};
use crate::core::language::tree::{Kind, Step, first_of_last};
use crate::core::ops::{self, Operation};

/// The mark of a percentage.
const PERCENT: &str = "%";

/// The word between a percentage and what it is a part of.
pub const OF: &str = "of";

/// The most steps of an expression that is a percentage of what is before it: one is put in front of
/// them.
const LONGEST: usize = 1000;

impl ShuntingYard<'_> {
    /// Tells whether a token is the `%` of a percentage, by the tokens after it.
    pub(super) fn is_percentage(
        &self,
        token: Token,
        mut after: impl Iterator<Item = Token>,
    ) -> bool {
        if !self.is_whole || token.kind != TokenKind::Mark || token.span.of(self.text) != PERCENT {
            return false;
        }
        let Some(next) = after.next() else {
            return true;
        };
        let mark = next.span.of(self.text);
        match next.kind {
            TokenKind::Name if mark == OF => after.next().is_some_and(|it| self.begins_a_value(it)),
            TokenKind::Name => ops::infix(mark).is_some(),
            TokenKind::Mark if mark == "+" || ops::prefix(mark).is_some() => {
                let rest = self.text.get(next.span.end as usize..).unwrap_or_default();
                token.touches(&next) != rest.starts_with(char::is_whitespace)
            }
            TokenKind::Mark => ops::infix(mark).is_some() || [ops::IF, ops::ELSE].contains(&mark),
            TokenKind::Close
            | TokenKind::CloseBracket
            | TokenKind::Comma
            | TokenKind::Dots
            | TokenKind::Equals
            | TokenKind::PlusMinus
            | TokenKind::Semicolon => true,
            _ => false,
        }
    }

    fn begins_a_value(&self, token: Token) -> bool {
        let mark = token.span.of(self.text);
        match token.kind {
            TokenKind::Number | TokenKind::Name | TokenKind::Open => true,
            TokenKind::Mark => {
                mark == "+" || ops::prefix(mark).is_some() || ops::before_atom(mark).is_some()
            }
            _ => false,
        }
    }

    /// Returns true if a name is the `of` after a percentage.
    pub(super) fn is_of(&self, span: Span) -> bool {
        let is_after = |last: Token| last.span.of(self.text) == PERCENT;
        self.is_whole && self.last.is_some_and(is_after) && span.of(self.text) == OF
    }

    /// Makes the last atom a percentage; one that is added or subtracted is a part of all before it.
    pub(super) fn percentage(&mut self, token: Token, next: Option<Token>) -> Result<()> {
        let span = token.span;
        if self.last.is_some_and(|last| last.span.of(self.text) == PERCENT) {
            return Err(Error::new(span, "found a second % after a percentage"));
        }
        self.apply_down_to(precedence_of(ops::POWER), true);
        let sum = if self.is_operand_of(next) { None } else { self.sum_before()? };
        let is_literal = self.last.is_some_and(|last| last.kind == TokenKind::Number);
        if let Some((Waiting::PlusMinus, mark)) = self.waiting.last().copied() {
            self.part_of_value(mark, span)?;
            self.last = Some(token);
            return Ok(());
        }
        match (self.steps.last_mut(), sum) {
            (Some(Step { kind: Kind::Number(number), span: place }), None) if is_literal => {
                *number /= 100.0;
                place.end = span.end;
            }
            (Some(Step { kind: Kind::Number(number), span: place }), Some(sum)) if is_literal => {
                *number = (100.0 + if sum.adds { *number } else { -*number }) / 100.0;
                place.end = span.end;
                self.multiply_all_before(sum);
            }
            (_, None) => self.divide_by_hundred(span),
            (_, Some(sum)) => {
                let Some(first) = first_of_last(&self.steps, LONGEST) else {
                    let message = "this is too long for a percentage of what comes before";
                    return Err(Error::new(span, message).hint("give it a name first"));
                };
                self.steps.insert(first, Step { kind: Kind::Number(1.0), span });
                self.divide_by_hundred(span);
                let operation = if sum.adds { ops::ADD } else { ops::SUBTRACT };
                self.steps.push(Step { kind: Kind::Operation(operation), span });
                self.multiply_all_before(sum);
            }
        }
        self.is_whole = true;
        self.last = Some(token);
        Ok(())
    }

    fn divide_by_hundred(&mut self, span: Span) {
        self.steps.push(Step { kind: Kind::Number(100.0), span });
        self.steps.push(Step { kind: Kind::Operation(ops::DIVIDE), span });
    }

    /// The sum or difference whose last operand the last atom would be.
    fn sum_before(&self) -> Result<Option<Sum>> {
        let mut sign = None;
        for (waiting, mark) in self.waiting.iter().rev() {
            match waiting {
                Waiting::Plus => sign = Some(*mark),
                Waiting::Operation(it, _) if it.is(ops::NEGATE) => sign = Some(*mark),
                Waiting::Operation(it, _) | Waiting::Joined(it) => {
                    let sum = is_sum(it).map(|adds| Sum { adds, mark: *mark });
                    return match (sum, sign) {
                        (Some(_), Some(sign)) => Err(Error::new(
                            sign,
                            "found a sign before a percentage of what comes before",
                        )
                        .hint("write x - 10%, or x ± 10% for an uncertainty")),
                        (sum, _) => Ok(sum),
                    };
                }
                _ => break,
            }
        }
        Ok(None)
    }

    /// Tells whether the next token takes the percentage before it as its operand, rather than the
    /// sum that it ends.
    fn is_operand_of(&self, next: Option<Token>) -> bool {
        next.is_some_and(|next| {
            let mark = next.span.of(self.text);
            let binds = |it: &Operation| precedence_of(it) > precedence_of(ops::ADD);
            mark == OF || ops::infix(mark).is_some_and(binds)
        })
    }

    /// Puts a product in the place of a sum that waits for its last operand.
    fn multiply_all_before(&mut self, sum: Sum) {
        self.waiting.pop();
        self.steps.push(Step { kind: Kind::Operation(ops::MULTIPLY), span: sum.mark });
    }
}

/// A sum or a difference that waits for its last operand.
struct Sum {
    adds: bool,
    /// The place of its mark.
    mark: Span,
}

/// Tells whether it adds; none for what is neither sum nor difference.
fn is_sum(operation: &Operation) -> Option<bool> {
    match operation {
        _ if operation.is(ops::ADD) => Some(true),
        _ if operation.is(ops::SUBTRACT) => Some(false),
        _ => None,
    }
}
