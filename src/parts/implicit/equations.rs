//! Equations between numbers, as residuals that depend on leaves.

use crate::core::graph::{Order, Stop, Value};
use crate::core::ops::is_no_path;
use crate::parts::least_squares::{Problem, Triangle, norm, share};
use crate::parts::rows::Program;

/// Equations: nodes that must be 0, and free leaves. Evaluation leaves the graph unchanged.
pub struct Equations {
    /// The program of the nodes; its inputs are the free leaves, then the others.
    program: Program,
    /// For each node its number, and its size at the start, the unit of its residual.
    nodes: Vec<(usize, f64)>,
    /// The number of nodes below the equations.
    count: usize,
    /// The initial data of the free leaves.
    before: Vec<f64>,
    stop: Stop,
}

/// The rounding errors of terms by which equal sides may differ.
const ROUNDINGS: f64 = 4.0;
/// The distance from a root for a second comparison, relative to its size or to the way from the
/// start.
const BESIDE: f64 = 1e-2;
/// The largest part of the gap nearby that may remain at a root.
const CLOSER: f64 = 1e-3;
/// The number of neighboring doubles within which rounding may hide the gap.
const NEIGHBORS: f64 = 64.0;
/// A point is not a root if a side is 0/0 within this many neighboring doubles.
const NEXT: usize = 7;
/// Sides touch if halving the distance leaves at most this part of the gap.
const TOUCHES: f64 = 0.75;
/// Smaller gaps may result from underflow.
const SMALL: f64 = 1e-150;
/// The number of last digits by which unknowns are shaken, and how often.
const DIGITS: f64 = 16.0;
const SHAKES: usize = 4;
/// Unknowns are shaken if, by the slopes, their last digits move the gap by more than this times its size.
const LARGE: f64 = 16.0;
/// The least part of that move that shows the slopes to hold.
const HOLDS: f64 = 1e-4;
/// Sides count as equal, not only as unequal within rounding, if their gap is at most this part of their terms.
const EQUAL: f64 = 1e-3;

impl Equations {
    /// The equations that set these differences of sides to 0. `None` without a node.
    pub fn new(nodes: &[Value], leaves: &[Value], stop: &Stop) -> Option<Equations> {
        let order = Order::until(stop, nodes);
        let is_other = |leaf: &&Value| !leaf.is_per_row() && !leaves.contains(leaf);
        let mut others: Vec<Value> = order.leaves().filter(is_other).cloned().collect();
        others.sort_unstable_by_key(Value::label);
        let program = Program::of_every_node(&order, &[leaves, &others].concat())?;
        let before = leaves.iter().map(Value::data).collect();
        let numbers = nodes.iter().filter_map(|node| order.number_of(node));
        let nodes = numbers.map(|number| (number, 1.0)).collect();
        let mut equations =
            Equations { program, nodes, count: order.count(), before, stop: stop.clone() };
        for at in 0..equations.nodes.len() {
            let terms = equations.terms(equations.nodes[at].0);
            let size = terms.map(|(_, term)| term).filter(|it| it.is_finite()).fold(0.0, f64::max);
            if size.is_normal() {
                equations.nodes[at].1 = size;
            }
        }
        Some(equations)
    }

    /// The work of an evaluation, in nodes times rows.
    pub fn work(&self) -> usize {
        self.program.records()
    }

    pub fn load(&mut self, at: &[f64]) {
        self.program.put(at.iter().copied());
        self.program.forward();
    }

    /// For each node of an equation, the data, and the size of its contribution.
    fn terms(&mut self, equation: usize) -> impl Iterator<Item = (f64, f64)> {
        self.program.backward_from_node(equation);
        (0..self.count).filter_map(|number| {
            let (data, grad) = (self.program.data_of(number)?, self.program.grad_of(number)?);
            (!is_no_path(grad)).then_some((data, (data * grad).abs()))
        })
    }

    /// True if the sides are finite and equal within rounding.
    fn agrees(&mut self, equation: usize) -> bool {
        let gap = self.gap(equation);
        let mut rounding = 0.0;
        for (data, term) in self.terms(equation) {
            if !data.is_finite() || data.is_subnormal() {
                return false;
            }
            if term.is_finite() {
                rounding += ROUNDINGS * f64::EPSILON * term;
            }
        }
        gap.abs() <= rounding && (gap == 0.0 || self.slopes_hold(equation, gap))
    }

    /// False if the last digits of the unknowns move the gap by far less than the slopes say: the slope of cos(1e130)
    /// is no measure of its rounding.
    fn slopes_hold(&mut self, equation: usize, gap: f64) -> bool {
        // Other leaves may be whole numbers, such as exponents.
        let inputs = self.program.data()[..self.before.len()].to_vec();
        let parts = inputs.iter().zip(self.program.grads()).map(|(it, grad)| (it * grad).abs());
        let digits = DIGITS * f64::EPSILON * parts.filter(|it| it.is_finite()).sum::<f64>();
        if digits <= LARGE * gap.abs() {
            return true;
        }
        let mut farthest = 0.0_f64;
        for round in 0..SHAKES {
            let shaken = inputs.iter().enumerate();
            let shaken = shaken.map(|(at, it)| it + it * DIGITS * f64::EPSILON * share(round, at));
            self.program.put(shaken);
            self.program.forward();
            farthest = farthest.max((self.gap(equation) - gap).abs());
        }
        self.program.put(inputs);
        self.program.forward();
        farthest >= HOLDS * digits
    }

    /// The gap between the sides of an equation.
    fn gap(&self, equation: usize) -> f64 {
        self.program.data_of(equation).unwrap_or(f64::NAN)
    }

    pub fn gaps(&self) -> impl Iterator<Item = f64> {
        self.nodes.iter().map(|(equation, _)| self.gap(*equation))
    }

    /// The gap at a value of the only unknown.
    pub fn gap_at(&mut self, at: f64) -> f64 {
        self.load(&[at]);
        self.gaps().next().unwrap_or(f64::NAN)
    }

    /// The gap of each equation at a point, and whether all sides agree.
    fn sides(&mut self, at: &[f64]) -> Vec<(f64, bool)> {
        self.load(at);
        let numbers: Vec<usize> = self.nodes.iter().map(|(equation, _)| *equation).collect();
        numbers.into_iter().map(|equation| (self.gap(equation), self.agrees(equation))).collect()
    }

    /// True if all equations hold at a point within rounding.
    pub fn agree_at(&mut self, at: &[f64]) -> bool {
        self.sides(at).iter().all(|(_, agree)| *agree)
    }

    /// True if all equations hold at a point within rounding, and rounding is not larger than the sides themselves.
    pub fn are_equal_at(&mut self, at: &[f64]) -> bool {
        if !self.agree_at(at) {
            return false;
        }
        let numbers: Vec<usize> = self.nodes.iter().map(|(equation, _)| *equation).collect();
        numbers.into_iter().all(|equation| {
            let gap = self.gap(equation);
            self.program.backward_from_node(equation);
            // A node with the slope 1 or -1 is a side or a term of a side.
            let is_term = |number: usize| {
                let is_term = self.program.grad_of(number).is_some_and(|grad| grad.abs() == 1.0);
                number != equation && is_term
            };
            let terms = (0..self.count).filter(|number| is_term(*number));
            let terms = terms.filter_map(|number| self.program.data_of(number));
            gap.abs() <= EQUAL * terms.map(f64::abs).fold(0.0, f64::max)
        })
    }

    /// True if a point is a root: the sides are equal there, but not on both sides, as in an
    /// identity.
    pub fn is_root(&mut self, at: &[f64]) -> bool {
        self.agree_at(at)
            && !self.is_at_jump(at)
            && !self.is_asymptotic(at)
            && self.differ_beside(at)
    }

    /// True if the sides of each equation differ on both sides of a point.
    pub fn differ_on_both_sides(&mut self, at: &[f64]) -> bool {
        self.sides_beside(at).iter().flatten().all(|(_, agree)| !agree)
    }

    /// The sides at a point below and at one above.
    fn sides_beside(&mut self, at: &[f64]) -> [Vec<(f64, bool)>; 2] {
        [-BESIDE, BESIDE].map(|part| {
            let moved = |(index, at): (usize, &f64)| {
                let size = if *at == 0.0 { 1.0 } else { at.abs() };
                // Unequal moves also change differences of unknowns.
                at + part * size / (1.0 + index as f64)
            };
            let there: Vec<f64> = at.iter().enumerate().map(moved).collect();
            self.sides(&there)
        })
    }

    /// True if the sides differ nearby, on both sides or beyond a kink.
    fn differ_beside(&mut self, at: &[f64]) -> bool {
        let here = self.sides(at);
        let [low, high] = self.sides_beside(at);
        here.iter().zip(low).zip(high).all(|(((here, _), low), high)| match (low, high) {
            ((_, true), (_, true)) => false,
            ((gap, _), (_, true)) | ((_, true), (gap, _)) => {
                *here == 0.0 && gap.abs() > SMALL && gap.is_finite()
            }
            // Toward a pole the gap grows, and roundings of the terms grow faster. If both are not finite, the
            // gap is unknown.
            ((low, _), (high, _)) => {
                (low.abs().min(high.abs()) * CLOSER).total_cmp(&here.abs()).is_ge()
            }
        })
    }

    /// True if the sides only approach each other asymptotically: they differ at the start, and are
    /// equal within rounding before the end, beyond, and twice as far away.
    pub fn is_asymptotic(&mut self, at: &[f64]) -> bool {
        let way: Vec<f64> = at.iter().zip(&self.before).map(|(at, from)| at - from).collect();
        if 2.0 * norm(&way) < norm(at) {
            return false;
        }
        let [start, near, beyond, far] = [0.0, 1.0 - BESIDE, 1.0 + BESIDE, 2.0].map(|part| {
            let there = self.before.iter().zip(&way).map(|(from, way)| from + part * way);
            let there: Vec<f64> = there.collect();
            self.sides(&there)
        });
        let mut all = start.iter().zip(near).zip(beyond.iter().zip(far));
        all.any(|((start, near), (beyond, far))| {
            // Beyond a flat root the sides differ again.
            !start.1 && near.1 && beyond.1 && (far.1 || !far.0.is_finite())
        })
    }

    /// True if the gap jumps here: it is not finite nearby, or it is not 0, keeps its sign, and
    /// does not approach 0 from one side.
    fn is_at_jump(&mut self, at: &[f64]) -> bool {
        let &[at] = at else { return false };
        let far = NEIGHBORS * f64::EPSILON * at.abs();
        let places = [(at - far).next_down(), (at + far).next_up()];
        let gaps = places.map(|place| self.gap_at(place));
        if gaps.iter().any(|gap| gap.is_nan()) {
            return gaps.iter().all(|gap| gap.is_nan());
        }
        let (mut below, mut above) = (at, at);
        for _ in 0..NEXT {
            (below, above) = (below.next_down(), above.next_up());
            if self.gap_at(below).is_nan() || self.gap_at(above).is_nan() {
                return true;
            }
        }
        let [low, high] = gaps;
        let crosses = low <= 0.0 && high >= 0.0 || low >= 0.0 && high <= 0.0;
        let [lower, higher] = [at - 2.0 * far, at + 2.0 * far].map(|place| self.gap_at(place));
        let comes_closer = |near: f64, farther: f64| near.abs() <= TOUCHES * farther.abs();
        let touches = comes_closer(low, lower) && comes_closer(high, higher);
        let is_met = crosses || touches || self.gap_at(at) == 0.0;
        !is_met && !places.into_iter().all(|place| self.agree_at(&[place]))
    }

    /// The free leaves, then the others.
    pub fn leaves(&self) -> &[Value] {
        self.program.inputs()
    }

    /// The derivatives of each equation by every leaf, in units of the equation's size.
    pub fn jacobian(&mut self) -> Vec<Vec<f64>> {
        let row = |(equation, size): &(usize, f64)| {
            self.program.backward_from_node(*equation);
            self.program.grads().iter().map(|grad| grad / size).collect()
        };
        self.nodes.iter().map(row).collect()
    }

    pub fn sizes(&self) -> impl Iterator<Item = f64> {
        self.nodes.iter().map(|(_, size)| *size)
    }

    /// The derivative of the first equation by the first leaf.
    pub fn slope(&mut self) -> f64 {
        let Some((equation, _)) = self.nodes.first() else { return f64::NAN };
        self.program.backward_from_node(*equation);
        self.program.grads().first().copied().unwrap_or(f64::NAN)
    }
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
        let jacobian = self.jacobian();
        let row = |(slopes, (equation, size)): (&Vec<f64>, &(usize, f64))| {
            [&slopes[..self.before.len()], &[self.gap(*equation) / size]].concat()
        };
        let rows: Vec<Vec<f64>> = jacobian.iter().zip(&self.nodes).map(row).collect();
        Some(Triangle::of_rows(self.before.len(), &rows))
    }

    fn rounding(&self) -> f64 {
        0.0
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}
