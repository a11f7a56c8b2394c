//! Building a number with an uncertainty inside an expression: a leaf without a name, which stays.

use crate::core::graph::{Builder, Operand, Scope, Value};
use crate::core::language::{Error, Result, Span, exact};

impl Builder {
    /// Replaces the last two operands by a frozen leaf with the number of the first.
    pub(crate) fn plus_minus(&mut self, span: Span, scope: &mut dyn Scope) -> Result<()> {
        self.must_be_one(2, span, scope)?;
        let (u, value) = (self.operands.pop(), self.operands.pop());
        if value.iter().chain(&u).any(|operand| operand.rows().is_some()) {
            return Err(Error::new(span, "found rows beside ±, where one number is wanted")
                .hint("the uncertainties of rows belong to their column: x = [1, 2] ± 0.1"));
        }
        if value.iter().chain(&u).any(|operand| operand.value().is_some()) {
            return Err(Error::new(span, "± goes between numbers, and found a node beside it")
                .hint("give a leaf its uncertainty with :set: :set a ± 0.1"));
        }
        let [value, u] = [value, u].map(|it| it.map_or(f64::NAN, |operand| operand.data()));
        if !(u.is_finite() && u >= 0.0) {
            let message = "the uncertainty after ± must be 0 or more, and finite, found";
            return Err(Error::new(span, format!("{message} {}", exact(u))));
        }
        self.guard.room(span)?;
        self.label.part = self.label.part.saturating_add(1);
        let leaf = Value::counted_leaf(value, self.label, self.guard.budget());
        leaf.set_computed_at(self.clock);
        leaf.set_frozen(true);
        if u > 0.0 {
            scope.make_uncertain(&leaf, u);
        }
        self.recorded.leaves.push(leaf.clone());
        self.operands.push(Operand::Value(leaf));
        Ok(())
    }
}
