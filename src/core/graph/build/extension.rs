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

/// The additions of a part of the program. Each part is asked in turn and takes what belongs to it.
pub trait Part: fmt::Debug + Sync {
    fn operations(&self) -> &'static [Operation] {
        &[]
    }

    fn forms(&self) -> &'static [Form] {
        &[]
    }

    /// Replaces the operands of a call of one of its forms by the result.
    fn make(&self, _builder: &mut Builder<'_>, call: FormCall) -> Result<()> {
        Err(unavailable(call.form.name, call.span))
    }

    /// Replaces the last operand by its fold; returns false if another part folds it.
    fn fold(&self, _builder: &mut Builder<'_>, _form: &'static Form, _span: Span) -> Result<bool> {
        Ok(false)
    }

    /// Applies an operation to operands, one of which stands for many nodes.
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

    /// Checks that a step may take a text, if its operands have one.
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

    /// Returns the callee of a name that is not a function.
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

    /// Returns the value to bind for the result of a statement.
    fn finished(&self, _builder: &mut Builder<'_>, result: Operand, _label: Label) -> Operand {
        result
    }

    /// Keeps facts about nodes that a statement has made.
    fn keep_made(&self, _scope: &mut dyn Scope, _made: &[(Value, Rc<dyn Any>)]) {}

    /// Returns the number of a reference that is not a node: `fit.s`.
    fn number(&self, _scope: &mut dyn Scope, _reference: &str, _span: Span) -> Result<Option<f64>> {
        Ok(None)
    }

    /// Returns the inner node of this name, or `None` once `go_on` returns false.
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

    /// The text typed after a leaf's number, such as `± 0.1`; empty if there is none.
    fn typed_after(&self, _scope: &dyn Scope, _leaf: &Value) -> String {
        String::new()
    }

    /// Returns a text that rebuilds a node from named nodes.
    fn written_out(&self, _node: &Value, _inner: Inner<'_>) -> Option<WrittenOut> {
        None
    }

    /// Called after leaves have moved, with their earlier data.
    fn moved(&self, _scope: &mut dyn Scope, _before: &[(Value, f64)]) {}

    /// Called when a statement begins.
    fn begin(&self, _scope: &mut dyn Scope) {}

    /// Called when a statement has failed; returns true if that changed nodes.
    fn fail(&self, _scope: &mut dyn Scope) -> bool {
        false
    }

    /// Called after a failed statement was undone; `_began` is the session's `data_time` at its start.
    fn failed(&self, _scope: &mut dyn Scope, _began: u32) {}

    /// Called when the session is reset.
    fn reset(&self, _scope: &mut dyn Scope) {}
}

/// The nodes in the text of [`Part::written_out`].
#[derive(Clone, Copy)]
pub struct Inner<'node> {
    /// True for nodes to be written out.
    pub is_inner: &'node dyn Fn(&Value) -> bool,
    /// The names of the other nodes.
    pub name: &'node dyn Fn(&Value) -> String,
    pub most: usize,
}

/// A text that rebuilds a node.
pub struct WrittenOut {
    pub text: String,
    /// False if some inner nodes stand by their names, because there were too many operands.
    pub is_whole: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct FormCall {
    pub form: &'static Form,
    pub given: usize,
    pub span: Span,
}

/// A function with the number of its arguments.
pub struct Callee {
    pub function: Rc<Function>,
    pub given: usize,
    /// Further work on the result.
    pub returning: Option<Box<dyn Returning>>,
}

impl Callee {
    /// A call of a function itself.
    pub fn of(function: Rc<Function>, given: usize) -> Callee {
        Callee { function, given, returning: None }
    }
}

/// Further work on the arguments and the result of a call.
pub trait Returning {
    /// Changes the arguments, which are the last operands.
    fn enter(&mut self, builder: &mut Builder<'_>);

    /// Returns the result of the call.
    fn leave(
        self: Box<Self>,
        builder: &mut Builder<'_>,
        result: Operand,
        span: Span,
    ) -> Result<Operand>;
}

/// The error for a form that no part makes.
pub fn unavailable(what: &str, span: Span) -> Error {
    Error::new(span, format!("{what} is not available"))
}
