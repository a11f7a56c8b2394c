//! Whether sides only seem to meet: rounding hides how far they are apart.

use super::contact::{numbers, spacing};
use super::{Equations, gap_and_terms, size_of_terms};
use crate::graph::{Operand, Order, Value};
use crate::methods::thresholds_of_solve::contact::ROUNDINGS;
use crate::methods::thresholds_of_solve::seeming::{
    AROUND, BEFORE, BESIDE, BEYOND, BY_SLOPE, CLOSER, KINK, LOST, MOST_HALVINGS, NEARER, ROUNDED,
    STEEP, STEEPEST, TURNED,
};
use crate::numbers::bisect;
use crate::ops::{ADD, Operation, SUBTRACT};

impl Equations {
    /// Tells whether no gap at a point is more than rounding may usually be; here it may by chance be
    /// less.
    pub(super) fn meet_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        let usual = |order: &Order| 2.0 * ROUNDINGS * f64::EPSILON * size_of_terms(order);
        let bounds = self.nodes.iter().map(|(order, _)| usual(order));
        let mut all = self.gaps_and_bounds().into_iter().zip(bounds);
        all.all(|((gap, bound), usual)| gap.abs() <= bound.max(usual))
    }

    /// Tells whether the sides meet at a point and all around it, as if they were the same.
    pub fn meet_around(&mut self, at: &[f64]) -> bool {
        let nearby = |part: f64| -> Vec<f64> { at.iter().map(|it| it * part).collect() };
        let is_somewhere = at.iter().all(|it| *it != 0.0);
        is_somewhere && AROUND.into_iter().all(|part| self.meet_at(&nearby(part)))
    }

    /// Tells whether a node is 0 at a point, or nearly, only because there are no smaller numbers.
    pub fn underflow_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        let is_nothing = |node: &&Value| node.data().abs() < f64::MIN_POSITIVE;
        self.order.nodes().iter().filter(is_nothing).any(|node| node.own_error() != 0.0)
    }

    /// Tells whether the sides only seem to agree at a point, since the leaves round: next to a pole, or
    /// where a sine makes many turns from one number to the next. The gap there is no smaller than
    /// elsewhere, and not small beside what it is a difference of.
    pub(super) fn is_vague_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        let here: Vec<(f64, f64)> =
            self.nodes.iter().map(|(order, _)| gap_and_terms(order)).collect();
        if here.iter().all(|(gap, _)| *gap == 0.0) {
            return false;
        }
        if self.seem_far_apart() {
            return true;
        }
        let bounds = self.bounds_here();
        // Rounding may be as much as the gaps usually are.
        let is_lost = bounds.iter().zip(&here).any(|(bound, (_, terms))| *bound > ROUNDED * terms);
        let mut usual = vec![0.0_f64; here.len()];
        let nearby = |part: f64| -> Vec<f64> { at.iter().map(|it| it * part).collect() };
        for place in [self.before.clone(), nearby(1.0 - BESIDE), nearby(1.0 + BESIDE)] {
            self.load(&place);
            let gaps = usual.iter_mut().zip(self.gaps()).filter(|(_, gap)| gap.is_finite());
            gaps.for_each(|(usual, gap)| *usual = usual.max(gap.abs()));
        }
        let is_vague = |((gap, terms), usual): (&(f64, f64), &f64)| {
            *usual > 0.0 && gap.abs() > BESIDE * usual && gap.abs() > ROUNDED * terms
        };
        let is_small = |(bound, usual): (&f64, &f64)| *usual == 0.0 || *bound <= BESIDE * usual;
        here.iter().zip(&usual).any(is_vague) || is_lost && !bounds.iter().zip(&usual).all(is_small)
    }

    /// Tells whether a constant is not known that well, so that sides may meet anywhere: `cos(1e22/3)`.
    pub(super) fn has_vague_constant(&self) -> bool {
        let is_vague = |operand: &Operand| {
            let error = operand.error();
            error.is_nan() || error > ROUNDED * operand.data().abs()
        };
        let of = |node: &Value| {
            let operands = node.operands();
            operands.iter().any(|operand| operand.value().is_none() && is_vague(operand))
        };
        self.order.nodes().iter().any(of)
    }

    /// Tells whether the sides meet at a point only since they come ever closer: they go on meeting
    /// as far as numbers go, and are ever farther apart before.
    pub(super) fn fades_at(&mut self, at: &[f64]) -> bool {
        let start = self.before.clone();
        let is_met_at_start = self.meet_at(&start);
        let farther = |(at, start): (&f64, &f64)| if is_met_at_start { *at } else { at - start };
        let way: Vec<f64> = at.iter().zip(&start).map(farther).collect();
        let place = |part: f64| -> Vec<f64> {
            at.iter().zip(&way).map(|(at, by)| at + part * by).collect()
        };
        if way.iter().all(|by| *by == 0.0) {
            return false;
        }
        let mut hidden = 0.0_f64;
        for part in BEYOND {
            let meets = self.meet_at(&place(part));
            // Beyond the range of numbers, or outside of the domain, nothing can be told.
            let is_finite = self.gaps().all(f64::is_finite)
                && self.bounds_here().iter().all(|bound| bound.is_finite());
            if is_finite {
                hidden = hidden.max(self.hidden_term());
            }
            let is_outside = !is_finite && !self.are_beyond();
            let mut is_known =
                || is_finite || is_outside || part == BEYOND[0] && !self.meet_at(&place(NEARER));
            if !meets && is_known() {
                return false;
            }
        }
        let apart = BEFORE.map(|part| self.gap_beyond_rounding(&place(part)));
        let seen: Vec<f64> = apart.into_iter().filter(|it| *it > 0.0 && it.is_finite()).collect();
        let (Some(nearest), most) =
            (seen.last(), seen.iter().fold(0.0, |most: f64, it| most.max(*it)))
        else {
            return false;
        };
        *nearest <= CLOSER * most && hidden <= *nearest && !self.ends_in_kink(place)
    }

    /// Tells whether the gap, on the way to a point where the sides meet, ends as a power of the
    /// distance does, at a finite place: what fades has no such place.
    fn ends_in_kink(&mut self, place: impl Fn(f64) -> Vec<f64>) -> bool {
        let apart =
            BEFORE.into_iter().rev().find(|part| self.gap_beyond_rounding(&place(*part)) > 0.0);
        let Some(apart) = apart else { return false };
        let is_apart = |part: f64| self.gap_beyond_rounding(&place(part)) > 0.0;
        let [apart, _] = bisect([apart, 0.0], MOST_HALVINGS, is_apart);
        let gaps = KINK.map(|far| self.gap_beyond_rounding(&place(apart - far)));
        let [far, near, nearest] = gaps;
        let (once, again) = (far / near, near / nearest);
        let is_power = (once / again - 1.0).abs() <= BESIDE;
        nearest > 0.0 && far.is_finite() && again >= STEEPEST && is_power
    }

    /// The largest gap at a point, where it is more than rounding may be.
    fn gap_beyond_rounding(&mut self, at: &[f64]) -> f64 {
        self.load(at);
        let gaps = self.gaps_and_bounds();
        let sizes =
            gaps.iter().map(|(gap, bound)| if gap.abs() > *bound { gap.abs() } else { 0.0 });
        sizes.fold(0.0, f64::max)
    }

    /// The largest term of a gap, at a point that was loaded, that is less than rounding may be.
    pub(super) fn hidden_term(&self) -> f64 {
        let of = |order: &Order| {
            let bound = ROUNDINGS * order.rounded().total;
            let grads = order.grads();
            let nodes = || order.nodes().iter().zip(&grads);
            let own = nodes().filter(|(node, _)| !node.is_leaf() && Some(*node) != order.root());
            let own = own.map(|(node, grad)| node.data() * grad);
            let is_sum =
                |node: &Value| node.operation().is_some_and(|it| it.is(ADD) || it.is(SUBTRACT));
            let constants = nodes().filter(|(node, _)| is_sum(node)).flat_map(|(node, grad)| {
                let operands = node.operands().iter().filter(|it| it.value().is_none());
                operands.map(move |operand| operand.data() * grad)
            });
            let terms = own.chain(constants).map(f64::abs);
            terms.filter(|term| *term <= bound).fold(0.0, f64::max)
        };
        self.nodes.iter().map(|(order, _)| of(order)).fold(0.0, f64::max)
    }

    /// Tells whether the gap changes so much from a place to the next number that it may be infinite
    /// in between.
    pub fn falls_steeply_at(&mut self, at: f64) -> bool {
        self.load(&[at]);
        let gap = self.gaps().next().unwrap_or(f64::NAN);
        // A vertical end, as of a square root, is one that is reached.
        let slope = self.slope().abs();
        slope.is_finite() && slope * spacing(at) >= STEEP * gap.abs()
    }

    /// Tells whether a gap has the same sign at a point where a side is infinite, whatever follows from
    /// that: a sine of it is no more than 1.
    pub fn stays_at(&mut self, at: f64, gap: f64) -> bool {
        self.load(&[at]);
        let has_sign = |(order, _): &(Order, f64)| {
            let range = order.range();
            if gap < 0.0 { range.high < 0.0 } else { range.low > 0.0 }
        };
        self.nodes.iter().all(has_sign)
    }

    /// Tells whether the sides are apart at a point by more than rounding, or by much where grads do
    /// not tell how much that is.
    pub fn are_apart_at(&mut self, at: f64) -> bool {
        self.load(&[at]);
        let mut gaps = self.gaps_and_bounds().into_iter();
        gaps.any(|(gap, bound)| gap.abs() > bound) || self.seem_far_apart()
    }

    /// Tells whether the sides, at a point that was loaded, are far apart, though grads do not tell by
    /// how much.
    fn seem_far_apart(&self) -> bool {
        let is_far = |(order, _): &(Order, f64)| {
            let (gap, terms) = gap_and_terms(order);
            order.rounded().is_by_range && gap.abs() > ROUNDED * terms
        };
        self.nodes.iter().any(is_far)
    }

    /// Tells whether the sides change places between a point and the next number so fast that a jump on the
    /// way is the lesser part of that, as the steps of `floor(x^5)` are where `cosh(1000 - x)` meets them.
    fn crosses_beside(&mut self, at: f64) -> bool {
        [at.next_down(), at.next_up()].into_iter().any(|next| {
            self.load(&[next]);
            let there = self.gaps().next().unwrap_or(f64::NAN);
            self.load(&[at]);
            let here = self.gaps().next().unwrap_or(f64::NAN);
            let (change, by_slope) = (there - here, self.slope() * (next - at));
            here * there < 0.0 && by_slope / change >= BY_SLOPE && by_slope.is_finite()
        })
    }

    /// Tells whether nothing is known of a gap at a point and beside it, though it is finite there: of a
    /// remainder, or a sine, that takes all its values from one number to the next, too, and of a remainder
    /// that rounding decides everywhere.
    pub fn is_lost_at(&mut self, at: f64) -> bool {
        let far = LOST * at.abs().max(1.0);
        let [here, next, before, after] =
            [at, at.next_up(), at - far, at + far].map(|at| self.points_at(&[at]));
        let hovers = |operation: &Operation, number: usize| {
            let mut around = [&here, &before, &after].into_iter();
            around.all(|points| operation.hovers_at(points[number]))
                && self.order.of_one_twice(number).is_none()
        };
        let turns = |(number, node): (usize, &Value)| {
            node.operation().is_some_and(|operation| {
                operation.turns_between(here[number], next[number]) || hovers(operation, number)
            })
        };
        if self.order.nodes().iter().enumerate().any(turns) {
            let mut beside = at - f64::from(TURNED / 2) * spacing(at);
            let mut signs = [false; 2];
            for _ in 0..TURNED {
                beside = beside.next_up();
                self.load(&[beside]);
                self.gaps().for_each(|gap| signs[usize::from(gap > 0.0)] |= gap != 0.0);
            }
            return signs == [true; 2];
        }
        if self.crosses_beside(at) {
            return true;
        }
        [at, at - far, at + far].into_iter().all(|at| {
            self.load(&[at]);
            let is_open = |(gap, bound): &(f64, f64)| gap.is_finite() && gap.abs() <= *bound;
            self.nodes.iter().any(|(order, _)| order.rounded().is_lost)
                && self.gaps_and_bounds().iter().any(is_open)
                && !self.are_at_pole()
                && !self.are_nowhere()
        })
    }

    /// Tells whether a side, at a point that was loaded, is infinite without a division by 0: too large
    /// for a double, or at the end of a logarithm.
    pub fn are_beyond(&self) -> bool {
        let is_beyond = |node: &Value| {
            let operands = node.operands();
            let is_first = operands.iter().all(|operand| operand.data().is_finite());
            let is_function = node.operation().is_some_and(|operation| operation.arity() == 1);
            let is_ended = is_function || node.own_error().is_infinite();
            node.data().is_infinite() && is_first && is_ended
        };
        self.order.nodes().iter().any(is_beyond)
    }

    /// Tells whether a side, at a point that was loaded, is infinite since a divisor is next to 0: beside
    /// that pole nothing underflows that may yet change the other numbers.
    pub fn are_beside_pole(&self) -> bool {
        let is_beside = |node: &Value| {
            let [x, y] = numbers(node);
            node.operation().is_some_and(|operation| operation.nears_pole(x, y, node.data()))
        };
        self.order.nodes().iter().any(is_beside)
    }

    /// Tells whether a node, at a point that was loaded, is computed from what is no number: `1^nan` is 1.
    pub(super) fn are_nowhere(&self) -> bool {
        let is_nowhere =
            |node: &Value| node.operands().iter().any(|operand| operand.data().is_nan());
        !self.order.has_branches() && self.order.nodes().iter().any(is_nowhere)
    }

    /// Tells whether a node, at a point that was loaded, is at a pole: the point is outside of the domain.
    pub(super) fn are_at_pole(&self) -> bool {
        let is_at_pole = |node: &Value| {
            let is_first = node.operands().iter().all(|operand| operand.data().is_finite());
            node.data().is_infinite() && is_first && node.own_error() == 0.0
        };
        self.order.nodes().iter().any(is_at_pole)
    }
}
