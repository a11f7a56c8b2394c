//! How far rounding may have moved the data of a root: a backward pass.

use std::cell::OnceCell;

use super::Order;
use crate::graph::rows::{RowGrads, Sweep};
use crate::graph::value::{Operand, Value};
use crate::ops::{DIVIDE, MULTIPLY, Operation, POWER, Sharing, is_nothing};

/// How far rounding may have moved the data of a root, to first order: the sum over all nodes of
/// |d root / d node| times how far the node's own operation may be off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rounded {
    /// The sum; infinite where it is not known.
    pub total: f64,
    /// The number of the node that adds most, and what it adds.
    pub most: Option<(usize, f64)>,
    /// True if grads do not tell, and the sum is how far the root may be off by its range.
    pub is_by_range: bool,
    /// True if nothing is known of a node, given its operands.
    pub is_lost: bool,
}

impl Rounded {
    fn add(&mut self, number: usize, part: f64) {
        // An infinite grad, or 0 times an infinite error.
        let part = if part.is_nan() { f64::INFINITY } else { part };
        self.total += part;
        if part > self.most.map_or(0.0, |(_, most)| most) {
            self.most = Some((number, part));
        }
    }
}

/// How far the nodes of an order may be off, by number.
struct Spread {
    /// Each node.
    errors: Vec<f64>,
    /// Each node since its operands are, where slopes do not tell: its curve bends there. Infinite where
    /// nothing is known: a sine of what is too far off, or a power of a negative number by one that is
    /// not exact.
    beyond: Vec<f64>,
    /// True if one that may be off is at a corner or a jump of its user's curve.
    has_corner: bool,
}

impl Spread {
    /// How far a node may be off; infinite where nothing is known.
    fn off(&self, number: usize) -> f64 {
        let of = |them: &[f64]| them.get(number).copied().unwrap_or(0.0);
        if of(&self.beyond).is_infinite() { f64::INFINITY } else { of(&self.errors) }
    }
}

/// Rows are added up in so many steps, and one more for each block of so many.
const STEPS: f64 = 40.0;
const BLOCK: f64 = 256.0;

impl Order {
    /// How far rounding may have moved the data of the root.
    pub fn rounded(&self) -> Rounded {
        self.rounded_by(|_, _| {})
    }

    /// The same; `see` gets the number of each node that is rounded, and how far that moves the root.
    pub fn rounded_by(&self, mut see: impl FnMut(usize, f64)) -> Rounded {
        let mut rounded = Rounded::default();
        let mut add = |number: usize, part: f64| {
            rounded.add(number, part);
            see(number, part);
        };
        let (grads, columns) = self.grads_by_row();
        let Spread { beyond, has_corner, .. } = self.spread();
        let mut is_lost = false;
        for (number, (node, grad)) in self.nodes().iter().zip(grads).enumerate() {
            let error = match node.operation() {
                _ if self.is_left_out(grad) => continue,
                _ if beyond[number].is_infinite() => f64::INFINITY,
                None => continue,
                Some(_) if node.is_per_row() => continue,
                Some(_) if node.is_fold() => self.error_of_fold(node),
                Some(_) => node.own_error() + beyond[number],
            };
            is_lost |= !error.is_finite();
            if error != 0.0 {
                add(number, (grad * error).abs());
            }
        }
        for column in &columns {
            if let Some(number) = self.number_of(column.column()) {
                add(number, self.error_by_rows(column));
            }
        }
        // A vertical curve has no grads, and those at a corner are no bound.
        if (!rounded.total.is_finite() || has_corner) && !self.has_rows() {
            let (range, data) = (self.range(), self.root().map_or(f64::NAN, Value::data));
            let total = (range.high - data).max(data - range.low);
            rounded = Rounded { total, is_by_range: true, is_lost, ..rounded };
        }
        rounded
    }

    /// The grads of a pass by number, and those of computed per-row nodes row by row.
    pub(super) fn grads_by_row(&self) -> (Vec<f64>, Vec<RowGrads>) {
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

    /// Passes on from operands to users how far each node may be off.
    fn spread(&self) -> Spread {
        let mut errors: Vec<f64> = Vec::with_capacity(self.count());
        let (mut beyond, mut has_corner) = (vec![0.0; self.count()], false);
        let touched = self.touched();
        let is_touched = |number: usize| touched.as_ref().is_none_or(|touched| touched[number]);
        for (number, node) in self.nodes().iter().enumerate() {
            let Some(operation) = node.operation() else {
                errors.push(0.0);
                continue;
            };
            let at = node.both_operands().each_ref().map(Operand::data);
            let pair = self.operand_pair(number);
            let of = |index: usize| match pair[index] {
                Some(operand) => errors[operand],
                None => node.both_operands()[index].error(),
            };
            let off = [of(0), of(1)];
            let is_at_corner = || {
                operation.has_corner_at(at)
                    || operation.jumps && operation.may_have_broken(at, node.data(), off)
            };
            has_corner |= off != [0.0; 2] && is_touched(number) && is_at_corner();
            if self.of_one_twice(number).is_some() {
                errors.push(0.0);
                continue;
            }
            let of = |index: usize| pair[index].map_or(0.0, |it| errors[it]);
            let passing =
                || (0..operation.arity()).filter(|index| operation.branching.passes(*index, at[0]));
            if is_touched(number) {
                let is_lost = operation.is_lost_by(at, off);
                let bend = |index| operation.error_beyond_slope(index, at, node.data(), of(index));
                let bent = || passing().map(bend).sum();
                beyond[number] = if is_lost { f64::INFINITY } else { bent() };
            }
            let own = if node.is_fold() { 0.0 } else { node.own_error() };
            let part = |index| operation.error_by_operand(index, at, node.data(), of(index));
            errors.push(own + passing().map(part).sum::<f64>());
        }
        Spread { errors, beyond, has_corner }
    }

    /// Tells whether a grad is that of a node that no live path reaches.
    fn is_left_out(&self, grad: f64) -> bool {
        self.has_branches() && is_nothing(grad)
    }

    /// What the rows of a node add, given their grads.
    fn error_by_rows(&self, grads: &RowGrads) -> f64 {
        let node = grads.column();
        let Some(operation) = node.operation() else { return 0.0 };
        let [x, y] = node.both_operands();
        let (first, grads) = grads.touched();
        let (xs, ys, outs) = (self.numbers(x), self.numbers(y), self.numbers_of(node));
        let reached = (first..).zip(grads).filter(|(_, grad)| !self.is_left_out(**grad));
        let error = |(row, grad): (usize, &f64)| match operation.error(
            in_row(&xs, row),
            in_row(&ys, row),
            in_row(&outs, row),
        ) {
            0.0 => 0.0,
            error => (grad * error).abs(),
        };
        reached.map(error).sum()
    }

    /// How far a fold may be off, given its rows. Errors of a long sum do not all go one way.
    fn error_of_fold(&self, fold: &Value) -> f64 {
        let [rows, _] = fold.both_operands();
        let rows = self.numbers(rows);
        let size: f64 = rows.iter().map(|row| row.abs()).sum();
        let count = rows.len().max(1) as f64;
        match fold.operation().and_then(Operation::as_fold) {
            Some(it) if matches!(it.sharing, Sharing::Ties | Sharing::One) => 0.0,
            Some(it) => {
                let steps = (STEPS + count / BLOCK).sqrt().max(1.0);
                let size = if it.averages { size / count } else { size };
                steps * f64::EPSILON * size
            }
            None => 0.0,
        }
    }

    /// The numbers of an operand by rows; one if it is the same for all.
    pub(super) fn numbers(&self, operand: &Operand) -> Vec<f64> {
        operand.value().map_or_else(|| vec![operand.data()], |node| self.numbers_of(node))
    }

    /// The numbers of a node by rows; one if it is the same for all.
    pub fn numbers_of(&self, node: &Value) -> Vec<f64> {
        if node.rows().is_none() {
            return vec![node.data()];
        }
        Sweep::rows_of(node, &self.stop).unwrap_or_default()
    }

    /// Tells whether the data of the root has not been rounded at all. `is_taken` says of a node's
    /// number whether its data is to be taken as exact, or as not, whatever it is computed from.
    pub fn is_exact(&self, is_taken: impl Fn(usize, &Value) -> Option<bool>) -> bool {
        if self.has_rows() {
            return false;
        }
        let mut exact: Vec<bool> = Vec::with_capacity(self.count());
        let spread = OnceCell::new();
        for (number, node) in self.nodes().iter().enumerate() {
            let is_exact = is_taken(number, node).unwrap_or_else(|| {
                let Some(operation) = node.operation() else { return true };
                let from_exact = |index: usize| {
                    let operand = self.operand_pair(number)[index];
                    operand.is_none_or(|operand| exact[operand])
                };
                let known = [from_exact(0), from_exact(1)];
                if self.of_one_twice(number).is_some() {
                    return true;
                }
                let off = |index: usize| {
                    let operand = self.operand_pair(number)[index];
                    operand.map_or(0.0, |it| spread.get_or_init(|| self.spread()).off(it))
                };
                let is_inert =
                    |index: usize| known[index] || ignores(node, operation, (index, &off), known);
                node.own_error() == 0.0 && (0..operation.arity()).all(is_inert)
            });
            exact.push(is_exact && !node.data().is_nan());
        }
        exact.last().copied().unwrap_or(false)
    }
}

#[doc(hidden)]
impl Value {
    /// How far its data may be off if the nodes it is computed from are exact; not for a fold.
    pub fn own_error(&self) -> f64 {
        let Some(operation) = self.operation() else { return 0.0 };
        let at = self.both_operands().each_ref().map(Operand::data);
        operation.error_of_constants(
            at,
            self.data(),
            self.both_operands().each_ref().map(Operand::error),
        )
    }
}

/// The number of a row, from 0, where one may be the same for all.
pub(super) fn in_row(numbers: &[f64], row: usize) -> f64 {
    numbers.get(row).or(numbers.first()).copied().unwrap_or(f64::NAN)
}

/// Tells whether a node would be the same if this operand were as much else as it may be off: a product
/// with 0, what is flat there.
fn ignores(
    node: &Value,
    operation: &Operation,
    (index, off): (usize, &dyn Fn(usize) -> f64),
    known: [bool; 2],
) -> bool {
    let [x, y] = node.both_operands().each_ref().map(Operand::data);
    let own = if index == 0 { x } else { y };
    if operation.branching.is_some() && !operation.branching.touches(index, x) {
        return known[0];
    }
    if operation.is(POWER) {
        // A power of 0, or of 1, is one whatever the exponent is.
        return index == 1 && known[0] && y.is_finite() && (x == 1.0 || x == 0.0 && y > 0.0);
    }
    if !own.is_finite() {
        return false;
    }
    if operation.is(MULTIPLY) {
        return known[1 - index] && [y, x][index] == 0.0;
    }
    if operation.is(DIVIDE) {
        return index == 1 && known[0] && x == 0.0 && y != 0.0;
    }
    let moved = |own: f64| if index == 0 { (own, y) } else { (x, own) };
    let is_same = |own: f64| {
        let (x, y) = moved(own);
        operation.forward(x, y) == node.data()
    };
    // A remainder by a number that is not exact is not known, however it is rounded.
    if operation.kinks.is_empty() || operation.name == "%" {
        return false;
    }
    let slack = f64::max(8.0 * (own.abs().next_up() - own.abs()), 2.0 * off(index));
    is_same(own - slack) && is_same(own + slack)
}
