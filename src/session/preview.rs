//! Previews: evaluating statements with little work and without binding anything.

use std::collections::HashMap;
use std::rc::Rc;

use super::Session;
use crate::graph::{ANSWER, Function, Label, Operand, Scope, Value, build, refresh_within};
use crate::language::{Error, PlusMinus, Result, Span, Tree};
use crate::ops;

/// The number of nodes recomputed and of function steps run before a preview is given up: far below
/// a millisecond, so that typing never lags.
const MOST_STEPS: usize = 5_000;

/// A session as it would be after some statements; the session itself is not changed.
pub struct Preview<'session> {
    session: &'session Session,
    names: HashMap<Box<str>, f64>,
    functions: HashMap<Box<str>, Rc<Function>>,
    steps: usize,
}

#[doc(hidden)]
impl Session {
    /// Begins a preview.
    pub fn preview(&self) -> Preview<'_> {
        Preview {
            session: self,
            names: HashMap::new(),
            functions: HashMap::new(),
            steps: MOST_STEPS,
        }
    }

    /// The present data of a node, if little work can tell it.
    pub fn present_data(&self, value: &Value) -> Option<f64> {
        self.data_within(&mut { MOST_STEPS }, value)
    }

    /// The present data of a node; each stale node recomputed for it takes one of `steps`.
    fn data_within(&self, steps: &mut usize, value: &Value) -> Option<f64> {
        refresh_within(steps, value, self.clock).then(|| value.data())
    }
}

impl Preview<'_> {
    /// Evaluates `tree`.
    ///
    /// # Errors
    ///
    /// When `tree` is wrong, or takes too much work.
    pub fn number(&mut self, tree: &Tree<'_>) -> Result<f64> {
        Ok(build(tree, Label::default(), 0, self)?.result.data())
    }

    /// The uncertainty that a leaf of this data would have.
    ///
    /// # Errors
    ///
    /// When it is wrong, or takes too much work.
    pub fn uncertainty(&mut self, data: f64, plus_minus: &PlusMinus<'_>) -> Result<f64> {
        let number = self.number(&plus_minus.tree)?;
        plus_minus.of(data, number)
    }

    /// Binds `name` to `number` in the preview.
    pub fn assume(&mut self, name: &str, number: f64) {
        self.names.insert(name.into(), number);
    }

    /// Binds the answer to `number` in the preview.
    pub fn assume_answer(&mut self, number: f64) {
        self.assume(ANSWER, number);
    }

    /// Defines a function in the preview.
    pub fn assume_function(&mut self, name: &str, parameters: &[(&str, Span)], body: &Tree<'_>) {
        self.functions.insert(
            name.into(),
            Rc::new(Function::new(
                name,
                parameters.iter().map(|(name, _)| *name),
                body,
                self.session.budget(),
            )),
        );
    }

    fn known(&mut self, reference: &str) -> Option<f64> {
        if let Some(number) = self.names.get(reference) {
            return Some(*number);
        }
        let session = self.session;
        if let Some(value) = session.names().resolve_within(reference, self.steps) {
            // What has rows is more than a number.
            return session.data_within(&mut self.steps, &value).filter(|_| !value.is_per_row());
        }
        match ops::constant(reference) {
            Some(constant) => Some(constant.value),
            None if reference == "ans" => self.known(ANSWER),
            None => None,
        }
    }
}

impl Scope for Preview<'_> {
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        // A constant has the same value as a node, and takes no node to be built.
        let number = self.known(reference);
        number.map(Operand::Constant).ok_or_else(|| Error::new(span, "unknown name"))
    }

    fn function(&self, name: &str) -> Option<Rc<Function>> {
        self.functions.get(name).cloned().or_else(|| Scope::function(self.session, name))
    }

    fn no_such_call(&self, _: &str, span: Span) -> Error {
        Error::new(span, "unknown function")
    }

    fn most_steps(&self) -> usize {
        MOST_STEPS
    }
}
