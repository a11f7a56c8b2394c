//! The search for a minimum: L-BFGS on the tape with a Wolfe line search, and Newton's steps where
//! that makes no progress.

mod run;

use lbfgs::Lbfgs;

use super::Outcome;
use super::curvature::Curvature;
use super::verdict::Nearby;
use crate::graph::{Stop, Tape};
use crate::methods::thresholds_of_minimize::descent::{
    AWAY, BOTTOM, DAMPINGS, FLATTER, LONGER, LOWER, MOST_SETTLING, MOST_TRIES, MOST_WORK,
    NO_PROGRESS, PATIENCE, REMEMBERED, ROUNDINGS, SMALL,
};
use crate::methods::thresholds_of_minimize::verdict::THERE;
use crate::numbers::norm;

/// A search in progress; between steps the tape's data and grads are those of its leaves.
pub struct Search {
    /// The tape of the root.
    pub tape: Tape,
    /// What stops it.
    pub stop: Stop,
    /// Properties of the root's graph.
    pub traits: Traits,
    memory: Lbfgs,
    remembers: bool,
    /// The leaves' data where the search began.
    pub origin: Vec<f64>,
    /// The leaves' data where the current step started.
    pub start: Vec<f64>,
    /// Where the last step went.
    pub direction: Vec<f64>,
    /// The length of the longest step of L-BFGS so far.
    longest: f64,
    /// The curvature at the present point, once measured.
    pub curvature: Option<Curvature>,
    newton_work: usize,
    /// The number of steps in a row without progress.
    stalled: u32,
    /// The number of steps in a row to where the grads vanish.
    level: u32,
}

/// Properties of a root that follow from its graph, or from what it is said to be.
#[derive(Debug, Clone, Copy)]
pub struct Traits {
    /// True if it depends on an operation that has kinks.
    pub has_kinks: bool,
    /// True if it is a polynomial of the second degree in its moving leaves.
    pub is_quadratic: bool,
    /// True if it cannot be negative, whatever its leaves are.
    pub is_never_negative: bool,
    /// True if it stands for a likelihood, of which it matters whether there is a largest: it runs off
    /// where the rest that it has to fall is lost in rounding, too.
    pub is_likelihood: bool,
}

/// A point with the root's data and grads there.
struct Whole {
    root: f64,
    data: Vec<f64>,
    grads: Vec<f64>,
}

/// The outcome of an L-BFGS step.
enum Descended {
    Down,
    BelowAnyBound,
    Nowhere,
}

/// A point on a line: its distance along it, the root's data there, and its slope along the line.
#[derive(Debug, Clone, Copy)]
pub struct LinePoint {
    along: f64,
    pub data: f64,
    pub slope: f64,
}

impl Search {
    /// Starts a search at the leaves of the tape, whose data and grads must be up to date.
    pub fn new(tape: Tape, stop: Stop, traits: Traits) -> Search {
        // `Lbfgs` requires a dimension of at least 1; there may be no leaf.
        let size = tape.leaves().len().max(1);
        // The Wolfe conditions guarantee positive curvature, so no step needs to be discarded.
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
            longest: 0.0,
            curvature: None,
            newton_work: 0,
            stalled: 0,
            level: 0,
        }
    }

    /// Takes one step to a lower point, or returns the outcome of the search.
    fn step(&mut self, highest: f64) -> Option<Outcome> {
        let before = self.tape.root_data();
        let whole = self.whole();
        let outcome = self.lower(highest);
        self.return_to(&whole);
        let gain = before - self.tape.root_data();
        let is_progress = gain > NO_PROGRESS * before.abs();
        self.stalled = if is_progress { 0 } else { self.stalled.saturating_add(1) };
        outcome
    }

    /// The numbers of the present point, if a pass from here may be stopped half-way.
    fn whole(&self) -> Option<Whole> {
        let tape = &self.tape;
        tape.has_rows().then(|| Whole {
            root: tape.root_data(),
            data: tape.data().to_vec(),
            grads: tape.grads().to_vec(),
        })
    }

    /// Returns to an earlier point if the last pass was stopped half-way, and tells whether it was.
    fn return_to(&mut self, whole: &Option<Whole>) -> bool {
        let Some(Whole { root, data, grads }) = whole.as_ref().filter(|_| self.tape.is_cut())
        else {
            return false;
        };
        self.tape.restore(*root, data, grads);
        true
    }

    fn lower(&mut self, highest: f64) -> Option<Outcome> {
        let vanish = self.grads_vanish();
        if self.stalled >= 2 * PATIENCE {
            return Some(self.verdict());
        }
        self.level = if vanish { self.level.saturating_add(1) } else { 0 };
        // What is nothing but rounding may fall for long.
        if self.level > PATIENCE && self.traits.is_never_negative && self.is_zero_to_rounding() {
            return Some(self.verdict());
        }
        if !vanish && self.stalled < PATIENCE {
            match self.lbfgs_step(highest) {
                Descended::Down => return None,
                Descended::BelowAnyBound => return Some(Outcome::Unbounded),
                Descended::Nowhere => (),
            }
        }
        if self.newton_step() {
            self.forget();
            return None;
        }
        if !vanish {
            return Some(self.verdict());
        }
        let nearby = self.probe();
        if nearby == Nearby::Lower {
            self.forget();
            return None;
        }
        Some(self.verdict_at_rest(nearby))
    }

    /// Returns true if the root is so far below `highest`, its data at the start, that it counts as
    /// falling without bound.
    fn has_fallen_below_any_bound(&self, highest: f64) -> bool {
        self.tape.root_data() < bottom(highest)
    }

    /// Returns true if the grads are so small that only the curvature can tell more.
    fn grads_vanish(&self) -> bool {
        let far_down = self.can_measure()
            && self.tape.largest_grad() <= SMALL * self.tape.root_data().abs().max(1.0);
        far_down || self.changes_at_most(SMALL)
    }

    /// Returns true if, by its grad, no leaf that moves by its own scale changes the root by more
    /// than `part` of it.
    pub fn changes_at_most(&self, part: f64) -> bool {
        let most = part * self.tape.root_data().abs();
        self.tape.grads().iter().zip(self.scales()).all(|(grad, scale)| grad.abs() * scale <= most)
    }

    /// The scale of each leaf: its size or the distance it has moved, whichever is larger; 1 for a leaf that
    /// is 0 or what rounding left in its place, whose square is 0.
    pub fn scales(&self) -> Vec<f64> {
        let places = self.tape.data().iter().zip(&self.origin);
        let scale = |(data, origin): (&f64, &f64)| match data.abs().max((data - origin).abs()) {
            none if none * none == 0.0 => 1.0,
            scale => scale,
        };
        places.map(scale).collect()
    }

    fn forget(&mut self) {
        self.memory.reset();
        self.remembers = false;
    }

    /// Takes one step of L-BFGS.
    fn lbfgs_step(&mut self, highest: f64) -> Descended {
        loop {
            self.start.clear();
            self.start.extend_from_slice(self.tape.data());
            self.direction.clear();
            self.direction.extend(self.tape.grads().iter().map(|grad| -grad));
            self.memory.update_hessian(self.tape.grads(), &self.start);
            self.memory.apply_hessian(&mut self.direction);
            let here = self.here(0.0);
            let bottom = bottom(highest);
            if here.slope < 0.0 && here.slope.is_finite() && self.line_search(here, bottom) {
                self.remembers = true;
                let moves = self.tape.data().iter().zip(&self.start).map(|(at, from)| at - from);
                self.longest = self.longest.max(norm(&moves.collect::<Vec<_>>()));
                let is_below = self.tape.root_data() < bottom;
                return if is_below { Descended::BelowAnyBound } else { Descended::Down };
            }
            if !self.remembers {
                return Descended::Nowhere;
            }
            // The past steps may mislead: retry with steepest descent.
            self.forget();
        }
    }

    /// Takes the Newton step, of all damping factors, that leads lowest. Returns false, and stays,
    /// when none leads lower. The measured curvature is kept.
    fn newton_step(&mut self) -> bool {
        self.curvature = self.measured();
        let Some(curvature) = &self.curvature else { return false };
        let (start, grads) = (self.tape.data().to_vec(), self.tape.grads().to_vec());
        let (mut lowest, mut best) = (self.tape.root_data(), start.clone());
        for step in DAMPINGS.iter().filter_map(|damping| curvature.step(&grads, *damping)) {
            self.tape.pass_at(start.iter().zip(&step).map(|(at, by)| at + by));
            let is_finite = self.tape.largest_grad().is_finite();
            if is_finite && (f64::MIN..lowest).contains(&self.tape.root_data()) {
                lowest = self.tape.root_data();
                best.copy_from_slice(self.tape.data());
            }
        }
        self.tape.pass_at(best.iter().copied());
        best != start
    }

    /// The curvature at the present point, unless it takes too much work.
    fn measured(&mut self) -> Option<Curvature> {
        if !self.can_measure() || self.newton_work > MOST_WORK {
            return None;
        }
        let leaves = self.tape.leaves().len();
        let numbers = leaves.saturating_pow(3).saturating_mul(DAMPINGS.len());
        self.newton_work =
            self.newton_work.saturating_add(Curvature::work(&self.tape) / 4 + numbers / 3);
        let scales = self.scales();
        Curvature::measure(&mut self.tape, &scales, &self.stop)
    }

    /// Follows the grads on to where they vanish. Around a minimum the root no longer tells places apart: that of
    /// `1000 + x^4` is the same for x up to 4e-4.
    pub fn settle(&mut self, curvature: Curvature) {
        let highest =
            self.tape.root_data() + ROUNDINGS * f64::EPSILON * self.tape.root_data().abs();
        let units = curvature.units.clone();
        let steepness = |grads: &[f64]| -> f64 {
            grads.iter().zip(&units).map(|(grad, unit)| (grad * unit).powi(2)).sum()
        };
        let mut curvature = Some(curvature);
        for _ in 0..MOST_SETTLING {
            let (start, grads) = (self.tape.data().to_vec(), self.tape.grads().to_vec());
            let step = curvature.and_then(|it| it.step(&grads, 0.0));
            let scales = self.scales();
            let is_there = |step: &[f64]| {
                step.iter().zip(&scales).all(|(by, scale)| by.abs() <= THERE * scale)
            };
            let Some(step) = step.filter(|step| !is_there(step)) else { return };
            self.tape.pass_at(start.iter().zip(&step).map(|(at, by)| at + by));
            let is_flatter = steepness(self.tape.grads()) < steepness(&grads);
            if !(is_flatter && self.tape.root_data() <= highest) {
                self.tape.pass_at(start.iter().copied());
                return;
            }
            curvature = self.measured();
        }
    }

    /// Searches along the line for a point that satisfies the Wolfe conditions: lower, and flatter.
    /// Returns false, and stays, when it finds nothing lower.
    fn line_search(&mut self, start: LinePoint, bottom: f64) -> bool {
        let slack = ROUNDINGS * f64::EPSILON * start.data.abs();
        let (mut low, mut high) = (start, None);
        let steepness = self.tape.largest_grad();
        let mut along = if self.remembers { 1.0 } else { (1.0 / steepness).min(1.0) };
        // Where the root bends down, the next step of L-BFGS may lead to a basin far away.
        if self.longest > 0.0 {
            along = along.min(LONGER * self.longest / norm(&self.direction));
        }
        for _ in 0..MOST_TRIES {
            if self.stop.is_set_at(self.tape.records()) {
                break;
            }
            let try_at = self.move_along(along);
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
                let beyond = high.map_or(f64::INFINITY, |high: LinePoint| high.along);
                if try_at.slope * (beyond - low.along) >= 0.0 {
                    high = Some(low);
                }
                low = try_at;
            }
            along = match high {
                None => LONGER * along,
                Some(high) => cubic_minimum(low, high),
            };
            // Between the two only rounding is left to tell points apart.
            let is_level = |high: LinePoint| {
                let steepest = low.slope.abs().max(high.slope.abs());
                along == high.along || steepest * (high.along - low.along).abs() <= slack
            };
            if along == low.along || high.is_some_and(is_level) {
                break;
            }
        }
        // Settle for the lowest point seen.
        let here = self.move_along(low.along);
        here.along > 0.0 && here.data < start.data
    }

    /// Moves to the point at this distance along the line.
    pub fn move_along(&mut self, along: f64) -> LinePoint {
        let places = self.start.iter().zip(&self.direction);
        self.tape.pass_at(places.map(|(start, direction)| start + along * direction));
        self.here(along)
    }

    fn here(&self, along: f64) -> LinePoint {
        let slopes = self.tape.grads().iter().zip(&self.direction);
        let slope = slopes.map(|(grad, direction)| grad * direction).sum();
        LinePoint { along, data: self.tape.root_data(), slope }
    }
}

/// Returns the minimum of the cubic through two points, kept away from both; the midpoint if there
/// is none. Nocedal and Wright, equation 3.59.
fn cubic_minimum(low: LinePoint, high: LinePoint) -> f64 {
    let width = high.along - low.along;
    let middle = low.along + 0.5 * width;
    let bend = low.slope + high.slope - 3.0 * (high.data - low.data) / width;
    let root = (bend * bend - low.slope * high.slope).sqrt().copysign(width);
    let lowest =
        high.along - width * (high.slope + root - bend) / (high.slope - low.slope + 2.0 * root);
    let edges = [low.along + AWAY * width, low.along + (1.0 - AWAY) * width];
    let (left, right) = (edges[0].min(edges[1]), edges[0].max(edges[1]));
    if lowest.is_finite() { lowest.clamp(left, right) } else { middle }
}

/// The value below which a root that began at `highest` counts as falling without bound.
fn bottom(highest: f64) -> f64 {
    BOTTOM * highest.abs().max(1.0)
}
