//! The operands that have been built: how many there are, and what they may be.

use super::{Builder, Scope};
use crate::core::graph::order::has_slope;
use crate::core::graph::value::{Operand, Value};
use crate::core::language::{Error, Result, Span, counted, exact};
use crate::core::ops::Form;

impl Builder<'_> {
    pub(crate) fn last_operands(&self, count: usize) -> &[Operand] {
        let first = self.operands.len().saturating_sub(count);
        self.operands.get(first..).unwrap_or_default()
    }

    pub(crate) fn take_last(&mut self, count: usize) -> Vec<Operand> {
        let first = self.operands.len().saturating_sub(count);
        self.operands.split_off(first)
    }

    pub(crate) fn pop(&mut self) -> Operand {
        self.operands.pop().unwrap_or(Operand::Constant(f64::NAN))
    }

    pub(crate) fn last_have_group(&self, operands: usize) -> bool {
        self.last_operands(operands).iter().any(Operand::is_many)
    }

    /// Replaces groups among the last operands by their members; returns the new number of operands.
    pub(crate) fn unfold_groups(&mut self, operands: usize) -> usize {
        if !self.last_have_group(operands) {
            return operands;
        }
        let unfolded = self.take_last(operands);
        let unfolded: Vec<Operand> = unfolded.iter().flat_map(Operand::each_member).collect();
        let count = unfolded.len();
        self.operands.extend(unfolded);
        count
    }

    /// Checks that each of the last operands is one node or number.
    pub(crate) fn must_be_one(&self, operands: usize, span: Span) -> Result<()> {
        let mut values = self.last_operands(operands).iter().filter_map(Operand::value);
        match values.find(|value| value.is_many()) {
            Some(many) => Err(not_one(many, span, self.scope)),
            None => Ok(()),
        }
    }

    /// Checks that the last operands have equally many rows.
    pub(crate) fn must_have_equal_rows(&self, operands: usize, span: Span) -> Result<()> {
        let values = || self.last_operands(operands).iter().filter_map(Operand::value);
        let nodes = values().flat_map(Value::nodes);
        let mut with_rows = nodes.filter_map(|node| Some((node.rows()?, node)));
        let Some((rows, node)) = with_rows.next() else {
            return Ok(());
        };
        let Some((others, other)) = with_rows.find(|(others, _)| *others != rows) else {
            return Ok(());
        };
        let name =
            |node: &Value, side: &str| self.scope.name_of(node).unwrap_or_else(|| side.to_owned());
        let (one, two) = (name(node, "the first operand"), name(other, "the second operand"));
        let message = format!("{one} has {}, {two} has {others}", counted(rows as u64, "row"));
        Err(Error::new(span, message)
            .hint("columns must have equal length; sum, mean, min and max fold rows to one number"))
    }

    /// Replaces the last operands by a number computed from their numbers.
    pub(crate) fn number_of(
        &mut self,
        form: &'static Form,
        of: fn(&[f64]) -> Option<f64>,
        arguments: usize,
        span: Span,
    ) -> Result<()> {
        let operands = self.take_last(arguments);
        let is_number =
            |it: &Value| !it.is_per_row() && (it.is_leaf() || !has_slope(it, self.guard.stop()));
        let may_be = |it: &Operand| it.value().is_none_or(is_number);
        if !operands.iter().all(may_be) {
            let message = format!("{} takes only whole numbers, typed or as leaves", form.name);
            return Err(Error::new(span, message).hint(format!("{} has no derivative", form.name)));
        }
        let numbers: Vec<f64> = operands.iter().map(Operand::data).collect();
        let Some(number) = of(&numbers) else {
            let found: Vec<String> = numbers.iter().map(|it| exact(*it)).collect();
            let message = format!(
                "{} takes whole numbers of 0 or more, found {}",
                form.name,
                found.join(", ")
            );
            return Err(Error::new(span, message));
        };
        if operands.iter().any(|it| it.value().is_some()) {
            self.without_slope = Some(form.name);
            self.push_copy(number);
        } else {
            self.operands.push(Operand::Constant(number));
        }
        Ok(())
    }
}

/// The error for many nodes in place of one number.
pub fn not_one(many: &Value, span: Span, scope: &dyn Scope) -> Error {
    match many.contents() {
        Some(contents) => contents.not_one(many, span, scope),
        None => Error::new(span, "this is not one number"),
    }
}
