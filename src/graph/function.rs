//! The user's functions.

use super::budget::{Budget, Charge};
use crate::language::{Result, Step, Tree, parse_expression};

/// A user's function: a tree with parameters.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Box<str>,
    /// The names of its parameters.
    pub parameters: Vec<Box<str>>,
    /// The text its steps point into.
    pub text: Box<str>,
    /// The body in postfix order.
    pub steps: Vec<Step>,
    /// Its share of the session's memory.
    charge: Charge,
}

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
            charge: Charge::new(budget, bytes),
        }
    }

    /// Creates the function of a call of one argument: `sin(x)`.
    pub fn of_call(name: &str, budget: &Budget) -> Result<Function> {
        let text = format!("{name}(x)");
        Ok(Function::new(name, ["x"].into_iter(), &parse_expression(&text)?, budget))
    }

    /// How it is called: `f(x, y)`.
    pub fn written(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
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
