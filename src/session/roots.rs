//! Looking for a root of one unknown where Newton's steps have found none: a change of sign.

use crate::solver::Problem;

use super::equations::Equations;

/// The nearest and the farthest place looked at, in parts of the start's size or of 1.
const NEAR: f64 = 1e-4;
const FAR: f64 = 1e4;
/// The factor between neighboring distances.
const FARTHER: f64 = 1.02;
/// The factor beyond the range, and where numbers end.
const MUCH_FARTHER: f64 = 4.0;
const FARTHEST: f64 = 1e300;
/// The part of the gaps around it that is left at a root there.
const SMALL: f64 = 1e-10;
/// Halvings after which any two numbers are neighbors.
const MOST_HALVINGS: usize = 2100;
/// The places where it is lowest nearby from which steps are tried.
const MOST_VALLEYS: usize = 16;

/// What a scan has found.
pub(super) struct Scan {
    /// The root, if there is one.
    pub root: Option<f64>,
    /// The ends of the range.
    pub range: (f64, f64),
    /// The places where the sides come closer than nearby, the closest first.
    pub valleys: Vec<f64>,
    /// The place where they come closest.
    pub closest: f64,
    /// True if the sign changes in a jump, or at a pole.
    pub jumps: bool,
}

/// Looks for a root of the only unknown on both sides of the start, the nearest first.
pub(super) fn scan(equations: &mut Equations, start: f64) -> Scan {
    let scale = start.abs().max(1.0);
    let steps = ((FAR / NEAR).ln() / FARTHER.ln()).ceil() as i32;
    let distance = |step: i32| scale * (NEAR * FARTHER.powi(step)).min(FAR);
    let mut sides = [Side::new(equations, start), Side::new(equations, start)];
    let range = (start - scale * FAR, start + scale * FAR);
    let (root, valleys) = (None, Vec::new());
    let mut found = Scan { root, range, valleys, closest: start, jumps: false };
    let mut valleys: Vec<(f64, f64)> = Vec::new();
    let mut least = gap(equations, start).abs();
    if equations.agree_at(&[start]) {
        found.root = Some(start);
        return found;
    }
    for step in 0..=steps {
        for (side, sign) in sides.iter_mut().zip([1.0, -1.0]) {
            if equations.is_stopped() {
                return found;
            }
            let at = start + sign * distance(step);
            let gap = gap(equations, at);
            if gap == 0.0 && equations.is_root(&[at]) {
                found.root = Some(at);
                return found;
            }
            let (before, last) = (side.before, side.last);
            if are_opposite(last.1, gap) {
                found.root = between(equations, last, (at, gap));
                if found.root.is_some() {
                    return found;
                }
                found.jumps = true;
            } else if last.1.is_finite() != gap.is_finite() {
                let (edge, there) = edge(equations, last, (at, gap));
                if equations.is_root(&[edge]) {
                    found.root = Some(edge);
                    return found;
                }
                valleys.push((there.abs(), edge));
            }
            if gap.abs() < least || least.is_nan() {
                (least, found.closest) = (gap.abs(), at);
            }
            if last.1.abs() < gap.abs() && last.1.abs() <= before.1.abs() {
                valleys.push((last.1.abs(), last.0));
            }
            (side.before, side.last) = (last, (at, gap));
        }
    }
    found.root = far_away(equations, start, scale);
    valleys.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.valleys = valleys.into_iter().take(MOST_VALLEYS).map(|(_, at)| at).collect();
    found
}

/// Looks for a root beyond the range, in steps so long that a change of sign may be missed.
fn far_away(equations: &mut Equations, start: f64, scale: f64) -> Option<f64> {
    for sign in [1.0, -1.0] {
        let (mut distance, mut last) = (scale * FAR, None);
        while distance < FARTHEST && !equations.is_stopped() {
            let at = start + sign * distance;
            let here = (at, gap(equations, at));
            if let Some(last) = last.filter(|last: &(f64, f64)| are_opposite(last.1, here.1)) {
                // So far away rounding of the unknown alone may change the sign, as of a sine.
                let small = SMALL * last.1.abs().max(here.1.abs());
                let root =
                    between(equations, last, here).filter(|at| gap(equations, *at).abs() <= small);
                if root.is_some() {
                    return root;
                }
            }
            last = Some(here);
            distance *= MUCH_FARTHER;
        }
    }
    None
}

/// The last place where the sides are finite on the way from one where they are to one where they are
/// not, or back, with the gap there.
fn edge(equations: &mut Equations, one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    let (mut inside, mut outside) = if one.1.is_finite() { (one, other.0) } else { (other, one.0) };
    for _ in 0..MOST_HALVINGS {
        let middle = inside.0 / 2.0 + outside / 2.0;
        if middle == inside.0 || middle == outside {
            break;
        }
        let gap = gap(equations, middle);
        if gap.is_finite() { inside = (middle, gap) } else { outside = middle }
    }
    inside
}

/// Tells whether two gaps are of different sign. Their product may be too small a number.
fn are_opposite(one: f64, other: f64) -> bool {
    one < 0.0 && other > 0.0 || one > 0.0 && other < 0.0
}

/// The last two places of one side, each with the gap there.
struct Side {
    before: (f64, f64),
    last: (f64, f64),
}

impl Side {
    fn new(equations: &mut Equations, start: f64) -> Side {
        let here = (start, gap(equations, start));
        Side { before: here, last: here }
    }
}

/// How far the sides are apart there.
fn gap(equations: &mut Equations, at: f64) -> f64 {
    equations.load(&[at]);
    equations.gaps().next().unwrap_or(f64::NAN)
}

/// The root between two places of different sign; none where the sign changes in a jump.
fn between(equations: &mut Equations, mut low: (f64, f64), mut high: (f64, f64)) -> Option<f64> {
    let widest = low.1.abs().min(high.1.abs());
    for _ in 0..MOST_HALVINGS {
        let middle = low.0 / 2.0 + high.0 / 2.0;
        if middle == low.0 || middle == high.0 {
            break;
        }
        let gap = gap(equations, middle);
        if gap == 0.0 {
            return Some(middle).filter(|at| equations.is_root(&[*at]));
        }
        if gap.is_nan() {
            return None;
        }
        if are_opposite(gap, low.1) { high = (middle, gap) } else { low = (middle, gap) }
    }
    let nearest = if low.1.abs() <= high.1.abs() { low } else { high };
    // At a pole the gap grows, and so does what rounding may make of it.
    let is_closer = nearest.1.abs() < widest;
    Some(nearest.0).filter(|at| is_closer && equations.is_root(&[*at]))
}
