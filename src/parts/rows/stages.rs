//! Passes over a graph with rows, in stages: rows up to a fold, the fold, later nodes, and back.

use std::collections::BTreeMap;

use super::sweep::{Compiling, RowGrads, Sweep};
use crate::core::graph::{BadRow, Executor, Operand, Order, Stop, Value};
use crate::core::ops::AtKinks;

/// The nodes at one depth of folds.
///
/// Data and grads of a per-row node are those of the current row. Grads of numbers from per-row
/// nodes are summed over all rows by sweeps.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    /// The folds, those over the same number of rows together; they depend on earlier stages only.
    pub sweeps: Vec<Staged>,
    /// The numbers of the other nodes, in order.
    pub others: Vec<usize>,
}

/// A sweep, and the numbers in the order of its targets and inputs.
#[derive(Debug)]
pub struct Staged {
    pub sweep: Sweep,
    pub targets: Vec<usize>,
    /// The numbers of the sweep's inputs; `None` for an input outside the order, as in a pass over stale nodes.
    pub inputs: Vec<Option<usize>>,
}

/// The purpose of stages.
#[derive(Clone, Copy)]
pub struct Purpose<'purpose> {
    /// The folds and inputs that require a grad.
    pub requires_grad: &'purpose dyn Fn(usize) -> bool,
    /// True if sums may be fused.
    pub fused: bool,
    /// The columns whose grads are wanted row by row.
    pub columns: &'purpose [RowGrads],
    /// The slopes at kinks.
    pub at_kinks: AtKinks,
}

impl Purpose<'_> {
    pub const FORWARD: Purpose<'static> = Purpose {
        requires_grad: &|_| true,
        fused: false,
        columns: &[],
        at_kinks: AtKinks::Convention,
    };
}

/// Backward passes over a graph with rows.
pub struct BackwardPasses<'order> {
    order: &'order Order,
    stages: Vec<Stage>,
    /// The sweep of a per-row root.
    root: Option<Staged>,
    at_kinks: AtKinks,
}

/// Runs the passes over graphs with rows.
#[derive(Debug)]
pub struct RowExecutor;

impl Executor for RowExecutor {
    fn forward(&self, order: &Order, data_time: u32) {
        for Stage { sweeps, others } in order.stages(Purpose::FORWARD) {
            for Staged { mut sweep, .. } in sweeps {
                sweep.load_data();
                if !sweep.forward(&order.stop) {
                    return;
                }
                sweep.store_data(data_time);
            }
            for number in others {
                let node = order.node(number);
                node.recompute();
                node.set_computed_at(data_time);
            }
        }
    }

    fn grads(&self, order: &Order) -> Vec<f64> {
        let row = order.root().and_then(Value::current_row).unwrap_or(0);
        order.backward_passes(&[]).grads(row, &mut Vec::new())
    }

    fn bad_row(&self, node: &Value, stop: &Stop) -> Option<BadRow> {
        Sweep::over(node)?.first_bad_row(stop, |_| true)
    }

    fn all_finite(&self, node: &Value, stop: &Stop) -> bool {
        let rows = node.operands().iter().filter_map(Operand::value).find(|it| it.is_per_row());
        let rows = Sweep::rows_of(rows.filter(|_| node.is_fold()).unwrap_or(node), stop);
        rows.is_some_and(|rows| rows.iter().all(|row| row.is_finite()))
    }
}

impl BackwardPasses<'_> {
    /// The grads of a pass by number, for a per-row root in this row, from 0. Incomplete if
    /// interrupted.
    pub fn grads(&mut self, row: usize, columns: &mut Vec<RowGrads>) -> Vec<f64> {
        let BackwardPasses { order, stages, root, at_kinks } = self;
        let mut grads = order.seed();
        if let Some(root) = root {
            root.sweep.swap_row_grads(columns);
            root.sweep.backward_at(row, [1.0]);
            root.sweep.swap_row_grads(columns);
            root.add_sums(&mut grads);
        }
        for Stage { sweeps, others } in stages.iter_mut().rev() {
            for number in others.iter().rev() {
                let (upstream, is_per_row) = (grads[*number], order.node(*number).is_per_row());
                for (receiver, step) in order.push_by(*number, upstream, *at_kinks) {
                    // Sweeps give numbers the grads of all rows.
                    if !is_per_row || step.operand.is_per_row() {
                        grads[receiver] += step.contribution;
                    }
                }
            }
            for staged in sweeps {
                let upstreams: Vec<f64> = staged.targets.iter().map(|it| grads[*it]).collect();
                let upstream = upstreams.iter().copied();
                staged.sweep.swap_row_grads(columns);
                let is_done = staged.sweep.backward(upstream, &order.stop);
                staged.sweep.swap_row_grads(columns);
                if !is_done {
                    return grads;
                }
                staged.sweep.store_sharing();
                staged.add_sums(&mut grads);
                for (number, upstream) in staged.targets.iter().zip(upstreams) {
                    for (receiver, step) in order.push_by(*number, upstream, *at_kinks) {
                        grads[receiver] += step.contribution;
                    }
                }
            }
        }
        grads
    }
}

impl Staged {
    /// Adds the sums of the last backward walk.
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

    /// The stages of the passes, with the folds that require a grad, as inputs do. Renumbers the
    /// nodes.
    pub(crate) fn stages(&self, purpose: Purpose<'_>) -> Vec<Stage> {
        let requires_grad = purpose.requires_grad;
        self.renumber();
        let mut levels: Vec<usize> = Vec::with_capacity(self.count());
        let mut folds: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        let mut stages: Vec<Stage> = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let below = node.operands().iter().filter_map(|operand| operand.value());
            let below = below.filter_map(|operand| levels.get(self.numbered(operand)?).copied());
            let level = below.max().unwrap_or(0) + usize::from(node.is_fold());
            levels.push(level);
            if stages.len() <= level {
                stages.resize_with(level + 1, Stage::default);
            }
            match node.folded_rows() {
                0 => stages[level].others.push(number),
                rows if requires_grad(number) => {
                    folds.entry((level, rows)).or_default().push(number);
                }
                _ => {}
            }
        }
        for ((level, _), targets) in folds {
            stages[level].sweeps.extend(self.staged(targets, purpose));
        }
        self.renumber();
        stages
    }

    /// The sweep over these targets.
    fn staged(
        &self,
        targets: Vec<usize>,
        Purpose { requires_grad, fused, columns, at_kinks }: Purpose<'_>,
    ) -> Option<Staged> {
        let nodes: Vec<Value> = targets.iter().map(|number| self.node(*number).clone()).collect();
        let is_wanted = |column: &Value| columns.iter().any(|it| it.column().is(column));
        let requires_grad = |node: &Value| match node.is_leaf() && node.is_per_row() {
            true => is_wanted(node),
            false => self.number_of(node).is_some_and(requires_grad),
        };
        let branched = self.has_branches();
        let options = Compiling { fused, branched, by_row: false, at_kinks };
        let sweep = Sweep::compile(&nodes, requires_grad, options)?;
        let inputs = sweep.inputs.iter().map(|input| self.number_of(input)).collect();
        Some(Staged { sweep, targets, inputs })
    }

    /// Backward passes that also add up the grads of these columns, row by row.
    pub fn backward_passes(&self, columns: &[RowGrads]) -> BackwardPasses<'_> {
        self.backward_passes_by(columns, AtKinks::Convention)
    }

    /// The backward passes of a root, with these slopes at kinks.
    pub fn backward_passes_by(
        &self,
        columns: &[RowGrads],
        at_kinks: AtKinks,
    ) -> BackwardPasses<'_> {
        let purpose = Purpose { columns, at_kinks, ..Purpose::FORWARD };
        let mut stages = self.stages(purpose);
        let is_per_row = |root: &&Value| root.is_per_row();
        let mut root = self.root().filter(is_per_row).and_then(|_| {
            let staged = self.staged(vec![self.root_number()], purpose);
            self.renumber();
            staged
        });
        let sweeps = stages.iter_mut().flat_map(|stage| &mut stage.sweeps).chain(&mut root);
        sweeps.for_each(|staged| staged.sweep.load_data());
        BackwardPasses { order: self, stages, root, at_kinks }
    }

    /// Returns the first fold, if there is one.
    pub fn first_fold(&self) -> Option<&Value> {
        self.nodes.iter().filter(|_| self.has_rows()).find(|node| node.is_fold())
    }

    /// Returns for every node the lengths of rows that its grad sums over; empty without sums.
    pub fn summed_rows(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.count()];
        // True if a per-row node passes on grads of all rows.
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
