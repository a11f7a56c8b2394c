//! Looking elsewhere cheaply: the least sum of squares as one unknown moves far, while those in which
//! the residuals are linear follow.

use super::{Problem, Triangle};
use crate::solver::thresholds_of_fit::profile::{
    FAR, LEAST_PLACES, LESS_ACROSS, MOST_PLACES, MOST_STARTS, NEAR,
};

/// What has been seen.
pub struct LowPlaces {
    /// Points where the sum of squares is lower than nearby, the lowest first.
    pub starts: Vec<Vec<f64>>,
    /// How many places were looked at.
    pub count: usize,
}

/// How far each unknown is moved, and at how many places it is looked at.
pub struct Range {
    /// The farthest factor.
    far: f64,
    /// The places of the same sign,
    beside: usize,
    /// and those of the other.
    across: usize,
}

impl Range {
    /// The usual one: so many rows tell no more waves apart, and unknowns rarely change their signs.
    pub(super) fn near(rows: usize) -> Range {
        let beside = (rows / 2).clamp(LEAST_PLACES, MOST_PLACES);
        Range { far: NEAR, beside, across: beside / LESS_ACROSS }
    }

    /// The one for unknowns of which the start tells little.
    pub(super) const VAST: Range = Range { far: FAR, beside: MOST_PLACES, across: MOST_PLACES };
}

/// Looks for points where the sum of squares is lower than nearby, as one of the unknowns at `at`
/// moves; none where that would take more places than there is room for.
pub fn low_places(
    problem: &mut dyn Problem,
    at: &[f64],
    Range { far, beside, across }: Range,
    room: f64,
) -> Option<LowPlaces> {
    let linear = problem.linear();
    let count = (at.len() - linear) * (beside + across);
    if count as f64 > room {
        return None;
    }
    let mut lows = Vec::new();
    for unknown in linear..at.len() {
        for (sign, places) in [(1.0, beside), (-1.0, across)] {
            let factor = |place: usize| {
                sign * far.powf(2.0 * place as f64 / (places - 1).max(1) as f64 - 1.0)
            };
            let factors: Vec<f64> = (0..places).map(factor).collect();
            let seen = profile(problem, at, unknown, &factors)?;
            // The valley in which the point itself is.
            let own = factors.iter().position(|factor| *factor >= 1.0);
            let is_own = |middle: usize| own.is_some_and(|own| middle == own || middle + 1 == own);
            for (middle, three) in (1..).zip(seen.windows(3)) {
                if let [(left, _), (here, moved), (right, _)] = three
                    && here < left
                    && here <= right
                    && !is_own(middle)
                {
                    lows.push((*here, moved.clone()));
                }
            }
        }
    }
    lows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let starts = lows.into_iter().take(MOST_STARTS).map(|(_, at)| at).collect();
    Some(LowPlaces { starts, count })
}

/// The heights, and the points, where one unknown is so many times itself; none when work is stopped.
fn profile(
    problem: &mut dyn Problem,
    at: &[f64],
    unknown: usize,
    factors: &[f64],
) -> Option<Vec<(f64, Vec<f64>)>> {
    let linear = problem.linear();
    let mut seen = Vec::with_capacity(factors.len());
    for factor in factors {
        if problem.is_stopped() {
            return None;
        }
        let mut moved = at.to_vec();
        let own = &mut moved[unknown];
        *own = if *own == 0.0 { *factor } else { *own * factor };
        seen.push((height(problem, &mut moved, linear), moved));
    }
    Some(seen)
}

/// The root of the least sum of squares at a point, to which its linear unknowns are moved; infinite
/// where there is none.
pub(super) fn height(problem: &mut dyn Problem, at: &mut [f64], linear: usize) -> f64 {
    if linear == 0 {
        let norm = problem.norm(at);
        return if norm.is_finite() { norm } else { f64::INFINITY };
    }
    let Some(head) = problem.triangle(at).filter(Triangle::is_finite).map(|it| it.head(linear))
    else {
        return f64::INFINITY;
    };
    let Some(step) = head.step() else { return f64::INFINITY };
    at.iter_mut().zip(step).for_each(|(it, by)| *it += by);
    head.rest()
}
