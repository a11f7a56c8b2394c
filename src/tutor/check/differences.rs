//! A root as the function of one node: that node is moved, and what lies downstream recomputed.

use super::FORWARD;
use crate::graph::{Operand, Order, Value};

/// Evaluates a root with one of its nodes moved; the nodes themselves stay as they are.
pub struct Nudge<'web> {
    web: &'web Order,
    /// The data of every node, moved while an evaluation is under way.
    data: Vec<f64>,
    number: usize,
    /// What depends on the node, in forward order.
    downstream: Vec<usize>,
    /// How many nodes have been recomputed so far.
    work: usize,
}

impl<'web> Nudge<'web> {
    /// For the nodes of a web.
    pub fn new(web: &'web Order) -> Nudge<'web> {
        let data = web.nodes().iter().map(|node| node.data()).collect();
        Nudge { web, data, number: web.root_number(), downstream: Vec::new(), work: 0 }
    }

    /// The web.
    pub fn web(&self) -> &'web Order {
        self.web
    }

    /// How many nodes have been recomputed so far.
    pub fn work(&self) -> usize {
        self.work
    }

    /// From here on it is this node that is moved.
    pub fn aim(&mut self, number: usize) {
        self.number = number;
        let mut depends = vec![false; self.web.count()];
        depends[number] = true;
        self.downstream.clear();
        for user in number + 1..self.web.count() {
            if self.web.operands(user).any(|operand| depends[operand]) {
                depends[user] = true;
                self.downstream.push(user);
            }
        }
        self.work += self.web.count() / 8;
    }

    /// The node's own data.
    pub fn x(&self) -> f64 {
        self.web.node(self.number).data()
    }

    /// The root's own data.
    pub fn out(&self) -> f64 {
        self.web.node(self.web.root_number()).data()
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
            let node = self.web.node(*user);
            let mut operands = self.web.operand_pair(*user).into_iter().zip(node.operands());
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
            self.data[*moved] = self.web.node(*moved).data();
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
