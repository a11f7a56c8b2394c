//! The search for the least sum of squares from a start: in one way to damp after the other, until one converges.

use super::Problem;
use super::pseudorandom::share;
use super::search::{End, Found, WAYS, Way, by};

/// The most steps of a search for the solution of equations.
const MOST_STEPS: u64 = 2000;
/// The most steps of a search of a fit.
const MOST_STEPS_OF_FIT: u64 = 200;
/// More work than this, in products, leads to no other start.
const MOST_WORK: f64 = 3e8;
/// The sizes of other starts for names that are new.
const SCALES: [f64; 8] = [1.0, 0.1, 10.0, 1.0, 0.01, 100.0, 0.1, 10.0];
/// The logarithm of the factor by which the numbers of a start are apart.
const SPREAD: f64 = 1.0;
/// Two ends whose sums of squares differ by less than this part have come to the same.
const SAME: f64 = 1e-6;

/// Searches from a start in several ways, and gives each end; the first that is `enough` is the last.
pub fn ends(
    problem: &mut dyn Problem,
    start: &[f64],
    is_enough: impl Fn(&Found) -> bool,
) -> Vec<Found> {
    in_ways(problem, start, MOST_STEPS, is_enough)
}

fn in_ways(
    problem: &mut dyn Problem,
    start: &[f64],
    most_steps: u64,
    is_enough: impl Fn(&Found) -> bool,
) -> Vec<Found> {
    let mut ends = Vec::new();
    let ways: Vec<Way> = WAYS.into_iter().filter(|way| way.suits(problem)).collect();
    for way in ways {
        let Some(end) = by(problem, start, way, most_steps) else { continue };
        let is_last = end.end == End::Stopped || is_enough(&end);
        ends.push(end);
        if is_last {
            break;
        }
    }
    ends
}

/// Searches for the least sum of squares near a start. Unknowns that are `new` begin at numbers that stand for
/// none: it tries a few of other sizes, too. None where the start or its derivatives are not finite.
pub fn least(problem: &mut dyn Problem, start: &[f64], is_new: &[bool]) -> Option<Found> {
    let mut best = local(problem, start)?;
    let has_other_starts = is_new.iter().skip(problem.linear()).any(|is_new| *is_new);
    if !has_other_starts {
        return Some(best);
    }
    let each = (start.len() as f64 + 2.0).powi(2) * problem.rows() as f64;
    let mut steps = best.steps;
    for round in 0..SCALES.len() {
        if best.end == End::Stopped || steps as f64 * each > MOST_WORK {
            break;
        }
        let Some(end) = local(problem, &scaled(start, is_new, round)) else { continue };
        steps += end.steps;
        if is_better(&end, &best) {
            best = end;
        }
    }
    Some(best)
}

/// The end of the first way that converges, else the lowest.
fn local(problem: &mut dyn Problem, start: &[f64]) -> Option<Found> {
    let ends = in_ways(problem, start, MOST_STEPS_OF_FIT, Found::has_converged);
    ends.into_iter().reduce(|best, end| if is_better(&end, &best) { end } else { best })
}

fn is_better(end: &Found, best: &Found) -> bool {
    match (end.has_converged(), best.has_converged()) {
        (true, false) => true,
        (false, true) => end.end == End::Stopped,
        _ => end.triangle.norm() < (1.0 - SAME) * best.triangle.norm(),
    }
}

/// The start with new unknowns of another size.
fn scaled(start: &[f64], is_new: &[bool], round: usize) -> Vec<f64> {
    let scale = SCALES.get(round).copied().unwrap_or(1.0);
    let factor = |place: usize| match is_new.get(place) {
        Some(true) => scale * (SPREAD * share(round, place)).exp(),
        _ => 1.0,
    };
    start.iter().enumerate().map(|(place, at)| at * factor(place)).collect()
}
