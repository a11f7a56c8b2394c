//! Poles that a scan steps over: beside one of an even order the sign may change and be the same again.

use super::places::{Place, gap};
use super::{PLACES_AT_EDGE, Walk};
use crate::graph::Value;
use crate::methods::thresholds_of_solve::poles::MOST_POLES;
use crate::numbers::{UNTIL_NEIGHBORS, bisect};

/// What is divided by, along both sides of the start.
pub struct Divisors {
    nodes: Vec<Value>,
    /// What they were at the last place of each side.
    last: [Vec<f64>; 2],
    /// How many poles may still be looked at.
    left: usize,
}

impl Divisors {
    /// The divisors of equations that are loaded at the start.
    pub fn new(nodes: Vec<Value>) -> Divisors {
        let here: Vec<f64> = nodes.iter().map(Value::data).collect();
        Divisors { nodes, last: [here.clone(), here], left: MOST_POLES }
    }

    /// The first divisor that has changed its sign since the last place on this side, with what it was
    /// there, at a place that is loaded.
    pub fn passed(&mut self, side: usize) -> Option<(Value, f64)> {
        let mut passed = None;
        for (node, last) in self.nodes.iter().zip(self.last.get_mut(side)?) {
            let before = std::mem::replace(last, node.data());
            if passed.is_none() && before * *last < 0.0 && self.left > 0 {
                self.left -= 1;
                passed = Some((node.clone(), before));
            }
        }
        passed
    }
}

impl Walk<'_> {
    /// Looks on both sides of the pole between two places where a divisor that was this changes its
    /// sign; true if the roots are enough.
    pub(super) fn looks_around_pole(
        &mut self,
        (divisor, before): (Value, f64),
        [low, high]: [Place; 2],
    ) -> bool {
        let [near, far] = bisect([low.0, high.0], UNTIL_NEIGHBORS, |at| {
            self.equations.load(&[at]);
            divisor.data() * before > 0.0
        });
        self.looks_on_the_way(near, low, None) || self.looks_on_the_way(far, high, None)
    }

    /// Looks at places between a pole, or the edge of where sides are finite, and a place that are ever
    /// farther apart, after the last two that are finite; true if the roots are enough.
    pub(super) fn looks_on_the_way(
        &mut self,
        from: f64,
        to: Place,
        mut last: Option<[Place; 2]>,
    ) -> bool {
        for step in (0..PLACES_AT_EDGE).rev() {
            let at = from + (to.0 - from) * 0.5_f64.powi(step);
            let here = (at, gap(self.equations, at));
            if !here.1.is_finite() {
                if last.is_some() { break } else { continue }
            }
            let [before, beside] = last.unwrap_or([here; 2]);
            if self.looks([before, beside, here]) {
                return true;
            }
            last = Some([beside, here]);
        }
        false
    }
}
