//! The verdict on the point where a search ends: only what passes a test is called a minimum.

use super::curvature::Curvature;
use super::search::Search;
use super::{Found, Proof};

/// Leaves are moved by this part of their size, to see that no way leads on down.
const NUDGE: f64 = 1e-3;
/// Along how many lines aslant to all leaves that is tried.
const SLANTS: usize = 16;
/// Bound on that work, in nudges times records.
const MOST_NUDGING: usize = 100_000_000;
/// With more leaves the curvature is not measured: its size goes with their square.
const MOST_LEAVES: usize = 500;
/// What is left to fall is little below this part of the root, if the leaves are also close.
const LITTLE: f64 = 1e-10;
/// Leaves are close to the bottom below this part of their size, and there below this one.
const CLOSE: f64 = 1e-2;
const THERE: f64 = 1e-9;
/// A place is tried for a rise this part of the leaf's size away, or farther if the root needs it
/// to show a rise of so many of its last digits.
const ASIDE: f64 = 1e-4;
const SHOWN: f64 = 1e4 * f64::EPSILON;
/// Ten times as far from a minimum the root has risen by so many times as much. Beside a jump it
/// has not.
const STEEPER: f64 = 2.0;
/// A search that has gone as far as the leaves are large may have run off.
const FAR: f64 = 1.0;
/// One that has gone so many times as far has, even if the root falls no more: only what has kinks
/// can be flat from somewhere on.
const VERY_FAR: f64 = 100.0;

/// The findings from nudging the leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// A lower place; the search is there now.
    Lower,
    /// The root is the same wherever it was tried.
    Same,
    /// The root is higher wherever it was tried.
    Higher,
    /// Nothing lower, or too much work to try.
    NotLower,
}

impl Search {
    /// Returns the verdict on a point from which no step leads lower.
    pub fn verdict(&mut self) -> Found {
        match self.proof(Around::NotLower) {
            Some(proof) => Found::Minimum(proof),
            None if self.traits.has_kinks => Found::Kink,
            None => Found::Stuck,
        }
    }

    /// Returns the verdict on a point where the grads vanish, given the findings around it.
    pub fn verdict_at_rest(&mut self, around: Around) -> Found {
        match self.proof(around) {
            Some(proof) => Found::Minimum(proof),
            None if around == Around::Same => Found::Flat,
            None if self.can_measure() => Found::Level,
            None => Found::Unmeasured,
        }
    }

    /// Returns true if measuring the curvature is not too much work.
    pub fn can_measure(&self) -> bool {
        (1..=MOST_LEAVES).contains(&self.tape.leaves().len())
            && Curvature::work(&self.tape) <= MOST_NUDGING
    }

    /// Goes to the first lower place that a nudge leads to, such as off a maximum or a saddle.
    pub fn look_around(&mut self) -> Around {
        let leaves = self.tape.leaves().len();
        if leaves == 0 || leaves.saturating_mul(self.tape.records()) > MOST_NUDGING {
            return Around::NotLower;
        }
        let low = self.tape.root_data();
        let lower = low - 1e-13 * low.abs();
        let (start, scales) = (self.tape.data().to_vec(), self.scales());
        let (mut never_same, mut never_higher) = (true, true);
        // Along each leaf, and along some lines that run aslant to all of them.
        let along = |way: usize, leaf: usize| match way.checked_sub(2 * leaves) {
            None if way / 2 != leaf => 0.0,
            None if way.is_multiple_of(2) => 1.0,
            None => -1.0,
            Some(slant) => sign(slant, leaf),
        };
        for way in 0..2 * leaves + SLANTS {
            let places = start.iter().zip(&scales).enumerate();
            for (data, (leaf, (start, scale))) in self.tape.data_mut().iter_mut().zip(places) {
                *data = start + along(way, leaf) * NUDGE * scale;
            }
            self.tape.forward();
            if (f64::MIN..lower).contains(&self.tape.root_data()) {
                self.tape.backward();
                return Around::Lower;
            }
            never_same &= self.tape.root_data() > low;
            never_higher &= self.tape.root_data() == low;
            if self.stop.is_set() {
                (never_same, never_higher) = (false, false);
                break;
            }
        }
        self.tape.data_mut().copy_from_slice(&start);
        self.tape.pass();
        match (never_same, never_higher) {
            (true, _) => Around::Higher,
            (_, true) => Around::Same,
            _ => Around::NotLower,
        }
    }

    /// Returns the proof that the point is a minimum, if there is one.
    fn proof(&mut self, around: Around) -> Option<Proof> {
        // Where it is 0 by underflow it is so one way on as well.
        let is_lowest = self.traits.is_never_negative && self.tape.root_data() == 0.0;
        if is_lowest && around == Around::Higher {
            return Some(Proof::Bound);
        }
        if self.curvature.is_none() && self.can_measure() {
            let scales = self.scales();
            self.curvature = Curvature::measure(&mut self.tape, &scales, &self.stop);
        }
        if let Some(curvature) = self.curvature.take()
            && let Some(left) = self.left_to_fall(&curvature)
        {
            return Some(Proof::Curvature { left });
        }
        self.rises_to_both_sides().then_some(Proof::Sides)
    }

    /// What the root would fall to the bottom of its parabola, if it curves upward in every
    /// direction, next to nothing is left, and it is seen to rise.
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
        // What it rises least along is where it might not.
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

    /// `left`, if the root is higher both ways along all of these.
    fn rises(&mut self, ways: &[Vec<f64>], left: f64) -> Option<f64> {
        let low = self.tape.root_data();
        let start = self.tape.data().to_vec();
        let signed = ways.iter().flat_map(|way| [(way, 1.0), (way, -1.0)]);
        let mut all = true;
        for (way, sign) in signed {
            let places = start.iter().zip(way);
            let leaves = self.tape.data_mut().iter_mut();
            leaves.zip(places).for_each(|(it, (at, by))| *it = at + sign * by);
            self.tape.forward();
            all &= self.tape.root_data() > low;
        }
        self.tape.data_mut().copy_from_slice(&start);
        self.tape.pass();
        all.then_some(left)
    }

    /// Whether a root of one leaf is higher to both sides, more so the farther away, and lower
    /// nowhere in between.
    fn rises_to_both_sides(&mut self) -> bool {
        let scales = self.scales();
        let ([at], [scale]) = (self.tape.data(), scales.as_slice()) else { return false };
        let (at, low) = (*at, self.tape.root_data());
        let mut rise_at = |by: f64| {
            self.tape.data_mut().fill(at + by);
            self.tape.forward();
            self.tape.root_data() - low
        };
        // What is lower this close is no rounding, and the place is not the lowest.
        let rounding = SHOWN * low.abs();
        let nearest = [at.next_up() - at, at.next_down() - at];
        let nearer = (9..=15).map(|power| scale * 10.0_f64.powi(-power));
        let near = nearer.flat_map(|by| [by, -by]).chain(nearest);
        let is_lower = near.into_iter().any(|by| rise_at(by) < -rounding);
        let (mut before, mut steeper) = (None, 0);
        for power in (1..=8).rev() {
            let aside = scale * 10.0_f64.powi(-power);
            let sides = [rise_at(aside), rise_at(-aside)];
            if !sides.iter().all(|rise| *rise >= 0.0) {
                break;
            }
            steeper = match before {
                Some(before) if is_steeper(before, sides) => steeper + 1,
                _ => 0,
            };
            if steeper == 2 {
                break;
            }
            before = sides.iter().all(|rise| *rise > 0.0).then_some(sides);
        }
        self.tape.data_mut().fill(at);
        self.tape.pass();
        steeper == 2 && !is_lower
    }

    /// Whether the search has left where it began for good: whether the root goes on falling, ever
    /// more slowly, when the leaves go on as far again, and again.
    pub fn runs_off(&mut self) -> bool {
        let end = self.tape.data().to_vec();
        let far = end.iter().zip(&self.origin).fold(0.0, |far: f64, (end, start)| {
            far.max((end - start).abs() / start.abs().max(1.0))
        });
        if far < FAR {
            return false;
        }
        if far.is_infinite() {
            return true;
        }
        self.start = self.origin.clone();
        self.direction = end.iter().zip(&self.origin).map(|(end, start)| end - start).collect();
        let mut before = self.go(1.0).data;
        let (mut never_rises, mut falls) = (true, far >= VERY_FAR && !self.traits.has_kinks);
        for along in [1.01, 1.1, 1.25, 1.5, 2.0, 4.0, 8.0] {
            let place = self.go(along);
            // Where the slope is nan, the leaves have gone too far for doubles.
            never_rises &= place.data <= before && (place.slope <= 0.0 || place.slope.is_nan());
            falls |= place.data < before;
            before = place.data;
        }
        self.tape.data_mut().copy_from_slice(&end);
        self.tape.pass();
        never_rises && falls
    }
}

fn is_steeper(before: [f64; 2], now: [f64; 2]) -> bool {
    before.iter().zip(now).all(|(before, now)| now >= STEEPER * before)
}

/// One or minus one for each leaf, in no order that leaves could have.
fn sign(slant: usize, leaf: usize) -> f64 {
    let mixed = (slant as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ leaf as u64;
    let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    if (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 63 == 0 { 1.0 } else { -1.0 }
}
