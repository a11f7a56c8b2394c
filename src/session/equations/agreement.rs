//! Whether sides of equations that agree as far as rounding lets them see do so at a root.

use super::{Equations, gap, size_of_terms};
use crate::graph::{Operand, Order, Value};
use crate::ops::POWER;

/// Where sides that may only seem to agree are looked at again: these parts of the way farther,
const BEYOND: [f64; 4] = [0.1, 1.0, 10.0, 1e3];
/// and on the other side.
const BEFORE: [f64; 5] = [-0.3, -0.7, -1.0, -1.7, -11.0];
/// How large gaps usually are is looked at this part of a point beside it; at a root they are below
/// this part of that,
const BESIDE: f64 = 0.1;
/// or below this part of their terms.
const ROUNDED: f64 = 1e-6;

impl Equations {
    /// Tells whether a point is a root: the sides agree, and do not only seem to.
    pub fn is_root(&mut self, at: &[f64]) -> bool {
        self.agree_at(at) && !self.is_vague_at(at) && !self.fades_at(at)
    }

    /// Tells whether the sides only seem to agree at a point, since the leaves round: next to a pole, or
    /// where a sine makes many turns from one number to the next. The gap there is no smaller than
    /// elsewhere, and not small beside what it is a difference of.
    pub fn is_vague_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        let here: Vec<(f64, f64)> =
            self.nodes.iter().map(|(order, _)| gap_and_terms(order)).collect();
        if here.iter().all(|(gap, _)| *gap == 0.0) {
            return false;
        }
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
        here.iter().zip(&usual).any(is_vague)
    }

    /// Tells whether a node is 0 at a point, or nearly, only because there are no smaller numbers.
    pub fn underflow_at(&mut self, at: &[f64]) -> bool {
        self.load(at);
        let is_nothing = |node: &&Value| node.data().abs() < f64::MIN_POSITIVE;
        self.order.nodes().iter().filter(is_nothing).any(is_rounded_away)
    }

    /// Tells whether the sides only seem to agree at a point, since numbers round: they go on agreeing
    /// far beyond it, and yet are no sides that are the same there.
    ///
    /// An analytic function that is 0 all along a way is 0 everywhere, so it would be 0 at the start.
    /// One with kinks may well be flat; it only seems to be 0 where rounding takes something away.
    pub fn fades_at(&mut self, at: &[f64]) -> bool {
        let start = self.before.clone();
        let is_same_at_start = self.agree_at(&start);
        let before: Vec<f64> = self.gaps().collect();
        let farther = |at: &f64, start: &f64| if is_same_at_start { *at } else { at - start };
        let way: Vec<f64> = at.iter().zip(&start).map(|(at, start)| farther(at, start)).collect();
        if way.iter().all(|by| *by == 0.0) {
            return false;
        }
        let place = |part: f64| -> Vec<f64> {
            at.iter().zip(&way).map(|(at, by)| at + part * by).collect()
        };
        let (mut is_rounded, mut has_branches, mut crosses) = (false, false, false);
        let mut last = Vec::new();
        for part in BEYOND {
            let agrees = self.agree_at(&place(part));
            // Beyond the range of numbers, or outside of the domain, nothing can be told.
            let is_finite = self.gaps().all(f64::is_finite)
                && self.nodes.iter().all(|(order, _)| size_of_terms(order).is_finite());
            if !agrees && (is_finite || part == BEYOND[0]) {
                return false;
            }
            if is_finite {
                is_rounded |= self.order.nodes().iter().any(is_rounded_away);
                has_branches |= self.order.nodes().iter().any(is_branched);
                let beyond: Vec<f64> = self.gaps().collect();
                // Noise would not be the same to the last bit.
                crosses = matches!((&*before, &*beyond, &*last), ([one], [other], [last])
                    if one * other < 0.0 && other == last);
                last = beyond;
            }
        }
        let mut agrees_before = || {
            BEFORE.into_iter().all(|part| {
                let agrees = self.agree_at(&place(part));
                agrees || !self.gaps().all(f64::is_finite)
            })
        };
        if is_same_at_start && agrees_before() {
            return false;
        }
        // A side that ends up above the other, and was below it, has met it.
        !crosses && (is_rounded || !has_branches)
    }
}

/// The data of the root of an order, and the largest of what it is a sum or difference of.
fn gap_and_terms(order: &Order) -> (f64, f64) {
    let terms = order.nodes().iter().zip(order.grads());
    let terms = terms.filter(|(_, grad)| grad.abs() == 1.0).map(|(node, _)| node.data().abs());
    (gap(order), terms.fold(0.0, f64::max))
}

/// Tells whether a node has kinks, or is no analytic function of what it is computed from.
fn is_branched(node: &Value) -> bool {
    let Some(operation) = node.operation() else { return false };
    match node.operands() {
        [_, Operand::Constant(exponent)] if operation.is(POWER) => exponent.fract() != 0.0,
        _ => !operation.kinks.is_empty() || operation.is_vertical_somewhere(),
    }
}

/// Tells whether rounding takes away all that a node gets from an operand, or the node itself: `x + 1`
/// where x is huge, `tanh(x)` where it is 1, `exp(x)` where it is 0.
fn is_rounded_away(node: &Value) -> bool {
    let Some(operation) = node.operation().filter(|it| it.kinks.is_empty() || it.is(POWER)) else {
        return false;
    };
    let operands = node.operands();
    let data = |index: usize| operands.get(index).map_or(1.0, Operand::data);
    let (x, y, out) = (data(0), data(1), node.data());
    let numbers = operands.iter().map(Operand::data);
    let is_of_rows = operands.iter().any(|it| it.rows().is_some());
    let is_plain = |number: f64| number.is_finite() && number != 0.0;
    if is_of_rows || !numbers.into_iter().all(is_plain) || !out.is_finite() {
        return false;
    }
    (0..operands.len().min(2)).any(|index| {
        let part = operation.partial(index, x, y, out) * data(index);
        part.abs() <= f64::EPSILON * out.abs()
    }) || out.is_subnormal()
}
