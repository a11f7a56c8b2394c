//! Chains of comparisons, `0 < x < 1`, and choices, `a if c else b`.

use super::{ShuntingYard, Waiting, precedence_of};
use crate::core::language::error::{Error, Result, Span, quoted};
use crate::core::language::tree::{Kind, Position, Step};
use crate::core::ops::{COMPARES, Operation};

/// How a choice is written.
const HOW_TO_CHOOSE: &str = "a choice is written x if x > 0 else -x, or where(x > 0, x, -x)";

impl ShuntingYard<'_> {
    /// A comparison, which goes on from the one before it if there is one: `0 < x < 1`.
    pub(super) fn compare(&mut self, operation: &'static Operation, span: Span) {
        self.apply_down_to(COMPARES + 1, false);
        let (before, position, place) = match self.waiting.last() {
            Some((Waiting::Operation(before, COMPARES), place)) => (before, Position::First, place),
            Some((Waiting::Chained(before), place)) => (before, Position::Further, place),
            _ => {
                self.waiting.push((Waiting::Operation(operation, COMPARES), span));
                return;
            }
        };
        self.steps.push(Step { kind: Kind::Link(before, position), span: *place });
        self.waiting.pop();
        self.waiting.push((Waiting::Chained(operation), span));
    }

    /// `if`, after what is taken.
    pub(super) fn begin_choice(&mut self, span: Span) -> Result<()> {
        self.apply_down_to(1, false);
        self.must_have_else()?;
        self.waiting.push((Waiting::If, span));
        Ok(())
    }

    /// `else`, after the condition.
    pub(super) fn go_on_with_choice(&mut self, span: Span) -> Result<()> {
        self.apply_down_to(1, false);
        match self.waiting.last_mut() {
            Some((waiting @ Waiting::If, _)) => {
                *waiting = Waiting::Else;
                Ok(())
            }
            _ => Err(Error::new(span, "found else, and no if before it").hint(HOW_TO_CHOOSE)),
        }
    }

    /// Makes sure that no `if` is left open.
    pub(super) fn must_have_else(&self) -> Result<()> {
        match self.waiting.last() {
            Some((Waiting::If, span)) => {
                Err(Error::new(*span, "this if has no else").hint(HOW_TO_CHOOSE))
            }
            _ => Ok(()),
        }
    }

    /// `a == not b` and `-not b` hold the operand of what binds tighter.
    pub(super) fn refuse_loose_prefix(&self, operation: &Operation, span: Span) -> Result<()> {
        let holds = match self.waiting.last() {
            Some((Waiting::Operation(before, _) | Waiting::Chained(before), _)) => {
                precedence_of(before)
            }
            Some((Waiting::Plus, _)) => super::PREFIX,
            _ => 0,
        };
        if precedence_of(operation) >= holds || precedence_of(operation) == super::PREFIX {
            return Ok(());
        }
        let mark = quoted(span.of(self.text));
        Err(Error::new(span, format!("found {mark} as an operand of what binds tighter"))
            .hint(format!("put it in parentheses: ({mark} …)")))
    }
}
