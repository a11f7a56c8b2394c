//! Calls in expressions: what a name calls, and entering and leaving the bodies of functions.

use std::rc::Rc;

use super::result::Built;
use super::{Builder, Scope, must_be_given, wrong_count};
use crate::core::graph::function::Function;
use crate::core::graph::value::{Label, Operand, Value};
use crate::core::language::{Error, Result, Span, Step, exact, parse_expression};
use crate::core::ops::{self, Form, Makes, Operation};
use crate::parts::formula::{Callee, PrimeSlope, derivative_within};

/// A call in progress.
pub(super) struct Call {
    pub(super) function: Rc<Function>,
    /// The next step of its body.
    pub(super) at: usize,
    /// The index of its first argument on the stack of operands.
    pub(super) base: usize,
    /// The span of the call.
    pub(super) span: Span,
    /// Set if the derivative is called for.
    slope: Option<PrimeSlope>,
}

impl Builder {
    /// Applies what a name calls to the last operands, or returns it, to be entered.
    pub(super) fn take_call(
        &mut self,
        name: &str,
        given: usize,
        span: Span,
        scope: &mut dyn Scope,
    ) -> Result<Option<Callee>> {
        if let Some(form) = form_meant(name, scope) {
            return self.make(form, given, span, scope);
        }
        if let Some(operation) = operation_meant(name, scope) {
            must_be_given(name, operation.arity(), given, span)?;
            self.must_have_equal_rows(given, span, scope)?;
            self.apply(operation, span)?;
            return Ok(None);
        }
        let mut callee = self.callee(name, given, span, scope)?;
        if callee.function.network.is_some() {
            callee.given = self.unfold_groups(callee.given);
        }
        if callee.primes > 0 || callee.function.network.is_some() {
            self.must_be_one(callee.given, span, scope)?;
            self.must_have_equal_rows(callee.given, span, scope)?;
        }
        Ok(Some(callee))
    }

    /// Replaces the last operands by what a form makes of them, or returns its body, to be entered.
    fn make(
        &mut self,
        form: &'static Form,
        given: usize,
        span: Span,
        scope: &mut dyn Scope,
    ) -> Result<Option<Callee>> {
        let takes_groups = match form.makes {
            Makes::Scores(_) | Makes::Statistic(_) | Makes::Fold { .. } | Makes::RightSide => true,
            Makes::Body { .. } => form.name == "where" || !self.last_have_group(given),
            Makes::Uncertainty | Makes::Number { .. } | Makes::Derivative => false,
        };
        if !takes_groups {
            self.must_be_one(given, span, scope)?;
        }
        match form.makes {
            Makes::Scores(scoring) => self.scores(form, scoring, given, span, scope)?,
            Makes::Statistic(statistic) => {
                let given = self.unfold_groups(given);
                self.statistic(form, statistic, given, span, scope)?;
            }
            Makes::Uncertainty => self.uncertainty(form, given, span, scope)?,
            Makes::Number { parameters, of } => {
                must_be_given(form.name, parameters.len(), given, span)?;
                self.number_of(form, of, given, span)?;
            }
            Makes::RightSide => {
                let name = form.name;
                let message = format!("{name} cannot be part of an expression");
                return Err(Error::new(span, message)
                    .hint(format!("give its result a name first: y = {name}(x)")));
            }
            Makes::Fold { .. } if given == 1 && self.is_last_each() => {
                self.fold_leaves(form, span)?;
            }
            Makes::Fold { .. } if given == 1 && self.is_last_per_row() => {
                self.fold_rows(form, span)?;
            }
            Makes::Fold { .. } => {
                let given = self.unfold_groups(given);
                self.must_be_one(given, span, scope)?;
                self.must_have_equal_rows(given, span, scope)?;
                self.fold(form, given, span)?;
            }
            Makes::Derivative => self.differentiate(given, span, scope)?,
            Makes::Body { parameters, text } => {
                let body = parse_expression(text)?;
                let parameters = parameters.iter().copied();
                let function = Function::new(form.name, parameters, &body, self.guard.budget());
                return Ok(Some(Callee::of(Rc::new(function), given)));
            }
        }
        Ok(None)
    }

    /// Replaces the last two operands by the derivative of the first by the second.
    fn differentiate(&mut self, arguments: usize, span: Span, scope: &mut dyn Scope) -> Result<()> {
        if arguments != 2 {
            return Err(wrong_count("diff", 2, arguments, span)
                .hint("the second is the name to differentiate by; for a formula, write :diff and the expression alone"));
        }
        let (by, root) = (self.operands.pop(), self.operands.pop());
        let Some(Operand::Value(by)) = by else {
            let number = by.map_or(0.0, |operand| operand.data());
            let message = format!("diff needs a node to differentiate by, found {}", exact(number));
            return Err(Error::new(span, message)
                .hint("give it a name first, x = 2, and use that: diff(x^3, x)"));
        };
        let made = match root {
            Some(Operand::Value(root)) => {
                let guard = (&self.guard, span);
                let made = derivative_within(&root, &by, self.label, self.clock, guard)?;
                let is_zero = matches!(made.result, Operand::Constant(0.0));
                if let Some(error) = is_zero.then(|| scope.older_use(&root, &by, span)).flatten() {
                    return Err(error);
                }
                made
            }
            _ if let Some(name) = self.without_slope => {
                return Err(Error::new(
                    span,
                    format!("{name} takes whole numbers and has no slope"),
                )
                .hint("near log(n!) is n*log(n) - n + log(2*pi*n)/2, which has one"));
            }
            _ => Built::number(0.0),
        };
        self.label.part = self.label.part.saturating_add(made.count);
        self.non_finite = self.non_finite.take().or(made.non_finite);
        self.operands.push(made.result);
        Ok(())
    }

    /// Enters a call, whose arguments are the last operands.
    pub(super) fn enter(&mut self, callee: Callee, step: Step) -> Result<Call> {
        let Callee { function, primes, given } = callee;
        must_be_given(&function.name, function.parameters.len(), given, step.span)?;
        let functions = &mut self.recorded.functions;
        if function.when > 0 && !functions.iter().any(|met| Rc::ptr_eq(met, &function)) {
            functions.push(Rc::clone(&function));
        }
        let base = self.operands.len().saturating_sub(given);
        let slope = match self.operands.last_mut().filter(|_| primes > 0) {
            None => None,
            Some(last) => {
                let leaf = Value::counted_leaf(last.data(), Label::default(), self.guard.budget());
                leaf.set_computed_at(self.clock);
                let argument = std::mem::replace(last, Operand::Value(leaf.clone()));
                let (part, non_finite) = (self.label.part, self.non_finite.take());
                Some(PrimeSlope { leaf, argument, primes, part, non_finite })
            }
        };
        Ok(Call { function, at: 0, base, span: step.span, slope })
    }

    /// Replaces the arguments of a call by its result.
    pub(super) fn leave(&mut self, call: Call, span: Span) -> Result<()> {
        if let Some(result) = self.operands.pop() {
            self.operands.truncate(call.base);
            let result = match call.slope {
                Some(slope) => self.slope_of(result, slope, span)?,
                None => result,
            };
            self.operands.push(result);
        }
        Ok(())
    }
}

/// The form that a call means, unless the user has a function of that name.
fn form_meant(name: &str, scope: &dyn Scope) -> Option<&'static Form> {
    ops::form(name).filter(|form| !form.gives_way || scope.function(name).is_none())
}

/// The operation that a call means, unless the user has a function of that name.
pub fn operation_meant(name: &str, scope: &dyn Scope) -> Option<&'static Operation> {
    ops::call(name).filter(|_| !ops::gives_way(name) || scope.function(name).is_none())
}
