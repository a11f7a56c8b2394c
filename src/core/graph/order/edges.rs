//! The edges of a graph by node number: operands and uses.

use super::Order;
use crate::core::graph::rules::BackwardStep;
use crate::core::graph::value::{Operand, Value};
use crate::core::ops::{AtKinks, NO_PATH, arrived, is_no_path};

#[derive(Debug, Clone)]
pub(super) struct Uses {
    /// The index of each node's first use, and the total number of uses at the end.
    starts: Vec<usize>,
    all: Vec<Use>,
}

/// A use of a node: an edge to the node that has it as an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The number of the node that uses it.
    pub user: usize,
    /// The index among that node's operands: 0 or 1.
    pub index: usize,
}

impl Order {
    /// The numbers of all nodes, operands before users; ends early on an interrupt.
    pub fn forward_numbers(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.count()).take_while(|_| !self.is_stopped())
    }

    /// The numbers of all nodes, users before operands; ends early on an interrupt.
    pub fn backward_numbers(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.count()).rev().take_while(|_| !self.is_stopped())
    }

    /// The numbers of a node's operands by index; `None` for a constant or a missing operand.
    pub fn operand_pair(&self, number: usize) -> [Option<usize>; 2] {
        self.operand_pairs()[number]
    }

    /// The numbers of a node's operands, without constants.
    pub fn operands(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        self.operand_pair(number).into_iter().flatten()
    }

    /// All edges, from the operand to its user, in forward order of the users.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        self.links().map(|(operand, edge)| (operand, edge.user))
    }

    /// The uses of all nodes, each with the operand, in forward order of the users.
    pub fn links(&self) -> impl Iterator<Item = (usize, Use)> + use<'_> {
        self.forward_numbers().flat_map(|user| {
            let operands = self.operand_pair(user).into_iter().enumerate();
            operands.filter_map(move |(index, operand)| Some((operand?, Use { user, index })))
        })
    }

    /// The uses of a node in the order in which their users push in the backward pass.
    pub fn uses(&self, number: usize) -> &[Use] {
        let Uses { starts, all } = self.uses.get_or_init(|| uses_of(self.operand_pairs()));
        &all[starts[number]..starts[number + 1]]
    }

    /// The backward rule of a node with the grad `upstream`: each receiver's number and its step.
    pub fn push(
        &self,
        number: usize,
        upstream: f64,
    ) -> impl Iterator<Item = (usize, BackwardStep<'_>)> {
        self.push_by(number, upstream, AtKinks::Convention)
    }

    /// The backward rule of a node, with these slopes at kinks.
    pub fn push_by(
        &self,
        number: usize,
        upstream: f64,
        at_kinks: AtKinks,
    ) -> impl Iterator<Item = (usize, BackwardStep<'_>)> {
        let operands = self.operand_pair(number);
        let steps = self.nodes[number].backward_steps_by(upstream, at_kinks);
        steps.filter_map(move |step| {
            let receiver = operands.get(step.index).copied().flatten()?;
            Some((receiver, self.reaching(step, upstream)))
        })
    }

    /// A step under branches: one that is not live, or whose upstream is [`NO_PATH`], contributes [`NO_PATH`].
    fn reaching<'node>(&self, step: BackwardStep<'node>, upstream: f64) -> BackwardStep<'node> {
        if !self.has_branches() {
            return step;
        }
        let is_live = step.is_live && !is_no_path(upstream);
        let contribution = if is_live { arrived(step.contribution) } else { NO_PATH };
        BackwardStep { is_live, contribution, ..step }
    }

    /// The local derivative and the contribution of one use.
    pub fn contribution(&self, link: Use, upstream: f64) -> (f64, f64) {
        let mut steps = self.nodes[link.user].backward_steps(upstream);
        let step = steps.find(|step| step.index == link.index);
        step.map(|step| self.reaching(step, upstream))
            .map_or((0.0, 0.0), |step| (step.local, step.contribution))
    }

    /// Computes the grads of a backward pass by number, without changing those of the nodes.
    pub fn grads(&self) -> Vec<f64> {
        if let Some(rows) = self.executor() {
            return rows.grads(self);
        }
        self.grads_by(AtKinks::Convention)
    }

    /// The grads of an order without rows, with these slopes at kinks.
    pub fn grads_by(&self, at_kinks: AtKinks) -> Vec<f64> {
        let mut grads = self.seed();
        for number in self.backward_numbers() {
            for (receiver, step) in self.push_by(number, grads[number], at_kinks) {
                grads[receiver] += step.contribution;
            }
        }
        grads
    }

    /// By node number, the sum of the sizes of the contributions to its grad, taking every row for the current
    /// one. The slopes at kinks are the steepest.
    pub fn grad_sizes(&self) -> Vec<f64> {
        let mut sizes = self.seed();
        for number in self.backward_numbers() {
            let rows = self.nodes[number].rows();
            let steps = self.push_by(number, sizes[number], AtKinks::Steepest);
            for (receiver, step) in steps.filter(|(_, it)| it.is_live) {
                let uses = if step.operand.is_per_row() { 1 } else { rows.unwrap_or(1) };
                sizes[receiver] += step.contribution.abs() * uses as f64;
            }
        }
        sizes
    }

    /// The grads at the start of a pass: 1 at the root.
    pub fn seed(&self) -> Vec<f64> {
        let mut grads = vec![self.no_grad(); self.count()];
        if let Some(root) = grads.last_mut() {
            *root = 1.0;
        }
        grads
    }

    /// By node number, true for `these` and the nodes that depend on them.
    pub fn dependents(&self, these: &[usize]) -> Vec<bool> {
        let mut depends = vec![false; self.count()];
        these.iter().for_each(|number| depends[*number] = true);
        for number in self.forward_numbers() {
            if self.operands(number).any(|operand| depends[operand]) {
                depends[number] = true;
            }
        }
        depends
    }

    fn operand_pairs(&self) -> &[[Option<usize>; 2]] {
        self.operands.get_or_init(|| {
            let mut operands = Vec::with_capacity(self.count());
            self.visit(|_, pair| operands.push(pair));
            operands
        })
    }

    /// Numbers the nodes again: another order may have numbered them since.
    pub(crate) fn renumber(&self) {
        self.visit(|_, _| {});
    }

    /// Numbers and visits each node with the numbers of its operands, in forward order.
    #[inline]
    pub(crate) fn visit<'order>(
        &'order self,
        mut visit: impl FnMut(&'order Value, [Option<usize>; 2]),
    ) {
        let number = |operand: &Operand| Some(operand.value()?.number() as usize);
        for (own, node) in (0..).zip(&self.nodes) {
            node.set_number(own);
            let [x, y] = node.both_operands();
            visit(node, [number(x), number(y)]);
        }
    }
}

fn uses_of(operands: &[[Option<usize>; 2]]) -> Uses {
    let mut starts = vec![0; operands.len() + 1];
    for operand in operands.iter().flatten().flatten() {
        starts[operand + 1] += 1;
    }
    for number in 1..starts.len() {
        starts[number] += starts[number - 1];
    }
    let mut next = starts.clone();
    let mut uses = vec![Use { user: 0, index: 0 }; starts[operands.len()]];
    for (user, operands) in operands.iter().enumerate().rev() {
        for (index, operand) in operands.iter().enumerate() {
            if let Some(operand) = *operand {
                uses[next[operand]] = Use { user, index };
                next[operand] += 1;
            }
        }
    }
    Uses { starts, all: uses }
}
