//! Finite differences: the root as a function of one node.

use super::super::Context;
use super::FORWARD;
use crate::core::graph::{Operand, Value};
use crate::core::ops::Operation;
use crate::parts::rows::Program;

/// The root as a function of one node, with a count of the work.
pub struct FiniteDifferences<'pass> {
    context: &'pass Context,
    number: usize,
    program: Option<Program>,
    /// The dependents of the node, in forward order.
    dependents: Vec<usize>,
    /// The number of nodes recomputed so far.
    work: usize,
}

impl<'pass> FiniteDifferences<'pass> {
    /// Starts with the root as a function of itself.
    pub fn new(context: &'pass Context) -> FiniteDifferences<'pass> {
        let number = context.root();
        FiniteDifferences { context, number, program: None, dependents: Vec::new(), work: 0 }
    }

    /// The pass.
    pub fn context(&self) -> &'pass Context {
        self.context
    }

    /// The number of nodes recomputed so far.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Selects the node that varies.
    pub fn select(&mut self, number: usize) {
        let order = &self.context.pass.order;
        let depends = order.dependents(&[number]);
        self.number = number;
        self.program = Program::nudging(order, order.node(number));
        self.dependents = (number + 1..order.count()).filter(|other| depends[*other]).collect();
        self.work += order.count() / 8;
    }

    /// The present data of the node.
    pub fn x(&self) -> f64 {
        self.context.node(self.number).data()
    }

    /// The present data of the root.
    pub fn out(&self) -> f64 {
        self.context.root_node().data()
    }

    /// The dependents of the node, in forward order.
    pub fn downstream(&self) -> &[usize] {
        &self.dependents
    }

    /// The root's data when the node's data is `x`.
    pub fn at(&mut self, x: f64) -> f64 {
        self.program.as_mut().map_or(f64::NAN, |program| {
            self.work += program.records();
            program.root_at([x])
        })
    }

    /// The data of all nodes when the node's data is `x`.
    pub fn all_at(&mut self, x: f64) -> Vec<f64> {
        self.at(x);
        let order = &self.context.pass.order;
        let data = |number| self.program.as_ref().and_then(|it| it.data_of(number));
        (0..order.count()).map(|it| data(it).unwrap_or_else(|| order.node(it).data())).collect()
    }

    /// The forward difference.
    pub fn forward(&mut self, h: f64) -> f64 {
        (self.at(self.x() + h) - self.out()) / h
    }

    /// The central difference.
    pub fn central(&mut self, h: f64) -> f64 {
        (self.at(self.x() + h) - self.at(self.x() - h)) / (2.0 * h)
    }
}

/// Returns true if the node's operation is at a kink: its left and right slopes by one of its
/// operands differ.
pub fn is_at_kink(node: &Value) -> bool {
    let Some(operation) = node.operation().filter(|operation| !operation.kinks.is_empty()) else {
        return false;
    };
    if operation.as_fold().is_some() {
        return node.has_ties();
    }
    let at = |index: usize| node.operands().get(index).map_or(0.0, Operand::data);
    is_kink(operation, (at(0), at(1)), node.data())
}

/// Returns true if a per-row node below a fold is at a kink in some row, in view or not.
pub fn is_at_kink_in_some_row(context: &Context, node: &Value) -> bool {
    let Some(operation) = node.operation().filter(|operation| !operation.kinks.is_empty()) else {
        return false;
    };
    let is_it = |x: f64, y: f64, out: f64| is_kink(operation, (x, y), out);
    let is_folded = node.is_per_row() && context.pass.order.first_fold().is_some();
    is_folded && context.pass.order.find_row(node, &is_it).is_some()
}

/// Returns true if the left and right slopes of an operation by one of its operands differ.
fn is_kink(operation: &Operation, (x, y): (f64, f64), out: f64) -> bool {
    let differs = |index: usize| {
        let at = if index == 0 { x } else { y };
        let h = FORWARD * at.abs().max(1.0);
        let moved = |by: f64| match index {
            0 => operation.forward(x + by, y),
            _ => operation.forward(x, y + by),
        };
        let sides = |h: f64| (out - moved(-h), moved(h) - out);
        let ((left, right), finer) = (sides(h), sides(h / 16.0));
        let noise = 8.0 * f64::EPSILON * out.abs();
        let gap = (right - left).abs();
        // The gap between the slopes shrinks with h on a smooth curve, but not at a kink.
        let stays = 16.0 * (finer.1 - finer.0).abs() + noise > 0.5 * gap;
        gap > 1e-3 * left.abs().max(right.abs()) + noise && stays
    };
    (0..operation.arity()).any(differs)
}
