//! A search for a root, from the start and then from elsewhere.

use crate::methods::thresholds_of_solve::steps::{
    FARTHER, MOST_STARTS, MOST_STEPS, MUCH_FARTHER, NEAREST, NEARLY_NOTHING, NEARLY_ZERO,
};
use crate::methods::{Contact, Equations, Near, range, scan};
use crate::numbers::share;
use crate::solver::{self, Problem};

/// Tells whether a root is beyond the range of a scan.
fn is_far(start: f64, root: &[f64]) -> bool {
    let (low, high) = range(start);
    root.iter().any(|at| *at < low || *at > high)
}

/// A search for a root, from the start and then from elsewhere.
pub struct Search<'search> {
    /// What is to be solved.
    pub equations: &'search mut Equations,
    /// Where the leaves were.
    pub start: &'search [f64],
    /// The number of steps taken.
    pub steps: u64,
    /// The first point where the sides meet as far as rounding lets them see.
    pub touch: Option<Near>,
    /// The point where the sides have come closest.
    pub closest: Option<Vec<f64>>,
    least: f64,
    /// Where a change of sign was looked for.
    pub range: Option<(f64, f64)>,
    /// True if the sides come ever closer, however far the leaves go.
    pub fades: bool,
    /// True if the sign changes in a jump, or at a pole.
    pub jumps: bool,
    /// The first place beyond which a side is infinite, and the sign changes on the way.
    pub end: Option<f64>,
}

impl Search<'_> {
    pub fn new<'search>(
        equations: &'search mut Equations,
        start: &'search [f64],
    ) -> Search<'search> {
        let (closest, least) = (None, f64::INFINITY);
        let (range, fades, jumps, end) = (None, false, false, None);
        Search { equations, start, steps: 0, touch: None, closest, least, range, fades, jumps, end }
    }

    pub fn root(&mut self) -> Option<Near> {
        // Sides that are the same tell of no root.
        if self.equations.meet_around(self.start) {
            match self.equations.contact(self.start) {
                Contact::Root(near) => return Some(near),
                Contact::Touch(near) => {
                    self.touch = Some(near);
                    return None;
                }
                Contact::Fades | Contact::Apart => {}
            }
        }
        let root = self.from(self.start);
        match *self.start {
            // Steps may jump past the nearest roots.
            [start] if root.as_ref().is_none_or(|root| is_far(start, &root.at)) => {
                self.scan(start).or(root)
            }
            [_] => root,
            _ => root.or_else(|| self.elsewhere()),
        }
    }

    /// Damped Newton steps from a point.
    pub fn from(&mut self, start: &[f64]) -> Option<Near> {
        for end in solver::ends(self.equations, start, |end| end.triangle.norm() == 0.0) {
            self.steps += end.steps;
            if let Some(root) = self.accepted(&end.at) {
                return Some(root);
            }
        }
        None
    }

    /// Returns the point if it is a root, and else keeps it if no other is closer to one.
    fn accepted(&mut self, at: &[f64]) -> Option<Near> {
        if let Some(zero) = self.at_zero(at) {
            return Some(zero);
        }
        match self.equations.contact(at) {
            Contact::Root(near) => return Some(near),
            Contact::Touch(near) => _ = self.touch.get_or_insert(near),
            Contact::Fades => self.fades = true,
            Contact::Apart => {}
        }
        let norm = self.equations.norm(at);
        if norm < self.least {
            (self.least, self.closest) = (norm, Some(at.to_vec()));
        }
        None
    }

    /// Returns the root where those leaves are 0 that are nearly so, as rounding ends the way to a
    /// multiple one. Nothing may have been rounded there.
    fn at_zero(&mut self, at: &[f64]) -> Option<Near> {
        let way = |(at, start): (&f64, &f64)| at.abs().max((at - start).abs());
        let farthest = at.iter().zip(self.start).map(way).fold(0.0, f64::max);
        // Where numbers end, x^100 is 0 already.
        let part = if self.equations.underflow_at(at) { 1.0 } else { NEARLY_ZERO };
        let is_nothing = |it: &f64| it.abs() <= part * farthest;
        let whole: Vec<f64> = at.iter().map(|it| if is_nothing(it) { 0.0 } else { *it }).collect();
        let is_root = whole != at && self.equations.is_exact_root(&whole);
        is_root.then(|| Near { within: vec![0.0; whole.len()], at: whole })
    }

    /// The point where the sides come closest, with 0 for a leaf that is nearly 0 where that is no
    /// farther from a root.
    pub fn whole(&mut self, at: Vec<f64>) -> Vec<f64> {
        let is_nothing = |it: &f64| it.abs() < NEARLY_NOTHING;
        let whole: Vec<f64> = at.iter().map(|it| if is_nothing(it) { 0.0 } else { *it }).collect();
        let (near, there) = (self.equations.norm(&at), self.equations.norm(&whole));
        if there <= near * (1.0 + NEARLY_NOTHING) { whole } else { at }
    }

    /// Looks for a change of sign of one unknown.
    fn scan(&mut self, start: f64) -> Option<Near> {
        let found = scan(self.equations, start, 1);
        self.range = Some(found.range);
        (self.jumps, self.end) = (found.jumps, found.end);
        let root = found.roots.into_iter().next();
        if root.is_some() {
            return root;
        }
        // The first one of a scan is the nearest; steps may have jumped far.
        let far = |near: &Near| near.at.first().map_or(f64::INFINITY, |at| (at - start).abs());
        let nearer = found.touch.as_ref().map_or(f64::INFINITY, |near| MUCH_FARTHER * far(near));
        self.touch = self.touch.take().filter(|near| far(near) <= nearer).or(found.touch);
        let root = found.valleys.iter().find_map(|at| self.from(&[*at]));
        let root = root.or_else(|| self.accepted(&[found.closest]));
        if root.is_none() && self.touch.is_none() && self.end.is_none() {
            let mut places = [start, found.closest].into_iter();
            let lost = places.find(|at| self.equations.is_lost_at(*at));
            self.touch = lost.map(|at| Near::exactly(&[at]));
        }
        root
    }

    /// Tries starts around the first one, ever farther away.
    fn elsewhere(&mut self) -> Option<Near> {
        for round in 0..MOST_STARTS {
            if self.equations.is_stopped() || self.steps > MOST_STEPS {
                return None;
            }
            let far = NEAREST * FARTHER.powi(round as i32);
            if let Some(root) = self.from(&moved(self.start, round, far)) {
                return Some(root);
            }
        }
        None
    }
}

/// A point around another, so far away in parts of its size or of 1.
pub fn moved(middle: &[f64], round: usize, far: f64) -> Vec<f64> {
    let moved = |(place, at): (usize, &f64)| at + far * at.abs().max(1.0) * share(round, place);
    middle.iter().enumerate().map(moved).collect()
}
