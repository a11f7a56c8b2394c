//! The passes over an order: forward and backward.

use super::node::{Operand, Value};
use super::order::Order;
use super::stop::Stop;
use crate::ops::Rule;

/// One operand's share in one node's backward rule.
#[derive(Debug, Clone, Copy)]
pub struct BackwardStep<'node> {
    /// The operand that receives.
    pub operand: &'node Value,
    /// Its place in the operation: 0 or 1.
    pub index: usize,
    /// The local derivative ∂node/∂operand.
    pub local: f64,
    /// The local derivative times the node's grad.
    pub contribution: f64,
}

impl Order {
    /// The forward pass: computes every node's data from its operands' and notes the time.
    pub fn forward(&self, clock: u32) {
        self.forward_and(clock, |_| {});
    }

    /// The backward pass: fills every node's grad with d root / d node.
    ///
    /// It clears the grads first, so two passes give the same numbers twice.
    pub fn backward(&self) {
        self.nodes.iter().for_each(|node| node.set_grad(0.0));
        self.push_grads();
    }

    /// The forward pass, then the backward pass, going over the nodes once less than the two alone.
    pub fn pass(&self, clock: u32) {
        self.forward_and(clock, |node| node.set_grad(0.0));
        self.push_grads();
    }

    /// The forward pass, doing something else with every node on the way.
    #[inline]
    fn forward_and(&self, clock: u32, also: impl Fn(&Value)) {
        for nodes in self.nodes.chunks(Stop::STRIDE) {
            if self.stop.is_set() {
                return;
            }
            for node in nodes {
                node.recompute();
                node.set_computed_at(clock);
                also(node);
            }
        }
    }

    /// Fills the grads, which are all 0.
    fn push_grads(&self) {
        if let Some(root) = self.root() {
            root.set_grad(1.0);
        }
        for nodes in self.nodes.rchunks(Stop::STRIDE) {
            if self.stop.is_set() {
                return;
            }
            for node in nodes.iter().rev() {
                node.push_grad();
            }
        }
    }
}

impl Value {
    /// The node's forward rule: makes its data what its operands' data say; a leaf stays.
    #[inline]
    pub fn recompute(&self) {
        if let Some(operation) = self.operation() {
            let [x, y] = self.places();
            self.set_data(operation.forward(x.data(), y.data()));
        }
    }

    /// The node's backward rule: adds to each operand's grad the local derivative times its own.
    #[inline]
    fn push_grad(&self) {
        let Some(operation) = self.operation() else {
            return;
        };
        let (upstream, out) = (self.grad(), self.data());
        let [x, y] = self.places();
        match &operation.rule {
            Rule::Unary { partial, .. } => {
                if let Operand::Value(operand) = x {
                    let local = (partial.function)(operand.data(), out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
            }
            Rule::Binary { partials: [first, second], .. } => {
                let (x_data, y_data) = (x.data(), y.data());
                if let Operand::Value(operand) = x {
                    let local = (first.function)(x_data, y_data, out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
                if let Operand::Value(operand) = y {
                    let local = (second.function)(x_data, y_data, out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
            }
        }
    }

    /// The node's backward rule in steps, for those who want to see it: what it would add to each
    /// operand when the grad arriving at the node is `upstream`.
    pub fn backward_steps(&self, upstream: f64) -> impl Iterator<Item = BackwardStep<'_>> {
        let data = |index: usize| self.places().get(index).map_or(0.0, Operand::data);
        let (x, y, out) = (data(0), data(1), self.data());
        self.operands().iter().enumerate().filter_map(move |(index, operand)| {
            let local = self.operation()?.partial(index, x, y, out);
            let operand = operand.value()?;
            Some(BackwardStep { operand, index, local, contribution: local * upstream })
        })
    }
}
