//! The first product in the order of a pass that is inf or nan.

use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::ops::is_no_path;
use crate::parts::rows::{RowGrads, Sweep};

/// The first grad of a pass that is not finite.
#[derive(Debug, Clone)]
pub struct LostGrads {
    /// The number of the node whose rule made the first one, or whose sum it is.
    pub node: usize,
    /// The first such product; `None` if a sum of finite products overflows.
    pub product: Option<Product>,
    /// The numbers of the leaves that it reaches, users before operands; else that of the last node.
    pub reached: Vec<usize>,
}

/// A product of the chain rule: a local derivative times an upstream grad.
#[derive(Debug, Clone, Copy)]
pub struct Product {
    /// The use of the node that gets it.
    pub edge: Use,
    /// The data of the operands of the user.
    pub operands: [f64; 2],
    /// The data of the user.
    pub out: f64,
    /// The local derivative.
    pub local: f64,
    /// The grad of the user.
    pub upstream: f64,
    /// The row, from 1, if the user is per row.
    pub row: Option<usize>,
    /// False if a branch does not use it.
    pub is_open: bool,
}

impl Product {
    /// The product; 0 if a branch does not use it.
    pub fn contribution(&self) -> f64 {
        if self.is_open { self.local * self.upstream } else { 0.0 }
    }
}

/// The grads of a node: of a per-row node those of the rows that got one.
pub struct NodeGrads {
    first_row: usize,
    by_row: Vec<f64>,
}

impl NodeGrads {
    pub(super) fn of(grad: f64) -> NodeGrads {
        NodeGrads { first_row: 0, by_row: vec![grad] }
    }

    /// The grads of the rows that got one.
    pub fn of_rows(grads: &RowGrads) -> NodeGrads {
        let (first_row, by_row) = grads.touched();
        NodeGrads { first_row, by_row: by_row.to_vec() }
    }

    fn is_finite(&self) -> bool {
        self.by_row.iter().all(|grad| grad.is_finite())
    }

    /// True if the grad of each row is 0.
    pub(super) fn is_zero(&self) -> bool {
        self.by_row.iter().all(|grad| *grad == 0.0)
    }
}

/// The most row numbers in a search.
const MOST_NUMBERS: usize = 1 << 25;

impl Order {
    /// Finds the first grad that is not finite; `None` if all are finite, or the search needs too much memory.
    pub fn lost_grads(&self) -> Option<LostGrads> {
        let leaves = (0..self.count()).filter(|number| self.node(*number).is_leaf());
        self.lost_grads_of(&leaves.collect::<Vec<_>>())
    }

    /// The same on the ways to these nodes.
    pub fn lost_grads_of(&self, numbers: &[usize]) -> Option<LostGrads> {
        let (is_on_the_way, grads) = (self.dependents(numbers), self.grads_by_row()?);
        let mut first: Option<(usize, Option<Product>)> = None;
        let mut is_reached = vec![false; self.count()];
        for number in self.backward_numbers().filter(|it| is_on_the_way[*it]) {
            if first.is_none() && !grads[number].is_finite() {
                is_reached[number] = true;
                first = Some((number, None));
            }
            let is_open = first.is_none();
            let is_lost = |it: &usize| is_on_the_way[*it] && !grads[*it].is_finite();
            for (index, operand) in self.operand_pair(number).into_iter().enumerate() {
                let Some(operand) = operand.filter(is_lost) else { continue };
                let edge = Use { user: number, index };
                let product = if is_open { self.bad_product(edge, &grads) } else { None };
                is_reached[operand] |= is_reached[number] || product.is_some();
                first = first.or(product.map(|product| (number, Some(product))));
            }
        }
        let (node, product) = first?;
        let mut reached: Vec<usize> =
            self.backward_numbers().filter(|it| is_reached[*it]).collect();
        if reached.iter().any(|it| self.node(*it).is_leaf()) {
            reached.retain(|it| self.node(*it).is_leaf());
        } else {
            reached.drain(..reached.len().saturating_sub(1));
        }
        Some(LostGrads { node, product, reached })
    }

    /// The grads of a pass by number; `None` if those of all rows need too much memory.
    pub(super) fn grads_by_row(&self) -> Option<Vec<NodeGrads>> {
        let is_by_row = |node: &&Value| self.has_rows() && node.is_per_row();
        let mut columns: Vec<RowGrads> = Vec::new();
        let mut count = 0usize;
        for node in self.nodes().iter().filter(is_by_row) {
            count = count.saturating_add(node.rows().unwrap_or(0));
            if count > MOST_NUMBERS {
                return None;
            }
            columns.push(RowGrads::starting(node, self.no_grad()));
        }
        let row = self.root().and_then(Value::current_row).unwrap_or(0);
        let grads = match columns.is_empty() {
            true => self.grads(),
            false => self.backward_passes(&columns).grads(row, &mut columns),
        };
        let mut all: Vec<NodeGrads> = grads.into_iter().map(NodeGrads::of).collect();
        for column in columns {
            if let Some(number) = self.number_of(column.column()) {
                all[number] = NodeGrads::of_rows(&column);
            }
        }
        Some(all)
    }

    /// The first product of a use that is not finite.
    fn bad_product(&self, edge: Use, grads: &[NodeGrads]) -> Option<Product> {
        let mut products = self.products(edge, grads.get(edge.user)?)?;
        products.find(|product| !product.contribution().is_finite())
    }

    /// The products of a use, one for each row that has got a grad.
    pub fn products<'all>(
        &'all self,
        edge: Use,
        NodeGrads { first_row, by_row }: &'all NodeGrads,
    ) -> Option<impl Iterator<Item = Product> + use<'all>> {
        let node = self.node(edge.user);
        let (operation, is_fold) = (node.operation()?, node.is_fold());
        let is_by_row = self.has_rows() && (node.is_per_row() || is_fold);
        let numbers = |operand: &Operand| match operand.value() {
            Some(node) if is_by_row => self.numbers_of(node),
            _ => vec![operand.data()],
        };
        let [xs, ys] = node.both_operands().each_ref().map(numbers);
        let outs = if is_by_row { self.numbers_of(node) } else { vec![node.data()] };
        let rows = match node.row_taken() {
            Some(row) => row..row + 1,
            None if is_fold => 0..xs.len(),
            None => *first_row..first_row + by_row.len(),
        };
        Some(rows.map(move |row| {
            let (operands, out) = ([in_row(&xs, row), in_row(&ys, row)], in_row(&outs, row));
            let local = node.local_derivative((operation, edge.index), operands, out);
            let upstream = in_row(by_row, if is_fold { 0 } else { row - first_row });
            let branching = operation.branching;
            let passes = branching.passes(edge.index, operands[0]) && !branching.skips(local);
            let is_open = !self.has_branches() || passes && !is_no_path(upstream);
            let row = is_by_row.then_some(row + 1);
            Product { edge, operands, out, local, upstream, row, is_open }
        }))
    }

    /// The number of a node in a row, from 0.
    pub(super) fn number_in_row(&self, node: &Value, row: usize) -> f64 {
        in_row(&self.numbers_of(node), row)
    }

    /// The numbers of a node by rows; one if it is the same for all.
    pub fn numbers_of(&self, node: &Value) -> Vec<f64> {
        match node.rows() {
            Some(_) => Sweep::rows_of(node, &self.stop).unwrap_or_default(),
            None => vec![node.data()],
        }
    }
}

/// The number in a row, from 0; a single number holds for all rows.
fn in_row(numbers: &[f64], row: usize) -> f64 {
    numbers.get(row).or(numbers.first()).copied().unwrap_or(f64::NAN)
}
