//! The verdict on the point where a search ends: a minimum only if a test proves it.

use super::curvature::Curvature;
use super::search::Search;
use super::{Outcome, Proof};
use crate::methods::thresholds_of_minimize::verdict::{
    ASIDE, CLOSE, ENOUGH, FAINT, FAR, LEVEL, LITTLE, LOWER, MOST_LEAVES, MOST_MEASURING,
    MOST_NUDGING, NEAR, NEAREST_POWERS, NUDGE, ONWARD, POWERS, RANDOM_DIRECTIONS, ROUGH, ROUNDED,
    SHOWN, STEEPER, THERE, TWICE, VERY_FAR, VISIBLE,
};
use crate::numbers::{dot, share};

/// The root's data around a point, found by nudging the leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearby {
    /// Lower somewhere; the search has moved there.
    Lower,
    /// The same everywhere.
    Same,
    /// Higher everywhere.
    Higher,
    /// Nowhere lower, or too much work to find out.
    NotLower,
}

impl Search {
    /// Returns the verdict on a point from which no step leads lower.
    pub fn verdict(&mut self) -> Outcome {
        match self.proof(Nearby::NotLower) {
            Some(proof) => Outcome::Minimum(proof),
            None if self.traits.has_kinks => Outcome::Kink,
            None if !self.can_measure() && self.changes_at_most(LEVEL) => Outcome::Unmeasured,
            None => Outcome::Stuck,
        }
    }

    /// Returns the verdict on a point where the grads vanish, given the findings around it.
    pub fn verdict_at_rest(&mut self, nearby: Nearby) -> Outcome {
        match self.proof(nearby) {
            Some(proof) => Outcome::Minimum(proof),
            None if nearby == Nearby::Same => Outcome::Flat,
            None if self.can_measure() => Outcome::Level,
            None => Outcome::Unmeasured,
        }
    }

    /// Returns true if measuring the curvature is not too much work.
    pub fn can_measure(&self) -> bool {
        (1..=MOST_LEAVES).contains(&self.tape.leaves().len())
            && Curvature::work(&self.tape) <= MOST_MEASURING
    }

    /// Nudges the leaves, and moves to the first lower point, as off a maximum or a saddle.
    pub fn probe(&mut self) -> Nearby {
        let leaves = self.tape.leaves().len();
        if leaves == 0 || leaves.saturating_mul(self.tape.records()) > MOST_NUDGING {
            return Nearby::NotLower;
        }
        let low = self.tape.root_data();
        let lower = low - LOWER * low.abs();
        let (start, scales) = (self.tape.data().to_vec(), self.scales());
        let (mut never_same, mut never_higher) = (true, true);
        // Each leaf both ways, then random directions in which all leaves move.
        let along = |way: usize, leaf: usize| match way.checked_sub(2 * leaves) {
            None if way / 2 != leaf => 0.0,
            None if way.is_multiple_of(2) => 1.0,
            None => -1.0,
            Some(direction) => sign(direction, leaf),
        };
        for way in 0..2 * leaves + RANDOM_DIRECTIONS {
            let places = start.iter().zip(&scales).enumerate();
            let places = places.map(|(leaf, (at, scale))| at + along(way, leaf) * NUDGE * scale);
            let root = self.tape.root_at(places);
            if (f64::MIN..lower).contains(&root) {
                self.tape.backward();
                return Nearby::Lower;
            }
            never_same &= root > low;
            never_higher &= root == low;
            if self.stop.is_set() {
                (never_same, never_higher) = (false, false);
                break;
            }
        }
        self.tape.pass_at(start.iter().copied());
        match (never_same, never_higher) {
            (true, _) => Nearby::Higher,
            (_, true) => Nearby::Same,
            _ => Nearby::NotLower,
        }
    }

    /// Returns the proof that the point is a minimum, if there is one.
    fn proof(&mut self, nearby: Nearby) -> Option<Proof> {
        // A root that is 0 by underflow is also 0 nearby, so `Higher` excludes it.
        let is_zero = nearby == Nearby::Higher && self.tape.root_data() == 0.0;
        if self.traits.is_never_negative && (is_zero || self.is_zero_to_rounding()) {
            return Some(Proof::NeverNegative);
        }
        if self.curvature.is_none() && self.can_measure() {
            let scales = self.scales();
            self.curvature = Curvature::measure(&mut self.tape, &scales, &self.stop);
        }
        if let Some(curvature) = self.curvature.take()
            && let Some(left) = self.left_to_fall(&curvature)
        {
            self.settle(curvature);
            return Some(Proof::Curvature { left });
        }
        self.rises_to_both_sides().then_some(Proof::Sides)
    }

    /// Returns true if some leaf that is rounded makes more of the root than there is, and each that
    /// moves does.
    pub fn is_zero_to_rounding(&mut self) -> bool {
        let low = self.tape.root_data();
        let (start, scales) = (self.tape.data().to_vec(), self.scales());
        if start.len().saturating_mul(self.tape.records()) > MOST_NUDGING {
            return false;
        }
        let mut rises = |leaf: usize, by: f64| {
            [by, -by].into_iter().any(|by| {
                let moved = |(at, data): (usize, &f64)| if at == leaf { data + by } else { *data };
                self.tape.root_at(start.iter().enumerate().map(moved)) > TWICE * low
            })
        };
        let is_rounding =
            scales.iter().enumerate().any(|(leaf, scale)| rises(leaf, ROUNDED * scale));
        // A leaf that is 0 but for rounding has no scale of its own.
        let far = |scale: &f64| NUDGE * scale.max(1.0);
        let all =
            is_rounding && scales.iter().enumerate().all(|(leaf, scale)| rises(leaf, far(scale)));
        self.tape.pass_at(start.iter().copied());
        all
    }

    /// Returns how much the root would fall to the bottom of its parabola, if it curves upward in
    /// every direction, the fall is negligible, and the root rises when sampled around the point.
    fn left_to_fall(&mut self, curvature: &Curvature) -> Option<f64> {
        if !curvature.is_upward() {
            return None;
        }
        let (root, scales) = (self.tape.root_data().abs(), self.scales());
        let step = curvature.step(self.tape.grads(), 0.0)?;
        let gain: f64 = step.iter().zip(self.tape.grads()).map(|(by, grad)| by * grad).sum();
        let left = (-0.5 * gain).max(0.0);
        let within = |part: f64| step.iter().zip(&scales).all(|(by, it)| by.abs() <= part * it);
        if !(within(THERE) || (left <= LITTLE * root && within(CLOSE))) {
            return None;
        }
        let rise = SHOWN * root;
        let mut ways: Vec<Vec<f64>> = Vec::new();
        for (leaf, (unit, scale)) in curvature.units.iter().zip(&scales).enumerate() {
            let mut way = vec![0.0; scales.len()];
            if let Some(by) = way.get_mut(leaf) {
                *by = (unit * (2.0 * rise).sqrt()).max(ASIDE * scale);
            }
            ways.push(way);
        }
        // The direction of least curvature is the most likely not to rise.
        let mut weakest = curvature.weakest(rise)?;
        let sizes = weakest.iter().zip(&scales).map(|(by, scale)| by.abs() / scale);
        let size = sizes.fold(0.0, f64::max);
        if size < ASIDE {
            let longer = if size > 0.0 { ASIDE / size } else { return self.rises(&ways, left) };
            weakest.iter_mut().for_each(|by| *by *= longer);
        }
        ways.push(weakest);
        self.rises(&ways, left)
    }

    /// Returns `left` if the root is higher both ways along each of these directions.
    fn rises(&mut self, ways: &[Vec<f64>], left: f64) -> Option<f64> {
        let low = self.tape.root_data();
        let start = self.tape.data().to_vec();
        let signed = ways.iter().flat_map(|way| [(way, 1.0), (way, -1.0)]);
        let mut all = true;
        for (way, sign) in signed {
            let places = start.iter().zip(way).map(|(at, by)| at + sign * by);
            all &= self.tape.root_at(places) > low;
        }
        self.tape.pass_at(start.iter().copied());
        all.then_some(left)
    }

    /// Returns true if a root of one leaf is higher on both sides, more so farther away, and
    /// nowhere lower in between.
    fn rises_to_both_sides(&mut self) -> bool {
        let scales = self.scales();
        let ([at], [scale]) = (self.tape.data(), scales.as_slice()) else { return false };
        let (at, low) = (*at, self.tape.root_data());
        let mut rise_at = |by: f64| self.tape.root_at([at + by]) - low;
        // A point nearby that is lower by more than rounding disproves a minimum.
        let rounding = SHOWN * low.abs();
        let nearest = [at.next_up() - at, at.next_down() - at];
        let nearer = NEAREST_POWERS.map(|power| scale * 10.0_f64.powi(-power));
        let near = nearer.flat_map(|by| [by, -by]).chain(nearest);
        let is_lower = near.into_iter().any(|by| rise_at(by) < -rounding);
        let (mut before, mut steeper) = (None, 0);
        for power in POWERS.rev() {
            let distance = scale * 10.0_f64.powi(-power);
            let sides = [rise_at(distance), rise_at(-distance)];
            if !sides.iter().all(|rise| *rise >= 0.0) {
                break;
            }
            steeper = match before {
                Some(before) if is_steeper(before, sides) => steeper + 1,
                _ => 0,
            };
            if steeper == ENOUGH {
                break;
            }
            before = sides.iter().all(|rise| *rise > 0.0).then_some(sides);
        }
        self.tape.pass_at([at]);
        steeper == ENOUGH && !is_lower
    }

    /// Returns true if the search has run off toward infinity: the root keeps falling, ever more
    /// slowly, when the leaves go up to eight times as far the way they came; or those of a
    /// likelihood the way on which it curves least.
    pub fn runs_off(&mut self) -> bool {
        let end = self.tape.data().to_vec();
        let far = end.iter().zip(&self.origin).fold(0.0, |far: f64, (end, start)| {
            far.max((end - start).abs() / start.abs().max(1.0))
        });
        if far.is_infinite() {
            return true;
        }
        let origin = self.origin.clone();
        let runs_off = self.runs_off_from(origin, &end, far)
            || self.traits.is_likelihood
                && self.weakest_way(&end).is_some_and(|from| self.runs_off_from(from, &end, far));
        self.tape.pass_at(end.iter().copied());
        runs_off
    }

    /// The point from which the leaves would have come to their end along the way on which the root
    /// curves least.
    fn weakest_way(&mut self, end: &[f64]) -> Option<Vec<f64>> {
        self.tape.pass_at(end.iter().copied());
        if !self.can_measure() {
            return None;
        }
        let scales = self.scales();
        let way = Curvature::measure(&mut self.tape, &scales, &self.stop)?.weakest(1.0)?;
        let units = |all: &[f64]| -> Vec<f64> {
            all.iter().zip(&scales).map(|(one, scale)| one / scale).collect()
        };
        let came: Vec<f64> = end.iter().zip(&self.origin).map(|(end, from)| end - from).collect();
        let unit = units(&way);
        let part = dot(&units(&came), &unit) / dot(&unit, &unit);
        let from: Vec<f64> = end.iter().zip(&way).map(|(end, by)| end - part * by).collect();
        from.iter().all(|it| it.is_finite()).then_some(from)
    }

    /// Returns true if the root keeps falling on the way on from one point over another, the end of
    /// a search that went so far.
    fn runs_off_from(&mut self, from: Vec<f64>, end: &[f64], far: f64) -> bool {
        self.direction = end.iter().zip(&from).map(|(end, start)| end - start).collect();
        self.start = from;
        let highest = self.move_along(0.0).data;
        let here = self.move_along(1.0);
        let (mut before, fall) = (here.data, highest - here.data);
        let has_fallen =
            self.traits.is_likelihood && fall.is_finite() && fall > VISIBLE * highest.abs();
        if far < FAR && !has_fallen {
            return false;
        }
        // What is less is rounding, of a root that is a difference of what grows.
        let slack = if has_fallen { ROUGH * fall } else { 0.0 };
        let mut falls = (far >= VERY_FAR || has_fallen) && !self.traits.has_kinks;
        for along in ONWARD {
            let place = self.move_along(along);
            let is_number = place.data.is_finite() || place.data == f64::NEG_INFINITY;
            if !is_number && has_fallen && (along > NEAR || here.slope.abs() < FAINT * fall) {
                // As log(1 - sigmoid(x)) is where the sigmoid has been rounded to 1.
                break;
            }
            // A slope of NaN means that the leaves have overflowed.
            let is_higher = !is_number || place.data > before + slack || place.slope > slack;
            if is_higher {
                return false;
            }
            falls |= place.data < before - slack;
            before = place.data.min(before);
        }
        falls
    }
}

fn is_steeper(before: [f64; 2], now: [f64; 2]) -> bool {
    before.iter().zip(now).all(|(before, now)| now >= STEEPER * before)
}

/// A pseudorandom sign for each leaf, so that no regular pattern of leaves hides a lower point.
fn sign(direction: usize, leaf: usize) -> f64 {
    1.0_f64.copysign(share(direction, leaf))
}
