//! Calls in expressions: what a name calls, and entering and leaving the bodies of functions.

use std::rc::Rc;

use super::extension::{Callee, FormCall, Returning};
use super::{Builder, Part, Scope, UNUSED, must_be_given};
use crate::core::graph::function::Function;
use crate::core::graph::order::Order;
use crate::core::graph::value::{Operand, Value};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree, parse_expression};
use crate::core::ops::{self, Form, Makes, Operation};

/// A call in progress.
pub(super) struct Call {
    pub(super) function: Rc<Function>,
    pub(super) at: usize,
    /// The index of its first argument on the stack of operands.
    pub(super) base: usize,
    pub(super) span: Span,
    /// The part of the last node made before it.
    part: u32,
    returning: Option<Box<dyn Returning>>,
}

impl Builder<'_> {
    /// Applies the operation of a call, or returns the function to enter.
    pub(super) fn take_call(
        &mut self,
        name: &str,
        given: usize,
        span: Span,
    ) -> Result<Option<Callee>> {
        if let Some(form) = form_meant(name, self.scope) {
            return self.make(FormCall { form, given, span });
        }
        if let Some(operation) = operation_meant(name, self.scope) {
            must_be_given(name, operation.arity(), given, span)?;
            self.must_have_equal_rows(given, span)?;
            self.apply(operation, span)?;
            return Ok(None);
        }
        let mut callee = self.callee(name, given, span)?;
        let is_leaf = callee.function.leaf.is_some();
        if is_leaf {
            callee.given = self.unfold_groups(callee.given);
        }
        if callee.returning.is_some() || is_leaf {
            self.must_be_one(callee.given, span)?;
            self.must_have_equal_rows(callee.given, span)?;
        }
        Ok(Some(callee))
    }

    /// Returns the function that a name calls.
    fn callee(&self, name: &str, given: usize, span: Span) -> Result<Callee> {
        if let Some(function) = self.scope.function(name) {
            return Ok(Callee::of(function, given));
        }
        let callee = |part: &&'static dyn Part| part.callee(self, name, given, span).transpose();
        let callee = self.parts.iter().find_map(callee);
        callee.unwrap_or_else(|| Err(self.scope.no_such_call(name, span)))
    }

    /// Returns the error of a call from the step `at` on whose function is unknown, in place of that of a name: in
    /// `integral(x^2, 0, 1)` no value of x helps.
    pub(super) fn with_unknown_call(&self, error: Error, tree: &Tree<'_>, at: usize) -> Error {
        let rest = tree.steps.get(at..).filter(|_| error.is_unknown_name).unwrap_or_default();
        let unknown = rest.iter().find_map(|step| {
            let Kind::Call(given) = step.kind else { return None };
            let name = step.span.of(tree.text);
            let is_known = form_meant(name, self.scope).is_some()
                || operation_meant(name, self.scope).is_some();
            let callee = (!is_known).then(|| self.callee(name, given as usize, step.span));
            callee.and_then(std::result::Result::err)
        });
        unknown.unwrap_or(error)
    }

    /// Replaces the operands of a form by its result, or returns its body to enter.
    fn make(&mut self, call: FormCall) -> Result<Option<Callee>> {
        let FormCall { form, given, span } = call;
        match form.makes {
            Makes::Part => {
                let parts = self.parts;
                let is_own =
                    |part: &&&dyn Part| part.forms().iter().any(|it| std::ptr::eq(it, form));
                if let Some(part) = parts.iter().find(is_own) {
                    part.make(self, call)?;
                }
            }
            Makes::Number { parameters, of } => {
                self.must_be_one(given, span)?;
                must_be_given(form.name, parameters.len(), given, span)?;
                self.number_of(form, of, given, span)?;
            }
            Makes::Fold { .. } if given == 1 && self.fold_by_parts(form, span)? => {}
            Makes::Fold { .. } => {
                let given = self.unfold_groups(given);
                self.must_be_one(given, span)?;
                self.must_have_equal_rows(given, span)?;
                self.fold(form, given, span)?;
            }
            Makes::Body { parameters, text } => {
                if form.name != "where" && self.last_have_group(given) {
                    self.must_be_one(given, span)?;
                }
                let mut body = parse_expression(text)?;
                body.steps.iter_mut().for_each(|step| call_operation(step, text));
                let parameters = parameters.iter().copied();
                let function = Function::new(form.name, parameters, &body, self.guard.budget());
                return Ok(Some(Callee::of(Rc::new(function), given)));
            }
        }
        Ok(None)
    }

    /// Lets a part fold the last operand.
    fn fold_by_parts(&mut self, form: &'static Form, span: Span) -> Result<bool> {
        self.is_taken(|it, part| part.fold(it, form, span))
    }

    /// Enters a call, whose arguments are the last operands.
    pub(super) fn enter(&mut self, callee: Callee, step: Step) -> Result<Call> {
        let Callee { function, given, mut returning } = callee;
        must_be_given(&function.name, function.parameters.len(), given, step.span)?;
        let functions = &mut self.recorded.functions;
        if function.when > 0 && !functions.iter().any(|met| Rc::ptr_eq(met, &function)) {
            functions.push(Rc::clone(&function));
        }
        let base = self.operands.len().saturating_sub(given);
        if let Some(returning) = &mut returning {
            returning.enter(self);
        }
        let part = self.label.part;
        Ok(Call { function, at: 0, base, span: step.span, part, returning })
    }

    /// Replaces the arguments of a call by its result.
    pub(super) fn leave(&mut self, call: Call, span: Span) -> Result<()> {
        if let Some(result) = self.operands.pop() {
            let rows = self.rows_of_constant(&call, &result);
            self.operands.truncate(call.base);
            let result = match (call.returning, rows) {
                (Some(returning), _) => returning.leave(self, result, span)?,
                (None, Some(rows)) => self.in_each_row(result, &rows, span)?,
                (None, None) => result,
            };
            self.operands.push(result);
        }
        Ok(())
    }

    /// The argument with rows of a user's function, if the result is one number that depends on no rows of the
    /// arguments, not even by a fold of them.
    fn rows_of_constant(&self, call: &Call, result: &Operand) -> Option<Operand> {
        let arguments = self.operands.get(call.base..).filter(|_| call.function.when > 0)?;
        let rows = arguments.iter().find(|argument| argument.rows().is_some())?;
        let Some(node) = result.value() else { return Some(rows.clone()) };
        if node.is_per_row() || node.contents().is_some() {
            return None;
        }
        let is_new = |it: &Value| {
            let label = it.label();
            label.shares_binding(self.label) && label.part > call.part
        };
        let order = Order::walk(self.guard.stop(), [node], is_new);
        let mut operands = order.nodes().iter().flat_map(|node| node.operands());
        let is_argument = |it: &Operand| arguments.iter().any(|own| own.is(it));
        let is_fold = operands.any(|it| it.rows().is_some() && is_argument(it));
        (!is_fold).then(|| rows.clone())
    }

    /// A number once for each row of `rows`, also where that has a gap.
    pub(crate) fn in_each_row(
        &mut self,
        number: Operand,
        rows: &Operand,
        span: Span,
    ) -> Result<Operand> {
        let is_given = self.result(ops::IS_GIVEN, [rows.clone(), UNUSED], span)?;
        let ones = self.result(ops::OR, [is_given, Operand::Constant(1.0)], span)?;
        self.result(ops::MULTIPLY, [number, ones], span)
    }
}

/// The form of this name, unless the user has a function of that name.
fn form_meant(name: &str, scope: &dyn Scope) -> Option<&'static Form> {
    let forms = || scope.parts().iter().flat_map(|part| part.forms());
    let form = ops::form(name).or_else(|| forms().find(|form| form.name == name))?;
    (!form.gives_way || scope.function(name).is_none()).then_some(form)
}

/// The operation of this name, unless the user has a function of that name.
pub fn operation_meant(name: &str, scope: &dyn Scope) -> Option<&'static Operation> {
    let operations = || scope.parts().iter().flat_map(|part| part.operations());
    let operation = ops::call(name).or_else(|| operations().find(|row| row.name == name))?;
    let gives_way = operation.gives_way || ops::gives_way(name);
    (!gives_way || scope.function(name).is_none()).then_some(operation)
}

/// Makes a call in the body of a form mean the operation, also if a user has a function of its name.
fn call_operation(step: &mut Step, text: &str) {
    let operation = ops::call(step.span.of(text));
    if let (Kind::Call(given), Some(operation)) = (step.kind, operation)
        && operation.arity() == given as usize
    {
        step.kind = Kind::Operation(operation);
    }
}
