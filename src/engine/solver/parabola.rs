//! Whether the sum of squares rises as the parabola of a fit does when one unknown is held away from
//! its best and the others follow, and how far away it has risen by what is allowed.

use super::chances::student;
use super::search::settle;
use super::{Problem, Triangle};
use crate::numbers::norm;

/// How an unknown's sum of squares rises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bent {
    /// The unknown.
    pub unknown: usize,
    /// Where it has risen by what is allowed, below and above; infinite where it never does, not a
    /// number where that was not found.
    pub ends: [f64; 2],
}

/// Where the parabola has risen by what is allowed, the root of the rise may differ by this part of it.
const BENT: f64 = 0.3;
/// The limit on the work of looking at all unknowns, in products,
const MOST_WORK: f64 = 2e8;
/// and of finding the ends.
const MOST_WORK_OF_ENDS: f64 = 1e9;
/// About how often all rows are looked at until the others have followed.
const ROUNDS: f64 = 10.0;
/// The most steps that they take.
const MOST_STEPS: u64 = 60;
/// The first step toward an end, in standard errors.
const FIRST: f64 = 0.5;
/// A step that raises the root of the rise by more than this may have left the valley.
const STEEP: f64 = 1.5;
/// So far away, in standard errors, the rise has come to its end
const FAR: f64 = 1e3;
/// if it grows by less than this part as the distance doubles,
const LITTLE: f64 = 0.01;
/// and so far away in any case.
const FARTHEST: f64 = 1e9;
/// The most places looked at for one end.
const MOST_PLACES: usize = 120;
/// An end is found within this part of its distance.
const CLOSE: f64 = 1e-5;

/// Returns the unknowns along which the rise is not that of the parabola, each held two standard errors
/// away on both sides, with the ends where its root is `most` deviations of a row. `errors` are what
/// independent errors of unit size make of each unknown. None where it would take too long, or is
/// stopped.
pub fn bent(
    problem: &mut dyn Problem,
    at: &[f64],
    errors: &[Vec<f64>],
    (deviation, most): (f64, f64),
) -> Option<Vec<Bent>> {
    let each = (at.len() as f64 + 2.0).powi(2) * problem.rows() as f64;
    if 2.0 * at.len() as f64 * ROUNDS * each > MOST_WORK {
        return None;
    }
    let bottom = problem.norm(at);
    // Of few rows `most` is many deviations: seen from there, only those would be called straight whose
    // deviation happens to be estimated too small, and they do not hold the truth as often.
    let usual = most.min(student(f64::INFINITY));
    let mut places = MOST_WORK_OF_ENDS / (ROUNDS * each);
    let mut found = Vec::new();
    for unknown in 0..at.len() {
        let own = errors.get(unknown)?;
        let u = norm(own);
        let along = |other: &Vec<f64>| own.iter().zip(other).map(|(one, two)| one / u * two).sum();
        let way: Vec<f64> = errors.iter().map(along).collect();
        let mut valley = Valley { problem: &mut *problem, unknown, at, way, bottom, deviation };
        let rises = [-usual, usual].map(|place| valley.rise(place, None).map(|(rise, _)| rise));
        if valley.problem.is_stopped() {
            return None;
        }
        let is_parabola =
            |rise: &Option<f64>| rise.is_some_and(|it| (it / usual - 1.0).abs() <= BENT);
        if !rises.iter().all(is_parabola) {
            let ends = [-1.0, 1.0].map(|sign| valley.end(sign, most, &mut places));
            found.push(Bent { unknown, ends });
        }
    }
    (!problem.is_stopped()).then_some(found)
}

/// The least sums of squares as one unknown is held at one place after the other.
struct Valley<'valley> {
    problem: &'valley mut dyn Problem,
    unknown: usize,
    /// The bottom,
    at: &'valley [f64],
    /// how the unknowns move for each standard error of the one that is held,
    way: Vec<f64>,
    /// and the root of the sum of squares there.
    bottom: f64,
    deviation: f64,
}

/// The distance from the bottom, in standard errors, with the root of the rise and the other unknowns.
#[derive(Clone)]
struct Place {
    far: f64,
    rise: f64,
    others: Vec<f64>,
}

impl Valley<'_> {
    fn others(&self, all: &[f64]) -> Vec<f64> {
        let kept = all.iter().enumerate().filter(|(at, _)| *at != self.unknown);
        kept.map(|(_, it)| *it).collect()
    }

    /// The root of the rise so far away, in deviations of a row, and the other unknowns; none where
    /// they come to no end.
    fn rise(&mut self, far: f64, others: Option<Vec<f64>>) -> Option<(f64, Vec<f64>)> {
        let start = others.unwrap_or_else(|| {
            let moved = self.at.iter().zip(&self.way).map(|(at, way)| at + far * way);
            self.others(&moved.collect::<Vec<_>>())
        });
        let (unknown, value) = (self.unknown, self.at[self.unknown] + far * self.way[self.unknown]);
        let mut held = Held { problem: &mut *self.problem, unknown, value };
        let (others, height) = settle(&mut held, &start, MOST_STEPS)?;
        // A difference of squares that may be too large to square.
        let (less, more) = (height - self.bottom, height + self.bottom);
        let rise = (less.max(0.0) / self.deviation).sqrt() * (more / self.deviation).sqrt();
        rise.is_finite().then_some((rise, others))
    }

    /// Where the root of the rise is `most`, on one side.
    fn end(&mut self, sign: f64, most: f64, places: &mut f64) -> f64 {
        let start = Place { far: 0.0, rise: 0.0, others: self.others(self.at) };
        let (mut before, mut here, mut step) = (start.clone(), start, FIRST);
        for _ in 0..MOST_PLACES {
            *places -= 1.0;
            if *places < 0.0 || self.problem.is_stopped() {
                break;
            }
            let Some(next) = self.follow(&before, &here, sign * (here.far.abs() + step)) else {
                step *= 0.5;
                continue;
            };
            let grown = next.rise - here.rise;
            if next.rise >= most && (grown <= STEEP || step <= CLOSE * here.far.abs()) {
                return self.between(here, next, most, places);
            }
            if grown > STEEP {
                step *= 0.25;
                continue;
            }
            let far = next.far.abs();
            let is_flat = far > FAR && far >= 1.5 * here.far.abs() && grown < LITTLE * next.rise;
            if is_flat || far > FARTHEST {
                return sign * f64::INFINITY;
            }
            (before, here) = (here, next);
            step = if grown > 0.5 { step } else { here.far.abs().max(step) };
        }
        f64::NAN
    }

    /// A place farther on, where the others are looked for on the line through the last two.
    fn follow(&mut self, before: &Place, here: &Place, far: f64) -> Option<Place> {
        let ahead = match here.far - before.far {
            0.0 => None,
            last => Some((far - here.far) / last),
        };
        let others = ahead.map(|ahead| {
            let both = before.others.iter().zip(&here.others);
            both.map(|(before, here)| here + ahead * (here - before)).collect()
        });
        let (rise, others) =
            self.rise(far, others).or_else(|| self.rise(far, Some(here.others.clone())))?;
        Some(Place { far, rise, others })
    }

    /// The unknown where the root of the rise is `most`, between two places.
    fn between(&mut self, mut low: Place, mut high: Place, most: f64, places: &mut f64) -> f64 {
        for _ in 0..MOST_PLACES {
            *places -= 1.0;
            if (high.far - low.far).abs() <= CLOSE * high.far.abs() {
                break;
            }
            // Where a line has it, but not too close to either place.
            let part = ((most - low.rise) / (high.rise - low.rise)).clamp(0.1, 0.9);
            let far = low.far + part * (high.far - low.far);
            let Some(middle) = self.follow(&high, &low, far) else { break };
            if middle.rise < most { low = middle } else { high = middle }
        }
        let part = ((most - low.rise) / (high.rise - low.rise)).clamp(0.0, 1.0);
        let far = low.far + part * (high.far - low.far);
        self.at[self.unknown] + far * self.way[self.unknown]
    }
}

/// A problem with one of its unknowns held.
struct Held<'held> {
    problem: &'held mut dyn Problem,
    unknown: usize,
    value: f64,
}

impl Held<'_> {
    fn with(&self, others: &[f64]) -> Vec<f64> {
        let mut all = others.to_vec();
        all.insert(self.unknown.min(all.len()), self.value);
        all
    }
}

impl Problem for Held<'_> {
    fn rows(&self) -> usize {
        self.problem.rows()
    }

    fn linear(&self) -> usize {
        let linear = self.problem.linear();
        linear - usize::from(self.unknown < linear)
    }

    fn norm(&mut self, at: &[f64]) -> f64 {
        self.problem.norm(&self.with(at))
    }

    fn triangle(&mut self, at: &[f64]) -> Option<Triangle> {
        Some(self.problem.triangle(&self.with(at))?.without(self.unknown))
    }

    fn spread(&self) -> f64 {
        self.problem.spread()
    }

    fn rounding(&self) -> f64 {
        self.problem.rounding()
    }

    fn is_stopped(&self) -> bool {
        self.problem.is_stopped()
    }
}
