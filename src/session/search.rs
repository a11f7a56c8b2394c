//! The search for a minimum: L-BFGS on the tape, with a line search after Wolfe, and Newton's steps
//! where that ends.

use lbfgs::Lbfgs;

use super::Found;
use super::curvature::Curvature;
use super::verdict::Around;
use crate::graph::{Stop, Tape};

/// Number of past steps from which L-BFGS makes its direction.
const REMEMBERED: usize = 10;
/// Grads are looked into below this part of the root's size, or of one.
const SMALL: f64 = 1e-10;
/// A gain of this part of the root, or less, its last digits hardly show.
const HARDLY: f64 = 1e3 * f64::EPSILON;
/// After so many such gains in a row the search goes by curvature, and after twice as many it ends.
const MOST_DAWDLING: u32 = 20;
/// Damping factors of a Newton step, from none to a short step straight down.
const DAMPINGS: [f64; 10] = [0.0, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.1, 1.0, 10.0, 1e3];
/// Bound on the work of Newton steps, in records passed over and numbers worked on.
const MOST_EFFORT: usize = 500_000_000;
/// A root that falls below this times its size at the start falls without bound.
const BOTTOM: f64 = -1e100;
/// A search under way; between steps the tape has been passed over where the search is.
pub(super) struct Search {
    pub tape: Tape,
    pub(super) stop: Stop,
    /// Facts about the root's graph.
    pub(super) traits: Traits,
    memory: Lbfgs,
    remembers: bool,
    /// The leaves where the search began.
    pub(super) origin: Vec<f64>,
    /// The leaves where the step under way started.
    pub(super) start: Vec<f64>,
    pub(super) direction: Vec<f64>,
    /// The curvature where the search is, once it has been measured.
    pub(super) curvature: Option<Curvature>,
    effort: usize,
    /// The number of steps in a row that have hardly gained anything.
    dawdled: u32,
}

/// Facts about a root that its graph alone tells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    /// True if it depends on an operation that has kinks.
    pub has_kinks: bool,
    /// True if it is never below 0, whatever its leaves are.
    pub is_never_negative: bool,
}

/// The outcome of a line search.
enum Walked {
    Down,
    BelowAnyBound,
    Nowhere,
}

/// A place along a line: how far, the root's data there, and its slope along the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    along: f64,
    pub data: f64,
    pub slope: f64,
}

impl Search {
    /// The search from where the tape is, which must have been passed over.
    pub fn new(tape: Tape, stop: Stop, traits: Traits) -> Search {
        // It cannot do without a dimension, though there may be no leaf.
        let size = tape.leaves().len().max(1);
        // The line search sees to it that every step curves upwards, however little.
        let memory = Lbfgs::new(size, REMEMBERED).with_sy_epsilon(f64::MIN_POSITIVE);
        let origin = tape.data().to_vec();
        let (start, direction) = (origin.clone(), Vec::new());
        Search {
            tape,
            stop,
            traits,
            memory,
            remembers: false,
            origin,
            start,
            direction,
            curvature: None,
            effort: 0,
            dawdled: 0,
        }
    }

    /// One step to a lower place, or what the search has found.
    pub fn step(&mut self, highest: f64) -> Option<Found> {
        let before = self.tape.root_data();
        let found = self.go_on(highest);
        let gain = before - self.tape.root_data();
        let is_seen = gain > HARDLY * before.abs();
        self.dawdled = if is_seen { 0 } else { self.dawdled.saturating_add(1) };
        found
    }

    fn go_on(&mut self, highest: f64) -> Option<Found> {
        let vanish = self.grads_vanish();
        if self.dawdled >= 2 * MOST_DAWDLING {
            return Some(self.verdict());
        }
        if !vanish && self.dawdled < MOST_DAWDLING {
            match self.go_down(highest) {
                Walked::Down => return None,
                Walked::BelowAnyBound => return Some(Found::Unbounded),
                Walked::Nowhere => (),
            }
        }
        if self.go_by_curvature() {
            self.forget();
            return None;
        }
        if !vanish {
            return Some(self.verdict());
        }
        let around = self.look_around();
        if around == Around::Lower {
            self.forget();
            return None;
        }
        Some(self.verdict_at_rest(around))
    }

    /// Returns true if the root is so far below `highest`, where the search began, that it falls
    /// without bound.
    pub fn has_fallen_below_any_bound(&self, highest: f64) -> bool {
        self.tape.root_data() < bottom(highest)
    }

    /// Returns true if the grads are so small that the search looks at the curvature instead.
    fn grads_vanish(&self) -> bool {
        let far_down = self.can_measure()
            && self.tape.largest_grad() <= SMALL * self.tape.root_data().abs().max(1.0);
        far_down || self.changes_at_most(SMALL)
    }

    /// Whether the grads say that no leaf, moved as far as it is large, changes the root by more
    /// than this part of it.
    pub(super) fn changes_at_most(&self, part: f64) -> bool {
        let most = part * self.tape.root_data().abs();
        self.tape.grads().iter().zip(self.scales()).all(|(grad, scale)| grad.abs() * scale <= most)
    }

    /// The scale of each leaf: its size, or the distance it has come.
    pub(super) fn scales(&self) -> Vec<f64> {
        let places = self.tape.data().iter().zip(&self.origin);
        let scale = |(data, origin): (&f64, &f64)| match data.abs().max((data - origin).abs()) {
            0.0 => 1.0,
            scale => scale,
        };
        places.map(scale).collect()
    }

    fn forget(&mut self) {
        self.memory.reset();
        self.remembers = false;
    }

    /// One step of L-BFGS.
    fn go_down(&mut self, highest: f64) -> Walked {
        loop {
            self.start.clear();
            self.start.extend_from_slice(self.tape.data());
            self.direction.clear();
            self.direction.extend(self.tape.grads().iter().map(|grad| -grad));
            self.memory.update_hessian(self.tape.grads(), &self.start);
            self.memory.apply_hessian(&mut self.direction);
            let here = self.here(0.0);
            let bottom = bottom(highest);
            if here.slope < 0.0 && here.slope.is_finite() && self.walk(here, bottom) {
                self.remembers = true;
                let is_below = self.tape.root_data() < bottom;
                return if is_below { Walked::BelowAnyBound } else { Walked::Down };
            }
            if !self.remembers {
                return Walked::Nowhere;
            }
            // What was remembered may mislead: once more, straight down.
            self.forget();
        }
    }

    /// Goes to the bottom of the parabola that has the grads and the curvature here, or as far
    /// that way as leads lower; false, and back, when nothing does. The curvature is kept.
    fn go_by_curvature(&mut self) -> bool {
        self.curvature = None;
        if !self.can_measure() || self.effort > MOST_EFFORT {
            return false;
        }
        let leaves = self.tape.leaves().len();
        let numbers = leaves.saturating_pow(3).saturating_mul(DAMPINGS.len());
        self.effort = self.effort.saturating_add(Curvature::work(&self.tape) / 4 + numbers / 3);
        let scales = self.scales();
        self.curvature = Curvature::measure(&mut self.tape, &scales, &self.stop);
        let Some(curvature) = &self.curvature else { return false };
        let (start, grads) = (self.tape.data().to_vec(), self.tape.grads().to_vec());
        let (mut lowest, mut best) = (self.tape.root_data(), start.clone());
        for step in DAMPINGS.iter().filter_map(|damping| curvature.step(&grads, *damping)) {
            let places = start.iter().zip(&step);
            self.tape.data_mut().iter_mut().zip(places).for_each(|(it, (at, by))| *it = at + by);
            self.tape.pass();
            let is_finite = self.tape.largest_grad().is_finite();
            if is_finite && (f64::MIN..lowest).contains(&self.tape.root_data()) {
                lowest = self.tape.root_data();
                best.copy_from_slice(self.tape.data());
            }
        }
        self.tape.data_mut().copy_from_slice(&best);
        self.tape.pass();
        best != start
    }

    /// Walks down the line to a place that is lower and where the slope is much smaller; false, and
    /// back at the start, when there is none.
    fn walk(&mut self, start: Place, bottom: f64) -> bool {
        const LOWER: f64 = 1e-4;
        const FLATTER: f64 = 0.9;
        const MOST_TRIES: usize = 400;
        let slack = 4.0 * f64::EPSILON * start.data.abs();
        let (mut low, mut high) = (start, None);
        let steepness = self.tape.largest_grad();
        let mut along = if self.remembers { 1.0 } else { (1.0 / steepness).min(1.0) };
        for _ in 0..MOST_TRIES {
            if self.stop.is_set() {
                break;
            }
            let try_at = self.go(along);
            let is_number = try_at.slope.is_finite() && !try_at.data.is_nan();
            let enough = start.data + LOWER * along * start.slope + slack;
            if is_number && try_at.data < bottom {
                return true;
            }
            if !is_number || try_at.data > enough || try_at.data > low.data + slack {
                high = Some(try_at);
            } else if try_at.slope.abs() <= FLATTER * start.slope.abs() {
                return true;
            } else {
                let beyond = high.map_or(f64::INFINITY, |high: Place| high.along);
                if try_at.slope * (beyond - low.along) >= 0.0 {
                    high = Some(low);
                }
                low = try_at;
            }
            along = match high {
                None => 4.0 * along,
                Some(high) => between(low, high),
            };
            if along == low.along || high.is_some_and(|high| along == high.along) {
                break;
            }
        }
        // The lowest place seen will do, if it is lower at all.
        let here = self.go(low.along);
        here.along > 0.0 && here.data < start.data
    }

    /// Passes over the tape so far along the line.
    pub(super) fn go(&mut self, along: f64) -> Place {
        let places = self.start.iter().zip(&self.direction);
        for (leaf, (start, direction)) in self.tape.data_mut().iter_mut().zip(places) {
            *leaf = start + along * direction;
        }
        self.tape.pass();
        self.here(along)
    }

    fn here(&self, along: f64) -> Place {
        let slopes = self.tape.grads().iter().zip(&self.direction);
        let slope = slopes.map(|(grad, direction)| grad * direction).sum();
        Place { along, data: self.tape.root_data(), slope }
    }
}

/// Returns the minimum of the cubic through two points, kept well inside; their middle when
/// there is none.
fn between(low: Place, high: Place) -> f64 {
    let width = high.along - low.along;
    let middle = low.along + 0.5 * width;
    let bend = low.slope + high.slope - 3.0 * (high.data - low.data) / width;
    let root = (bend * bend - low.slope * high.slope).sqrt().copysign(width);
    let lowest =
        high.along - width * (high.slope + root - bend) / (high.slope - low.slope + 2.0 * root);
    let edges = [low.along + 0.1 * width, low.along + 0.9 * width];
    let (left, right) = (edges[0].min(edges[1]), edges[0].max(edges[1]));
    if lowest.is_finite() { lowest.clamp(left, right) } else { middle }
}

/// The value below which a root that began at `highest` is taken to fall without bound.
fn bottom(highest: f64) -> f64 {
    BOTTOM * highest.abs().max(1.0)
}
