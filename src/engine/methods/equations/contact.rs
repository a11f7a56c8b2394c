//! What is known of a point where the sides of equations meet, given how far rounding may move them.

use super::Equations;
use crate::graph::{Operand, Order, Value};
use crate::methods::thresholds_of_solve::contact::{
    BESIDE_END, BESIDE_POLE, FARTHER, MOST_HALVINGS, MOST_PLACES, ROUNDINGS, SPACINGS, WIDEST,
};
use crate::numbers::bisect;

/// What is known of a point.
#[derive(Debug, Clone)]
pub enum Contact {
    /// There is a root as near as this.
    Root(Near),
    /// The sides meet as far as rounding lets them see.
    Touch(Near),
    /// They do so from here to as far as numbers go, and come ever closer before.
    Fades,
    /// There is no root, or none that is seen.
    Apart,
}

/// A point, and how far from it each unknown may be.
#[derive(Debug, Clone)]
pub struct Near {
    /// The numbers of the leaves.
    pub at: Vec<f64>,
    /// How far off each of them may be by rounding.
    pub within: Vec<f64>,
}

impl Near {
    /// Returns true if another point may be the same one.
    pub fn is_same(&self, other: &Near) -> bool {
        let within = self.within.iter().zip(&other.within).map(|(one, other)| one + other);
        let pairs = self.at.iter().zip(&other.at).zip(within);
        let mut near = pairs.map(|((one, other), within)| {
            let rounding = f64::EPSILON * SPACINGS * one.abs().max(other.abs());
            (one - other).abs() <= within + rounding
        });
        near.all(|near| near)
    }

    /// Returns the place itself, off by nothing.
    pub fn exactly(at: &[f64]) -> Near {
        Near { at: at.to_vec(), within: vec![0.0; at.len()] }
    }
}

/// Which side of an equation of one unknown is the larger one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Below,
    Above,
    /// They are the same, and nothing has been rounded.
    Zero,
    /// Rounding may be all there is between them.
    Unclear,
    /// One of them is not finite.
    Nowhere,
}

impl Sign {
    pub(super) fn is_clear(self) -> bool {
        matches!(self, Sign::Below | Sign::Above)
    }
}

impl Equations {
    /// Tells what is known of a point.
    pub fn contact(&mut self, at: &[f64]) -> Contact {
        let contact = match *at {
            [one] if self.nodes.len() == 1 => self.contact_of_one(one, true),
            _ => self.contact_of_several(at),
        };
        match contact {
            Contact::Touch(near) if self.has_vague_constant() => Contact::Touch(near),
            Contact::Touch(_) if self.is_vague_at(at) => Contact::Apart,
            Contact::Touch(near) if self.meet_at_end(at) => Contact::Touch(near),
            Contact::Touch(_) if self.fades_at(at) => Contact::Fades,
            Contact::Touch(near) => self.beside_end(near),
            Contact::Root(near) if self.may_be_outside(at) => Contact::Touch(near),
            contact => contact,
        }
    }

    /// Tells whether nothing has been rounded at a point, and all sides agree.
    pub fn is_exact_root(&mut self, at: &[f64]) -> bool {
        self.load(at);
        self.nodes.iter().all(|(order, _)| super::gap(order) == 0.0 && order.is_exact(|_, _| None))
            && self.is_inside(at)
            && !self.may_be_outside(at)
    }

    /// Tells whether a point that was loaded is inside of the domain: all numbers there are finite, or
    /// the sides are the same on both sides of it, too, as those of `exp(-1/x^2) = 0` are beside 0.
    fn is_inside(&mut self, at: &[f64]) -> bool {
        let is_finite = |order: &Order| order.nodes().iter().all(|node| node.data().is_finite());
        if self.nodes.iter().all(|(order, _)| is_finite(order)) {
            return true;
        }
        let [only] = *at else { return false };
        let far = spacing(only).max(BESIDE_POLE);
        let meet = [only + far, only - far].into_iter().all(|beside| {
            self.load(&[beside]);
            self.gaps().all(|gap| gap == 0.0)
                && self.nodes.iter().all(|(order, _)| is_finite(order))
        });
        self.load(at);
        meet
    }

    /// Tells whether all around a point the sides may be outside of their domain, where only rounding has
    /// put them inside, as `asin(exp(-x) - 1)` is at 50 and beyond.
    fn may_be_outside(&mut self, at: &[f64]) -> bool {
        let [only] = *at else { return false };
        let far = BESIDE_END * only.abs().max(1.0);
        let is_outside = [only + far, only - far].into_iter().all(|beside| {
            self.load(&[beside]);
            self.nodes.iter().any(|(order, _)| order.may_be_outside())
        });
        self.load(at);
        is_outside
    }

    /// The gap of each equation, and what it must be more than to be none of rounding.
    pub(super) fn gaps_and_bounds(&self) -> Vec<(f64, f64)> {
        let bounds = self.bounds.clone().unwrap_or_else(|| self.bounds_here());
        self.gaps().zip(bounds).collect()
    }

    pub(super) fn bounds_here(&self) -> Vec<f64> {
        let bound = |order: &Order| {
            let rounded = order.rounded();
            if rounded.is_by_range { order.off_by_range() } else { ROUNDINGS * rounded.total }
        };
        self.nodes.iter().map(|(order, _)| bound(order)).collect()
    }

    pub(super) fn sign_at(&mut self, at: f64) -> Sign {
        self.load(&[at]);
        let Some((gap, bound)) = self.gaps_and_bounds().first().copied() else {
            return Sign::Nowhere;
        };
        let is_exact = || self.nodes.iter().all(|(order, _)| order.is_exact(|_, _| None));
        match gap {
            _ if !gap.is_finite() => Sign::Nowhere,
            0.0 if is_exact() && self.is_inside(&[at]) => Sign::Zero,
            _ if self.are_at_pole() || self.are_nowhere() => Sign::Nowhere,
            _ if bound.is_nan() || gap.abs() <= bound => Sign::Unclear,
            _ if gap < 0.0 => Sign::Below,
            _ => Sign::Above,
        }
    }

    fn contact_of_one(&mut self, middle: f64, may_move: bool) -> Contact {
        self.load(&[middle]);
        // Of many rows it is found once only.
        let has_rows = self.order.has_rows();
        self.bounds = has_rows.then(|| self.bounds_here());
        let contact = self.look_around(middle, may_move);
        self.bounds = None;
        contact
    }

    fn look_around(&mut self, middle: f64, may_move: bool) -> Contact {
        let here = self.sign_at(middle);
        match here {
            Sign::Zero => return Contact::Root(Near::exactly(&[middle])),
            Sign::Nowhere => return Contact::Apart,
            _ => {}
        }
        let start = self.before.first().copied().unwrap_or(middle);
        let way = middle.abs().max((middle - start).abs());
        let (gap, bound) = self.gaps_and_bounds().first().copied().unwrap_or_default();
        let reach = FARTHER * (bound + gap.abs()) / self.slope().abs();
        let least = if middle == 0.0 { f64::EPSILON * way } else { spacing(middle) };
        let widest = (WIDEST * way).max(least);
        let mut far = if reach.is_finite() { reach.clamp(least, widest) } else { least };
        let mut sides: [Option<(f64, Sign)>; 2] = [None, None];
        for _ in 0..MOST_PLACES {
            for (side, sign) in sides.iter_mut().zip([-1.0, 1.0]) {
                let place = middle + sign * far;
                if side.is_none() {
                    let there = self.sign_at(place);
                    if there == Sign::Zero {
                        return Contact::Root(Near::exactly(&[place]));
                    }
                    *side = there.is_clear().then_some((place, there));
                }
            }
            if far >= widest || sides.iter().all(Option::is_some) || self.stop.is_set() {
                break;
            }
            far = (FARTHER * far).min(widest);
        }
        let ends = sides.map(|side| side.map(|(place, _)| place));
        let [low, high] = [ends[0].unwrap_or(middle - far), ends[1].unwrap_or(middle + far)];
        let near = |at: f64| Near { at: vec![at], within: vec![(at - low).max(high - at)] };
        // At the edge of a domain, or at a kink, there may be one side only on which the sign differs.
        let differs = |(_, sign): &(f64, Sign)| *sign != here;
        let other = sides.into_iter().flatten().find(differs);
        match sides.map(|side| side.map(|(_, sign)| sign)) {
            [Some(left), Some(right)] if left != right => {
                let is_unbroken = self.is_unbroken([low, high]);
                if !is_unbroken && here == Sign::Unclear {
                    return Contact::Touch(near(middle));
                }
                if !is_unbroken || !self.is_least_between([low, middle, high]) {
                    return Contact::Apart;
                }
                if let Some(exact) = self.exact_between(low, high) {
                    return Contact::Root(Near::exactly(&[exact]));
                }
                if here.is_clear() && may_move {
                    let nearer = self.halved([(low, left), (high, right)]);
                    return self.look_around(nearer, false);
                }
                Contact::Root(near(middle))
            }
            _ if here.is_clear() && other.is_some() => {
                let (other, sign) = other.unwrap_or((middle, here));
                match self.is_unbroken([middle.min(other), middle.max(other)]) {
                    true if may_move => {
                        let nearer = self.halved([(middle, here), (other, sign)]);
                        self.look_around(nearer, false)
                    }
                    true => {
                        let within = vec![(middle - other).abs()];
                        Contact::Root(Near { at: vec![middle], within })
                    }
                    false => Contact::Apart,
                }
            }
            _ if here.is_clear() => {
                if self.may_meet_beside(middle) {
                    let within = vec![SPACINGS * spacing(middle)];
                    Contact::Touch(Near { at: vec![middle], within })
                } else {
                    Contact::Apart
                }
            }
            _ => match self.exact_between(low, high) {
                Some(exact) => Contact::Root(Near::exactly(&[exact])),
                None => self.tangency(middle, [low, high], near),
            },
        }
    }

    /// Tells whether the sides may meet between a place, where they are apart, and the next number: they
    /// come closer on the way there, and on the way back, so fast that they may cross twice.
    fn may_meet_beside(&mut self, at: f64) -> bool {
        [at.next_down(), at.next_up()].into_iter().any(|next| {
            let mut falls = [(at, next), (next, at)].map(|(from, to)| {
                self.load(&[from]);
                let (gap, bound) = self.gaps_and_bounds().first().copied().unwrap_or_default();
                let slope = self.slope();
                let fall = -(slope * (to - from)) * gap.signum();
                gap.is_finite()
                    && slope.is_finite()
                    && fall > 0.0
                    && gap.abs() <= bound + ROUNDINGS * fall
            });
            falls.iter_mut().all(|falls| *falls)
        })
    }

    /// The roundest number between two, if it is an exact root.
    fn exact_between(&mut self, low: f64, high: f64) -> Option<f64> {
        let round = roundest(low, high);
        (self.sign_at(round) == Sign::Zero).then_some(round)
    }

    /// The place between two, of different sign, where the sign seems to change.
    fn halved(&mut self, [(low, sign), (high, _)]: [(f64, Sign); 2]) -> f64 {
        let [low, _] = bisect([low, high], MOST_HALVINGS, |between| {
            self.load(&[between]);
            let gap = self.gaps().next().unwrap_or(f64::NAN);
            (gap < 0.0) == (sign == Sign::Below)
        });
        low
    }
}

/// The data of both operands of a node.
pub(super) fn numbers(node: &Value) -> [f64; 2] {
    let operands = node.operands();
    [0, 1].map(|index| operands.get(index).map_or(0.0, Operand::data))
}

/// The distance to the next number.
pub(super) fn spacing(number: f64) -> f64 {
    let size = number.abs();
    size.next_up() - size
}

/// The number between two with the fewest digits.
pub(super) fn roundest(low: f64, high: f64) -> f64 {
    if low <= 0.0 && high >= 0.0 {
        return 0.0;
    }
    let middle = low / 2.0 + high / 2.0;
    let rounded = |digits: usize| format!("{middle:.digits$e}").parse().unwrap_or(middle);
    (0..17).map(rounded).find(|it: &f64| low <= *it && *it <= high).unwrap_or(middle)
}
