//! Building nodes from a tree: a loop over its postfix steps, including calls of functions.

use std::rc::Rc;

use super::budget::Guard;
use super::built::{Built, NonFinite};
use super::derivative::derivative_within;
use super::function::Function;
use super::value::{Label, Operand, Value};
use crate::language::{Error, Kind, Result, Span, Step, Tree, exact, parse_expression};
use crate::ops::{self, Form, Makes, Operation};

/// Resolves the names and calls of a tree.
pub trait Scope {
    /// Returns the node or number of a name.
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand>;

    /// Returns the user's function of that name.
    fn function(&self, name: &str) -> Option<Rc<Function>>;

    /// Returns the error for a call of an unknown function.
    fn no_such_call(&self, name: &str, span: Span) -> Error;

    /// Returns the maximum number of steps of the functions called by one statement.
    fn most_steps(&self) -> usize {
        MOST_STEPS
    }

    /// Returns the guard that building checks at every step.
    fn guard(&self) -> Guard {
        Guard::default()
    }
}

/// The maximum number of steps of the functions called by one statement: nested functions that each
/// call the next one twice would run forever.
const MOST_STEPS: usize = 10_000_000;

/// Builds the nodes of `tree`, labeled as parts of `label`; a call's nodes are built in place.
///
/// Operations on numbers alone are computed immediately, and make no node.
///
/// # Errors
///
/// When a name or a function is unknown, the nodes do not fit, or the work is interrupted.
pub fn build(tree: &Tree<'_>, label: Label, clock: u32, scope: &mut impl Scope) -> Result<Built> {
    let first = Label { part: 0, ..label };
    let guard = scope.guard();
    let mut builder =
        Builder { operands: Vec::new(), label: first, clock, non_finite: None, guard };
    let mut calls: Vec<Call> = Vec::new();
    let mut at = 0;
    let mut spent = 0;
    let most_steps = scope.most_steps();
    loop {
        // Continue with the innermost call, or with the tree itself if there is none.
        let Some(call) = calls.last_mut() else {
            let Some(step) = tree.steps.get(at) else {
                break;
            };
            at += 1;
            builder.guard.go_on(step.span)?;
            let text = step.span.of(tree.text);
            if let Some(function) = builder.take(*step, text, 0, scope)? {
                calls.push(builder.enter(function, *step)?);
            }
            continue;
        };
        let function = Rc::clone(&call.function);
        let Some(step) = function.steps.get(call.at) else {
            builder.leave(call.base);
            calls.pop();
            continue;
        };
        call.at += 1;
        let base = call.base;
        spent += 1;
        let text = step.span.of(&function.text);
        let outermost = calls.first().map_or(step.span, |call| call.span);
        builder.guard.go_on(outermost)?;
        builder.guard.room(outermost)?;
        if spent > most_steps {
            let message = format!("the functions called here take more than {most_steps} steps");
            return Err(Error::new(outermost, message)
                .hint("bind repeated parts to a name and use the name"));
        }
        let inside = |error: Error| {
            let message = format!("in {}: {}", function.name, error.message());
            Error::new(outermost, message).maybe_hint(error.advice().map(str::to_owned))
        };
        if let Some(called) = builder.take(*step, text, base, scope).map_err(inside)? {
            calls.push(builder.enter(called, *step).map_err(inside)?);
        }
    }
    // Data looked up during an interrupt may be stale.
    builder.guard.go_on(tree.span())?;
    let result = builder.operands.pop().unwrap_or(Operand::Constant(0.0));
    let count = builder.label.part;
    if let Operand::Value(value) = &result {
        let own = value.label();
        if (own.name, own.binding) == (label.name, label.binding) {
            value.set_label(label);
        }
    }
    Ok(Built { result, count, non_finite: builder.non_finite })
}

/// A call in progress.
struct Call {
    function: Rc<Function>,
    /// The next step of its body.
    at: usize,
    /// The index of its first argument on the stack of operands.
    base: usize,
    /// The span of the call.
    span: Span,
}

struct Builder {
    operands: Vec<Operand>,
    /// The label of the last node made.
    label: Label,
    clock: u32,
    non_finite: Option<NonFinite>,
    guard: Guard,
}

impl Builder {
    /// Takes one step; returns a call of a user's function, to be entered.
    fn take(
        &mut self,
        step: Step,
        text: &str,
        base: usize,
        scope: &mut impl Scope,
    ) -> Result<Option<Rc<Function>>> {
        match step.kind {
            Kind::Number(number) => self.operands.push(Operand::Constant(number)),
            Kind::Name => self.operands.push(scope.value(text, step.span)?),
            Kind::Parameter(index) => {
                let argument = self.operands.get(base + index as usize).cloned();
                self.operands.push(argument.unwrap_or(Operand::Constant(f64::NAN)));
            }
            Kind::Operation(operation) => self.apply(operation, step.span)?,
            Kind::Call(arguments) => {
                if let Some(form) = ops::form(text) {
                    match form.makes {
                        Makes::Fold { joins, averages } => {
                            self.fold(form, (joins, averages), arguments as usize, step.span)?;
                        }
                        Makes::Derivative => self.differentiate(arguments as usize, step.span)?,
                        Makes::Body { parameters, text } => {
                            let body = parse_expression(text)?;
                            let parameters = parameters.iter().copied();
                            let budget = self.guard.budget();
                            let function = Function::new(form.name, parameters, &body, budget);
                            return Ok(Some(Rc::new(function)));
                        }
                    }
                } else if let Some(operation) = ops::call(text) {
                    return Err(wrong_count(
                        text,
                        operation.arity(),
                        arguments as usize,
                        step.span,
                    ));
                } else {
                    let function = scope.function(text);
                    return function.map(Some).ok_or_else(|| scope.no_such_call(text, step.span));
                }
            }
        }
        Ok(None)
    }

    fn apply(&mut self, operation: &'static Operation, span: Span) -> Result<()> {
        let mut pop = || self.operands.pop().unwrap_or(Operand::Constant(f64::NAN));
        let last = pop();
        let operands = match operation.arity() {
            1 => [last, Operand::Constant(0.0)],
            _ => [pop(), last],
        };
        let result = self.result(operation, operands, span)?;
        self.operands.push(result);
        Ok(())
    }

    fn result(
        &mut self,
        operation: &'static Operation,
        operands: [Operand; 2],
        span: Span,
    ) -> Result<Operand> {
        if let [Operand::Constant(x), Operand::Constant(y)] = operands {
            let out = operation.forward(x, y);
            self.notice(operation, &operands, out);
            return Ok(Operand::Constant(out));
        }
        self.guard.room(span)?;
        self.label.part = self.label.part.saturating_add(1);
        let value = Value::computed(operation, operands, self.label);
        value.set_computed_at(self.clock);
        if !value.data().is_finite() {
            self.notice(operation, value.both_operands(), value.data());
        }
        Ok(Operand::Value(value))
    }

    fn notice(&mut self, operation: &'static Operation, operands: &[Operand; 2], out: f64) {
        if self.non_finite.is_none() {
            self.non_finite = NonFinite::check(operation, operands, out);
        }
    }

    /// Folds the last `arguments` operands from the left with a binary operation.
    fn fold(
        &mut self,
        form: &'static Form,
        (joins, averages): (&str, bool),
        arguments: usize,
        span: Span,
    ) -> Result<()> {
        let Some(joins) = ops::named(joins) else {
            return Err(Error::new(span, format!("{} is not available", form.name)));
        };
        let first = self.operands.len().saturating_sub(arguments);
        let mut folded = self.operands.split_off(first).into_iter();
        let Some(mut result) = folded.next() else {
            return Err(Error::new(span, format!("{} needs at least one argument", form.name)));
        };
        for operand in folded {
            self.guard.go_on(span)?;
            result = self.result(joins, [result, operand], span)?;
        }
        if averages {
            let count = Operand::Constant(arguments as f64);
            result = self.result(ops::DIVIDE, [result, count], span)?;
        }
        self.operands.push(result);
        Ok(())
    }

    /// Replaces the last two operands by the derivative of the first by the second.
    fn differentiate(&mut self, arguments: usize, span: Span) -> Result<()> {
        if arguments != 2 {
            return Err(wrong_count("diff", 2, arguments, span));
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
                derivative_within(&root, &by, self.label, self.clock, (&self.guard, span))?
            }
            _ => Built::number(0.0),
        };
        self.label.part = self.label.part.saturating_add(made.count);
        self.non_finite = self.non_finite.take().or(made.non_finite);
        self.operands.push(made.result);
        Ok(())
    }

    fn enter(&self, function: Rc<Function>, step: Step) -> Result<Call> {
        let Kind::Call(arguments) = step.kind else {
            return Err(Error::new(step.span, "this is not a call"));
        };
        let (needed, given) = (function.parameters.len(), arguments as usize);
        if needed != given {
            return Err(wrong_count(&function.name, needed, given, step.span));
        }
        let base = self.operands.len().saturating_sub(given);
        Ok(Call { function, at: 0, base, span: step.span })
    }

    /// Replaces the arguments of a call by its result.
    fn leave(&mut self, base: usize) {
        if let Some(result) = self.operands.pop() {
            self.operands.truncate(base);
            self.operands.push(result);
        }
    }
}

fn wrong_count(name: &str, needed: usize, given: usize, span: Span) -> Error {
    let plural = if needed == 1 { "" } else { "s" };
    Error::new(span, format!("{name} takes {needed} argument{plural}, found {given}"))
}
