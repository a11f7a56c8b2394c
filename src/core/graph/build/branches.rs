//! Building chains of comparisons, and choices.

use super::Builder;
use super::result::NonFinite;
use crate::core::graph::order::Order;
use crate::core::graph::value::{Label, Operand};
use crate::core::language::{Position, Result, Span};
use crate::core::ops::{self, ADD, MOST_WHOLE, Operation, REMAINDER, SUBTRACT, UNLESS, WHEN};

/// The note on large whole numbers.
pub const LARGE_WHOLE: &str = "whole numbers of 2^53 or more may be rounded";

/// Numbers that differ by at most this part of them may print alike.
const NEARLY: f64 = 1e-13;

impl Builder<'_> {
    /// Compares the last two operands and keeps the second for the next comparison.
    pub(super) fn link(
        &mut self,
        operation: &'static Operation,
        position: Position,
        span: Span,
    ) -> Result<()> {
        let next = self.operands.last().cloned().unwrap_or(Operand::Constant(f64::NAN));
        match position {
            Position::First => self.apply(operation, span)?,
            Position::Further => self.end_chain(operation, span)?,
        }
        self.operands.push(next);
        Ok(())
    }

    /// Ends a chain: compares the last two operands and joins the result with the chain so far.
    pub(super) fn end_chain(&mut self, operation: &'static Operation, span: Span) -> Result<()> {
        self.apply(operation, span)?;
        match ops::infix("and") {
            Some(and) => self.apply(and, span),
            None => Ok(()),
        }
    }

    /// Replaces the three operands of `a if c else b` by the choice between the first and the last.
    pub(super) fn choose(&mut self, span: Span) -> Result<()> {
        let (otherwise, condition, taken) = (self.pop(), self.pop(), self.pop());
        for (gate, operand) in [(WHEN, taken), (UNLESS, otherwise)] {
            self.operands.extend([condition.clone(), operand]);
            self.apply(gate, span)?;
        }
        self.apply(ADD, span)
    }

    /// Notices two numbers that differ only by rounding, where `==` or `!=` compares them.
    pub(super) fn notice_nearly_equal(&mut self, operation: &Operation, operands: &[Operand; 2]) {
        if !is_equality(operation) || operands.iter().any(|it| it.rows().is_some()) {
            return;
        }
        let [x, y] = operands.each_ref().map(Operand::data);
        if x != y && (x - y).abs() <= NEARLY * x.abs().max(y.abs()) {
            self.nearly_equal = self.nearly_equal.or(Some([x, y]));
        }
    }

    /// Notices whole numbers of 2^53 or more where their last digits decide: a difference or a remainder that is
    /// smaller, or a comparison of equal ones.
    pub(super) fn notice_lost_digits(
        &mut self,
        operation: &Operation,
        operands: &[Operand; 2],
        out: f64,
    ) {
        let [x, y] = operands.each_ref().map(Operand::data);
        let most = x.abs().max(y.abs());
        if most < MOST_WHOLE || !most.is_finite() || x.fract() != 0.0 || y.fract() != 0.0 {
            return;
        }
        let adds = operation.is(ADD) || operation.is(SUBTRACT);
        // 2^53 itself may be exact, as in 2^53 - 1.
        let may_be_rounded = most > MOST_WHOLE || self.rounds_sum;
        let is_small = out.abs() < MOST_WHOLE;
        let takes_rest = operation.is(REMAINDER) && x.abs() >= MOST_WHOLE;
        let compares = operation.compares() && x == y;
        if may_be_rounded && (is_small && (adds || takes_rest) || compares) {
            self.notes.extend((!self.notes.contains(&LARGE_WHOLE)).then_some(LARGE_WHOLE));
        }
        if adds {
            let rest = if operation.is(ADD) { out - x - y } else { out - x + y };
            self.rounds_sum |= rest != 0.0;
        }
    }

    /// Forgets what was noticed in the side that is not taken.
    pub(super) fn notice_branches(&mut self, result: &Operand) {
        let Some(noticed) = self.non_finite.take_if(|_| self.has_branches) else { return };
        let are_constants = noticed.operands.iter().all(|operand| operand.value().is_none());
        self.non_finite = match result {
            Operand::Value(root) if !are_constants => {
                let order = Order::until(self.guard.stop(), [root]);
                let label = Label { part: 0, ..self.label };
                let bad = order.bad_nodes().filter(|it| Label { part: 0, ..it.label() } == label);
                let found = bad.filter_map(|it| NonFinite::of_node(it, self.guard.stop())).next();
                let is_same = |found: &NonFinite| {
                    found.operands.iter().zip(&noticed.operands).all(|(one, other)| one.is(other))
                };
                found.map(|found| match is_same(&found) {
                    true => NonFinite { because: noticed.because, ..found },
                    false => found,
                })
            }
            result => (!result.data().is_finite()).then_some(noticed),
        };
    }
}

/// Returns true for `==` and `!=`.
pub fn is_equality(operation: &Operation) -> bool {
    ["==", "!="].contains(&operation.name)
}
