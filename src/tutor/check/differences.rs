//! A root as the function of one node: that node is moved, and what lies downstream recomputed.

use super::super::Context;
use super::FORWARD;
use crate::graph::{Operand, Value};

/// Evaluates a root with one of its nodes moved; the nodes themselves stay as they are.
pub struct Nudge<'pass> {
    context: &'pass Context,
    /// The data of every node, moved while an evaluation is under way.
    data: Vec<f64>,
    number: usize,
    /// What depends on the node, in forward order.
    downstream: Vec<usize>,
    /// How many nodes have been recomputed so far.
    work: usize,
}

impl<'pass> Nudge<'pass> {
    /// For the nodes of a pass.
    pub fn new(context: &'pass Context) -> Nudge<'pass> {
        let data = context.graph.nodes().iter().map(Value::data).collect();
        Nudge { context, data, number: context.root(), downstream: Vec::new(), work: 0 }
    }

    /// The pass.
    pub fn context(&self) -> &'pass Context {
        self.context
    }

    /// How many nodes have been recomputed so far.
    pub fn work(&self) -> usize {
        self.work
    }

    /// From here on it is this node that is moved.
    pub fn aim(&mut self, number: usize) {
        self.number = number;
        let depends = self.context.graph.dependents(&[number]);
        self.downstream = (number + 1..depends.len()).filter(|user| depends[*user]).collect();
        self.work += depends.len() / 8;
    }

    /// The node's own data.
    pub fn x(&self) -> f64 {
        self.context.node(self.number).data()
    }

    /// The root's own data.
    pub fn out(&self) -> f64 {
        self.context.root_node().data()
    }

    /// What depends on the node, in forward order.
    pub fn downstream(&self) -> &[usize] {
        &self.downstream
    }

    /// The root's data with the node's data `x`.
    pub fn at(&mut self, x: f64) -> f64 {
        self.look_at(x, |data| data.last().copied().unwrap_or(f64::NAN))
    }

    /// What `look` says of all data with the node's data `x`.
    pub fn look_at<T>(&mut self, x: f64, look: impl FnOnce(&[f64]) -> T) -> T {
        self.work += self.downstream.len();
        self.data[self.number] = x;
        for user in &self.downstream {
            let node = self.context.node(*user);
            let mut operands =
                self.context.graph.operand_pair(*user).into_iter().zip(node.operands());
            let mut data = || {
                operands.next().map_or(0.0, |(number, operand)| match (number, operand) {
                    (Some(number), _) => self.data[number],
                    (None, Operand::Constant(constant)) => *constant,
                    (None, Operand::Value(value)) => value.data(),
                })
            };
            let (x, y) = (data(), data());
            if let Some(operation) = node.operation() {
                self.data[*user] = operation.forward(x, y);
            }
        }
        let seen = look(&self.data);
        for moved in std::iter::once(&self.number).chain(&self.downstream) {
            self.data[*moved] = self.context.node(*moved).data();
        }
        seen
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

/// Whether the node's operation is at a kink of its own: the slopes of its two sides by one of its
/// operands differ.
pub fn is_at_kink(node: &Value) -> bool {
    let Some(operation) = node.operation().filter(|operation| !operation.kinks.is_empty()) else {
        return false;
    };
    let at = |index: usize| node.operands().get(index).map_or(0.0, Operand::data);
    let (x, y, out) = (at(0), at(1), node.data());
    let differs = |index: usize| {
        let h = FORWARD * at(index).abs().max(1.0);
        let moved = |by: f64| match index {
            0 => operation.forward(x + by, y),
            _ => operation.forward(x, y + by),
        };
        let (left, right) = (out - moved(-h), moved(h) - out);
        let noise = 8.0 * f64::EPSILON * out.abs();
        (right - left).abs() > 1e-3 * left.abs().max(right.abs()) + noise
    };
    (0..node.operands().len()).any(differs)
}
