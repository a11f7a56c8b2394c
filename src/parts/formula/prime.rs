//! Derivatives of functions called with primes: `f'(3)`.

use std::rc::Rc;

use super::derivative::derivative_within;
use crate::core::graph::{
    Builder, Built, Callee, Function, Label, NonFinite, Operand, Order, Returning, Value,
    undifferentiated, wrong_count,
};
use crate::core::language::{Error, Result, Span, exact};
use crate::core::ops::{self, Operation};

/// The most primes of a call: formulas grow with each.
const MOST_PRIMES: usize = 6;

/// The derivative of a function at an argument: it is built of a leaf, for which the argument is
/// put afterwards, since the body may reach the argument's nodes by their names as well.
struct PrimeSlope {
    primes: usize,
    leaf: Value,
    argument: Operand,
    /// The number of nodes of the statement before, and what it had noticed.
    part: u32,
    non_finite: Option<NonFinite>,
}

impl Returning for PrimeSlope {
    fn enter(&mut self, builder: &mut Builder<'_>) {
        let argument = builder.pop();
        self.leaf = Value::counted_leaf(argument.data(), Label::default(), builder.guard.budget());
        self.leaf.set_computed_at(builder.clock);
        self.argument = argument;
        builder.operands.push(Operand::Value(self.leaf.clone()));
        (self.part, self.non_finite) = (builder.label.part, builder.non_finite.take());
    }

    fn leave(
        self: Box<Self>,
        builder: &mut Builder<'_>,
        result: Operand,
        at: Span,
    ) -> Result<Operand> {
        builder.slope_of(result, *self, at)
    }
}

impl Builder<'_> {
    /// Replaces the last two operands by the derivative of the first by the second.
    pub(super) fn differentiate(&mut self, arguments: usize, span: Span) -> Result<()> {
        if arguments != 2 {
            return Err(wrong_count("diff", 2, arguments, span)
                .hint("the second is the name to differentiate by; for a formula, write :diff and the expression alone"));
        }
        let (by, root) = (self.pop(), self.pop());
        let Operand::Value(by) = by else {
            let number = exact(by.data());
            let message = format!("diff needs a node to differentiate by, found {number}");
            return Err(Error::new(span, message)
                .hint("give it a name first, x = 2, and use that: diff(x^3, x)"));
        };
        let made = match root {
            Operand::Value(root) => {
                let guard = (&self.guard, span);
                let made = derivative_within(&root, &by, self.label, self.clock, guard)?;
                let is_zero = matches!(made.result, Operand::Constant(0.0));
                if let Some(error) =
                    is_zero.then(|| self.scope.older_use(&root, &by, span)).flatten()
                {
                    return Err(error);
                }
                made
            }
            Operand::Constant(_) if let Some(name) = self.without_slope => {
                let message = format!("{name} takes whole numbers and has no slope");
                return Err(Error::new(span, message)
                    .hint("near log(n!) is n*log(n) - n + log(2*pi*n)/2, which has one"));
            }
            Operand::Constant(_) => Built::number(0.0),
        };
        self.label.part = self.label.part.saturating_add(made.count);
        self.non_finite = self.non_finite.take().or(made.non_finite);
        self.operands.push(made.result);
        Ok(())
    }

    /// Returns the derivative that a name with primes calls; none for another name.
    pub(super) fn prime_of(&self, name: &str, given: usize, span: Span) -> Result<Option<Callee>> {
        let (base, primes) = undifferentiated(name);
        let function = match self.scope.function(base) {
            _ if primes == 0 => None,
            None if ops::call_names().any(|known| known == base)
                && ops::call(base).is_none_or(|row| row.arity() > 1) =>
            {
                let message = format!("{base} takes several arguments, not one");
                return Err(Error::new(span, message).hint(format!(
                    "name the argument to differentiate by: diff({base}(x, 2), x)"
                )));
            }
            None if ops::call(base).is_some_and(|row| row.arity() == 1) => {
                Some(Rc::new(Function::of_call(base, self.guard.budget())?))
            }
            own => own,
        };
        let Some(function) = function else { return Ok(None) };
        if primes > MOST_PRIMES {
            let message = format!("{base} is differentiated {primes} times");
            return Err(Error::new(span, message)
                .hint(format!("write at most {MOST_PRIMES} primes, and :diff _ x to go on")));
        }
        match function.parameters.as_slice() {
            [_] => {
                let leaf = Value::leaf(f64::NAN, Label::default());
                let (argument, part, non_finite) = (Operand::Constant(f64::NAN), 0, None);
                let slope = PrimeSlope { primes, leaf, argument, part, non_finite };
                Ok(Some(Callee { function, given, returning: Some(Box::new(slope)) }))
            }
            several => {
                let message = format!("{base} takes {} arguments, not one", several.len());
                let call = function.written();
                let first = several.first().map_or("x", AsRef::as_ref);
                Err(Error::new(span, message)
                    .hint(format!("name the argument to differentiate by: diff({call}, {first})")))
            }
        }
    }

    /// Differentiates the result of a function by its leaf, and builds it anew of the argument.
    fn slope_of(&mut self, mut result: Operand, slope: PrimeSlope, span: Span) -> Result<Operand> {
        for _ in 0..slope.primes {
            let Operand::Value(root) = result else {
                return Ok(Operand::Constant(0.0));
            };
            let guard = (&self.guard, span);
            let made = derivative_within(&root, &slope.leaf, self.label, self.clock, guard)?;
            self.label.part = self.label.part.saturating_add(made.count);
            result = made.result;
        }
        let scaffold = Label { part: 0, ..self.label };
        self.label.part = slope.part;
        self.non_finite = slope.non_finite;
        let Operand::Value(root) = result else {
            return Ok(result);
        };
        let order = Order::until(self.guard.stop(), [&root]);
        let mut copies: Vec<Option<Operand>> = vec![None; order.count()];
        for (number, node) in order.nodes().iter().enumerate() {
            let own = node.label();
            let is_scaffold = Label { part: 0, ..own } == scaffold && own.part > slope.part;
            let mut is_new = is_scaffold;
            let mut operands = node.both_operands().clone();
            for (operand, place) in operands.iter_mut().zip(order.operand_pair(number)) {
                if let Some(copy) = place.and_then(|place| copies.get(place)?.clone()) {
                    *operand = copy;
                    is_new = true;
                }
            }
            let copy = match node.operation() {
                _ if node.is(&slope.leaf) => Some(slope.argument.clone()),
                Some(operation) if is_new => Some(self.rebuilt(operation, operands, span)?),
                _ => None,
            };
            if let Some(place) = copies.get_mut(number) {
                *place = copy;
            }
        }
        self.guard.go_on(span)?;
        Ok(copies.pop().flatten().unwrap_or(Operand::Value(root)))
    }

    /// Applies an operation, which may be a fold, to operands that fit.
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
}
