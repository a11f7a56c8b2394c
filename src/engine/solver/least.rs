//! The search for the least sum of squares in several ways and from several starts, of which the best
//! end counts.

use super::Problem;
use super::profile::{Range, height, low_places};
use super::search::{End, Found, WAYS, Way, by};
use crate::numbers::{norm, share};
use crate::solver::thresholds_of_fit::least::{
    ENOUGH, ENOUGH_OF_POOR, ENOUGH_OF_SEVERAL, FARTHEST, FEW_STEPS, LEAST_STEPS, LEAST_WORK,
    MOST_STARTS, MOST_STEPS, MOST_WORK, MOST_WORK_OF_ONE, NEARER, POOR, SAME,
};

/// Searches from a start in several ways, and gives each end; the first that is `enough` is the last.
pub fn ends(
    problem: &mut dyn Problem,
    start: &[f64],
    is_enough: impl Fn(&Found) -> bool,
) -> Vec<Found> {
    let mut ends = Vec::new();
    for way in ways(problem) {
        let Some(end) = by(problem, start, way, MOST_STEPS) else { continue };
        let is_last = end.end == End::Stopped || is_enough(&end);
        ends.push(end);
        if is_last {
            break;
        }
    }
    ends
}

fn ways(problem: &dyn Problem) -> Vec<Way> {
    WAYS.into_iter().filter(|way| way.suits(problem)).collect()
}

/// The lowest end, and whether a lower one was looked for.
#[derive(Debug)]
pub struct Least {
    /// The end.
    pub found: Found,
    /// What is known of lower ones.
    pub elsewhere: Elsewhere,
}

/// What is known of lower points elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// There is none: the residuals are linear in all unknowns.
    Nowhere,
    /// None was seen from where the unknowns were moved far.
    NotSeen,
    /// It would have taken too long to look.
    NotLooked,
}

/// Where a search begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// At numbers that the user gave: it ends near them.
    Given,
    /// At numbers that stand for none: it may end anywhere.
    Arbitrary,
}

/// Searches for the least sum of squares. None where the start or its derivatives are not finite.
///
/// Where two ways to damp come to the same minimum, that is it; from an arbitrary start, unless a lower one is
/// seen when one unknown after the other moves far. Where there are several then, or the minimum explains
/// little, it also searches from around the start and from around the lowest end, as long as that is quick. Of
/// ends that are equally low the one nearest to the start counts, as where two terms of a sum may
/// change places.
pub fn least(problem: &mut dyn Problem, at: &[f64], start: Start) -> Option<Least> {
    let mut hunt = Hunt::new(problem, at);
    hunt.search_from_start();
    if start == Start::Arbitrary {
        hunt.search_along_unknowns();
        hunt.search_around();
    }
    hunt.search_trading_places();
    let Hunt { best, elsewhere, .. } = hunt;
    Some(Least { found: best?, elsewhere })
}

/// The search for the lowest end.
struct Hunt<'hunt> {
    problem: &'hunt mut dyn Problem,
    start: &'hunt [f64],
    ways: Vec<Way>,
    /// The work of a step, and of all so far, in products.
    each: f64,
    work: f64,
    best: Option<Found>,
    /// How often a search has ended so low, at a minimum.
    hits: usize,
    /// Whether a search has ended at a higher minimum.
    has_several: bool,
    is_stopped: bool,
    elsewhere: Elsewhere,
}

impl Hunt<'_> {
    fn new<'hunt>(problem: &'hunt mut dyn Problem, start: &'hunt [f64]) -> Hunt<'hunt> {
        let ways = ways(problem);
        let each = (start.len() as f64 + 2.0).powi(2) * problem.rows() as f64 + LEAST_WORK;
        let is_linear = problem.linear() == start.len();
        let elsewhere = if is_linear { Elsewhere::Nowhere } else { Elsewhere::NotLooked };
        let (work, best, hits, has_several, is_stopped) = (0.0, None, 0, false, false);
        Hunt { problem, start, ways, each, work, best, hits, has_several, is_stopped, elsewhere }
    }

    /// Searches in every way until two agree, or one that is dear has come to an end. A way that takes
    /// many steps goes on only if no other has come to an end.
    fn search_from_start(&mut self) {
        let mut falling = Vec::new();
        for way in self.ways.clone() {
            let end = self.search(self.start.to_vec(), way, FEW_STEPS);
            falling.extend(end.map(|at| (at, way)));
            if self.is_over(ENOUGH) || self.is_dear() && self.has_ended() {
                return;
            }
        }
        for (at, way) in falling {
            if self.is_stopped || self.has_ended() {
                return;
            }
            self.search(at, way, MOST_STEPS);
        }
    }

    /// Searches from where the sum of squares is low elsewhere, as one unknown moves.
    fn search_along_unknowns(&mut self) {
        if self.elsewhere == Elsewhere::Nowhere {
            return;
        }
        while let Some(best) = self.best.as_ref().filter(|_| !self.is_stopped) {
            let (at, before) = (best.at.clone(), best.triangle.norm());
            if !self.search_along(&at, Range::near(self.problem.rows())) {
                return;
            }
            let after = self.best.as_ref().map_or(before, |best| best.triangle.norm());
            if after >= before * (1.0 - SAME) {
                break;
            }
        }
        // What explains little is often noise, on which a start far from the data ends.
        if self.is_poor() && !self.is_stopped {
            self.search_along(self.start, Range::VAST);
        }
    }

    /// Searches from where the sum of squares is low as one unknown at `at` moves; false if it has to
    /// end before.
    fn search_along(&mut self, at: &[f64], range: Range) -> bool {
        let room = (MOST_WORK - self.work) / self.each;
        let Some(places) = low_places(self.problem, at, range, room) else { return false };
        self.elsewhere = Elsewhere::NotSeen;
        self.work += places.count as f64 * self.each;
        for from in places.starts {
            self.search(from, self.ways[0], FEW_STEPS);
            if self.is_stopped || self.is_dear() {
                return false;
            }
        }
        true
    }

    /// Searches from around the start and around the lowest end.
    fn search_around(&mut self) {
        for round in 0..MOST_STARTS {
            let enough = if self.is_poor() {
                ENOUGH_OF_POOR
            } else if self.has_several {
                ENOUGH_OF_SEVERAL
            } else {
                ENOUGH
            };
            if self.best.is_none() || self.is_over(enough) || self.is_dear() {
                return;
            }
            let (from, way) = (self.around(round), self.ways[round % self.ways.len()]);
            self.search(from, way, FEW_STEPS);
        }
    }

    /// Searches from where two unknowns have traded places, if that is nearer to the start: the terms of
    /// a sum may stand in any order, and the user's is meant.
    fn search_trading_places(&mut self) {
        let (linear, size) = (self.problem.linear(), self.start.len());
        let pairs = (linear..size).flat_map(|one| (one + 1..size).map(move |other| (one, other)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        if pairs.len() as f64 * self.each > MOST_WORK - self.work {
            return;
        }
        for (one, other) in pairs {
            let Some(best) = self.best.as_ref().filter(|_| !self.is_stopped) else { return };
            let mut traded = best.at.clone();
            traded.swap(one, other);
            let is_possible = height(self.problem, &mut traded, linear).is_finite();
            if is_possible && self.is_nearer(&traded, &best.at) {
                self.search(traded, self.ways[0], FEW_STEPS);
            }
        }
    }

    /// Tells whether the lowest end is one where no step leads lower to first order.
    fn has_ended(&self) -> bool {
        let is_end = |best: &Found| !matches!(best.end, End::Falling | End::Stuck);
        self.best.as_ref().is_some_and(is_end)
    }

    fn is_over(&self, enough: usize) -> bool {
        let is_only_one = self.elsewhere == Elsewhere::Nowhere && self.hits > 0;
        self.is_stopped || self.hits >= enough || is_only_one
    }

    fn is_dear(&self) -> bool {
        self.work > MOST_WORK
    }

    /// Tells whether the lowest end leaves much of what it is to explain.
    fn is_poor(&self) -> bool {
        let spread = self.problem.spread();
        self.best.as_ref().is_some_and(|best| best.triangle.norm() > POOR * spread)
    }

    /// Searches in one way; the point where it was still falling after the most steps.
    fn search(&mut self, from: Vec<f64>, way: Way, most_steps: u64) -> Option<Vec<f64>> {
        let affordable = ((MOST_WORK_OF_ONE / self.each) as u64).max(LEAST_STEPS);
        let end = by(self.problem, &from, way, most_steps.min(affordable))?;
        self.work += 2.0 * (end.steps as f64 + 10.0) * self.each;
        self.is_stopped |= end.end == End::Stopped;
        let falling = (end.end == End::Falling).then(|| end.at.clone());
        self.take(end);
        falling
    }

    fn take(&mut self, end: Found) {
        let is_minimum = |end: &Found| matches!(end.end, End::Minimum(_));
        let Some(best) = &self.best else {
            self.hits = usize::from(is_minimum(&end));
            self.best = Some(end);
            return;
        };
        let (own, theirs) = (end.triangle.norm(), best.triangle.norm());
        let little = SAME * theirs + self.problem.rounding();
        let is_same = (own - theirs).abs() <= little && is_minimum(&end) == is_minimum(best);
        let is_better = match (is_minimum(&end), is_minimum(best)) {
            (true, false) => own <= theirs + little,
            (false, true) => own < theirs - little,
            _ if is_same => self.is_nearer(&end.at, &best.at),
            _ => own < theirs,
        };
        self.has_several |= !is_same && is_minimum(&end) && is_minimum(best);
        if is_same {
            self.hits += usize::from(is_minimum(&end));
        } else if is_better {
            self.hits = usize::from(is_minimum(&end));
        }
        if is_better {
            self.best = Some(end);
        }
    }

    /// Tells whether a point is nearer to the start than another. What counts are first the unknowns
    /// in which the residuals are not linear: the others follow from them, wherever they began.
    fn is_nearer(&self, point: &[f64], other: &[f64]) -> bool {
        let far = |point: &[f64], from: usize| {
            let parts = point.get(from..).zip(self.start.get(from..));
            parts.map_or(0.0, |(point, start)| distance(point, start))
        };
        let linear = self.problem.linear();
        match (far(point, linear), far(other, linear)) {
            (one, another) if one < NEARER * another => true,
            (one, another) if another < NEARER * one => false,
            _ => far(point, 0) < NEARER * far(other, 0),
        }
    }

    /// A point around the start, or around the lowest end, ever farther away.
    fn around(&self, round: usize) -> Vec<f64> {
        let middle = match &self.best {
            Some(best) if round % 2 == 1 => &best.at,
            _ => self.start,
        };
        around(middle, round)
    }
}

/// A point around another, ever farther away.
fn around(middle: &[f64], round: usize) -> Vec<f64> {
    let far = 0.3 + 0.05 * round as f64;
    let moved = |(place, at): (usize, &f64)| {
        let by = far * share(round, place);
        if *at == 0.0 { by } else { at * by.exp() }
    };
    middle.iter().enumerate().map(moved).collect()
}

/// How far an end is from the start, by the factors between their unknowns.
fn distance(end: &[f64], start: &[f64]) -> f64 {
    let part = |(end, start): (&f64, &f64)| match end / start {
        ratio if ratio > 0.0 => ratio.ln().clamp(-FARTHEST, FARTHEST),
        _ if end == start => 0.0,
        _ => FARTHEST,
    };
    norm(&end.iter().zip(start).map(part).collect::<Vec<_>>())
}
