//! `±` inside an expression: `sin(1.5 ± 0.1)`, loosest within its parenthesis or argument.

use super::{ShuntingYard, Waiting, precedence_of};
use crate::core::language::error::{Error, Result, Span};
use crate::core::language::tree::{Kind, Step};
use crate::core::ops;

impl ShuntingYard<'_> {
    /// Tells whether something is in a parenthesis or an argument, or all there is.
    pub(super) fn may_be_uncertain(&self) -> bool {
        let is_open =
            |(waiting, _): &(Waiting, Span)| matches!(waiting, Waiting::Open | Waiting::Call(_));
        self.is_statement || self.waiting.iter().any(is_open)
    }

    /// `±`, after the whole value.
    pub(super) fn plus_minus(&mut self, span: Span) -> Result<()> {
        self.refuse_after_plus_minus(0, span)?;
        self.apply_down_to(0, false);
        self.must_have_else()?;
        self.waiting.push((Waiting::PlusMinus, span));
        Ok(())
    }

    /// `1 ± 0.1 + 2` can be read in two ways.
    pub(super) fn refuse_after_plus_minus(&self, precedence: u8, span: Span) -> Result<()> {
        let is_last = |waiting: &Waiting| match waiting {
            Waiting::Operation(..) | Waiting::Plus | Waiting::Chained(_) => None,
            Waiting::PlusMinus => Some(true),
            _ => Some(false),
        };
        let innermost = self.waiting.iter().rev().find_map(|(waiting, _)| is_last(waiting));
        if innermost != Some(true) || precedence > precedence_of(ops::ADD) {
            return Ok(());
        }
        let mark = span.of(self.text);
        if mark == "±" || mark == "+/-" {
            return Err(Error::new(span, "found a second ±")
                .hint("a number has one uncertainty; what has several is a sum of such"));
        }
        Err(Error::new(span, format!("what stands after ± can be read in two ways before {mark}"))
            .hint(format!(
                "put one of them in parentheses: (1 ± 0.1) {mark} 2, 1 ± (0.1 {mark} 2)"
            )))
    }

    /// Makes the percentage after `±` a part of the number before it.
    pub(super) fn part_of_value(&mut self, mark: Span, span: Span) -> Result<()> {
        match self.steps.as_mut_slice() {
            [
                ..,
                Step { kind: Kind::Number(value), span: before },
                Step { kind: Kind::Number(part), span: place },
            ] if before.end <= mark.start => {
                *part = value.abs() * *part / 100.0;
                place.end = span.end;
                Ok(())
            }
            _ => Err(Error::new(span, "found a percentage of what is not a plain number")
                .hint("give it a name first: a = 2*x ± 10%")),
        }
    }
}
