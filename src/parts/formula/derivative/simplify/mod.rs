//! Simplifying the nodes of a formula: constants folded, 0 and 1 removed, equal nodes shared.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::core::graph::{Built, Guard, Label, NonFinite, Operand, Order, Stop, Value};
use crate::core::language::{Result, Span, exact};
use crate::core::ops::{ADD, DIVIDE, MULTIPLY, NEGATE, Operation, POWER, SUBTRACT};
use crate::parts::rows::{SUM, Sweep};

/// A builder of simplified nodes.
pub(super) struct Maker {
    label: Label,
    clock: u32,
    folds: ConstantFolding,
    /// The nodes made so far, by operation and operands.
    made: HashMap<OperationKey, Value>,
}

/// The amount of constant folding.
enum ConstantFolding {
    /// All constants.
    All,
    /// Only where the result is as short as a person would write it.
    Short,
}

/// An operation and its operands.
type OperationKey = (usize, [OperandKey; 2]);

#[derive(PartialEq, Eq, Hash)]
enum OperandKey {
    Node(Value),
    Number(u64),
}

use Operand::Constant;

impl Maker {
    /// Creates a builder for the parts of a statement that follow `label`.
    pub(super) fn new(label: Label, clock: u32) -> Maker {
        Maker { label, clock, folds: ConstantFolding::All, made: HashMap::new() }
    }

    /// Creates a builder of formulas to be read: `1 / 3` and `log(2)` are not folded.
    pub(super) fn for_reading() -> Maker {
        Maker { folds: ConstantFolding::Short, ..Maker::new(Label::default(), 0) }
    }

    /// Returns the simplified operation on its operands.
    pub(super) fn apply(&mut self, operation: &'static Operation, [x, y]: [Operand; 2]) -> Operand {
        if let (Constant(first), Constant(second)) = (&x, &y) {
            let number = operation.forward(*first, *second);
            match self.folds {
                ConstantFolding::All => return Constant(number),
                // Adding zero makes -0 into 0.
                ConstantFolding::Short if is_short(number) => return Constant(number + 0.0),
                ConstantFolding::Short => {}
            }
        }
        match operation {
            row if row.is(ADD) => self.add(x, y),
            row if row.is(SUBTRACT) => self.subtract(x, y),
            row if row.is(MULTIPLY) => self.multiply(x, y),
            row if row.is(DIVIDE) => self.divide(x, y),
            row if row.is(NEGATE) => self.negate(x),
            row if row.is(POWER) => self.raise(x, y),
            _ => self.node(operation, x, y),
        }
    }

    /// Returns the sum of an operand over so many rows, in each of which it may be the same.
    pub(super) fn sum_of_rows(&mut self, operand: Operand, rows: usize) -> Operand {
        if operand.rows().is_some() {
            self.node(SUM, operand, Constant(0.0))
        } else {
            self.apply(MULTIPLY, [operand, Constant(rows as f64)])
        }
    }

    /// Returns the finished derivative, with the remaining parts numbered in order of evaluation.
    pub(super) fn finish(self, result: Operand, (guard, span): (&Guard, Span)) -> Result<Built> {
        let (mut count, mut non_finite) = (0, None);
        if let Operand::Value(root) = &result {
            let order = Order::until(guard.stop(), [root]);
            guard.go_on(span)?;
            let mut is_made = vec![false; order.count()];
            for number in self.made.values().filter_map(|node| order.numbered(node)) {
                is_made[number] = true;
            }
            let touched = order.touched();
            let nodes = order.nodes().iter().zip(is_made).enumerate();
            for (number, node) in
                nodes.filter_map(|(number, (node, is_made))| is_made.then_some((number, node)))
            {
                count += 1;
                let part = self.label.part.saturating_add(count);
                node.set_label(Label { part, ..self.label });
                let is_touched = touched.as_ref().is_none_or(|touched| touched[number]);
                if let (None, Some(operation)) = (&non_finite, node.operation())
                    && is_touched
                {
                    non_finite = NonFinite::check(operation, node.both_operands(), node.data());
                }
            }
        }
        Ok(Built { non_finite, ..Built::of(result, count) })
    }

    /// Returns the node of exactly this operation, reusing an existing one.
    fn node(&mut self, operation: &'static Operation, x: Operand, y: Operand) -> Operand {
        let key = (std::ptr::from_ref(operation).addr(), [place(&x), place(&y)]);
        if let Some(there) = self.made.get(&key) {
            return Operand::Value(there.clone());
        }
        let value = Value::computed(operation, [x, y], self.label);
        value.set_computed_at(self.clock);
        if let Some(mut sweep) = Sweep::of_fold(&value) {
            sweep.forward(&Stop::default());
            sweep.store_data(self.clock);
        }
        self.made.insert(key, value.clone());
        Operand::Value(value)
    }

    /// The operands of a node of `operation` made by this builder. The user's own nodes are never
    /// taken apart.
    fn taken(&self, operation: &'static Operation, operand: &Operand) -> Option<[Operand; 2]> {
        let value = operand.value()?;
        if !value.operation()?.is(operation) {
            return None;
        }
        let [x, y] = value.both_operands();
        let key = (std::ptr::from_ref(operation).addr(), [place(x), place(y)]);
        let is_made = self.made.get(&key).is_some_and(|made| made.is(value));
        is_made.then(|| [x.clone(), y.clone()])
    }

    /// The positive form of a negative term, to be subtracted instead.
    fn turned(&mut self, operand: &Operand) -> Option<Operand> {
        match operand {
            Constant(number) if *number < 0.0 => return Some(Constant(-number)),
            _ => {}
        }
        if let Some([x, _]) = self.taken(NEGATE, operand) {
            return Some(x);
        }
        match self.taken(MULTIPLY, operand) {
            Some([Constant(factor), rest]) if factor < 0.0 => {
                Some(self.multiply(Constant(-factor), rest))
            }
            _ => None,
        }
    }

    fn add(&mut self, x: Operand, y: Operand) -> Operand {
        let (x, y) = match (&x, &self.folds) {
            (Constant(_), ConstantFolding::All) | (Constant(0.0), ConstantFolding::Short) => (y, x),
            // If there is nothing to join, `1 + x` keeps its order.
            _ => (x, y),
        };
        if let Constant(number) = y {
            // Constants come together at the end of a sum.
            let joined = match (self.taken(ADD, &x), self.taken(SUBTRACT, &x)) {
                (Some([rest, Constant(last)]), _) => Some((rest, last + number)),
                (_, Some([rest, Constant(last)])) => Some((rest, number - last)),
                _ => None,
            };
            return match joined {
                _ if number == 0.0 => x,
                // A sum of 0 stays: adding it turns -0 into 0.
                Some((_, 0.0)) => self.node(ADD, x, y),
                Some((rest, number)) if number < 0.0 => {
                    self.node(SUBTRACT, rest, Constant(-number))
                }
                Some((rest, number)) => self.node(ADD, rest, Constant(number)),
                None if number < 0.0 => self.node(SUBTRACT, x, Constant(-number)),
                None => self.node(ADD, x, y),
            };
        }
        if let Some(positive) = self.turned(&y) {
            return self.node(SUBTRACT, x, positive);
        }
        if let Some(positive) = self.turned(&x) {
            return self.node(SUBTRACT, y, positive);
        }
        self.node(ADD, x, y)
    }

    fn subtract(&mut self, x: Operand, y: Operand) -> Operand {
        if let Constant(number) = y {
            return self.add(x, Constant(-number));
        }
        match self.turned(&y) {
            Some(positive) => self.add(x, positive),
            None => self.node(SUBTRACT, x, y),
        }
    }

    fn multiply(&mut self, x: Operand, y: Operand) -> Operand {
        let (x, y) = if let Constant(_) = y { (y, x) } else { (x, y) };
        if let Constant(factor) = x {
            return self.scale(factor, y);
        }
        if let Some([x, _]) = self.taken(NEGATE, &x) {
            let product = self.multiply(x, y);
            return self.negate(product);
        }
        if let Some([y, _]) = self.taken(NEGATE, &y) {
            let product = self.multiply(x, y);
            return self.negate(product);
        }
        match (self.taken(DIVIDE, &x), self.taken(DIVIDE, &y)) {
            (Some([Constant(1.0), divisor]), _) => return self.divide(y, divisor),
            (_, Some([Constant(1.0), divisor])) => return self.divide(x, divisor),
            _ => {}
        }
        // Constants come together at the front of a product.
        let (first, x) = self.factored(x);
        let (second, y) = self.factored(y);
        let product = self.node(MULTIPLY, x, y);
        let product = self.scale(second, product);
        self.scale(first, product)
    }

    /// The leading constant of a product made by this builder, or 1, and the rest.
    fn factored(&self, operand: Operand) -> (f64, Operand) {
        match self.taken(MULTIPLY, &operand) {
            Some([Constant(factor), rest]) => (factor, rest),
            _ => (1.0, operand),
        }
    }

    /// The product of a number and a node.
    fn scale(&mut self, factor: f64, y: Operand) -> Operand {
        match factor {
            0.0 => return Constant(0.0),
            1.0 => return y,
            -1.0 => return self.negate(y),
            _ => {}
        }
        if let Some([rest, _]) = self.taken(NEGATE, &y) {
            return self.scale(-factor, rest);
        }
        // Joining constants must not overflow or underflow where separate products would not.
        let joined = |other: f64| Some(factor * other).filter(|product| product.is_normal());
        if let Some([Constant(other), rest]) = self.taken(MULTIPLY, &y)
            && let Some(product) = joined(other)
        {
            return self.scale(product, rest);
        }
        if let Some([Constant(other), divisor]) = self.taken(DIVIDE, &y)
            && let Some(product) = joined(other)
        {
            return self.node(DIVIDE, Constant(product), divisor);
        }
        self.node(MULTIPLY, Constant(factor), y)
    }

    fn divide(&mut self, x: Operand, y: Operand) -> Operand {
        if let Constant(0.0) = x {
            return x;
        }
        match y {
            Constant(1.0) => return x,
            Constant(-1.0) => return self.negate(x),
            _ => {}
        }
        if let Some([x, _]) = self.taken(NEGATE, &x) {
            let quotient = self.divide(x, y);
            return self.negate(quotient);
        }
        self.node(DIVIDE, x, y)
    }

    fn negate(&mut self, x: Operand) -> Operand {
        if let Constant(number) = x {
            return Constant(-number);
        }
        if let Some([x, _]) = self.taken(NEGATE, &x) {
            return x;
        }
        if let Some([Constant(factor), rest]) = self.taken(MULTIPLY, &x) {
            return self.scale(-factor, rest);
        }
        if let Some([Constant(number), divisor]) = self.taken(DIVIDE, &x) {
            return self.node(DIVIDE, Constant(-number), divisor);
        }
        // -(x - y) is not y - x: for equal operands that is 0 rather than -0.
        self.node(NEGATE, x, Constant(0.0))
    }

    fn raise(&mut self, x: Operand, y: Operand) -> Operand {
        match (&x, &y) {
            (Constant(1.0), _) | (_, Constant(0.0)) => Constant(1.0),
            (_, Constant(1.0)) => x,
            _ => self.node(POWER, x, y),
        }
    }
}

/// Returns true if a person would write the number rather than the operation.
fn is_short(number: f64) -> bool {
    const LONGEST: usize = 6;
    number.is_finite() && exact(number).len() <= LONGEST
}

fn place(operand: &Operand) -> OperandKey {
    match operand.value() {
        Some(value) => OperandKey::Node(value.clone()),
        None => OperandKey::Number(operand.data().to_bits()),
    }
}
