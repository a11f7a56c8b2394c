//! A root as the function of one of its nodes.

use super::Order;
use crate::graph::stop::Stop;
use crate::graph::value::Operand;

/// Evaluates the root of an order with the data of one node changed; the nodes keep theirs.
#[derive(Debug)]
pub struct Perturbation<'order> {
    order: &'order Order,
    number: usize,
    /// The nodes that depend on that one, in forward order.
    dependents: Vec<usize>,
    /// The data of every node in the last evaluation.
    data: Vec<f64>,
}

impl Order {
    /// The root as a function of the node with this number.
    pub fn perturb(&self, number: usize) -> Perturbation<'_> {
        let depends = self.dependents(&[number]);
        let dependents = (number + 1..self.count()).filter(|other| depends[*other]).collect();
        let data = self.nodes().iter().map(|node| node.data()).collect();
        Perturbation { order: self, number, dependents, data }
    }
}

impl Perturbation<'_> {
    /// The nodes that are evaluated anew, in forward order.
    pub fn dependents(&self) -> &[usize] {
        &self.dependents
    }

    /// The root's data when the node's is `x`.
    pub fn root_at(&mut self, x: f64) -> f64 {
        self.data_at(x).last().copied().unwrap_or(f64::NAN)
    }

    /// The data of every node when that of this one is `x`; not all of it when work is stopped.
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
