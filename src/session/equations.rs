//! Equations between numbers, as residuals that depend on leaves.

use crate::graph::{Operand, Order, Stop, Value};
use crate::ops::{DIVIDE, MULTIPLY, POWER};
use crate::solver::{Problem, Triangle, norm};

/// Nodes that are all to be 0, as leaves move.
///
/// Leaves are given other numbers meanwhile; [`Equations::restore`] puts those back that they had.
pub(super) struct Equations {
    /// What the nodes depend on.
    order: Order,
    /// For each node its own order, and its size at the start, which it is divided by.
    nodes: Vec<(Order, f64)>,
    leaves: Vec<Value>,
    /// The data of the leaves before.
    before: Vec<f64>,
    stop: Stop,
}

/// A node is 0 if it is this many times what rounding may be.
const ROUNDINGS: f64 = 8.0;
/// Where sides that only seem to agree are looked at again: this part of the way farther.
const BEYOND: f64 = 0.1;

impl Equations {
    /// The equations that say of these nodes, which are differences, that they are 0.
    pub fn new(nodes: &[Value], leaves: Vec<Value>, stop: &Stop) -> Equations {
        let size = |order: &Order| {
            let grads = order.grads();
            let terms = order.nodes().iter().zip(grads).map(|(node, grad)| node.data() * grad);
            let size = terms.map(f64::abs).filter(|it| it.is_finite()).fold(0.0, f64::max);
            if size.is_normal() { size } else { 1.0 }
        };
        let own = nodes.iter().map(|node| {
            let order = Order::until(stop, [node]);
            let size = size(&order);
            (order, size)
        });
        let nodes_and_sizes = own.collect();
        let before = leaves.iter().map(Value::data).collect();
        let order = Order::until(stop, nodes);
        Equations { order, nodes: nodes_and_sizes, leaves, before, stop: stop.clone() }
    }

    /// Gives the leaves the numbers they had.
    pub fn restore(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.load(&before);
        self.before = before;
    }

    /// Gives the leaves numbers.
    pub fn load(&mut self, at: &[f64]) {
        self.leaves.iter().zip(at).for_each(|(leaf, data)| leaf.set_data(*data));
        self.order.forward(0);
    }

    /// How far the sides of each equation are apart.
    pub fn gaps(&self) -> impl Iterator<Item = f64> {
        self.nodes.iter().map(|(order, _)| order.root().map_or(f64::NAN, Value::data))
    }

    /// The derivatives of each node, which is of this index, with respect to every leaf.
    pub fn slopes(&self, node: usize) -> Vec<(Value, f64)> {
        let Some((order, _)) = self.nodes.get(node) else {
            return Vec::new();
        };
        let grads = order.grads();
        let numbered = order.nodes().iter().zip(grads).filter(|(node, _)| node.is_leaf());
        numbered.map(|(leaf, grad)| (leaf.clone(), grad)).collect()
    }

    /// Tells whether all sides agree at a point, as far as rounding lets them.
    pub fn agree_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        let agrees = |(order, _): &(Order, f64)| {
            let gap = order.root().map_or(f64::NAN, Value::data);
            if gap == 0.0 {
                return true;
            }
            let grads = order.grads();
            let terms =
                order.nodes().iter().zip(grads).map(|(node, grad)| (node.data() * grad).abs());
            let size: f64 = terms.sum();
            gap.abs() <= ROUNDINGS * f64::EPSILON * size
        };
        self.nodes.iter().all(agrees)
    }

    /// Tells whether the sides seem to agree at a point only because a number has become too small:
    /// one has, and they go on agreeing farther from the start.
    pub fn fades_at(&mut self, at: &[f64]) -> bool {
        let before = self.before.iter();
        let beyond = at.iter().zip(before).map(|(at, before)| at + BEYOND * (at - before));
        let beyond: Vec<f64> = beyond.collect();
        self.load(at);
        self.order.nodes().iter().any(has_underflowed) && self.agree_at(&beyond)
    }
}

/// Tells whether a node is 0, or nearly, only because there are no smaller numbers.
fn has_underflowed(node: &Value) -> bool {
    let Some(operation) = node.operation().filter(|_| node.data().abs() < f64::MIN_POSITIVE) else {
        return false;
    };
    let operand = |index: usize| node.operands().get(index).map_or(1.0, Operand::data);
    let (x, y) = (operand(0), operand(1));
    let is_plain = [x, y].iter().all(|it| it.is_finite() && *it != 0.0);
    let is_flat =
        |index: usize| operation.partial(index, x, y, node.data()).abs() < f64::MIN_POSITIVE;
    let is_product = [MULTIPLY, DIVIDE, POWER].iter().any(|it| operation.is(it));
    is_plain && operation.kinks.is_empty() && (is_product || (0..operation.arity()).all(is_flat))
}

impl Problem for Equations {
    fn rows(&self) -> usize {
        self.nodes.len()
    }

    fn linear(&self) -> usize {
        0
    }

    fn norm(&mut self, at: &[f64]) -> f64 {
        self.load(at);
        let gaps = self.gaps().zip(&self.nodes).map(|(gap, (_, size))| gap / size);
        norm(&gaps.collect::<Vec<_>>())
    }

    fn triangle(&mut self, at: &[f64]) -> Option<Triangle> {
        if self.stop.is_set() {
            return None;
        }
        self.load(at);
        let (rows, size) = (self.nodes.len(), self.leaves.len());
        let mut block = vec![0.0; rows * (size + 1)];
        for (row, (order, scale)) in self.nodes.iter().enumerate() {
            let grads = order.grads();
            for (column, leaf) in self.leaves.iter().enumerate() {
                let grad = order.number_of(leaf).and_then(|number| grads.get(number));
                block[column * rows + row] = grad.map_or(0.0, |grad| grad / scale);
            }
            block[size * rows + row] = order.root().map_or(f64::NAN, Value::data) / scale;
        }
        let mut triangle = Triangle::new(size);
        triangle.absorb(&mut block, rows);
        Some(triangle)
    }

    fn spread(&self) -> f64 {
        0.0
    }

    /// Equations are solved to the last bit.
    fn rounding(&self) -> f64 {
        0.0
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}
