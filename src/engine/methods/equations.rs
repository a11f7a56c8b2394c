//! Equations between numbers, as residuals that depend on leaves.

mod contact;
mod continuity;
mod divisors;
mod ends;
mod implicit;
mod seeming;
mod several;
mod tangency;

pub use contact::{Contact, Near};
pub use implicit::{RootSlopes, follow};

use crate::graph::{Order, Stop, Value, set_each};
use crate::numbers::norm;
use crate::solver::{Problem, Triangle};

/// Nodes that are all to be 0, as leaves move.
///
/// Leaves are given other numbers meanwhile; [`Equations::restore`] puts those back that they had.
pub struct Equations {
    /// What the nodes depend on.
    order: Order,
    /// For each node its own order, and its size at the start, which it is divided by.
    nodes: Vec<(Order, f64)>,
    leaves: Vec<Value>,
    /// The data of the leaves before.
    before: Vec<f64>,
    /// What gaps must be more than near a point, where that is found once only.
    bounds: Option<Vec<f64>>,
    stop: Stop,
}

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
        Equations {
            order,
            nodes: nodes_and_sizes,
            leaves,
            before,
            bounds: None,
            stop: stop.clone(),
        }
    }

    /// How much work it is to evaluate them, in nodes, per-row ones once for each row.
    pub fn work(&self) -> usize {
        let rows = self.order.leaves().filter_map(Value::rows).max().unwrap_or(1);
        self.order.count().saturating_mul(rows)
    }

    /// Gives the leaves the numbers they had.
    pub fn restore(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.load(&before);
        self.before = before;
    }

    /// Gives the leaves numbers.
    pub fn load(&mut self, at: &[f64]) {
        set_each(&self.leaves, at);
        self.order.forward(0);
    }

    /// How far the sides of each equation are apart.
    pub fn gaps(&self) -> impl Iterator<Item = f64> {
        self.nodes.iter().map(|(order, _)| gap(order))
    }

    /// How far the sides are apart at a point, at most.
    pub fn largest_gap(&mut self, at: &[f64]) -> f64 {
        self.load(at);
        self.gaps().fold(0.0, |largest: f64, gap| largest.max(gap.abs()))
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

    /// The derivative of the only equation with respect to the only leaf.
    pub fn slope(&self) -> f64 {
        let (Some((order, _)), [leaf]) = (self.nodes.first(), self.leaves.as_slice()) else {
            return f64::NAN;
        };
        slope_by(leaf, order, &order.grads())
    }
}

/// How far the sides of an equation are apart.
fn gap(order: &Order) -> f64 {
    order.root().map_or(f64::NAN, Value::data)
}

/// The derivative of an equation with respect to a leaf, found among all of its grads.
fn slope_by(leaf: &Value, order: &Order, grads: &[f64]) -> f64 {
    order.number_of(leaf).and_then(|number| grads.get(number)).copied().unwrap_or(0.0)
}

/// How large the terms are that add up to a change of the root, if each number changes by its size.
fn size_of_terms(order: &Order) -> f64 {
    let terms = order.nodes().iter().zip(order.grads());
    let computed = terms.filter(|(node, _)| !node.is_leaf());
    computed.map(|(node, grad)| (node.data() * grad).abs()).sum()
}

/// The data of the root of an order, and the largest of what it is a sum or difference of.
fn gap_and_terms(order: &Order) -> (f64, f64) {
    let terms = order.nodes().iter().zip(order.grads());
    let terms = terms.filter(|(_, grad)| grad.abs() == 1.0).map(|(node, _)| node.data().abs());
    (gap(order), terms.fold(0.0, f64::max))
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
        let row = |(order, scale): &(Order, f64)| {
            let grads = order.grads();
            let slopes = self.leaves.iter().map(|leaf| slope_by(leaf, order, &grads));
            slopes.chain([gap(order)]).map(|number| number / scale).collect()
        };
        let rows: Vec<Vec<f64>> = self.nodes.iter().map(row).collect();
        Some(Triangle::of_rows(self.leaves.len(), &rows))
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
