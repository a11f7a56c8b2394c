//! A tree: a parsed expression.
//!
//! It is stored in postfix order, operands before their operation, so that all code that processes
//! it is a loop, however deeply it is nested.

use std::collections::HashMap;

use super::error::Span;
use crate::core::ops::Operation;

/// An expression in postfix order, over the text it was parsed from.
#[derive(Debug, Clone)]
pub struct Tree<'text> {
    /// The text that spans point into.
    pub text: &'text str,
    /// The steps, operands before their operation.
    pub steps: Vec<Step>,
}

/// One step of a tree in postfix order.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The kind of the step.
    pub kind: Kind,
    /// The position of the number, the name, or the operation's mark.
    pub span: Span,
}

/// The kinds of steps.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A literal, including its sign.
    Number(f64),
    /// A name, at the span.
    Name,
    /// A text in quotation marks, at the span, which is compared with a column of categories.
    Text,
    /// The parameter of this index, in the body of a function.
    Parameter(u32),
    /// An operation on the last one or two operands.
    Operation(&'static Operation),
    /// A call of the name at the span, with the last arguments of this number.
    Call(u32),
    /// A comparison that another one follows, `0 < x` of `0 < x < 1`: its last operand is the first
    /// one of the next.
    Link(&'static Operation, Position),
    /// The last comparison of such a chain.
    Chain(&'static Operation),
    /// `a if c else b`, of the last three operands as they are typed.
    Choice,
    /// A number with a standard uncertainty, of the last two operands: `(1.5 ± 0.1)`.
    PlusMinus,
}

impl Kind {
    /// Returns the number of operands.
    pub fn operands(&self) -> usize {
        match self {
            Kind::Number(_) | Kind::Name | Kind::Text | Kind::Parameter(_) => 0,
            Kind::Operation(operation) | Kind::Link(operation, _) | Kind::Chain(operation) => {
                operation.arity()
            }
            Kind::Call(arguments) => *arguments as usize,
            Kind::Choice => 3,
            Kind::PlusMinus => 2,
        }
    }
}

/// The position of a comparison in a chain that goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// It is the first.
    First,
    /// Others are before it.
    Further,
}

impl<'text> Tree<'text> {
    /// Returns the tree of a number that stands at a place in another form.
    pub fn of_number(text: &'text str, span: Span, number: f64) -> Self {
        Tree { text, steps: vec![Step { kind: Kind::Number(number), span }] }
    }

    /// Returns the number, if the whole tree is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.steps.as_slice() {
            [Step { kind: Kind::Number(number), .. }] => Some(*number),
            _ => None,
        }
    }

    /// Returns the name, if the whole tree is one.
    pub fn as_name(&self) -> Option<&'text str> {
        match self.steps.as_slice() {
            [Step { kind: Kind::Name, span }] => Some(span.of(self.text)),
            _ => None,
        }
    }

    /// Returns the steps of a function's body, with parameters in place of these names.
    pub fn with_parameters<'name>(
        &self,
        parameters: impl Iterator<Item = &'name str>,
    ) -> Vec<Step> {
        let numbers: HashMap<&str, u32> = parameters.zip(0..).collect();
        let renamed = |step: &Step| match step.kind {
            Kind::Name => match numbers.get(step.span.of(self.text)) {
                Some(number) => Step { kind: Kind::Parameter(*number), ..*step },
                None => *step,
            },
            _ => *step,
        };
        self.steps.iter().map(renamed).collect()
    }

    /// Returns the span of the whole expression.
    pub fn span(&self) -> Span {
        let start = self.steps.iter().map(|step| step.span.start).min();
        let end = self.steps.iter().map(|step| step.span.end).max();
        Span { start: start.unwrap_or(0), end: end.unwrap_or(0) }
    }
}
