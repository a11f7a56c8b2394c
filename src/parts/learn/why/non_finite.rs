//! Where the grads of a pass stop being finite: the first product, in the order of the pass, that is
//! inf or nan.

use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::ops::is_nothing;
use crate::parts::rows::{RowGrads, Sweep};

/// Grads of a pass that are not finite, and where that began.
#[derive(Debug, Clone)]
pub struct LostGrads {
    /// What made the first one.
    pub first: Loss,
    /// What made nan of it, if the first one was infinite and another one below it is nan.
    pub nan: Option<Loss>,
    /// The numbers of the leaves that it reaches, users before operands.
    pub leaves: Vec<usize>,
}

/// What makes a grad that is not finite.
#[derive(Debug, Clone)]
pub enum Loss {
    /// A product of the chain rule.
    Product(Product),
    /// The sum of the products of the node with this number: none of them is nan, and none is
    /// infinite unless there are infinities of both signs.
    Sum(usize),
}

/// A product of the chain rule: a local derivative times an upstream grad.
#[derive(Debug, Clone, Copy)]
pub struct Product {
    /// The use of the node that gets it.
    pub edge: Use,
    /// The data of the operands of the user, and its own.
    pub operands: [f64; 2],
    /// The data of the user.
    pub out: f64,
    /// The local derivative.
    pub local: f64,
    /// The grad of the user.
    pub upstream: f64,
    /// The row, from 1, if the user is per row.
    pub row: Option<usize>,
    /// The number of other rows with such a product.
    pub others: usize,
}

impl Product {
    /// The product.
    pub fn contribution(&self) -> f64 {
        self.local * self.upstream
    }
}

/// A search holds at most so many numbers of rows.
const MOST_NUMBERS: usize = 1 << 25;

impl Order {
    /// Finds where the grads of a pass stop being finite; none if all are finite, or if it would take
    /// too much room to tell.
    pub fn lost_grads(&self) -> Option<LostGrads> {
        let products = self.products()?;
        let mut search = Search {
            order: self,
            is_finite: products.finite(),
            products: &products,
            is_below: vec![false; self.count()],
            first: None,
            nan: None,
        };
        search.run();
        let leaves = self.backward_numbers();
        let leaves = leaves.filter(|it| search.is_below[*it] && self.node(*it).is_leaf());
        Some(LostGrads { leaves: leaves.collect(), first: search.first?, nan: search.nan })
    }

    /// The products of a pass, row by row; none if they would take too much room.
    pub fn products(&self) -> Option<Products<'_>> {
        let rows = self.nodes().iter().filter(|node| !node.is_leaf()).filter_map(|it| it.rows());
        if self.has_rows() && rows.fold(0, usize::saturating_add) > MOST_NUMBERS {
            return None;
        }
        let (grads, columns) = self.grads_by_row();
        let mut places = vec![None; self.count()];
        for (place, column) in columns.iter().enumerate() {
            if let Some(number) = self.number_of(column.column()) {
                places[number] = Some(place);
            }
        }
        Some(Products { order: self, grads, columns, places })
    }

    /// The grads of a pass by number, and those of computed per-row nodes row by row.
    fn grads_by_row(&self) -> (Vec<f64>, Vec<RowGrads>) {
        let rows_of = |node: &&Value| !node.is_leaf() && node.is_per_row();
        // An order without rows has no such node.
        let with_rows = self.nodes().iter().filter(|_| self.has_rows()).filter(rows_of);
        let mut columns: Vec<RowGrads> =
            with_rows.map(|it| RowGrads::starting(it, self.no_grad())).collect();
        let row = self.root().and_then(|root| self.row_in_view(root)).unwrap_or(0);
        let grads = if columns.is_empty() {
            self.grads()
        } else {
            self.backward_passes(&[]).grads(row, &mut Vec::new(), &mut columns)
        };
        (grads, columns)
    }

    /// The numbers of an operand by rows; one if it is the same for all.
    fn numbers(&self, operand: &Operand) -> Vec<f64> {
        operand.value().map_or_else(|| vec![operand.data()], |node| self.numbers_of(node))
    }

    /// The numbers of a node by rows; one if it is the same for all.
    pub fn numbers_of(&self, node: &Value) -> Vec<f64> {
        if node.rows().is_none() {
            return vec![node.data()];
        }
        Sweep::rows_of(node, &self.stop).unwrap_or_default()
    }
}

/// The number of a row, from 0, where one may be the same for all.
fn in_row(numbers: &[f64], row: usize) -> f64 {
    numbers.get(row).or(numbers.first()).copied().unwrap_or(f64::NAN)
}

/// The products of a pass.
pub struct Products<'order> {
    order: &'order Order,
    /// By number; of a per-row node, that of the row in view.
    grads: Vec<f64>,
    /// The grads of the rows of computed per-row nodes, and by number the place of a node there.
    columns: Vec<RowGrads>,
    places: Vec<Option<usize>>,
}

struct Search<'order> {
    order: &'order Order,
    products: &'order Products<'order>,
    /// By number, true if all grads of the node are finite.
    is_finite: Vec<bool>,
    /// By number, true if the first product reaches the node.
    is_below: Vec<bool>,
    first: Option<Loss>,
    nan: Option<Loss>,
}

impl Search<'_> {
    fn run(&mut self) {
        for number in self.order.backward_numbers() {
            self.look_at_sum(number);
            for index in 0..self.order.node(number).operands().len() {
                let Some(operand) = self.order.operand_pair(number)[index] else { continue };
                let is_below = self.is_below[number];
                // A rule may make one for each operand.
                let is_here = self.first.as_ref().is_none_or(|first| first.number() == number);
                if (is_below || is_here) && !self.is_finite[operand] {
                    let is_first = self.look_at_products(Use { user: number, index });
                    self.is_below[operand] |= is_first || is_below;
                }
            }
        }
    }

    /// Notes a sum of products that is not finite though the products are, or is nan though none of
    /// them is.
    fn look_at_sum(&mut self, number: usize) {
        let node = self.order.node(number);
        if self.is_finite[number] || (node.is_leaf() && node.is_per_row()) {
            return;
        }
        let is_nan = self.products.grads_of(number).1.iter().any(|grad| grad.is_nan());
        match &self.first {
            None => {
                self.first = Some(Loss::Sum(number));
                self.is_below[number] = true;
            }
            Some(first) if is_nan && self.is_below[number] && !first.is_nan() => {
                self.nan = self.nan.take().or(Some(Loss::Sum(number)));
            }
            _ => {}
        }
    }

    /// Notes the products of a use that are not finite. Returns true if it is one of the node that
    /// makes the first one of the pass.
    fn look_at_products(&mut self, edge: Use) -> bool {
        let is_first = |first: &Loss| !self.is_below[edge.user] && first.number() == edge.user;
        if self.first.as_ref().is_some_and(is_first) {
            return self.products.of(edge).iter().any(|it| !it.contribution().is_finite());
        }
        let wants_nan = self.first.is_some();
        if self.nan.is_some() || self.first.as_ref().is_some_and(Loss::is_nan) {
            return false;
        }
        let is_wanted = |it: &Product| {
            if wants_nan {
                it.contribution().is_nan() && !it.upstream.is_nan()
            } else {
                !it.contribution().is_finite() && it.upstream.is_finite()
            }
        };
        let mut products = self.products.of(edge).into_iter().filter(is_wanted);
        let Some(product) = products.next() else { return false };
        let product = Product { others: products.count(), ..product };
        let slot = if wants_nan { &mut self.nan } else { &mut self.first };
        *slot = Some(Loss::Product(product));
        !wants_nan
    }
}

impl Products<'_> {
    /// By number, true if all grads of the node are known and finite.
    fn finite(&self) -> Vec<bool> {
        let is_finite = |(number, node): (usize, &Value)| {
            // The grads of a column are not known, but the products that make them are looked at.
            let is_known = !node.is_leaf() || !node.is_per_row();
            is_known && self.grads_of(number).1.iter().all(|grad| grad.is_finite())
        };
        self.order.nodes().iter().enumerate().map(is_finite).collect()
    }

    /// The products of a use, one for each row that has got a grad. What a branch does not reach has
    /// none.
    pub fn of(&self, edge: Use) -> Vec<Product> {
        let Use { user: number, index } = edge;
        let node = self.order.node(number);
        let Some(operation) = node.operation() else { return Vec::new() };
        let [x, y] = node.both_operands();
        let is_fold = node.is_fold();
        let is_by_row = self.order.has_rows() && (node.is_per_row() || is_fold);
        let numbers = |operand: &Operand| {
            if is_by_row { self.order.numbers(operand) } else { vec![operand.data()] }
        };
        let (first, upstreams) = self.grads_of(number);
        let (xs, ys) = (numbers(x), numbers(y));
        let outs = if is_by_row { self.order.numbers_of(node) } else { vec![node.data()] };
        let rows = match node.row_taken() {
            Some(row) => row..row + 1,
            None if is_fold => 0..xs.len(),
            None => first..first + upstreams.len(),
        };
        let product = |row: usize| {
            let (operands, out) = ([in_row(&xs, row), in_row(&ys, row)], in_row(&outs, row));
            let local = node.local_derivative((operation, index), operands, out);
            let upstream = in_row(&upstreams, if is_fold { 0 } else { row - rows.start });
            let row = is_by_row.then_some(row + 1);
            Product { edge, operands, out, local, upstream, row, others: 0 }
        };
        let has_branches = self.order.has_branches();
        let is_live = |product: &Product| {
            let passes = operation.branching.passes(index, product.operands[0]);
            !has_branches || passes && !is_nothing(product.upstream)
        };
        rows.clone().map(product).filter(is_live).collect()
    }

    /// The grads of a node, and the row of the first one, from 0.
    fn grads_of(&self, number: usize) -> (usize, Vec<f64>) {
        match self.places[number].and_then(|place| self.columns.get(place)) {
            Some(column) => {
                let (first, grads) = column.touched();
                (first, grads.to_vec())
            }
            None => (0, vec![self.grads[number]]),
        }
    }
}

impl Loss {
    /// The number of the node whose rule made it, or whose sum it is.
    pub fn number(&self) -> usize {
        match self {
            Loss::Product(product) => product.edge.user,
            Loss::Sum(number) => *number,
        }
    }

    /// The product, if it is one.
    pub fn product(&self) -> Option<&Product> {
        match self {
            Loss::Product(product) => Some(product),
            Loss::Sum(_) => None,
        }
    }

    /// Tells whether what it makes is nan; a sum that is not may be infinite.
    pub fn is_nan(&self) -> bool {
        matches!(self, Loss::Product(product) if product.contribution().is_nan())
    }
}
