//! The passes over a graph with rows, in stages: rows up to a fold, the fold, what follows from it,
//! and back.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::sweep::{Compiling, RowGrads, Sweep, Watch};
use crate::core::graph::{BadRow, Executor, Order, Stop, Value};

/// The nodes of an order by how many folds lie below them, one above the other.
///
/// Data and grads of a per-row node are those of the row in view. What a number gets from per-row
/// nodes comes from all rows, by the sweeps.
pub(crate) struct Stages {
    pub stages: Vec<Stage>,
}

/// The folds of a stage, which depend on earlier stages only, and the other nodes.
#[derive(Debug, Default)]
pub struct Stage {
    /// The folds, those over the same number of rows together.
    pub sweeps: Vec<Staged>,
    /// The numbers of the other nodes, in order.
    pub others: Vec<usize>,
}

/// A sweep, and the numbers in the order of its targets and inputs.
#[derive(Debug)]
pub struct Staged {
    pub sweep: Sweep,
    pub targets: Vec<usize>,
    /// Those of its inputs that are in the order; a forward pass over what is stale has not all.
    pub inputs: Vec<Option<usize>>,
}

/// What stages are made for.
#[derive(Clone, Copy)]
pub struct Purpose<'purpose> {
    /// The folds and inputs that require a grad.
    pub requires_grad: &'purpose dyn Fn(usize) -> bool,
    /// Whether sums may be fused.
    pub fused: bool,
    /// The columns whose grads are wanted row by row.
    pub columns: &'purpose [RowGrads],
}

impl Purpose<'_> {
    const FORWARD: Purpose<'static> =
        Purpose { requires_grad: &|_| true, fused: false, columns: &[] };
}

/// Forward passes over a graph with rows.
pub struct ForwardPasses<'order> {
    order: &'order Order,
    stages: Vec<Stage>,
}

/// Backward passes over a graph with rows.
pub struct BackwardPasses<'order> {
    order: &'order Order,
    stages: Vec<Stage>,
    /// The sweep of a per-row root.
    root: Option<Staged>,
}

/// Runs the passes over graphs with rows.
#[derive(Debug)]
pub struct RowExecutor;

impl Executor for RowExecutor {
    fn forward(&self, order: &Order, clock: u32) {
        order.forward_passes().run(clock);
    }

    fn grads(&self, order: &Order) -> Vec<f64> {
        order.grads_watching(&mut Vec::new())
    }

    fn bad_row(&self, node: &Value, stop: &Stop) -> Option<BadRow> {
        Sweep::over(node)?.first_bad_row(stop, |_| true)
    }

    fn all_finite(&self, node: &Value, stop: &Stop) -> bool {
        Sweep::over(node).is_some_and(|mut sweep| sweep.all_finite(stop))
    }
}

impl ForwardPasses<'_> {
    /// Runs the forward pass: computes each node's data, and sets its time to `clock`.
    pub fn run(&mut self, clock: u32) {
        let ForwardPasses { order, stages } = self;
        for Stage { sweeps, others } in stages {
            for Staged { sweep, .. } in sweeps {
                sweep.load_data();
                if !sweep.forward(&order.stop) {
                    return;
                }
                sweep.store_data(clock);
            }
            for number in others {
                let node = order.node(*number);
                node.recompute();
                node.set_computed_at(clock);
            }
        }
    }
}

impl BackwardPasses<'_> {
    /// The grads of a pass by number; of a per-row root in this row, from 0. Incomplete if the work
    /// is interrupted.
    pub fn grads(
        &mut self,
        row: usize,
        watches: &mut Vec<Watch>,
        columns: &mut Vec<RowGrads>,
    ) -> Vec<f64> {
        let BackwardPasses { order, stages, root } = self;
        let mut grads = order.seed();
        if let Some(root) = root {
            root.watched(watches, columns, |sweep| {
                sweep.backward_at(row, [1.0]);
                true
            });
            root.add_sums(&mut grads);
        }
        for Stage { sweeps, others } in stages.iter_mut().rev() {
            for number in others.iter().rev() {
                let (upstream, is_per_row) = (grads[*number], order.node(*number).is_per_row());
                for (receiver, step) in order.push(*number, upstream) {
                    // What numbers get from rows comes from all of them, by the sweeps.
                    if !is_per_row || step.operand.is_per_row() {
                        grads[receiver] += step.contribution;
                    }
                }
            }
            for staged in sweeps {
                let upstreams: Vec<f64> =
                    staged.targets.iter().map(|number| grads[*number]).collect();
                let upstream = upstreams.iter().copied();
                let is_done =
                    staged.watched(watches, columns, |sweep| sweep.backward(upstream, &order.stop));
                if !is_done {
                    return grads;
                }
                staged.sweep.store_sharing();
                staged.add_sums(&mut grads);
                for (number, upstream) in staged.targets.iter().zip(upstreams) {
                    for (receiver, step) in order.push(*number, upstream) {
                        grads[receiver] += step.contribution;
                    }
                }
            }
        }
        grads
    }
}

impl Staged {
    /// Walks with these uses and columns watched.
    fn watched(
        &mut self,
        watches: &mut Vec<Watch>,
        columns: &mut Vec<RowGrads>,
        walk: impl FnOnce(&mut Sweep) -> bool,
    ) -> bool {
        self.sweep.swap_watches(watches);
        self.sweep.swap_row_grads(columns);
        let is_done = walk(&mut self.sweep);
        self.sweep.swap_row_grads(columns);
        self.sweep.swap_watches(watches);
        is_done
    }

    /// Adds what the last backward walk has added up for its inputs.
    fn add_sums(&self, grads: &mut [f64]) {
        for (input, sum) in self.inputs.iter().zip(self.sweep.sums()) {
            if let Some(input) = input {
                grads[*input] += sum;
            }
        }
    }
}

impl Order {
    /// The leaves that are columns with gaps, each with the rows of these, from 0.
    pub fn gaps(&self) -> Vec<(Value, Vec<usize>)> {
        let gaps = self.leaves().filter_map(|leaf| Some((leaf.clone(), leaf.as_column()?.gaps())));
        gaps.filter(|(_, rows)| !rows.is_empty()).collect()
    }

    /// The stages of the passes, with the folds that require a grad, as inputs do. It numbers the
    /// nodes anew.
    pub(crate) fn stages(&self, purpose: Purpose<'_>) -> Stages {
        let requires_grad = purpose.requires_grad;
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
            stage.sweeps =
                groups.into_iter().filter_map(|it| self.staged(it, &numbers, purpose)).collect();
        }
        self.visit(|_, _| {});
        Stages { stages }
    }

    /// The sweep over these targets.
    fn staged(
        &self,
        targets: Vec<usize>,
        numbers: &HashMap<&Value, usize, RandomState>,
        Purpose { requires_grad, fused, columns }: Purpose<'_>,
    ) -> Option<Staged> {
        let nodes: Vec<Value> = targets.iter().map(|number| self.node(*number).clone()).collect();
        let number = |node: &Value| numbers.get(node).copied();
        let is_wanted = |column: &Value| columns.iter().any(|it| it.column().is(column));
        let requires_grad = |node: &Value| {
            let is_column = node.is_leaf() && node.is_per_row();
            if is_column { is_wanted(node) } else { number(node).is_some_and(requires_grad) }
        };
        let options = Compiling { fused, branched: self.has_branches() };
        let sweep = Sweep::compile(&nodes, requires_grad, options)?;
        let inputs = sweep.inputs().iter().map(number).collect();
        Some(Staged { sweep, targets, inputs })
    }

    /// Forward passes, prepared for.
    pub fn forward_passes(&self) -> ForwardPasses<'_> {
        ForwardPasses { order: self, stages: self.stages(Purpose::FORWARD).stages }
    }

    /// As [`Order::grads`], with uses of numbers by per-row nodes watched row by row.
    pub fn grads_watching(&self, watches: &mut Vec<Watch>) -> Vec<f64> {
        let row = self.root().and_then(|root| self.row_in_view(root));
        let mut passes = self.backward_passes(&[]);
        passes.grads(row.unwrap_or(0), watches, &mut Vec::new())
    }

    /// Backward passes that also add up the grads of these columns, row by row.
    pub fn backward_passes(&self, columns: &[RowGrads]) -> BackwardPasses<'_> {
        let purpose = Purpose { columns, ..Purpose::FORWARD };
        let Stages { mut stages } = self.stages(purpose);
        let is_per_row = |root: &&Value| root.is_per_row();
        let mut root = self.root().filter(is_per_row).and_then(|_| {
            let numbers: HashMap<&Value, usize, RandomState> = self.nodes.iter().zip(0..).collect();
            let staged = self.staged(vec![self.root_number()], &numbers, purpose);
            self.visit(|_, _| {});
            staged
        });
        let sweeps = stages.iter_mut().flat_map(|stage| &mut stage.sweeps).chain(&mut root);
        sweeps.for_each(|staged| staged.sweep.load_data());
        BackwardPasses { order: self, stages, root }
    }

    /// Returns the first fold, if there is one.
    pub fn first_fold(&self) -> Option<&Value> {
        self.nodes.iter().filter(|_| self.has_rows()).find(|node| node.is_fold())
    }

    /// Returns the first row, from 0, in which the operands and the result of a per-row node are
    /// such; none for a leaf.
    pub fn find_row(&self, node: &Value, is_it: &dyn Fn(f64, f64, f64) -> bool) -> Option<usize> {
        Sweep::over(node)?.find_row(node, &self.stop, is_it)
    }

    /// Returns the mean over rows of each of these nodes; of one that has no rows, its data.
    pub fn means_over_rows(&self, nodes: &[Value]) -> Vec<f64> {
        let mut means: HashMap<&Value, f64, RandomState> =
            nodes.iter().map(|node| (node, node.data())).collect();
        let mut left: Vec<Value> =
            means.keys().filter(|it| it.rows().is_some()).map(|it| Value::clone(it)).collect();
        while let Some(rows) = left.first().and_then(Value::rows) {
            let (alike, others) = left.into_iter().partition(|node| node.rows() == Some(rows));
            let alike: Vec<Value> = alike;
            left = others;
            let Some(mut sweep) = Sweep::of(&alike, |_| false) else { continue };
            sweep.load_data();
            let mut sums: HashMap<Value, f64, RandomState> = HashMap::default();
            sweep.read_each(&self.stop, |node, numbers| {
                *sums.entry(node.clone()).or_default() += numbers.iter().sum::<f64>();
            });
            for node in &alike {
                if let Some((mean, sum)) = means.get_mut(node).zip(sums.get(node)) {
                    *mean = sum / rows as f64;
                }
            }
        }
        nodes.iter().map(|node| means.get(node).copied().unwrap_or(f64::NAN)).collect()
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
