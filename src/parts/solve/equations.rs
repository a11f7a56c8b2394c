//! Equations between numbers, as residuals that depend on leaves.

use crate::core::graph::{Order, Stop, Value, set_each};
use crate::parts::least_squares::{Problem, Triangle, norm};

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
    stop: Stop,
}

/// Sides are equal if they differ by at most so many roundings of their terms.
const ROUNDINGS: f64 = 4.0;
/// How far beside a root the sides are compared again, in parts of its size or of its distance from the start.
const BESIDE: f64 = 1e-2;
/// The part of the gap beside a root that is left there, at most.
const CLOSER: f64 = 1e-3;
/// Beyond so many neighbors of a number rounding of the terms is no longer all that there is.
const NEIGHBORS: f64 = 64.0;
/// A gap below this may be one only because numbers underflow.
const SMALL: f64 = 1e-150;

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

    /// True if the sides of all equations are finite and equal at a point, within roundings of their terms.
    pub fn agree_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        self.nodes.iter().all(|(order, _)| agrees(order))
    }

    /// True if a point is a root: the sides of each equation are equal there, and not so on both sides
    /// of the point too, as those of an identity are.
    pub fn is_root(&mut self, at: &[f64]) -> bool {
        let size = |(at, _): (&f64, &f64)| at.abs();
        let way = |(at, before): (&f64, &f64)| at.abs().max((at - before).abs());
        self.agree_at(at)
            && !self.is_at_jump(at)
            && !self.is_asymptotic(at)
            && self.differ_beside(at, size)
            && self.differ_beside(at, way)
    }

    /// True if the sides of each equation differ beside a point, on both sides or from a kink on; `size` of an
    /// unknown, and what it was at the start, says how far beside.
    fn differ_beside(&mut self, at: &[f64], size: impl Fn((&f64, &f64)) -> f64) -> bool {
        self.load(at);
        let here: Vec<f64> = self.gaps().map(f64::abs).collect();
        let [low, high] = [-1.0, 1.0].map(|sign| {
            let moved = |(index, pair): (usize, (&f64, &f64))| {
                let far = match size(pair) {
                    0.0 => BESIDE,
                    size => BESIDE * size,
                };
                // By another part of each unknown, lest differences of unknowns stay the same.
                pair.0 + sign * far / (1.0 + index as f64)
            };
            let there = at.iter().zip(&self.before).enumerate().map(moved);
            self.load(&there.collect::<Vec<_>>());
            let gaps = self.nodes.iter().map(|(order, _)| (gap(order).abs(), agrees(order)));
            gaps.collect::<Vec<_>>()
        });
        here.iter().zip(low).zip(high).all(|((here, low), high)| match (low, high) {
            ((_, true), (_, true)) => false,
            ((gap, _), (_, true)) | ((_, true), (gap, _)) => {
                *here == 0.0 && gap > SMALL && gap.is_finite()
            }
            // Toward a pole the gap grows, and roundings of the terms grow faster. Where both are not finite,
            // nothing is known of it.
            ((low, _), (high, _)) => (low.min(high) * CLOSER).total_cmp(here).is_ge(),
        })
    }

    /// True if the sides of an equation only approach each other on a long way from the start: they differ
    /// there, and are equal within roundings shortly before the end of the way and beyond it.
    fn is_asymptotic(&mut self, at: &[f64]) -> bool {
        let way: Vec<f64> = at.iter().zip(&self.before).map(|(at, from)| at - from).collect();
        if 2.0 * norm(&way) < norm(at) {
            return false;
        }
        let [start, near, beyond] = [0.0, 1.0 - BESIDE, 1.0 + BESIDE].map(|part| {
            let there = self.before.iter().zip(&way).map(|(from, way)| from + part * way);
            self.load(&there.collect::<Vec<_>>());
            self.nodes.iter().map(|(order, _)| agrees(order)).collect::<Vec<bool>>()
        });
        start.iter().zip(near).zip(beyond).any(|((start, near), beyond)| !start && near && beyond)
    }

    /// True if the difference of the sides, of one unknown, jumps here: it is finite at this number alone, or it
    /// is not 0 and keeps one sign around here, beyond roundings.
    fn is_at_jump(&mut self, at: &[f64]) -> bool {
        let &[at] = at else { return false };
        let far = NEIGHBORS * f64::EPSILON * at.abs();
        let places = [at, (at - far).next_down(), (at + far).next_up()];
        let [here, low, high] = places.map(|at| {
            let is_equal = self.agree_at(&[at]);
            (self.gaps().next().unwrap_or(f64::NAN), is_equal)
        });
        if low.0.is_nan() || high.0.is_nan() {
            return low.0.is_nan() && high.0.is_nan();
        }
        let crosses = low.0 <= 0.0 && high.0 >= 0.0 || low.0 >= 0.0 && high.0 <= 0.0;
        here.0 != 0.0 && !crosses && !(low.1 && high.1)
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

/// True if the sides of an equation, and what they are computed from, are finite, and the sides are equal
/// within roundings of their terms.
fn agrees(order: &Order) -> bool {
    let gap = gap(order);
    // Numbers that underflow have few digits.
    let underflow = order.nodes().iter().any(|node| node.data().is_subnormal());
    if !gap.is_finite() || underflow || order.bad_nodes().next().is_some() {
        return false;
    }
    let terms = order.nodes().iter().zip(order.grads());
    let sizes = terms.map(|(node, grad)| (node.data() * grad).abs()).filter(|it| it.is_finite());
    gap.abs() <= sizes.map(|size| ROUNDINGS * f64::EPSILON * size).sum()
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

    fn rounding(&self) -> f64 {
        0.0
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}
