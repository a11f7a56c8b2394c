//! Statements tried out: what they would come to, with little work and nothing changed.

use std::collections::HashMap;
use std::rc::Rc;

use super::Session;
use crate::graph::{ANSWER, Function, Label, Operand, Scope, Value, build};
use crate::language::{Error, Result, Span, Tree};
use crate::ops;

/// How many nodes may be computed anew, and how many steps of functions taken, before a trial is
/// given up: far below a millisecond.
const MOST_STEPS: usize = 5_000;

/// A session as it would be after some statements; the session itself stays as it is.
pub struct Trial<'session> {
    session: &'session Session,
    names: HashMap<Box<str>, f64>,
    functions: HashMap<Box<str>, Rc<Function>>,
    steps: usize,
}

impl Session {
    /// Begins a trial.
    pub fn try_out(&self) -> Trial<'_> {
        Trial { session: self, names: HashMap::new(), functions: HashMap::new(), steps: MOST_STEPS }
    }

    /// The present data of a node, if it can be told with little work.
    pub fn present_data(&self, value: &Value) -> Option<f64> {
        self.data_within(value, &mut { MOST_STEPS })
    }

    /// The data the leaves now make of `value`; stale nodes count against `steps` and stay stale.
    fn data_within(&self, value: &Value, steps: &mut usize) -> Option<f64> {
        let is_fresh = |value: &Value| value.is_leaf() || value.computed_at() == self.clock;
        if is_fresh(value) {
            return Some(value.data());
        }
        let mut known: HashMap<usize, f64> = HashMap::new();
        let mut path = vec![value];
        while let Some(node) = path.last().copied() {
            *steps = steps.checked_sub(1)?;
            let before = path.len();
            let mut data = [0.0; 2];
            for (operand, slot) in node.operands().iter().zip(&mut data) {
                match operand {
                    Operand::Constant(number) => *slot = *number,
                    Operand::Value(operand) if is_fresh(operand) => *slot = operand.data(),
                    Operand::Value(operand) => match known.get(&operand.identity()) {
                        Some(number) => *slot = *number,
                        None => path.push(operand),
                    },
                }
            }
            if path.len() == before {
                let [x, y] = data;
                let out = node.operation().map_or(node.data(), |row| row.forward(x, y));
                known.insert(node.identity(), out);
                path.pop();
            }
        }
        known.get(&value.identity()).copied()
    }
}

impl Trial<'_> {
    /// The number that `tree` would come to.
    pub fn number(&mut self, tree: &Tree<'_>) -> Result<f64> {
        Ok(build(tree, Label::default(), 0, self)?.result.data())
    }

    /// Goes on as if `name` were bound to `number`.
    pub fn assume(&mut self, name: &str, number: f64) {
        self.names.insert(name.into(), number);
    }

    /// Goes on as if the answer were `number`.
    pub fn assume_answer(&mut self, number: f64) {
        self.assume(ANSWER, number);
    }

    /// Goes on as if the function were defined.
    pub fn assume_function(&mut self, name: &str, parameters: &[(&str, Span)], body: &Tree<'_>) {
        self.functions.insert(
            name.into(),
            Rc::new(Function::new(name, parameters, body, self.session.budget())),
        );
    }

    fn known(&mut self, reference: &str) -> Option<f64> {
        if let Some(number) = self.names.get(reference) {
            return Some(*number);
        }
        let session = self.session;
        if let Some(value) = session.names().resolve_within(reference, self.steps) {
            return session.data_within(&value, &mut self.steps);
        }
        match ops::constant(reference) {
            Some(constant) => Some(constant.value),
            None if reference == "ans" => self.known(ANSWER),
            None => None,
        }
    }
}

impl Scope for Trial<'_> {
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        // A number will do: nothing is built, and a constant has the same value as a node.
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
