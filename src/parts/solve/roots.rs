//! The roots of one unknown: changes of sign over a scan around the start.

use super::equations::Equations;
use crate::parts::least_squares::{Problem, UNTIL_NEIGHBORS, bisect, try_bisect};

/// The nearest and the farthest place, in parts of the start's size or of 1.
const NEAR: f64 = 1e-4;
const FAR: f64 = 1e4;
/// The factor between neighboring distances.
const FARTHER: f64 = 1.02;
/// How far apart places are around 0, where sides have most of their shape, and how far from 0 they are so close.
const AROUND_ZERO: f64 = 0.02;
const SHAPED: f64 = 20.0;
/// The places between the edge of where the sides are finite and the next place, each half as far from the edge.
const PLACES_AT_EDGE: i32 = 40;
/// The places where the sides are closest nearby from which steps are tried.
const MOST_VALLEYS: usize = 16;

/// What a scan has found.
pub struct Scan {
    /// The roots, the nearest to the start first, at most as many as were wanted.
    pub roots: Vec<f64>,
    /// The ends of the range.
    pub range: (f64, f64),
    /// The places where the sides are closer than nearby, the closest first.
    pub valleys: Vec<f64>,
    /// The place where they are closest.
    pub closest: f64,
}

/// A place and the gap there.
type Place = (f64, f64);

/// Looks for so many roots of the only unknown on both sides of the start, the nearest first.
pub fn scan(equations: &mut Equations, start: f64, most: usize) -> Scan {
    let here = (start, gap(equations, start));
    let (range, mut least) = (range(start), here.1.abs());
    let mut found = Scan { roots: Vec::new(), range, valleys: Vec::new(), closest: start };
    let mut sides = [[here; 2]; 2];
    let mut valleys: Vec<Place> = Vec::new();
    for at in places(start, range) {
        if equations.is_stopped() || found.roots.len() >= most {
            break;
        }
        let side = &mut sides[usize::from(at < start)];
        let [before, last] = *side;
        let here = (at, gap(equations, at));
        *side = [last, here];
        if last.1.abs() < here.1.abs() && last.1.abs() <= before.1.abs() {
            valleys.push((last.0, last.1.abs()));
        }
        if here.1.abs() < least || least.is_nan() {
            (least, found.closest) = (here.1.abs(), at);
        }
        for root in crossings(equations, last, here) {
            if equations.is_root(&[root]) {
                found.roots.push(root);
            }
        }
    }
    valleys.sort_by(|one, other| one.1.total_cmp(&other.1));
    found.valleys = valleys.into_iter().take(MOST_VALLEYS).map(|(at, _)| at).collect();
    found
}

/// The ends of what a scan looks through.
fn range(start: f64) -> (f64, f64) {
    let far = (start.abs().max(1.0) * FAR).min(f64::MAX);
    ((start - far).max(-f64::MAX), (start + far).min(f64::MAX))
}

/// The places of a scan, the nearest to the start first.
fn places(start: f64, (low, high): (f64, f64)) -> Vec<f64> {
    let scale = start.abs().max(1.0);
    let spread = |from: f64| {
        // Their quotient may be too large a number.
        let steps = (((scale * FAR).min(f64::MAX).ln() - from.ln()) / FARTHER.ln()).ceil() as i32;
        (0..=steps).map(move |step| from * FARTHER.powi(step))
    };
    let around_start = spread(scale * NEAR).flat_map(|far| [start + far, start - far]);
    let around_zero = spread(NEAR).flat_map(|far| [far, -far]);
    let steps = (SHAPED / AROUND_ZERO) as i32;
    let shaped = (-steps..=steps).map(|step| f64::from(step) * AROUND_ZERO);
    let all = around_start.chain(around_zero).chain(shaped).chain([low, high]);
    let mut places: Vec<f64> = all.filter(|at| *at != start && *at >= low && *at <= high).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let far = |at: &f64| (at - start).abs();
    places.sort_by(|one, other| far(one).total_cmp(&far(other)));
    places
}

/// How far the sides are apart at a place.
fn gap(equations: &mut Equations, at: f64) -> f64 {
    equations.load(&[at]);
    equations.gaps().next().unwrap_or(f64::NAN)
}

/// Where the sides may be equal between two neighboring places, or at the second one.
fn crossings(equations: &mut Equations, last: Place, here: Place) -> Vec<f64> {
    match (last.1.is_finite(), here.1.is_finite()) {
        (true, false) => at_edge(equations, last, here),
        (false, true) => at_edge(equations, here, last),
        _ if here.1 == 0.0 && last.1 != 0.0 => on_the_way(equations, here, last),
        _ if last.1 == 0.0 && here.1 != 0.0 => on_the_way(equations, last, here),
        _ => between(equations, last, here).into_iter().collect(),
    }
}

/// The place between two of different sign where the sign changes; none where a side is not finite.
fn between(equations: &mut Equations, low: Place, high: Place) -> Option<f64> {
    let is_below = low.1 < 0.0;
    let is_opposite = if is_below { high.1 > 0.0 } else { low.1 > 0.0 && high.1 < 0.0 };
    if !is_opposite {
        return None;
    }
    let mut gaps = [low.1, high.1];
    let found = try_bisect([low.0, high.0], UNTIL_NEIGHBORS, |at| {
        let gap = gap(equations, at);
        if gap == 0.0 || gap.is_nan() {
            return Err((gap == 0.0).then_some(at));
        }
        let is_low = (gap < 0.0) == is_below;
        gaps[usize::from(!is_low)] = gap;
        Ok(is_low)
    });
    match found {
        Ok([low, high]) => Some(if gaps[0].abs() < gaps[1].abs() { low } else { high }),
        Err(root) => root,
    }
}

/// Where the sides may be equal between a place where they are finite and one where they are not.
fn at_edge(equations: &mut Equations, inside: Place, outside: Place) -> Vec<f64> {
    let [edge, _] =
        bisect([inside.0, outside.0], UNTIL_NEIGHBORS, |at| gap(equations, at).is_finite());
    let edge = (edge, gap(equations, edge));
    on_the_way(equations, edge, inside)
}

/// Where the sides may be equal at an edge and on the way from there to another place.
fn on_the_way(equations: &mut Equations, edge: Place, to: Place) -> Vec<f64> {
    let (mut found, mut last) = (vec![edge.0], edge);
    for step in (0..PLACES_AT_EDGE).rev() {
        let at = edge.0 + (to.0 - edge.0) * 0.5_f64.powi(step);
        let here = (at, gap(equations, at));
        found.extend(between(equations, last, here));
        last = here;
    }
    found
}
