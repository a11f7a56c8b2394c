//! The forward and the backward rule of a single node.

use super::value::{Operand, Value};
use crate::core::ops::{AtKinks, Branching, Operation, POWER, Rule, arrived, is_no_path};

/// The backward rule of a node for one of its operands.
#[derive(Debug, Clone, Copy)]
pub struct BackwardStep<'node> {
    /// The operand that receives the contribution.
    pub operand: &'node Value,
    pub index: usize,
    /// The local derivative ∂node/∂operand.
    pub local: f64,
    /// The local derivative times the node's grad.
    pub contribution: f64,
    /// False if a branch leaves the operand out.
    pub is_live: bool,
}

#[doc(hidden)]
impl Value {
    /// Applies the forward rule: computes the node's data from its operands. A column takes the current row; a
    /// fold needs a sweep over its rows instead.
    #[inline]
    pub fn recompute(&self) {
        if let Some(operation) = self.operation() {
            let [x, y] = self.both_operands();
            self.set_data(operation.forward(x.data(), y.data()));
        } else if let Some(contents) = self.contents().filter(|_| self.is_per_row()) {
            self.set_data(contents.data());
        }
    }

    /// Returns true for the square of an operand, `x^2`.
    #[inline]
    pub(crate) fn is_square(&self) -> bool {
        let is_two = |power: &Operand| power.constant() == Some(2.0);
        let [_, power] = self.both_operands();
        is_two(power) && self.operation().is_some_and(|operation| operation.is(POWER))
    }

    /// Applies the backward rule: adds local derivative times grad to each operand's grad.
    #[inline]
    pub(super) fn push_grad(&self) {
        let Some(operation) = self.operation() else {
            return;
        };
        let (upstream, out) = (self.grad(), self.data());
        let [x, y] = self.both_operands();
        match &operation.rule {
            Rule::Unary { partial, .. } => {
                if let Operand::Value(operand) = x {
                    let local = (partial.function)(operand.data(), out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
            }
            Rule::Binary { partials: [first, second], .. } => {
                let (x_data, y_data) = (x.data(), y.data());
                if let Operand::Value(operand) = x {
                    let local = (first.function)(x_data, y_data, out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
                if let Operand::Value(operand) = y {
                    let local = (second.function)(x_data, y_data, out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
            }
            // Passes over graphs with rows go by stages.
            Rule::Fold(_) => {}
        }
    }

    /// Applies the backward rule in a graph with branches: a node that no live path reaches passes nothing on.
    pub(super) fn push_reached_grad(&self) {
        let upstream = self.grad();
        if is_no_path(upstream) {
            return;
        }
        for step in self.backward_steps(upstream).filter(|step| step.is_live) {
            step.operand.set_grad(step.operand.grad() + arrived(step.contribution));
        }
    }

    /// The derivative of the node by one operand, at these operands and this result.
    #[inline]
    pub(crate) fn local_derivative(
        &self,
        (operation, index): (&Operation, usize),
        operands: [f64; 2],
        out: f64,
    ) -> f64 {
        operation.rule.local_derivative(index, operands, (out, self.sharing_rows()))
    }

    /// The rule whose local derivatives count: that of the operation, or with `Steepest` that of the steeper sides.
    /// A node whose operands are one node is at no kink: they move together.
    #[inline]
    pub(crate) fn rule(&self, at_kinks: AtKinks) -> Option<&'static Rule> {
        let operation = self.operation()?;
        if at_kinks == AtKinks::Convention {
            return Some(&operation.rule);
        }
        let are_one = || match self.both_operands().each_ref().map(Operand::value) {
            [Some(x), Some(y)] => x.is(y),
            _ => false,
        };
        Some(operation.steepest.as_ref().filter(|_| !are_one()).unwrap_or(&operation.rule))
    }

    /// Returns true if the node's data is exactly at a kink or a jump of its operation, for these operands.
    pub(crate) fn is_at_kink(&self, [x, y]: [f64; 2]) -> bool {
        let [left, right] = self.both_operands().each_ref().map(Operand::value);
        // An answer, 0 or 1, changes where the comparison below is at its jump.
        let is_answer = |operand: Option<&Value>| {
            let branching = operand.map_or(Branching::None, Value::branching);
            matches!(branching, Branching::Flat | Branching::Lazy(_))
        };
        let asks = !matches!(self.branching(), Branching::None | Branching::Row);
        self.operation().is_some_and(|operation| (operation.is_at_kink)(x, y))
            && !(left.is_some() && left == right)
            && !(asks && is_answer(left))
    }

    /// The backward rule as data: the contributions to the operands if the grad is `upstream`.
    pub fn backward_steps(&self, upstream: f64) -> impl Iterator<Item = BackwardStep<'_>> {
        self.backward_steps_by(upstream, AtKinks::Convention)
    }

    /// The backward rule as data, with these slopes at kinks.
    pub(crate) fn backward_steps_by(
        &self,
        upstream: f64,
        at_kinks: AtKinks,
    ) -> impl Iterator<Item = BackwardStep<'_>> {
        let data = |index: usize| self.both_operands().get(index).map_or(0.0, Operand::data);
        let (x, y, out) = (data(0), data(1), self.data());
        let rule = self.rule(at_kinks);
        self.operands().iter().enumerate().filter_map(move |(index, operand)| {
            let operation = self.operation()?;
            let local = rule?.local_derivative(index, [x, y], (out, self.sharing_rows()));
            let operand = operand.value()?;
            let is_taken = self.row_taken().is_none_or(|row| operand.current_row() == Some(row));
            let branching = operation.branching;
            let is_live = is_taken && branching.passes(index, x) && !branching.skips(local);
            Some(BackwardStep { operand, index, local, contribution: local * upstream, is_live })
        })
    }
}
