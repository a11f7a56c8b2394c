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
    /// The number that a leaf has, before `±` in `:set a ± 0.1`.
    Present,
    /// A number or a column with an uncertainty, of the last two operands: `1.5 ± 0.1`, `2 ± 10%`.
    PlusMinus {
        /// True if the uncertainty is given in hundredths of the number.
        percent: bool,
    },
    /// The word on an uncertainty, with its number: `dof 9`, `rectangular`.
    Evaluation(u32),
    /// A column of the last operands: `[1, 2, 3]`.
    List(u32),
    /// A column that counts: `1:8`, `0:0.5:4`, `[0, 2 .. 8]`.
    Range(Stride),
}

impl Kind {
    /// Returns the number of operands.
    pub fn operands(&self) -> usize {
        match self {
            Kind::Number(_) | Kind::Name | Kind::Text | Kind::Parameter(_) | Kind::Present => 0,
            Kind::Operation(operation) | Kind::Link(operation, _) | Kind::Chain(operation) => {
                operation.arity()
            }
            Kind::Call(operands) | Kind::Evaluation(operands) | Kind::List(operands) => {
                *operands as usize
            }
            Kind::Range(Stride::One) | Kind::PlusMinus { .. } => 2,
            Kind::Range(Stride::Given | Stride::Second) | Kind::Choice => 3,
        }
    }
}

/// The step between the numbers of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stride {
    /// 1: `1:8`, of the first and the last number.
    One,
    /// The operand between the first and the last number: `0:0.5:4`.
    Given,
    /// The second number, the operand between them, less the first: `[0, 2 .. 8]`.
    Second,
}

/// The position of a comparison in a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// It is the first.
    First,
    /// Others are before it.
    Further,
}

impl<'text> Tree<'text> {
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

    /// Returns the names in it with their places, in the order of its text.
    pub fn names(&self) -> impl Iterator<Item = (&'text str, Span)> + Clone {
        names(self.text, &self.steps)
    }

    /// Returns the steps of a function's body, with parameters in place of these names.
    pub fn with_parameters<'name>(
        &self,
        parameters: impl Iterator<Item = &'name str>,
    ) -> Vec<Step> {
        let numbers: HashMap<&str, u32> = parameters.zip(0..).collect();
        let renamed = |step: &Step| {
            let is_name = matches!(step.kind, Kind::Name);
            let number = numbers.get(step.span.of(self.text)).filter(|_| is_name);
            number.map_or(*step, |number| Step { kind: Kind::Parameter(*number), ..*step })
        };
        self.steps.iter().map(renamed).collect()
    }

    /// Returns true if it is a column as typed: a list or a range.
    pub fn is_column(&self) -> bool {
        self.steps.last().is_some_and(|it| matches!(it.kind, Kind::List(_) | Kind::Range(_)))
    }

    /// Returns the steps of each operand of the last step.
    pub fn operands(&self) -> Vec<&[Step]> {
        let Some((last, mut before)) = self.steps.split_last() else { return Vec::new() };
        let mut operands = Vec::with_capacity(last.kind.operands());
        for _ in 0..last.kind.operands() {
            let (rest, operand) = before.split_at(last_operand(before));
            operands.push(operand);
            before = rest;
        }
        operands.reverse();
        operands
    }

    /// Returns the span of the whole expression.
    pub fn span(&self) -> Span {
        let start = self.steps.iter().map(|step| step.span.start).min();
        let end = self.steps.iter().map(|step| step.span.end).max();
        Span { start: start.unwrap_or(0), end: end.unwrap_or(0) }
    }
}

/// Returns the names in steps of a text with their places.
pub fn names<'text>(
    text: &'text str,
    steps: &[Step],
) -> impl Iterator<Item = (&'text str, Span)> + Clone {
    let names = steps.iter().filter(|step| matches!(step.kind, Kind::Name));
    names.map(|step| (step.span.of(text), step.span))
}

/// Returns the first step of the operand that these steps end with.
pub fn last_operand(steps: &[Step]) -> usize {
    last_operands(steps.iter().map(|step| step.kind), 1)
}

/// Returns the first step of the last `count` operands.
pub(super) fn last_operands(
    kinds: impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator,
    mut missing: usize,
) -> usize {
    let mut first = kinds.len();
    for kind in kinds.rev() {
        if missing == 0 {
            break;
        }
        first -= 1;
        missing = missing + kind.operands() - 1;
    }
    first
}
