//! What sides come to at an end of their domain, which lies between two neighboring numbers or is one.

use super::Equations;
use super::contact::{Contact, Near, Sign, roundest, spacing};
use crate::graph::Operand;
use crate::methods::thresholds_of_solve::contact::{ROUNDINGS, SPACINGS};
use crate::methods::thresholds_of_solve::ends::{
    CLOSE, FARTHER_AWAY, FARTHEST, MOST_DOUBLINGS, NEARER,
};
use crate::methods::thresholds_of_solve::seeming::CLOSER;
use crate::numbers::{UNTIL_NEIGHBORS, bisect};
use crate::ops::{ADD, DIVIDE, Operation, POWER, SUBTRACT};

/// A number that a node comes to, and how far off it may be.
type Limit = (f64, f64);

impl Equations {
    /// Tells what is known between neighboring places, inside and outside of the domain: the node that
    /// ends there comes to infinity, as a logarithm does, or to its last number, as a square root does.
    /// None where it is not known what sides come to.
    pub fn contact_at_end(&mut self, inside: f64, outside: f64) -> Option<Contact> {
        if self.order.has_rows() || self.nodes.len() != 1 {
            return None;
        }
        if self.sign_at(inside) == Sign::Zero {
            return None;
        }
        let ([mut inside, mut outside], way) = ([inside, outside], (outside - inside).signum());
        let mut far = spacing(inside).max(spacing(outside));
        for _ in 0..MOST_DOUBLINGS {
            let [within, beyond] = [inside, outside].map(|at| self.points_at(&[at]));
            let limit = self.limit_between(&within, &beyond, (outside - inside).abs());
            let here = self.sign_at(inside);
            if let Some((end, is_reached)) = limit.filter(|_| here.is_clear()) {
                return self.contact_of_end(here, (end, is_reached), [inside, outside]);
            }
            (inside, outside) = (inside - way * far, outside + way * far);
            far *= 2.0;
        }
        None
    }

    fn contact_of_end(
        &self,
        here: Sign,
        ((gap, error), is_reached): (Limit, bool),
        [inside, outside]: [f64; 2],
    ) -> Option<Contact> {
        let near = Near { at: vec![inside], within: vec![(outside - inside).abs()] };
        let there = if gap < 0.0 { Sign::Below } else { Sign::Above };
        match gap.abs() {
            gap if gap == 0.0 && error == 0.0 && is_reached => Some(Contact::Root(near)),
            gap if gap == 0.0 && error == 0.0 => Some(Contact::Apart),
            gap if gap <= ROUNDINGS * error => None,
            _ if there == here => Some(Contact::Apart),
            _ => Some(Contact::Root(near)),
        }
    }

    /// What the gap comes to on the way from a point inside to one outside, and whether it is reached;
    /// none where rounding hides on which side of the end a point is, or a side breaks off.
    fn limit_between(
        &self,
        inside: &[[f64; 3]],
        outside: &[[f64; 3]],
        far: f64,
    ) -> Option<(Limit, bool)> {
        let (mut limits, mut is_reached): (Vec<Limit>, bool) = (Vec::new(), true);
        let (errors_inside, errors_outside) = (self.errors_at(inside), self.errors_at(outside));
        for (number, node) in self.order.nodes().iter().enumerate() {
            let ([x, y, out], [next_x, next_y, next]) =
                (*inside.get(number)?, *outside.get(number)?);
            let Some(operation) = node.operation() else {
                let far = if self.leaves.contains(node) { far } else { 0.0 };
                limits.push((out, far));
                continue;
            };
            let pair = self.order.operand_pair(number);
            let of = |index: usize, given: f64| match pair.get(index).copied().flatten() {
                Some(operand) => limits.get(operand).copied(),
                None => Some((given, 0.0)),
            };
            let operands = [of(0, x)?, of(1, y)?];
            let is_ended = next_x.is_finite() && next_y.is_finite() && !next.is_finite();
            let breaks = || operation.breaks_between([x, y, out], [next_x, next_y, next]);
            if !is_ended && (next.is_finite() || operation.jumps) && breaks() {
                return None;
            }
            let reached = if is_ended {
                let place = end_of(operation, [x, y], [next_x, next_y])?;
                let operand = pair.get(place.index).copied().flatten();
                let off = [&errors_inside, &errors_outside]
                    .map(|errors| operand.and_then(|it| errors.get(it)).copied().unwrap_or(0.0));
                let at = [[x, y], [next_x, next_y]].map(|operands| operands[place.index]);
                if at.into_iter().zip(off).any(|(at, off)| !place.is_surely_beside(at, off)) {
                    return None;
                }
                is_reached &= place.result.is_finite();
                Reached::at_end(operation, operands, &place, out)?
            } else {
                Reached::of(operation, operands)
            };
            if !reached.is_known() {
                return None;
            }
            let constants = node.both_operands().each_ref().map(Operand::error);
            limits.push((reached.out, reached.error(constants)));
        }
        Some((limits.last().copied()?, is_reached))
    }

    /// How far each node may be off at a point.
    fn errors_at(&self, points: &[[f64; 3]]) -> Vec<f64> {
        let mut errors: Vec<f64> = Vec::with_capacity(points.len());
        for (number, (node, [x, y, out])) in self.order.nodes().iter().zip(points).enumerate() {
            let Some(operation) = node.operation() else {
                errors.push(0.0);
                continue;
            };
            let pair = self.order.operand_pair(number);
            let part = |index: usize| {
                let operand = pair.get(index).copied().flatten();
                let by = operand.and_then(|it| errors.get(it)).copied().unwrap_or(0.0);
                operation.error_by_operand(index, [*x, *y], *out, by)
            };
            let constants = node.both_operands().each_ref().map(Operand::error);
            let own = operation.error_of_constants([*x, *y], *out, constants);
            errors.push(own + part(0) + part(1));
        }
        errors
    }

    /// What is known of a place where the sides of the only equation meet to rounding, given an end of
    /// the domain beside it.
    pub(super) fn beside_end(&mut self, near: Near) -> Contact {
        let ([at], [within]) = (&*near.at, &*near.within) else { return Contact::Touch(near) };
        let (at, far) = (*at, within.max(SPACINGS * spacing(*at)));
        for beyond in [at - far, at + far, 0.0] {
            if beyond == at || !self.is_nowhere(beyond) {
                continue;
            }
            let [inside, outside] = self.end_between(at, beyond);
            let is_close = (inside - at).abs() <= CLOSE * spacing(at);
            match self.contact_at_end(inside, outside) {
                Some(Contact::Root(near)) => return Contact::Root(near),
                Some(_) if is_close => return Contact::Apart,
                _ if self.fades_to(at, outside) => return Contact::Fades,
                _ => {}
            }
        }
        Contact::Touch(near)
    }

    /// Tells whether the sides are the same at the last number of the domain and clearly differ before it, as those of
    /// `asin(x) = pi/2` at 1: they do not only come closer there.
    pub(super) fn meet_at_end(&mut self, at: &[f64]) -> bool {
        let [end] = *at else { return false };
        let far = CLOSE * spacing(end);
        let ways = [(end.next_up(), end - far), (end.next_down(), end + far)];
        let ends_there = ways
            .into_iter()
            .any(|(beyond, before)| self.is_nowhere(beyond) && self.sign_at(before).is_clear());
        self.load(at);
        ends_there && self.gaps().all(|gap| gap == 0.0)
    }

    fn is_nowhere(&mut self, at: f64) -> bool {
        self.sign_at(at) == Sign::Nowhere
    }

    /// The last place inside of the domain on the way to one outside, and the first one outside.
    fn end_between(&mut self, inside: f64, outside: f64) -> [f64; 2] {
        bisect([inside, outside], UNTIL_NEIGHBORS, |at| !self.is_nowhere(at))
    }

    /// Tells whether the sides meet at a place only since they come ever closer on the way to an end
    /// that is outside of the domain.
    fn fades_to(&mut self, at: f64, end: f64) -> bool {
        let way = at - end;
        let mut hidden: Vec<f64> = Vec::new();
        for part in NEARER {
            let place = end + part * way;
            if place == end || self.is_nowhere(place) {
                break;
            }
            if !self.meet_at(&[place]) {
                return false;
            }
            hidden.push(self.hidden_term());
        }
        // A term that rounding hides all the way is met before the end.
        if let [.., before, last] = *hidden
            && last != 0.0
            && last > CLOSER * before
        {
            return false;
        }
        let hidden = hidden.into_iter().fold(0.0, f64::max);
        let mut seen: Vec<f64> = Vec::new();
        let (mut far, mut first) = (way, None);
        while far.abs() <= FARTHEST * end.abs().max(1.0) {
            let sign = self.sign_at(end + far);
            if sign.is_clear() {
                if *first.get_or_insert(sign) != sign {
                    return false;
                }
                seen.extend(self.gaps().map(f64::abs));
            } else if first.is_some() {
                return false;
            }
            far *= FARTHER_AWAY;
        }
        let (Some(nearest), Some(most)) = (seen.first(), seen.last()) else { return false };
        *nearest <= CLOSER * most && hidden <= *nearest
    }
}

/// Where the domain of an operation ends.
struct End {
    /// The operand that goes beyond.
    index: usize,
    /// What that operand is there.
    end: f64,
    /// What the result comes to.
    result: f64,
}

impl End {
    /// Tells whether an operand that may be so far off is not at the end itself.
    fn is_surely_beside(&self, at: f64, off: f64) -> bool {
        off == 0.0 || (at - self.end).abs() > ROUNDINGS * off
    }
}

/// What an operation comes to, given what its operands come to.
struct Reached {
    operation: &'static Operation,
    operands: [Limit; 2],
    out: f64,
    /// True where its domain ends there.
    is_end: bool,
}

impl Reached {
    fn of(operation: &'static Operation, operands: [Limit; 2]) -> Reached {
        let out = operation.forward(operands[0].0, operands[1].0);
        Reached { operation, operands, out, is_end: false }
    }

    /// At the end of its domain, near which it is `out`; none where nothing is known of it, as of 0/0.
    fn at_end(
        operation: &'static Operation,
        mut operands: [Limit; 2],
        End { index, end, result }: &End,
        out: f64,
    ) -> Option<Reached> {
        let (other, off) = operands[1 - index];
        if operation.arity() == 2 && other.abs() <= ROUNDINGS * off {
            return None;
        }
        operands[*index] = (*end, 0.0);
        // A quotient turns its sign at its pole.
        let out = if operation.is(DIVIDE) { result.abs().copysign(out) } else { *result };
        Some(Reached { operation, operands, out, is_end: true })
    }

    /// Tells whether something is known of the result.
    fn is_known(&self) -> bool {
        let Reached { operation, operands: [(x, by_x), (y, by_y)], out, is_end } = *self;
        // For a double (-inf)^0.5 is inf; it is outside of the domain as all before it.
        let is_root_of_negative = operation.is(POWER) && x < 0.0 && y.fract() != 0.0;
        let is_infinite = x.is_infinite() || y.is_infinite();
        let may_be_zero = |at: f64, by: f64| at.abs() <= ROUNDINGS * by || at == 0.0;
        // Of infinity times what may be 0 nothing is known, nor of what is left beside one.
        let is_lost_product = || {
            let is_sum = operation.is(ADD) || operation.is(SUBTRACT);
            let is_told = out == 0.0 || out.is_infinite();
            operation.arity() == 2
                && is_infinite
                && !is_sum
                && (may_be_zero(x, by_x) || may_be_zero(y, by_y) || !is_told)
        };
        // Nor of what may be 1 to the power of infinity.
        let may_be_one = (x.abs() - 1.0).abs() <= ROUNDINGS * by_x || x.abs() == 1.0;
        let is_lost_power = operation.is(POWER) && y.is_infinite() && may_be_one;
        // Nor of a quotient by what may be 0 there, as the unknown itself beside 0.
        let is_lost_quotient = || operation.is(DIVIDE) && by_y > 0.0 && may_be_zero(y, by_y);
        // Nor where rounding hides on which side of a pole it is, as of a tangent.
        let may_be_pole = || {
            operation.arity() == 1
                && out.is_finite()
                && operation.may_have_broken([x, y], out, [ROUNDINGS * by_x, 0.0])
        };
        // Too large for a double is no infinity that is come to.
        let is_too_large = out.is_infinite() && x.is_finite() && y.is_finite();
        let is_lost = out.is_nan() || is_root_of_negative || is_lost_power;
        let is_lost_before_end =
            || is_too_large || is_lost_product() || is_lost_quotient() || may_be_pole();
        !is_lost && (is_end || !is_lost_before_end())
    }

    /// How far off it may be, given the errors of its constant operands.
    fn error(&self, constants: [f64; 2]) -> f64 {
        let Reached { operation, operands: [(x, by_x), (y, by_y)], out, .. } = *self;
        if x.is_infinite() || y.is_infinite() || out.is_infinite() {
            return 0.0;
        }
        let part = |index: usize, by: f64| operation.error_by_operand(index, [x, y], out, by);
        let own = operation.error_of_constants([x, y], out, constants);
        own + part(0, by_x) + part(1, by_y)
    }
}

/// Where an operation ends on the way from operands with a finite result to others with none.
fn end_of(operation: &'static Operation, [x, y]: [f64; 2], beyond: [f64; 2]) -> Option<End> {
    let result = |index: usize, own: f64| match index {
        0 => operation.forward(own, y),
        _ => operation.forward(x, own),
    };
    let index = (0..operation.arity()).find(|index| !result(*index, beyond[*index]).is_finite())?;
    let (inside, outside) = ([x, y][index], beyond[index]);
    let at = |own: f64| if index == 0 { [own, y] } else { [x, own] };
    let is_pole = |own: f64| {
        let ([x, y], result) = (at(own), result(index, own));
        result.is_infinite() && operation.error(x, y, result) == 0.0
    };
    // Poles are at round numbers; before one, a quotient is too large for a double already.
    let round = roundest(inside.min(outside), inside.max(outside));
    if is_pole(round) {
        return Some(End { index, end: round, result: result(index, round) });
    }
    let is_finite = |own: f64| result(index, own).is_finite();
    let [inside, outside] = bisect([inside, outside], UNTIL_NEIGHBORS, is_finite);
    let is_last = result(index, outside).is_nan();
    is_last.then(|| End { index, end: inside, result: result(index, inside) })
}
