//! The places that a scan looks at, the gaps there, and where between two of them the sign changes.

use super::super::equations::Equations;
use super::{AROUND_ZERO, FAR, FARTHER, NEAR, SHAPED};
use crate::numbers::{UNTIL_NEIGHBORS, bisect, try_bisect};

/// A place and the gap there.
pub type Place = (f64, f64);

pub fn scale(start: f64) -> f64 {
    start.abs().max(1.0)
}

/// The ends of what a scan looks through.
pub fn range(start: f64) -> (f64, f64) {
    let most = farthest(scale(start));
    ((start - most).max(-f64::MAX), (start + most).min(f64::MAX))
}

/// How far from the start a scan looks.
fn farthest(scale: f64) -> f64 {
    (scale * FAR).min(f64::MAX)
}

/// The places to look at on one side of the start, the nearest first.
pub fn places(start: f64, scale: f64, sign: f64) -> Vec<f64> {
    let most = farthest(scale);
    // Their quotient may be too large a number.
    let count = |from: f64| ((most.ln() - from.ln()) / FARTHER.ln()).ceil() as i32;
    let spread =
        |from: f64| (0..=count(from)).map(move |step| (from * FARTHER.powi(step)).min(most));
    let around_start = spread(scale * NEAR).map(|far| start + sign * far);
    let around_zero = spread(NEAR).flat_map(|far| [far, -far]);
    let steps = (SHAPED / AROUND_ZERO) as i32;
    let shaped = (-steps..=steps).map(|step| f64::from(step) * AROUND_ZERO);
    let is_on_side = |at: &f64| (at - start) * sign > 0.0 && (at - start).abs() <= most;
    let mut places: Vec<f64> =
        around_start.chain(around_zero).chain(shaped).filter(is_on_side).collect();
    places.sort_by(|one, other| ((one - other) * sign).total_cmp(&0.0));
    places.dedup();
    places
}

/// The last place where the sides are finite on the way from one where they are to one where they are
/// not, or back, with the gap there; and the first one where they are not.
pub fn edge(equations: &mut Equations, one: Place, other: Place) -> (Place, f64) {
    let (inside, outside) = if one.1.is_finite() { (one, other.0) } else { (other, one.0) };
    let mut last = inside.1;
    let [inside, outside] = bisect([inside.0, outside], UNTIL_NEIGHBORS, |at| {
        let gap = gap(equations, at);
        if gap.is_finite() {
            last = gap;
        }
        gap.is_finite()
    });
    ((inside, last), outside)
}

/// Tells whether two gaps are of different sign. Their product may be too small a number.
pub fn are_opposite(one: f64, other: f64) -> bool {
    one < 0.0 && other > 0.0 || one > 0.0 && other < 0.0
}

/// The places of one side, and the last two that have been looked at, each with the gap there.
pub struct Side {
    places: Vec<f64>,
    count: usize,
    pub before: Place,
    pub last: Place,
}

impl Side {
    /// The places of one side of the start, which is here.
    pub fn new(here: Place, places: Vec<f64>) -> Side {
        Side { places, count: 0, before: here, last: here }
    }

    /// The next place to look at.
    pub fn next(&self) -> Option<f64> {
        self.places.get(self.count).copied()
    }

    /// Goes on from the next place, where this is the gap.
    pub fn advance(&mut self, here: Place) {
        (self.before, self.last) = (self.last, here);
        self.count += 1;
    }
}

/// How far the sides are apart there.
pub fn gap(equations: &mut Equations, at: f64) -> f64 {
    equations.load(&[at]);
    equations.gaps().next().unwrap_or(f64::NAN)
}

/// The place between two of different sign where the sign changes; none where a side is not finite.
pub fn between(equations: &mut Equations, low: Place, high: Place) -> Option<f64> {
    let mut gaps = [low.1, high.1];
    let found = try_bisect([low.0, high.0], UNTIL_NEIGHBORS, |at| {
        let gap = gap(equations, at);
        if gap == 0.0 || gap.is_nan() {
            return Err((gap == 0.0).then_some(at));
        }
        let is_high = are_opposite(gap, gaps[0]);
        gaps[usize::from(is_high)] = gap;
        Ok(!is_high)
    });
    match found {
        Ok([low, high]) => Some(if gaps[0].abs() <= gaps[1].abs() { low } else { high }),
        Err(root) => root,
    }
}
