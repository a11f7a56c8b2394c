//! Finite differences: the root as a function of one node.

use super::super::Context;
use crate::parts::rows::Program;

/// The root as a function of one node.
pub struct FiniteDifferences<'pass> {
    context: &'pass Context,
    /// The number of the node.
    pub number: usize,
    /// A bound on the rounding error of the root: the last digit of each dependent times its grad.
    pub rounding: f64,
    /// True if some operation on the way to the root has kinks or jumps.
    pub has_kinks: bool,
    /// True if none has, and no grad on the way is too small for a double.
    pub is_smooth: bool,
    /// True if some operation on the way is exactly at its kink or jump: a convention chooses its slope.
    pub is_at_kink: bool,
    program: Option<Program>,
}

/// The slopes of the root for a step to both sides.
pub struct Slopes {
    /// The slope to the left.
    pub left: f64,
    /// The slope to the right.
    pub right: f64,
    /// The slope from one side to the other.
    pub central: f64,
}

impl<'pass> FiniteDifferences<'pass> {
    /// The root of this pass as a function of the node of this number, given the nodes at kinks by number.
    pub fn new(
        context: &'pass Context,
        number: usize,
        at_kinks: &[bool],
    ) -> FiniteDifferences<'pass> {
        let order = &context.pass.order;
        let depends = order.dependents(&[number]);
        let dependents = || (number..order.count()).filter(|other| depends[*other]);
        let operation = |other: usize| order.node(other).operation().filter(|_| other > number);
        let digit = |other: usize| {
            let moved = f64::EPSILON * order.node(other).data().abs() * context.grads[other].abs();
            if moved.is_finite() { moved } else { 0.0 }
        };
        let has_kinks = dependents().filter_map(operation).any(|it| !it.kinks.is_empty());
        FiniteDifferences {
            context,
            number,
            rounding: dependents().map(digit).sum(),
            has_kinks,
            is_smooth: !has_kinks && dependents().skip(1).all(|it| context.grads[it].is_normal()),
            is_at_kink: dependents().any(|it| it > number && at_kinks.get(it) == Some(&true)),
            program: Program::nudging(order, order.node(number)),
        }
    }

    /// The number of nodes that are computed for one value of the root.
    pub fn work(&self) -> usize {
        self.context.pass.order.count() / 8 + self.program.as_ref().map_or(0, Program::records)
    }

    /// The present data of the node.
    pub fn x(&self) -> f64 {
        self.context.node(self.number).data()
    }

    /// The grad of the node.
    pub fn grad(&self) -> f64 {
        self.context.grads[self.number]
    }

    /// The slopes for this step.
    pub fn slopes(&mut self, h: f64) -> Slopes {
        let (x, out) = (self.x(), self.context.root_node().data());
        let mut root_at =
            |x: f64| self.program.as_mut().map_or(f64::NAN, |program| program.root_at([x]));
        let [low, high] = [x - h, x + h].map(&mut root_at);
        Slopes { left: (out - low) / h, right: (high - out) / h, central: (high - low) / (2.0 * h) }
    }
}

impl Slopes {
    /// The gap between the slopes of the two sides.
    pub fn gap(&self) -> f64 {
        (self.right - self.left).abs()
    }
}
