//! The search for the least sum of squares in several ways and from several starts, of which the best
//! end counts.

use super::Problem;
use super::search::{End, Found, WAYS, Way, by};
use super::triangle::norm;

/// The most starts.
const MOST_STARTS: usize = 60;
/// The limit on the work of searching from elsewhere, in products.
const MOST_WORK: f64 = 3e8;
/// An end that leaves this part of the spread is a poor one,
const POOR: f64 = 0.3;
/// which must be met so often before it counts as the lowest.
const ENOUGH_OF_POOR: usize = 8;
/// What a step takes even with few rows.
const LEAST_WORK: f64 = 2e3;
/// Two ends whose sums of squares differ by less than this part have come to the same.
const SAME: f64 = 1e-6;

/// Searches from a start in several ways, and gives each end; the first that is `enough` is the last.
pub fn ends(
    problem: &mut dyn Problem,
    start: &[f64],
    is_enough: impl Fn(&Found) -> bool,
) -> Vec<Found> {
    let mut ends = Vec::new();
    let ways: Vec<Way> = WAYS.into_iter().filter(|way| way.suits(problem)).collect();
    for way in ways {
        let Some(end) = by(problem, start, way) else { continue };
        let is_last = end.end == End::Stopped || is_enough(&end);
        ends.push(end);
        if is_last {
            break;
        }
    }
    ends
}

/// Searches for the least sum of squares. None where the start or its derivatives are not finite.
///
/// Where two ways to damp come to the same minimum, that is it. Where they do not, there are several;
/// then, or where the minimum explains little, it also searches from around the start and from around
/// the lowest end, as long as that is quick. Of ends that are equally low the one nearest to the start
/// counts, as where two terms of a sum may change places.
pub fn least(problem: &mut dyn Problem, start: &[f64]) -> Option<Found> {
    let mut lowest = Lowest { start, best: None, hits: 0 };
    let ways: Vec<Way> = WAYS.into_iter().filter(|way| way.suits(problem)).collect();
    let each = (start.len() as f64 + 2.0).powi(2) * problem.rows() as f64 + LEAST_WORK;
    let mut work = 0.0;
    for round in 0..MOST_STARTS {
        let from = match round.checked_sub(ways.len()) {
            None => start.to_vec(),
            Some(round) => lowest.around(round),
        };
        let way = ways[round % ways.len()];
        let Some(end) = by(problem, &from, way) else {
            if round == 0 {
                return None;
            }
            continue;
        };
        work += 2.0 * (end.steps as f64 + 10.0) * each;
        let is_stopped = end.end == End::Stopped;
        lowest.take(end, problem.rounding());
        let is_dear = work > MOST_WORK;
        let enough = match round {
            // Then there is one minimum only.
            _ if problem.linear() == start.len() => 1,
            _ if lowest.is_poor(problem.spread()) && !is_dear => ENOUGH_OF_POOR,
            round if round < ways.len() => 2,
            _ => 3,
        };
        let is_over = round + 1 >= ways.len() && is_dear;
        if is_stopped || lowest.hits >= enough || is_over {
            break;
        }
    }
    lowest.best
}

/// The lowest end so far.
struct Lowest<'start> {
    start: &'start [f64],
    best: Option<Found>,
    /// How often a search has ended so low, at a minimum.
    hits: usize,
}

impl Lowest<'_> {
    /// Tells whether the lowest end leaves much of what it is to explain.
    fn is_poor(&self, spread: f64) -> bool {
        self.best.as_ref().is_some_and(|best| best.triangle.norm() > POOR * spread)
    }

    fn take(&mut self, end: Found, rounding: f64) {
        let is_minimum = |end: &Found| matches!(end.end, End::Minimum(_));
        let Some(best) = &self.best else {
            self.hits = usize::from(is_minimum(&end));
            self.best = Some(end);
            return;
        };
        let (own, theirs) = (end.triangle.norm(), best.triangle.norm());
        let little = SAME * theirs + rounding;
        let is_same = (own - theirs).abs() <= little && is_minimum(&end) == is_minimum(best);
        let is_better = match (is_minimum(&end), is_minimum(best)) {
            (true, false) => own <= theirs + little,
            (false, true) => own < theirs - little,
            _ if is_same => distance(&end.at, self.start) < 0.9 * distance(&best.at, self.start),
            _ => own < theirs,
        };
        if is_same {
            self.hits += usize::from(is_minimum(&end));
        } else if is_better {
            self.hits = usize::from(is_minimum(&end));
        }
        if is_better {
            self.best = Some(end);
        }
    }

    /// A point around the start, or around the lowest end, ever farther away.
    fn around(&self, round: usize) -> Vec<f64> {
        let middle = match &self.best {
            Some(best) if round % 2 == 1 => &best.at,
            _ => self.start,
        };
        let far = 0.3 + 0.05 * round as f64;
        let moved = |(place, at): (usize, &f64)| {
            let by = far * share(round, place);
            if *at == 0.0 { by } else { at * by.exp() }
        };
        middle.iter().enumerate().map(moved).collect()
    }
}

/// A pseudorandom number between -1 and 1 (SplitMix64).
pub fn share(round: usize, place: usize) -> f64 {
    let mixed = (round as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (place as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let mixed = mixed ^ (mixed >> 31);
    (mixed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// How far an end is from the start, where each unknown is measured by its own size.
fn distance(end: &[f64], start: &[f64]) -> f64 {
    let part = |(end, start): (&f64, &f64)| {
        let size = end.abs().max(start.abs());
        if size == 0.0 { 0.0 } else { (end - start) / size }
    };
    norm(&end.iter().zip(start).map(part).collect::<Vec<_>>())
}
