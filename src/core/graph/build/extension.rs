//! What a part of the program adds to expressions, and to sessions.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::{Builder, Scope};
use crate::core::graph::function::Function;
use crate::core::graph::value::{Label, Operand, Value};
use crate::core::language::{Error, Result, Span, Step};
use crate::core::ops::{Form, Operation};

/// The parts of the program.
pub type Parts = &'static [&'static dyn Part];

/// What a part of the program adds. Each part is asked in turn: one takes what is its own, and leaves the rest to the
/// others.
pub trait Part: fmt::Debug + Sync {
    /// Operations that are called by their names.
    fn operations(&self) -> &'static [Operation] {
        &[]
    }

    /// Forms that the part makes.
    fn forms(&self) -> &'static [Form] {
        &[]
    }

    /// Replaces the last operands, so many, by what one of its forms makes of them.
    fn make(&self, _builder: &mut Builder<'_>, call: FormCall) -> Result<()> {
        Err(unavailable(call.form.name, call.span))
    }

    /// Replaces the last operand by the fold that a form means, if it is what the part folds.
    fn fold(&self, _builder: &mut Builder<'_>, _form: &'static Form, _span: Span) -> Result<bool> {
        Ok(false)
    }

    /// Applies an operation to operands of which one stands for many nodes.
    fn apply(
        &self,
        _builder: &mut Builder<'_>,
        _operation: &'static Operation,
        _operands: &[Operand; 2],
        _span: Span,
    ) -> Result<Option<Operand>> {
        Ok(None)
    }

    /// Pushes a text, given with its quotation marks.
    fn text(&self, _builder: &mut Builder<'_>, _text: &str) -> bool {
        false
    }

    /// Makes sure, where there is text among the operands, that a step may take it.
    fn check_text(&self, _builder: &mut Builder<'_>, _step: Step, _called: &str) -> Result<()> {
        Ok(())
    }

    /// Replaces the last two operands by a row of the first: `x[2]`.
    fn row(&self, _: &mut Builder<'_>, _row: &str, _: Span) -> Result<bool> {
        Ok(false)
    }

    /// Replaces the last two operands by a leaf: `(1.5 ± 0.1)`, or, with `percent`, `(2 ± 10%)`.
    fn plus_minus(&self, _: &mut Builder<'_>, _percent: bool, _: Span) -> Result<bool> {
        Ok(false)
    }

    /// Returns what a name calls that is no function's.
    fn callee(
        &self,
        _builder: &Builder<'_>,
        _name: &str,
        _given: usize,
        _span: Span,
    ) -> Result<Option<Callee>> {
        Ok(None)
    }

    /// Notices what is not finite in the rows of new nodes.
    fn notice_rows(&self, _builder: &mut Builder<'_>) {}

    /// Returns the result of a statement of this label as it is to be bound.
    fn finished(&self, _builder: &mut Builder<'_>, result: Operand, _label: Label) -> Operand {
        result
    }

    /// Keeps what is to be known of nodes that a statement has made.
    fn keep_made(&self, _scope: &mut dyn Scope, _made: &[(Value, Rc<dyn Any>)]) {}

    /// Returns the number that a reference means which no node has: `fit.s`.
    fn number(&self, _scope: &mut dyn Scope, _reference: &str, _span: Span) -> Result<Option<f64>> {
        Ok(None)
    }

    /// Returns the inner node of a bound one that has this name, while `go_on` returns true.
    fn inner_node(
        &self,
        _bound: &Value,
        _name: &str,
        _named: &mut dyn DoubleEndedIterator<Item = &Value>,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Value> {
        None
    }

    /// Makes sure that a name can be bound to a node or a function.
    fn check_name(&self, _scope: &dyn Scope, _name: &str, _span: Span) -> Result<()> {
        Ok(())
    }

    /// What is known of a leaf beside its number, as typed after it; empty if nothing is.
    fn typed_after(&self, _scope: &dyn Scope, _leaf: &Value) -> String {
        String::new()
    }

    /// Returns a text that makes a node again of others: those that are not inner, by their names.
    fn written_out(&self, _node: &Value, _inner: Inner<'_>) -> Option<WrittenOut> {
        None
    }

    /// Learns that leaves have moved, which had these numbers.
    fn moved(&self, _scope: &mut dyn Scope, _before: &[(Value, f64)]) {}

    /// Learns that a statement begins.
    fn begin(&self, _scope: &mut dyn Scope) {}

    /// Learns that the statement has failed; returns true if that changed nodes.
    fn fail(&self, _scope: &mut dyn Scope) -> bool {
        false
    }

    /// Learns that a statement has failed; `_began` is the session's `data_time` at its start.
    fn failed(&self, _scope: &mut dyn Scope, _began: u32) {}

    /// Learns that the session is reset.
    fn reset(&self, _scope: &mut dyn Scope) {}
}

/// The nodes that a text is to be made of.
#[derive(Clone, Copy)]
pub struct Inner<'node> {
    /// Those that are written out.
    pub is_inner: &'node dyn Fn(&Value) -> bool,
    /// The names of the others, and of leaves.
    pub name: &'node dyn Fn(&Value) -> String,
    /// The most operands.
    pub most: usize,
}

/// A text that makes a node again.
pub struct WrittenOut {
    /// The text.
    pub text: String,
    /// False if there were more operands, so that some inner nodes stand by their names.
    pub is_whole: bool,
}

/// A call of a form.
#[derive(Debug, Clone, Copy)]
pub struct FormCall {
    /// The form.
    pub form: &'static Form,
    /// The number of its arguments, which are the last operands.
    pub given: usize,
    /// The place of the call.
    pub span: Span,
}

/// What is called.
pub struct Callee {
    /// The function.
    pub function: Rc<Function>,
    /// The number of its arguments.
    pub given: usize,
    /// What becomes of its result, if that is not all.
    pub returning: Option<Box<dyn Returning>>,
}

impl Callee {
    /// A call of a function itself.
    pub fn of(function: Rc<Function>, given: usize) -> Callee {
        Callee { function, given, returning: None }
    }
}

/// What becomes of the result of a call.
pub trait Returning {
    /// Changes the arguments, which are the last operands.
    fn enter(&mut self, builder: &mut Builder<'_>);

    /// Returns what the call comes to.
    fn leave(
        self: Box<Self>,
        builder: &mut Builder<'_>,
        result: Operand,
        span: Span,
    ) -> Result<Operand>;
}

/// The error for what no part of the program makes.
pub fn unavailable(what: &str, span: Span) -> Error {
    Error::new(span, format!("{what} is not available"))
}
