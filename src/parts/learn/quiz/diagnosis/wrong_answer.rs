//! A wrong answer, and tests of explanations.

use super::super::super::{Context, same};
use super::super::is_right;
use crate::core::graph::Use;
use crate::report::Paragraph;

/// A wrong answer.
pub struct WrongAnswer<'quiz> {
    pub context: &'quiz Context,
    /// The node whose grad was asked for.
    pub number: usize,
    pub answer: f64,
    /// True if only a mistake that gives this very number explains it, up to rounding.
    pub exactly: bool,
}

impl WrongAnswer<'_> {
    /// Returns true if a mistake that gives `value` explains the answer. A mistake that happens to
    /// give the right grad explains nothing.
    pub fn is(&self, value: f64) -> bool {
        let is_near = if self.exactly { same } else { is_right };
        value.is_finite() && !same(value, self.grad()) && is_near(self.answer, value)
    }

    /// The beginning of the feedback, `. -2`, if `value` explains the answer.
    pub fn begin(&self, value: f64) -> Option<Paragraph> {
        let close = if same(self.answer, value) { "" } else { ", close to yours," };
        self.is(value).then(|| Paragraph::new(". ").brief(value).text(close))
    }

    /// The first of several wrong values that explains the answer.
    pub fn find<T>(
        &self,
        values: impl IntoIterator<Item = (T, f64)>,
    ) -> Option<(T, f64, Paragraph)> {
        values.into_iter().find_map(|(from, value)| Some((from, value, self.begin(value)?)))
    }

    /// The first use of the node along which `value` explains the answer.
    pub fn along(&self, value: impl Fn(Use) -> f64) -> Option<(Use, Paragraph)> {
        let found = self.find(self.uses().iter().map(|edge| (*edge, value(*edge))));
        found.map(|(edge, _, line)| (edge, line))
    }

    /// The sum over the uses of the node.
    pub fn sum(&self, value: impl Fn(Use) -> f64) -> f64 {
        self.uses().iter().fold(0.0, |sum, edge| sum + value(*edge))
    }

    /// The uses of the node, in the order in which they push.
    pub fn uses(&self) -> &[Use] {
        self.context.pass.order.uses(self.number)
    }

    /// Returns true if the node is used more than once.
    pub fn has_many_uses(&self) -> bool {
        self.uses().len() > 1
    }

    /// The name of the node.
    pub fn name(&self) -> String {
        self.context.name(self.number)
    }

    /// The grad of the node: the right answer.
    pub fn grad(&self) -> f64 {
        self.context.grads[self.number]
    }

    /// The sum of the contributions of all other uses.
    pub fn rest(&self, edge: Use) -> f64 {
        self.sum(|other| if other == edge { 0.0 } else { self.context.contribution(other) })
    }
}
