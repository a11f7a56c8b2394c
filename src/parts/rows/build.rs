//! Builds folds over rows, and checks that operands have equally many rows.

use super::stages::RowExecutor;
use super::sweep::Sweep;
use crate::core::graph::{Builder, Executor, Label, NonFinite, Operand, Value, interrupted};
use crate::core::language::{Error, Result, Span, counted};
use crate::core::ops::{Operation, ROW_OF};

impl Builder<'_> {
    /// Folds the rows of the last operand with an operation.
    pub(crate) fn fold_last(&mut self, fold: &'static Operation, span: Span) -> Result<()> {
        self.guard.room(span)?;
        self.notice_rows();
        self.apply(fold, span)?;
        let Some(Operand::Value(value)) = self.operands.last() else {
            return Ok(());
        };
        let Some(mut sweep) = Sweep::of_fold(value) else {
            return Ok(());
        };
        if !sweep.forward(self.guard.stop()) {
            return Err(interrupted(span));
        }
        sweep.store_data(self.data_time);
        if self.non_finite.is_none()
            && !value.data().is_finite()
            && RowExecutor.all_finite(value, self.guard.stop())
        {
            self.non_finite = NonFinite::of_fold(value);
        }
        Ok(())
    }

    /// Applies an operation or a fold to operands that fit.
    pub(crate) fn rebuilt(
        &mut self,
        operation: &'static Operation,
        operands: [Operand; 2],
        span: Span,
    ) -> Result<Operand> {
        self.guard.go_on(span)?;
        if operation.as_fold().is_none() {
            return self.result(operation, operands, span);
        }
        let [rows, _] = operands;
        self.operands.push(rows);
        self.fold_last(operation, span)?;
        Ok(self.pop())
    }

    /// Replaces the last two operands by a row of the first; the second is its number.
    pub(crate) fn row(&mut self, number: &str, span: Span) -> Result<()> {
        self.must_be_one(2, span)?;
        if let [.., Operand::Value(node), row] = self.operands.as_slice()
            && let Some(rows) = node.rows()
        {
            if row.data() <= rows as f64 {
                return self.fold_last(ROW_OF, span);
            }
            let name = self.scope.name_of(node).unwrap_or_else(|| "this".to_owned());
            let rows = counted(rows as u64, "row");
            return Err(Error::new(span, format!("found row {number}, but {name} has {rows}")));
        }
        Err(Error::new(span, format!("found row {number} of one number"))
            .hint("only columns have rows: x = [1, 2, 3]"))
    }

    /// Notices the first row in which a new node is not finite though its operands are.
    pub(super) fn notice_new_rows(&mut self) {
        let newest = self.newest_per_row.take().filter(|_| self.non_finite.is_none());
        if let Some(mut sweep) = newest.as_ref().and_then(Sweep::over) {
            let label = Label { part: 0, ..self.label };
            let is_new = |node: &Value| Label { part: 0, ..node.label() } == label;
            let bad = sweep.first_bad_row(self.guard.stop(), is_new);
            self.non_finite = bad.and_then(NonFinite::in_row);
        }
    }
}
