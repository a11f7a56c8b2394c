//! A wrong answer, and what can be asked about the node it is for.

use super::super::super::{derivative, same};
use super::super::is_right;
use crate::graph::{Names, Order, Use};

/// A wrong answer.
pub struct Case<'case> {
    pub names: &'case Names,
    pub web: &'case Order,
    pub grads: &'case [f64],
    /// The node that was asked for.
    pub number: usize,
    pub answer: f64,
}

/// A wrong number, and how it comes about.
#[derive(Debug, Clone)]
pub struct Slip {
    pub value: f64,
    /// The use that it is about, where it is about one.
    pub link: Option<Use>,
    /// The formula that was taken for the rule, where one was.
    pub taken: String,
}

impl Slip {
    /// A number that is about no use in particular.
    pub fn of(value: f64) -> Slip {
        Slip { value, link: None, taken: String::new() }
    }

    /// A number that is about one use.
    pub fn at(link: Use, value: f64) -> Slip {
        Slip { link: Some(link), ..Slip::of(value) }
    }
}

impl Case<'_> {
    /// What a node is called.
    pub fn call(&self, number: usize) -> String {
        self.names.call(self.web.node(number))
    }

    /// What the node asked for is called.
    pub fn name(&self) -> String {
        self.call(self.number)
    }

    /// The uses of the node, the one that pushes first before the others.
    pub fn uses(&self) -> &[Use] {
        self.web.uses(self.number)
    }

    /// The only use, if there is but one.
    pub fn only_use(&self) -> Option<Use> {
        match self.uses() {
            [link] => Some(*link),
            _ => None,
        }
    }

    /// Whether the node is used more than once.
    pub fn has_many_uses(&self) -> bool {
        self.uses().len() > 1
    }

    /// The grad of the node: the right answer.
    pub fn grad(&self) -> f64 {
        self.grads[self.number]
    }

    /// What arrives at the user.
    pub fn upstream(&self, link: Use) -> f64 {
        self.grads[link.user]
    }

    /// The local derivative of one use.
    pub fn local(&self, link: Use) -> f64 {
        self.web.contribution(link, 1.0).0
    }

    /// What one use contributes.
    pub fn contribution(&self, link: Use) -> f64 {
        self.web.contribution(link, self.upstream(link)).1
    }

    /// What the other uses contribute.
    pub fn rest(&self, link: Use) -> f64 {
        let others = self.uses().iter().filter(|other| **other != link);
        others.fold(0.0, |sum, other| sum + self.contribution(*other))
    }

    /// Whether the answer is this wrong number; a right one is no mistake however it came about.
    pub fn is(&self, value: f64) -> bool {
        value.is_finite() && !same(value, self.grad()) && is_right(self.answer, value)
    }

    /// `dL/dL.1`
    pub fn total(&self, number: usize) -> String {
        derivative(self.names, self.web.node(self.web.root_number()), self.web.node(number))
    }
}
