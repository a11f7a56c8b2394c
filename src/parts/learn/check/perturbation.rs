//! The root as a function of one node.

use crate::core::graph::{Operand, Order, Stop};
use crate::parts::rows::{Purpose, Stage, Staged};

/// Evaluates the root of an order with one node's data changed, without changing the nodes.
#[derive(Debug)]
pub struct Perturbation<'order> {
    order: &'order Order,
    number: usize,
    /// The dependents of the node, in forward order.
    dependents: Vec<usize>,
    /// The data of every node in the last evaluation.
    data: Vec<f64>,
    /// The dependents by stages, if the graph has rows.
    stages: Option<Vec<Stage>>,
    /// The row of the node, from 0, if it has several.
    row: Option<usize>,
}

impl Order {
    /// Makes the root a function of the node with this number.
    pub fn perturb(&self, number: usize) -> Perturbation<'_> {
        let depends = self.dependents(&[number]);
        let dependents = (number + 1..self.count()).filter(|other| depends[*other]).collect();
        let data = self.nodes().iter().map(|node| node.data()).collect();
        let is_computed = |other: usize| depends[other] && other != number;
        let purpose = Purpose { requires_grad: &is_computed, fused: false, columns: &[] };
        let mut stages = self.has_rows().then(|| self.stages(purpose).stages);
        for stage in stages.iter_mut().flatten() {
            stage.others.retain(|other| is_computed(*other));
        }
        let row = self.row_in_view(self.node(number));
        Perturbation { order: self, number, dependents, data, stages, row }
    }
}

impl Perturbation<'_> {
    /// The dependents of the node, which are recomputed, in forward order.
    pub fn dependents(&self) -> &[usize] {
        &self.dependents
    }

    /// Returns the number of nodes that an evaluation computes, per-row ones once for each row.
    pub fn work(&self) -> usize {
        let sweeps = self.stages.iter().flatten().flat_map(|stage| &stage.sweeps);
        let over_rows = sweeps.map(|staged| staged.sweep.records() * staged.sweep.rows());
        self.dependents.len() + over_rows.sum::<usize>()
    }

    /// Returns the root's data for the node's data `x`.
    pub fn root_at(&mut self, x: f64) -> f64 {
        self.data_at(x).last().copied().unwrap_or(f64::NAN)
    }

    /// Returns the data of all nodes for the node's data `x`; incomplete if the work is
    /// interrupted.
    pub fn data_at(&mut self, x: f64) -> &[f64] {
        self.data[self.number] = x;
        if let Some(mut stages) = self.stages.take() {
            self.compute_by_stages(x, &mut stages);
            self.stages = Some(stages);
            return &self.data;
        }
        let dependents = std::mem::take(&mut self.dependents);
        for numbers in dependents.chunks(Stop::STRIDE) {
            if self.order.is_stopped() {
                break;
            }
            numbers.iter().for_each(|number| self.compute(*number));
        }
        self.dependents = dependents;
        &self.data
    }

    fn compute_by_stages(&mut self, x: f64, stages: &mut [Stage]) {
        for Stage { sweeps, others } in stages {
            for Staged { sweep, targets, inputs } in sweeps {
                let data = |input: &Option<usize>| input.map_or(f64::NAN, |input| self.data[input]);
                sweep.load(inputs.iter().map(data));
                if let Some(row) = self.row {
                    sweep.pin(self.order.node(self.number), row, x);
                }
                if !sweep.forward(&self.order.stop) {
                    return;
                }
                for (target, out) in targets.iter().zip(sweep.outs()) {
                    self.data[*target] = out;
                }
            }
            others.iter().for_each(|number| self.compute(*number));
        }
    }

    #[inline]
    fn compute(&mut self, number: usize) {
        let node = self.order.node(number);
        let [x, y] = self.order.operand_pair(number);
        let data = |operand: Option<usize>, index: usize| match operand {
            Some(operand) => self.data[operand],
            None => node.both_operands().get(index).map_or(0.0, Operand::data),
        };
        if let Some(operation) = node.operation() {
            self.data[number] = operation.forward(data(x, 0), data(y, 1));
        }
    }
}
