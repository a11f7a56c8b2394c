//! Derivatives of functions called with primes: `f'(3)`.

use std::rc::Rc;

use super::derivative::derivative_within;
use crate::core::graph::{
    Builder, Function, Label, NonFinite, Operand, Order, Scope, Value, undifferentiated,
};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{self, Operation};

/// What is called: a function, or its derivative.
pub struct Callee {
    pub(crate) function: Rc<Function>,
    pub(crate) primes: usize,
    /// The number of its arguments.
    pub(crate) given: usize,
}

impl Callee {
    /// A call of a function itself.
    pub(crate) fn of(function: Rc<Function>, given: usize) -> Callee {
        Callee { function, primes: 0, given }
    }
}

/// The most primes of a call: formulas grow with each.
const MOST_PRIMES: usize = 6;

/// The derivative of a function at an argument: it is built of a leaf, for which the argument is
/// put afterwards, since the body may reach the argument's nodes by their names as well.
pub struct PrimeSlope {
    pub(crate) leaf: Value,
    pub(crate) argument: Operand,
    pub(crate) primes: usize,
    /// The number of nodes of the statement before, and what it had noticed.
    pub(crate) part: u32,
    pub(crate) non_finite: Option<NonFinite>,
}

impl Builder {
    /// Returns what a name calls that is no operation: a user's function, or a derivative.
    pub(crate) fn callee(
        &self,
        name: &str,
        given: usize,
        span: Span,
        scope: &dyn Scope,
    ) -> Result<Callee> {
        if let Some(function) = scope.function(name) {
            return Ok(Callee::of(function, given));
        }
        let (base, primes) = undifferentiated(name);
        let function = match scope.function(base) {
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
        let Some(function) = function else {
            return Err(scope.no_such_call(name, span));
        };
        if primes > MOST_PRIMES {
            let message = format!("{base} is differentiated {primes} times");
            return Err(Error::new(span, message)
                .hint(format!("write at most {MOST_PRIMES} primes, and :diff _ x to go on")));
        }
        match function.parameters.as_slice() {
            [_] => Ok(Callee { function, primes, given }),
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
    pub(crate) fn slope_of(
        &mut self,
        mut result: Operand,
        slope: PrimeSlope,
        span: Span,
    ) -> Result<Operand> {
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
