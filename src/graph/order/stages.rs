//! The passes over a graph with rows, in stages: rows up to a fold, the fold, what follows from it,
//! and back.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::Order;
use crate::graph::rows::{Sweep, Watch};
use crate::graph::value::Value;

/// The nodes of an order by how many folds lie below them, one above the other.
///
/// Data and grads of a per-row node are those of the row in view. What a number gets from per-row
/// nodes comes from all rows, by the sweeps.
pub(in crate::graph) struct Stages {
    pub stages: Vec<Stage>,
}

/// The folds of a stage, which depend on earlier stages only, and the other nodes.
#[derive(Debug, Default)]
pub(in crate::graph) struct Stage {
    /// The folds, those over the same number of rows together.
    pub sweeps: Vec<Staged>,
    /// The numbers of the other nodes, in order.
    pub others: Vec<usize>,
}

/// A sweep, and the numbers in the order of its targets and inputs.
#[derive(Debug)]
pub(in crate::graph) struct Staged {
    pub sweep: Sweep,
    pub targets: Vec<usize>,
    /// Those of its inputs that are in the order; a forward pass over what is stale has not all.
    pub inputs: Vec<Option<usize>>,
}

impl Order {
    /// The stages of the passes, with the folds that require a grad, as inputs do. It numbers the
    /// nodes anew.
    pub(in crate::graph) fn stages(
        &self,
        requires_grad: &dyn Fn(usize) -> bool,
        fused: bool,
    ) -> Stages {
        self.visit(|_, _| {});
        let mut levels: Vec<usize> = Vec::with_capacity(self.count());
        let mut folds: Vec<Vec<Vec<usize>>> = Vec::new();
        let mut stages: Vec<Stage> = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let below = node.operands().iter().filter_map(|operand| operand.value());
            let below = below.filter_map(|operand| levels.get(self.numbered(operand)?).copied());
            let level = below.max().unwrap_or(0) + usize::from(node.is_fold());
            levels.push(level);
            if stages.len() <= level {
                stages.resize_with(level + 1, Stage::default);
                folds.resize_with(level + 1, Vec::new);
            }
            match node.folded_rows() {
                0 => stages[level].others.push(number),
                _ if !requires_grad(number) => {}
                rows => {
                    let groups = &mut folds[level];
                    let is_same = |group: &&mut Vec<usize>| {
                        group.first().is_some_and(|first| self.node(*first).folded_rows() == rows)
                    };
                    match groups.iter_mut().find(is_same) {
                        Some(group) => group.push(number),
                        None => groups.push(vec![number]),
                    }
                }
            }
        }
        let numbers: HashMap<&Value, usize, RandomState> = self.nodes.iter().zip(0..).collect();
        for (stage, groups) in stages.iter_mut().zip(folds) {
            stage.sweeps = groups
                .into_iter()
                .filter_map(|it| self.staged(it, &numbers, (requires_grad, fused)))
                .collect();
        }
        self.visit(|_, _| {});
        Stages { stages }
    }

    /// The sweep over these targets.
    fn staged(
        &self,
        targets: Vec<usize>,
        numbers: &HashMap<&Value, usize, RandomState>,
        (requires_grad, fused): (&dyn Fn(usize) -> bool, bool),
    ) -> Option<Staged> {
        let nodes: Vec<Value> = targets.iter().map(|number| self.node(*number).clone()).collect();
        let number = |node: &Value| numbers.get(node).copied();
        let requires_grad = |node: &Value| number(node).is_some_and(requires_grad);
        let sweep = Sweep::compile(&nodes, requires_grad, fused)?;
        let inputs = sweep.inputs().iter().map(number).collect();
        Some(Staged { sweep, targets, inputs })
    }

    /// The forward pass in stages.
    pub(in crate::graph) fn forward_by_stages(&self, clock: u32) {
        for Stage { sweeps, others } in self.stages(&|_| true, false).stages {
            for Staged { mut sweep, .. } in sweeps {
                sweep.load_data();
                if !sweep.forward(&self.stop) {
                    return;
                }
                sweep.store_data(clock);
            }
            for number in others {
                let node = self.node(number);
                node.recompute();
                node.set_computed_at(clock);
            }
        }
    }

    /// The grads of a backward pass in stages, by number.
    pub(in crate::graph) fn grads_by_stages(&self) -> Vec<f64> {
        self.grads_watching(&mut Vec::new())
    }

    /// As [`Order::grads`], with uses of numbers by per-row nodes watched row by row.
    pub fn grads_watching(&self, watches: &mut Vec<Watch>) -> Vec<f64> {
        let mut grads = self.seed();
        let mut stages = self.stages(&|_| true, false).stages;
        self.push_row_of_root(&mut grads, watches);
        while let Some(Stage { sweeps, others }) = stages.pop() {
            for number in others.into_iter().rev() {
                let (upstream, is_per_row) = (grads[number], self.node(number).is_per_row());
                for (receiver, step) in self.push(number, upstream) {
                    // What numbers get from rows comes from all of them, by the sweeps.
                    if !is_per_row || step.operand.is_per_row() {
                        grads[receiver] += step.contribution;
                    }
                }
            }
            for Staged { mut sweep, targets, inputs } in sweeps {
                sweep.load_data();
                let upstreams: Vec<f64> = targets.iter().map(|number| grads[*number]).collect();
                sweep.swap_watches(watches);
                let is_done = sweep.backward(upstreams.iter().copied(), &self.stop);
                sweep.swap_watches(watches);
                if !is_done {
                    return grads;
                }
                sweep.store_sharing();
                for (input, sum) in inputs.into_iter().zip(sweep.sums()) {
                    if let Some(input) = input {
                        grads[input] += sum;
                    }
                }
                for (number, upstream) in targets.into_iter().zip(upstreams) {
                    for (receiver, step) in self.push(number, upstream) {
                        grads[receiver] += step.contribution;
                    }
                }
            }
        }
        grads
    }

    /// Where the root is per row, passes the grad of the row in view on to the numbers.
    fn push_row_of_root(&self, grads: &mut [f64], watches: &mut Vec<Watch>) {
        let Some(root) = self.root().filter(|root| root.is_per_row()) else {
            return;
        };
        let row = self.row_in_view(root).unwrap_or(0);
        let numbers: HashMap<&Value, usize, RandomState> = self.nodes.iter().zip(0..).collect();
        let staged = self.staged(vec![self.root_number()], &numbers, (&|_| true, false));
        self.visit(|_, _| {});
        let Some(Staged { mut sweep, inputs, .. }) = staged else {
            return;
        };
        sweep.load_data();
        sweep.swap_watches(watches);
        sweep.backward_at(row, [1.0]);
        sweep.swap_watches(watches);
        for (input, sum) in inputs.into_iter().zip(sweep.sums()) {
            if let Some(input) = input {
                grads[input] += sum;
            }
        }
    }

    /// Returns the first fold, if there is one.
    pub fn first_fold(&self) -> Option<&Value> {
        self.nodes.iter().filter(|_| self.has_rows()).find(|node| node.is_fold())
    }

    /// Returns the first row, from 0, in which the operands and the result of a per-row node are
    /// such; none for a leaf.
    pub fn find_row(&self, node: &Value, is_it: &dyn Fn(f64, f64, f64) -> bool) -> Option<usize> {
        let mut sweep = Sweep::of(std::slice::from_ref(node), |_| false)?;
        sweep.load_data();
        sweep.find_row(node, is_it)
    }

    /// The row in view of a per-row node of the order, from 0.
    pub fn row_in_view(&self, node: &Value) -> Option<usize> {
        let rows = node.rows()?;
        let leaves = self.leaves().filter(|leaf| leaf.rows() == Some(rows));
        leaves.filter_map(Value::as_column).map(|column| column.view().row()).next()
    }

    /// Returns for every node the numbers of rows over which its grad is a sum, each once; none
    /// where it is one product a use.
    pub fn summed_rows(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.count()];
        // Whether what a per-row node passes on comes from all rows.
        let mut is_folded = vec![false; self.count()];
        for number in (0..self.count()).rev() {
            let node = self.node(number);
            for operand in self.operands(number) {
                let is_per_row = self.node(operand).is_per_row();
                if node.is_fold() || (is_folded[number] && is_per_row) {
                    is_folded[operand] = true;
                } else if is_folded[number]
                    && let Some(count) = node.rows()
                    && !rows[operand].contains(&count)
                {
                    rows[operand].push(count);
                }
            }
        }
        rows
    }
}
