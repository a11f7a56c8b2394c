//! Whether what rises around a bottom does so as its parabola when one unknown is held away from its best and
//! the others follow, and how far away it has risen by what is allowed.

use super::chances::student;
use crate::numbers::norm;
use crate::solver::thresholds_of_fit::parabola::{
    BENT, CLOSE, CUT, FAR, FARTHER, FARTHEST, FIRST, FLAT, LITTLE, MOST_PLACES, MOST_WORK,
    MOST_WORK_OF_ENDS, SHORTER, STEEP,
};

/// What rises around a bottom: a sum of squares, or the negative logarithm of a likelihood.
pub trait Rising {
    /// Holds an unknown at a value, moves the others from `start` (all of them, in order) to where it is lowest,
    /// and returns the root of its rise, which is 1 where the parabola is one standard error away, and where
    /// the others are then. None where they come to no end.
    fn held(&mut self, unknown: usize, value: f64, start: &[f64]) -> Option<(f64, Vec<f64>)>;

    /// About how much work that is, in products.
    fn work(&self) -> f64;

    /// Tells whether work is to stop.
    fn is_stopped(&self) -> bool;
}

/// An unknown along which it rises otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bent {
    /// The unknown.
    pub unknown: usize,
    /// Where it has risen by what is allowed, below and above; infinite where it never does, not a
    /// number where that was not found.
    pub ends: [f64; 2],
}

/// Returns the unknowns along which the rise is not that of the parabola, each held two standard errors
/// away on both sides, with the ends where its root is `most`. `errors` are what independent errors of unit size
/// make of each unknown. None where it would take too long, or is stopped.
pub fn bent(
    rising: &mut dyn Rising,
    at: &[f64],
    errors: &[Vec<f64>],
    most: f64,
) -> Option<Vec<Bent>> {
    if 2.0 * at.len() as f64 * rising.work() > MOST_WORK {
        return None;
    }
    // Of few rows `most` is many deviations: seen from there, only those would be called straight whose
    // deviation happens to be estimated too small, and they do not hold the truth as often.
    let usual = most.min(student(f64::INFINITY));
    let mut places = MOST_WORK_OF_ENDS / rising.work();
    let mut found = Vec::new();
    for unknown in 0..at.len() {
        let own = errors.get(unknown)?;
        let u = norm(own);
        let along = |other: &Vec<f64>| own.iter().zip(other).map(|(one, two)| one / u * two).sum();
        let way: Vec<f64> = errors.iter().map(along).collect();
        let mut valley = Valley { rising: &mut *rising, unknown, at, way };
        let rises = [-usual, usual].map(|place| valley.rise(place, None).map(|(rise, _)| rise));
        if valley.rising.is_stopped() {
            return None;
        }
        let is_parabola =
            |rise: &Option<f64>| rise.is_some_and(|it| (it / usual - 1.0).abs() <= BENT);
        if !rises.iter().all(is_parabola) {
            let ends = [-1.0, 1.0].map(|sign| valley.end(sign, most, &mut places));
            found.push(Bent { unknown, ends });
        }
    }
    (!rising.is_stopped()).then_some(found)
}

/// The bottoms as one unknown is held at one place after the other.
struct Valley<'valley> {
    rising: &'valley mut dyn Rising,
    unknown: usize,
    /// The bottom,
    at: &'valley [f64],
    /// and how the unknowns move for each standard error of the one that is held.
    way: Vec<f64>,
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

    /// The root of the rise so far away, and the other unknowns; none where they come to no end.
    fn rise(&mut self, far: f64, others: Option<Vec<f64>>) -> Option<(f64, Vec<f64>)> {
        let start = others.unwrap_or_else(|| {
            let moved = self.at.iter().zip(&self.way).map(|(at, way)| at + far * way);
            self.others(&moved.collect::<Vec<_>>())
        });
        let value = self.at[self.unknown] + far * self.way[self.unknown];
        self.rising.held(self.unknown, value, &start).filter(|(rise, _)| rise.is_finite())
    }

    /// Where the root of the rise is `most`, on one side.
    fn end(&mut self, sign: f64, most: f64, places: &mut f64) -> f64 {
        let start = Place { far: 0.0, rise: 0.0, others: self.others(self.at) };
        let (mut before, mut here, mut step) = (start.clone(), start, FIRST);
        for _ in 0..MOST_PLACES {
            *places -= 1.0;
            if *places < 0.0 || self.rising.is_stopped() {
                break;
            }
            let Some(next) = self.follow(&before, &here, sign * (here.far.abs() + step)) else {
                step *= CUT;
                continue;
            };
            let grown = next.rise - here.rise;
            if next.rise >= most && (grown <= STEEP || step <= CLOSE * here.far.abs()) {
                return self.between(here, next, most, places);
            }
            if grown > STEEP {
                step *= SHORTER;
                continue;
            }
            let far = next.far.abs();
            let is_flat =
                far > FAR && far >= FARTHER * here.far.abs() && grown < LITTLE * next.rise;
            if is_flat || far > FARTHEST {
                return sign * f64::INFINITY;
            }
            (before, here) = (here, next);
            step = if grown > FLAT { step } else { here.far.abs().max(step) };
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
