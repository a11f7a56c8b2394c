//! The user's functions.

use std::cell::Cell;

use super::node_limit::{Budget, Charge};
use super::value::Value;
use crate::core::language::{Kind, Result, Step, Tree, parse_expression};

/// A user's function: a tree with parameters, or a leaf that makes the call.
#[derive(Debug)]
pub struct Function {
    pub name: Box<str>,
    pub parameters: Vec<Box<str>>,
    /// The text that its steps point into.
    pub text: Box<str>,
    /// The body in postfix order.
    pub steps: Vec<Step>,
    /// The leaf whose contents make the call, instead of a body.
    pub leaf: Option<Value>,
    /// The `binding_time` of its definition; 0 for one that no user has defined.
    pub when: u32,
    /// The `binding_time` of its deletion or replacement.
    pub gone: Cell<Option<u32>>,
    /// Its share of the session's memory.
    charge: Charge,
}

const MOST_WRITTEN: usize = 12;

impl Function {
    /// Creates the function `name(parameters) = body`, which counts against `budget`.
    pub fn new<'name>(
        name: &str,
        parameters: impl Iterator<Item = &'name str> + Clone,
        body: &Tree<'_>,
        budget: &Budget,
    ) -> Function {
        let steps = body.with_parameters(parameters.clone());
        let bytes = name.len() + body.text.len() + size_of_val(steps.as_slice());
        Function {
            name: name.into(),
            parameters: parameters.map(Box::from).collect(),
            text: body.text.into(),
            steps,
            leaf: None,
            when: 0,
            gone: Cell::default(),
            charge: Charge::new(budget, bytes),
        }
    }

    /// Creates the function of a call of one argument: `sin(x)`.
    pub fn of_call(name: &str, budget: &Budget) -> Result<Function> {
        let text = format!("{name}(x)");
        Ok(Function::new(name, ["x"].into_iter(), &parse_expression(&text)?, budget))
    }

    /// Creates the function that a leaf is.
    pub fn of_leaf(name: &str, leaf: &Value) -> Function {
        let parameters = leaf.contents().map(|contents| contents.parameters());
        Function {
            name: name.into(),
            parameters: parameters.into_iter().flatten().map(Into::into).collect(),
            text: Box::default(),
            steps: Vec::new(),
            leaf: Some(leaf.clone()),
            when: 0,
            gone: Cell::default(),
            charge: Charge::default(),
        }
    }

    /// The names that its body calls, without primes.
    pub fn calls(&self) -> impl Iterator<Item = &str> {
        let calls = self.steps.iter().filter(|step| matches!(step.kind, Kind::Call(_)));
        let names = calls.map(|step| step.span.of(&self.text));
        names.flat_map(|name| {
            let (base, primes) = undifferentiated(name);
            std::iter::once(name).chain((primes > 0).then_some(base))
        })
    }

    /// Its call with the names of its parameters: `f(x, y)`.
    pub fn written(&self) -> String {
        let parameters = match self.parameters.as_slice() {
            [first, .., last] if self.leaf.is_some() && self.parameters.len() > MOST_WRITTEN => {
                format!("{first}, …, {last}")
            }
            all => all.join(", "),
        };
        format!("{}({parameters})", self.name)
    }

    /// Its body as text.
    pub fn body(&self) -> String {
        Tree { text: &self.text, steps: self.steps.clone() }.to_text()
    }

    /// Returns its approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.charge.bytes()
    }
}

/// Returns the name before the primes of `f''`, and their number.
pub fn undifferentiated(name: &str) -> (&str, usize) {
    let base = name.trim_end_matches(['\'', '′', '″']);
    let primes = name.get(base.len()..).unwrap_or_default().chars();
    (base, primes.map(|prime| if prime == '″' { 2 } else { 1 }).sum())
}
