//! Whether the sides go on without a leap or a pole from one place to another.

use super::Equations;
use super::contact::{numbers, spacing};
use crate::graph::{Use, Value};
use crate::methods::thresholds_of_solve::contact::FARTHER;
use crate::methods::thresholds_of_solve::continuity::{BEYOND, FAR, PLACES_BETWEEN, VAGUE};
use crate::methods::thresholds_of_solve::seeming::BESIDE;
use crate::ops::DIVIDE;

impl Equations {
    /// Tells whether the sides are closer at a place than on both sides of it, and closer there than
    /// they are elsewhere, if that is far from it.
    pub(super) fn is_least_between(&mut self, [low, middle, high]: [f64; 3]) -> bool {
        let [below, here, above] = [low, middle, high].map(|at| self.largest_gap(&[at]));
        let is_far = high - low > VAGUE * middle.abs();
        let usual = self.usual_gap([low, middle, high]);
        let is_small = usual == 0.0 || below.max(above) <= BESIDE * usual;
        here <= below.max(above) && (!is_far || is_small)
    }

    /// How large the gap of the only equation is elsewhere: at the start, or, where that is outside of
    /// the domain, far beyond both places around.
    fn usual_gap(&mut self, [low, at, high]: [f64; 3]) -> f64 {
        let mut places = vec![at * (1.0 - FAR), at * (1.0 + FAR)];
        let start = self.before.first().copied().unwrap_or(at);
        self.load(&[start]);
        if self.gaps().all(f64::is_finite) {
            places.push(start)
        } else {
            places.extend([low - BEYOND * (high - low), high + BEYOND * (high - low)])
        }
        let gaps = places.into_iter().map(|at| self.largest_gap(&[at]));
        gaps.filter(|gap| gap.is_finite()).fold(0.0, f64::max)
    }

    /// Tells whether no side leaps or passes a pole between two places.
    pub(super) fn is_unbroken(&mut self, [low, high]: [f64; 2]) -> bool {
        let count = if high - low <= FARTHER * spacing(low) { 1 } else { PLACES_BETWEEN };
        let place = |step: usize| low + (high - low) * (step as f64 / count as f64);
        let places: Vec<f64> = (0..=count).map(place).collect();
        let mut last: Option<Vec<[f64; 3]>> = None;
        places.into_iter().all(|place| {
            let next = self.points_at(&[place]);
            let before = last.replace(next.clone());
            before.is_none_or(|before| !self.breaks_between(&before, &next))
        })
    }

    /// The operands and the data of every node at a point.
    pub(super) fn points_at(&mut self, at: &[f64]) -> Vec<[f64; 3]> {
        self.load(at);
        let point = |node: &Value| {
            let [x, y] = numbers(node);
            [x, y, node.data()]
        };
        self.order.nodes().iter().map(point).collect()
    }

    pub(super) fn breaks_between(&self, from: &[[f64; 3]], to: &[[f64; 3]]) -> bool {
        let order = &self.order;
        // What is divided by a tangent is 0 at its poles, and goes on.
        let is_turned = |number: usize| {
            let (Some(operation), Some(from), Some(to)) =
                (order.node(number).operation(), from.get(number), to.get(number))
            else {
                return false;
            };
            let is_divisor = |it: &Use| {
                let user = order.node(it.user);
                user.operation().is_some_and(|it| it.is(DIVIDE)) && it.index == 1
            };
            operation.passes_infinity(*from, *to) && order.uses(number).iter().all(is_divisor)
        };
        let points = order.nodes().iter().zip(from.iter().zip(to)).enumerate();
        let mut computed =
            points.filter_map(|(at, (node, points))| Some((at, node.operation()?, points)));
        computed.any(|(number, operation, (from, to))| {
            let divisor = order.operand_pair(number)[1].filter(|_| operation.is(DIVIDE));
            operation.breaks_between(*from, *to)
                && !is_turned(number)
                && !divisor.is_some_and(is_turned)
        })
    }
}
