//! Building nodes from a tree: a loop over its postfix steps, including calls of functions.

pub mod branches;
pub mod calls;
pub mod extension;
pub mod operands;
pub mod result;

use std::any::Any;
use std::rc::Rc;

use super::function::Function;
use super::node_limit::Guard;
use super::value::{Label, LeafContents, Operand, Value};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree, counted};
use crate::core::ops::{self, Form, Makes, Operation};
use calls::Call;
use extension::{Callee, Part, Parts, unavailable};
use operands::not_one;
use result::{Built, NonFinite, Recorded};

/// Resolves the names and calls of a tree.
pub trait Scope {
    /// Returns the node or number of a name.
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand>;

    /// Returns the user's function of that name.
    fn function(&self, name: &str) -> Option<Rc<Function>>;

    /// Returns the error for a call of an unknown function.
    fn no_such_call(&self, name: &str, span: Span) -> Error;

    /// Returns the session, for parts, which know its type.
    fn owner(&self) -> &dyn Any;

    /// The same, mutable.
    fn owner_mut(&mut self) -> &mut dyn Any;

    /// Returns the parts of the program.
    fn parts(&self) -> Parts;

    /// Returns the name of a node, if it has one.
    fn name_of(&self, _node: &Value) -> Option<String> {
        None
    }

    /// Returns the error for a derivative by `by` if the root uses an older binding of its name.
    fn older_use(&mut self, _root: &Value, _by: &Value, _span: Span) -> Option<Error> {
        None
    }

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

/// The operand that a unary operation ignores.
pub const UNUSED: Operand = Operand::Constant(0.0);

/// Builds the nodes of `tree`, labeled as parts of `label`; a call's nodes are built in place.
///
/// Operations on numbers alone are computed immediately, and make no node.
///
/// # Errors
///
/// When a name or a function is unknown, the nodes do not fit, the result is a group, or the work is
/// interrupted.
pub fn build(tree: &Tree<'_>, label: Label, time: u32, scope: &mut dyn Scope) -> Result<Built> {
    let built = build_with_groups(tree, label, time, scope)?;
    match built.result.value().filter(|value| value.members().is_some()) {
        Some(group) => Err(not_one(group, tree.span(), scope)),
        None => Ok(built),
    }
}

/// As [`build`], but the result may be a group.
///
/// # Errors
///
/// As [`build`].
pub fn build_with_groups(
    tree: &Tree<'_>,
    label: Label,
    time: u32,
    scope: &mut dyn Scope,
) -> Result<Built> {
    let mut builder = Builder {
        operands: Vec::new(),
        label: Label { part: 0, ..label },
        data_time: time,
        non_finite: None,
        newest_per_row: None,
        left_out: 0,
        without_slope: None,
        has_branches: false,
        nearly_equal: None,
        single_point: None,
        notes: Vec::new(),
        rounds_sum: false,
        has_text: false,
        recorded: Recorded::default(),
        step: None,
        guard: scope.guard(),
        parts: scope.parts(),
        scope,
    };
    builder.run(tree)?;
    builder.finish(label, tree)
}

pub struct Builder<'scope> {
    pub(crate) operands: Vec<Operand>,
    /// The label of the last node made.
    pub(crate) label: Label,
    pub(crate) data_time: u32,
    pub(crate) non_finite: Option<NonFinite>,
    /// The last per-row node made whose rows nobody has looked at.
    pub(crate) newest_per_row: Option<Value>,
    /// The most rows that a statistic has left out.
    pub(crate) left_out: usize,
    /// The function that copied a number of leaves without a slope.
    pub(crate) without_slope: Option<&'static str>,
    /// Set when a branch may leave out some of what has been built.
    has_branches: bool,
    /// The sides of the first `==` or `!=` that nearly are the same number.
    nearly_equal: Option<[f64; 2]>,
    /// The first comparison that holds at a single point where a derivative is made.
    pub(crate) single_point: Option<Value>,
    /// Notes on what was built, each shown once a session.
    pub(crate) notes: Vec<&'static str>,
    /// Set when a sum of whole numbers was rounded.
    rounds_sum: bool,
    /// Set when there is text among the operands, or a column of categories.
    pub(crate) has_text: bool,
    pub(crate) recorded: Recorded,
    /// The step of the tree that is taken; `None` in the body of a function.
    step: Option<usize>,
    pub(crate) guard: Guard,
    pub(crate) scope: &'scope mut dyn Scope,
    parts: Parts,
}

impl Builder<'_> {
    /// Takes the steps of a tree, and of the functions that these call.
    fn run(&mut self, tree: &Tree<'_>) -> Result<()> {
        let mut calls: Vec<Call> = Vec::new();
        let mut at = 0;
        let mut spent = 0;
        let most_steps = self.scope.most_steps();
        loop {
            // Continue with the innermost call, or with the tree itself if there is none.
            let Some(call) = calls.last_mut() else {
                let Some(step) = tree.steps.get(at) else {
                    return Ok(());
                };
                self.step = Some(at);
                at += 1;
                self.guard.go_on(step.span)?;
                let text = step.span.of(tree.text);
                let taken = self.take(*step, text, 0);
                let taken = taken.map_err(|error| self.with_unknown_call(error, tree, at));
                if let Some(callee) = taken? {
                    calls.push(self.enter(callee, *step)?);
                }
                continue;
            };
            let function = Rc::clone(&call.function);
            let base = call.base;
            let Some(step) = function.steps.get(call.at) else {
                let outermost = calls.first().map_or(tree.span(), |call| call.span);
                if let Some(contents) = function.leaf.as_ref().and_then(Value::contents) {
                    spent += contents.call(self, base, outermost, most_steps - spent)?;
                }
                if let Some(call) = calls.pop() {
                    self.leave(call, outermost)?;
                }
                continue;
            };
            self.step = None;
            call.at += 1;
            spent += 1;
            let text = step.span.of(&function.text);
            let outermost = calls.first().map_or(step.span, |call| call.span);
            self.guard.go_on(outermost)?;
            self.guard.room(outermost)?;
            if spent > most_steps {
                return Err(too_many_steps(most_steps, outermost));
            }
            let inside = |error: Error| {
                let message = format!("in {}: {}", function.name, error.message());
                Error::new(outermost, message).maybe_hint(error.advice().map(str::to_owned))
            };
            if let Some(called) = self.take(*step, text, base).map_err(inside)? {
                calls.push(self.enter(called, *step).map_err(inside)?);
            }
        }
    }

    /// Labels the one operand that is left, and returns it with what was noticed.
    fn finish(mut self, label: Label, tree: &Tree<'_>) -> Result<Built> {
        let span = tree.span();
        if let Some(each) =
            self.operands.last().and_then(Operand::value).filter(|it| it.each().is_some())
        {
            return Err(not_one(each, span, self.scope));
        }
        self.notice_rows();
        // Data looked up during an interrupt may be stale.
        self.guard.go_on(span)?;
        let result = self.operands.pop().unwrap_or(Operand::Constant(0.0));
        let parts = self.parts;
        let result = parts.iter().fold(result, |it, part| part.finished(&mut self, it, label));
        let count = self.label.part;
        self.notice_branches(&result);
        if let Operand::Value(value) = &result
            && value.label().shares_binding(label)
        {
            value.set_label(label);
            if value.is_leaf() {
                value.set_frozen(false);
            }
        }
        let is_computed = tree.steps.len() > 1;
        let Builder { non_finite, left_out, nearly_equal, single_point, notes, recorded, .. } =
            self;
        Ok(Built {
            result,
            count,
            is_computed,
            non_finite,
            left_out,
            nearly_equal,
            single_point,
            notes,
            recorded,
        })
    }

    /// Pushes a number that is copied from the session.
    pub(crate) fn push_copy(&mut self, number: f64) {
        match self.step {
            Some(step) => self.recorded.copies.push((step, number)),
            None => self.recorded.copies_inside = true,
        }
        self.operands.push(Operand::Constant(number));
    }

    /// Takes one step; returns what it calls, to be entered.
    fn take(&mut self, step: Step, text: &str, base: usize) -> Result<Option<Callee>> {
        if self.has_text {
            self.parts.iter().try_for_each(|part| part.check_text(self, step, text))?;
        }
        match step.kind {
            Kind::Number(number) => self.operands.push(Operand::Constant(number)),
            Kind::Text => {
                self.let_part(("text", step.span), |it, part| Ok(part.text(it, text)))?;
                self.has_text = true;
            }
            Kind::Name => {
                let operand = self.scope.value(text, step.span)?;
                if let Some(number) = operand.constant().filter(|_| ops::constant(text).is_none()) {
                    self.push_copy(number);
                    return Ok(None);
                }
                self.has_text |=
                    operand.value().and_then(Value::contents).is_some_and(LeafContents::is_text);
                self.operands.push(operand);
            }
            Kind::Parameter(index) => {
                let argument = self.operands.get(base + index as usize).cloned();
                self.operands.push(argument.unwrap_or(Operand::Constant(f64::NAN)));
            }
            Kind::Operation(operation) if operation.is(ops::ROW_OF) => {
                self.let_part(("a row", step.span), |it, part| part.row(it, text, step.span))?;
            }
            Kind::Operation(operation) => {
                self.must_have_equal_rows(operation.arity(), step.span)?;
                self.apply(operation, step.span)?;
            }
            Kind::Link(operation, position) => {
                self.must_have_equal_rows(operation.arity(), step.span)?;
                self.link(operation, position, step.span)?;
            }
            Kind::Chain(operation) => {
                self.must_have_equal_rows(3, step.span)?;
                self.end_chain(operation, step.span)?;
            }
            Kind::PlusMinus { percent } => {
                self.must_be_one(2, step.span)?;
                let place = ("±", step.span);
                self.let_part(place, |it, part| part.plus_minus(it, percent, step.span))?;
            }
            Kind::Present | Kind::Evaluation(_) | Kind::List(_) | Kind::Range(_) => {
                return Err(Error::new(step.span, "found a column where one number was expected"));
            }
            Kind::Choice => {
                self.must_have_equal_rows(3, step.span)?;
                self.choose(step.span)?;
            }
            Kind::Call(given) => return self.take_call(text, given as usize, step.span),
        }
        Ok(None)
    }

    pub(crate) fn apply(&mut self, operation: &'static Operation, span: Span) -> Result<()> {
        let last = self.pop();
        let operands = match operation.arity() {
            1 => [last, UNUSED],
            _ => [self.pop(), last],
        };
        if operands.iter().any(Operand::is_many) {
            return self.let_part(("this", span), |it, part| {
                let result = part.apply(it, operation, &operands, span)?;
                let is_taken = result.is_some();
                it.operands.extend(result);
                Ok(is_taken)
            });
        }
        let result = self.result(operation, operands, span)?;
        self.operands.push(result);
        Ok(())
    }

    /// Lets the first part that takes something do so; it is an error if none does.
    fn let_part(
        &mut self,
        (what, span): (&str, Span),
        takes: impl FnMut(&mut Builder<'_>, &'static dyn Part) -> Result<bool>,
    ) -> Result<()> {
        if self.is_taken(takes)? { Ok(()) } else { Err(unavailable(what, span)) }
    }

    /// Lets the first part that takes something do so, and tells whether one does.
    fn is_taken(
        &mut self,
        mut takes: impl FnMut(&mut Builder<'_>, &'static dyn Part) -> Result<bool>,
    ) -> Result<bool> {
        for part in self.parts {
            if takes(self, *part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notices what is not finite in the rows of new nodes.
    pub(crate) fn notice_rows(&mut self) {
        self.parts.iter().for_each(|part| part.notice_rows(self));
    }

    pub(crate) fn result(
        &mut self,
        operation: &'static Operation,
        operands: [Operand; 2],
        span: Span,
    ) -> Result<Operand> {
        if operation.branching.is_some() {
            self.has_branches = true;
            self.notice_nearly_equal(operation, &operands);
        }
        if let Some(folded) = Operand::folded(operation, &operands) {
            self.notice(operation, &operands, folded.data());
            self.notice_lost_digits(operation, &operands, folded.data());
            return Ok(folded);
        }
        self.guard.room(span)?;
        self.label.part = self.label.part.saturating_add(1);
        let value = Value::computed(operation, operands, self.label);
        value.set_computed_at(self.data_time);
        if value.is_per_row() {
            self.newest_per_row = Some(value.clone());
            return Ok(Operand::Value(value));
        }
        self.notice_lost_digits(operation, value.both_operands(), value.data());
        if !value.data().is_finite() && !value.is_fold() {
            self.notice(operation, value.both_operands(), value.data());
        }
        Ok(Operand::Value(value))
    }

    fn notice(&mut self, operation: &'static Operation, operands: &[Operand; 2], out: f64) {
        if self.non_finite.is_none() {
            self.non_finite = NonFinite::check(operation, operands, out);
        }
    }

    /// Folds the last `arguments` operands with a binary operation.
    pub(crate) fn fold(&mut self, form: &'static Form, arguments: usize, span: Span) -> Result<()> {
        let Makes::Fold { joins, averages, in_pairs } = form.makes else { return Ok(()) };
        let joins = operation(joins, span)?;
        let mut folded = self.take_last(arguments);
        while in_pairs && folded.len() > 1 {
            let mut joined = Vec::with_capacity(folded.len().div_ceil(2));
            let mut left = folded.into_iter();
            while let Some(one) = left.next() {
                self.guard.go_on(span)?;
                joined.push(match left.next() {
                    Some(other) => self.result(joins, [one, other], span)?,
                    None => one,
                });
            }
            folded = joined;
        }
        let mut folded = folded.into_iter();
        let Some(mut result) = folded.next() else {
            return Err(no_argument(form, span));
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
}

pub fn too_many_steps(most: usize, span: Span) -> Error {
    Error::new(span, format!("the functions called here take more than {most} steps"))
        .hint("bind repeated parts to a name and use the name")
}

/// The operation shown as `name`.
pub fn operation(name: &str, span: Span) -> Result<&'static Operation> {
    ops::named(name).ok_or_else(|| unavailable(name, span))
}

pub fn no_argument(form: &Form, span: Span) -> Error {
    Error::new(span, format!("{} needs at least one argument", form.name))
}

pub fn must_be_given(name: &str, needed: usize, given: usize, span: Span) -> Result<()> {
    if needed == given { Ok(()) } else { Err(wrong_count(name, needed, given, span)) }
}

pub fn wrong_count(name: &str, needed: usize, given: usize, span: Span) -> Error {
    let needed = counted(needed as u64, "argument");
    Error::new(span, format!("{name} takes {needed}, found {given}"))
}
