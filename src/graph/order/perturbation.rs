//! The root as a function of one node.

use super::Order;
use crate::graph::stop::Stop;
use crate::graph::value::Operand;

/// Evaluates the root of an order with one node's data changed, without changing the nodes.
#[derive(Debug)]
pub struct Perturbation<'order> {
    order: &'order Order,
    number: usize,
    /// The dependents of the node, in forward order.
    dependents: Vec<usize>,
    /// The data of every node in the last evaluation.
    data: Vec<f64>,
}

impl Order {
    /// Makes the root a function of the node with this number.
    pub fn perturb(&self, number: usize) -> Perturbation<'_> {
        let depends = self.dependents(&[number]);
        let dependents = (number + 1..self.count()).filter(|other| depends[*other]).collect();
        let data = self.nodes().iter().map(|node| node.data()).collect();
        Perturbation { order: self, number, dependents, data }
    }
}

impl Perturbation<'_> {
    /// The dependents of the node, which are recomputed, in forward order.
    pub fn dependents(&self) -> &[usize] {
        &self.dependents
    }

    /// Returns the root's data for the node's data `x`.
    pub fn root_at(&mut self, x: f64) -> f64 {
        self.data_at(x).last().copied().unwrap_or(f64::NAN)
    }

    /// Returns the data of all nodes for the node's data `x`; incomplete if the work is
    /// interrupted.
    pub fn data_at(&mut self, x: f64) -> &[f64] {
        self.data[self.number] = x;
        for numbers in self.dependents.chunks(Stop::STRIDE) {
            if self.order.is_stopped() {
                break;
            }
            for number in numbers {
                let node = self.order.node(*number);
                let [x, y] = self.order.operand_pair(*number);
                let data = |operand: Option<usize>, index: usize| match operand {
                    Some(operand) => self.data[operand],
                    None => node.both_operands().get(index).map_or(0.0, Operand::data),
                };
                if let Some(operation) = node.operation() {
                    self.data[*number] = operation.forward(data(x, 0), data(y, 1));
                }
            }
        }
        &self.data
    }
}
