//! Making the nodes of a formula: constants folded, 0 and 1 removed, equal nodes shared.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::core::graph::{Built, Guard, Label, NonFinite, Operand, Order, Stop, Value};
use crate::core::language::{Result, Span, exact};
use crate::core::ops::{self, ADD, DIVIDE, MULTIPLY, NEGATE, Operation, POWER, SUBTRACT};
use crate::parts::rows::{self, COUNT, SUM, Sweep};

/// A builder of simplified nodes.
pub(super) struct Maker {
    label: Label,
    data_time: u32,
    /// True to fold only constants that a person would fold.
    is_for_reading: bool,
    /// The nodes made so far, by operation and operands.
    made: HashMap<OperationKey, Value>,
}

/// The addresses of an operation and of its operands, or their numbers.
type OperationKey = (usize, [(bool, u64); 2]);

use Operand::Constant;

impl Maker {
    /// Creates a builder for the parts of a statement that follow `label`.
    pub(super) fn new(label: Label, data_time: u32) -> Maker {
        Maker { label, data_time, is_for_reading: false, made: HashMap::new() }
    }

    /// Creates a builder of formulas to be read: `1 / 3` and `log(2)` are not folded.
    pub(super) fn for_reading() -> Maker {
        Maker { is_for_reading: true, ..Maker::new(Label::default(), 0) }
    }

    /// Returns the operation on its operands: constants are folded, 0 and 1 removed, signs joined.
    pub(super) fn apply(&mut self, operation: &'static Operation, [x, y]: [Operand; 2]) -> Operand {
        if let (Constant(first), Constant(second)) = (&x, &y) {
            let number = operation.forward(*first, *second);
            if !self.is_for_reading || is_short(number) {
                // Adding zero makes -0 into 0.
                return Constant(number + 0.0);
            }
        }
        let is = |row: &Operation| operation.is(row);
        let (x, y) = match y {
            Constant(_) if is(MULTIPLY) => (y, x),
            _ => (x, y),
        };
        match (&x, &y) {
            (Constant(0.0), _) if is(ADD) => y,
            (_, Constant(0.0)) if is(ADD) || is(SUBTRACT) => x,
            (Constant(0.0), _) if is(SUBTRACT) => self.negate(y),
            (Constant(0.0), _) if is(MULTIPLY) || is(DIVIDE) => Constant(0.0),
            (_, Constant(0.0)) if is(POWER) => Constant(1.0),
            (Constant(1.0), _) if is(MULTIPLY) => y,
            (_, Constant(1.0)) if is(DIVIDE) || is(POWER) => x,
            (Constant(-1.0), _) if is(MULTIPLY) => self.negate(y),
            (_, Constant(-1.0)) if is(DIVIDE) => self.negate(x),
            _ if is(NEGATE) => self.negate(x),
            _ if is(MULTIPLY) => self.multiply(x, y),
            _ => match (self.opposite(&x), self.opposite(&y)) {
                (_, Some(positive)) if is(ADD) => self.node(SUBTRACT, x, positive),
                (_, Some(positive)) if is(SUBTRACT) => self.node(ADD, x, positive),
                (Some(positive), _) if is(ADD) => self.node(SUBTRACT, y, positive),
                _ => self.node(operation, x, y),
            },
        }
    }

    /// Returns a comparison, such as `==`, of its operands.
    pub(super) fn answer(&mut self, mark: &str, operands: [Operand; 2]) -> Operand {
        let operation = ops::infix(mark).or_else(|| ops::prefix(mark));
        operation.map_or(Constant(f64::NAN), |operation| self.apply(operation, operands))
    }

    /// Returns 1 where an operand is given, and 0 where it is a gap.
    pub(super) fn is_given(&mut self, x: &Operand) -> Operand {
        self.apply(ops::IS_GIVEN, [x.clone(), Constant(0.0)])
    }

    /// Returns `x/y` for `x * (1/y)`, and `6*x` for `3 * (2*x)`.
    fn multiply(&mut self, x: Operand, y: Operand) -> Operand {
        match (self.operands_made(DIVIDE, &y), self.operands_made(MULTIPLY, &y), &x) {
            (Some([Constant(1.0), divisor]), ..) => self.node(DIVIDE, x, divisor),
            // The product of the numbers must not overflow.
            (_, Some([Constant(second), rest]), Constant(first))
                if (first * second).is_normal() =>
            {
                self.apply(MULTIPLY, [Constant(first * second), rest])
            }
            _ => self.node(MULTIPLY, x, y),
        }
    }

    /// The positive form of a negative operand.
    fn opposite(&self, operand: &Operand) -> Option<Operand> {
        match operand {
            Constant(number) => (*number < 0.0).then(|| Constant(-number)),
            Operand::Value(_) => self.operands_made(NEGATE, operand).map(|[positive, _]| positive),
        }
    }

    fn negate(&mut self, x: Operand) -> Operand {
        self.opposite(&x).unwrap_or_else(|| self.node(NEGATE, x, Constant(0.0)))
    }

    /// Returns the sum of an operand over a number of rows.
    pub(super) fn sum_of_rows(&mut self, operand: Operand, rows: usize) -> Operand {
        if operand.rows().is_some() {
            self.node(SUM, operand, Constant(0.0))
        } else {
            self.apply(MULTIPLY, [operand, Constant(rows as f64)])
        }
    }

    /// Returns the number of rows without a gap.
    pub(super) fn count_of_rows(&mut self, rows: &Operand) -> Operand {
        self.node(COUNT, rows.clone(), Constant(0.0))
    }

    /// Returns whether a condition is true in one of its rows.
    pub(super) fn any_row(&mut self, condition: Operand) -> Operand {
        match rows::fold("max") {
            Some(fold) => self.node(fold, condition, Constant(0.0)),
            None => condition,
        }
    }

    /// Returns the finished derivative, with the remaining parts numbered in order of evaluation.
    pub(super) fn finish(self, result: Operand, (guard, span): (&Guard, Span)) -> Result<Built> {
        let (mut count, mut non_finite) = (0, None);
        if let Operand::Value(root) = &result {
            let order = Order::until(guard.stop(), [root]);
            guard.go_on(span)?;
            let touched = order.touched();
            for (number, node) in order.nodes().iter().enumerate() {
                let Some(operation) = node.operation().filter(|_| self.has_made(node)) else {
                    continue;
                };
                count += 1;
                let part = self.label.part.saturating_add(count);
                node.set_label(Label { part, ..self.label });
                if non_finite.is_none() && touched.as_ref().is_none_or(|touched| touched[number]) {
                    non_finite = NonFinite::check(operation, node.both_operands(), node.data());
                }
            }
        }
        Ok(Built { non_finite, ..Built::of(result, count) })
    }

    /// Returns the node of exactly this operation, reusing an existing one.
    fn node(&mut self, operation: &'static Operation, x: Operand, y: Operand) -> Operand {
        let key = key(operation, [&x, &y]);
        if let Some(there) = self.made.get(&key) {
            return Operand::Value(there.clone());
        }
        let value = Value::computed(operation, [x, y], self.label);
        value.set_computed_at(self.data_time);
        if let Some(mut sweep) = Sweep::of_fold(&value) {
            sweep.forward(&Stop::default());
            sweep.store_data(self.data_time);
        }
        self.made.insert(key, value.clone());
        Operand::Value(value)
    }

    /// Returns true if this builder has made a node.
    pub(super) fn has_made(&self, value: &Value) -> bool {
        let key = |row| key(row, value.both_operands().each_ref());
        let made = value.operation().and_then(|row| self.made.get(&key(row)));
        made.is_some_and(|made| made.is(value))
    }

    /// The operands of a node made by this builder; the user's own nodes stay whole.
    fn operands_made(&self, operation: &Operation, operand: &Operand) -> Option<[Operand; 2]> {
        let value = operand.value().filter(|value| self.has_made(value))?;
        value.operation()?.is(operation).then(|| value.both_operands().clone())
    }
}

/// Returns true if a person would write the number rather than the operation.
fn is_short(number: f64) -> bool {
    const LONGEST: usize = 6;
    number.is_finite() && exact(number).len() <= LONGEST
}

fn key(operation: &Operation, [x, y]: [&Operand; 2]) -> OperationKey {
    let key = |operand: &Operand| match operand {
        Operand::Value(value) => (true, value.address() as u64),
        Constant(number) => (false, number.to_bits()),
    };
    (std::ptr::from_ref(operation).addr(), [key(x), key(y)])
}
