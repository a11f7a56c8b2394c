//! The search for a local minimum: L-BFGS with a Wolfe line search, then Newton's steps if it makes no progress.

use lbfgs::Lbfgs;

use super::curvature::{Curvature, ROUNDED, length};
use crate::core::graph::Stop;
use crate::parts::least_squares::{dot, norm, share};
use crate::parts::rows::Program;
use crate::report::Ending;

/// The number of past steps in L-BFGS: usually 3 to 20 (Nocedal and Wright, chapter 7).
const REMEMBERED: usize = 10;
/// Grads vanish if moving each leaf by its scale changes the root by less than this part of its size or progress.
const SMALL: f64 = 1e-10;
/// A step makes no progress if it lowers the root by less than this part, which is close to rounding.
const NO_PROGRESS: f64 = 1e3 * f64::EPSILON;
/// After this many steps in a row without progress the search takes Newton's steps; after twice as many it ends.
const PATIENCE: u32 = 20;
/// The damping factors tried for a Newton step, from none to a short step of steepest descent.
const DAMPINGS: [f64; 10] = [0.0, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.1, 1.0, 10.0, 1e3];
/// The limit on the work of Newton steps, in program records and matrix entries processed: about a second.
const MOST_WORK: usize = 500_000_000;
/// The limit on the work of measuring the curvature once, and on that of nudging, in program records.
const MOST_MEASURING: usize = 1_000_000_000;
const MOST_NUDGING: usize = 100_000_000;
/// With more leaves the curvature is not measured: its size grows with their square.
const MOST_LEAVES: usize = 500;
/// A root below this, times its size at the start, falls without bound.
const BOTTOM: f64 = -1e100;
/// A step lowers the root by at least this part of what its slope promises, and leaves at most the other part of the
/// slope: the usual ones for quasi-Newton methods (Nocedal and Wright, chapter 3).
const LOWER: f64 = 1e-4;
const FLATTER: f64 = 0.9;
/// The factor by which an unbounded line search lengthens its step, and which limits the first step.
const LONGER: f64 = 2.0;
/// The curvature along the first step is measured over this part of the leaves' size.
const SHORT: f64 = 1e-3;
/// The first step's length, relative to the leaves' size, where the slope gets steeper.
const CAREFUL: f64 = 0.1;
/// The assumed rounding error of a root, in units of one rounding.
const ROUNDINGS: f64 = 4.0;
/// The most places that one line search tries.
const MOST_TRIES: usize = 400;
/// The most Newton steps that refine a minimum until the grads vanish.
const MOST_SETTLING: usize = 60;
/// A leaf at a minimum is rounded to 0 below this part of its natural length.
const ZERO_PART: f64 = 1e-12;
/// A minimum is reached if Newton's step moves no leaf by more than this part of its scale,
const THERE: f64 = 1e-9;
/// or if no step leads lower, and Newton's would lower the root by at most this part of its size.
const LITTLE: f64 = 1e-10;
/// Beside a minimum the root is higher if its parabola rises by this part of the root, this far away or farther.
const SHOWN: f64 = 1e4 * f64::EPSILON;
const ASIDE: f64 = 1e-4;
/// The size of a nudge off a maximum or saddle, in a leaf's scale; the directions for each leaf; the most nudges.
const NUDGE: f64 = 1e-3;
const DIRECTIONS: usize = 16;
const MOST_NUDGES: u32 = 20;

/// The places along a valley, in parts of the leaves' scales, the most steps back into it where it bends, and how far
/// from the root its bottom may be there, relative to the size of the root or its progress.
const BESIDE: [f64; 4] = [0.1, 0.01, -0.1, -0.01];
/// A leaf that moves by less than this part of its scale, when another moves by all of its own, stands still.
const LITTLE_MOVE: f64 = 1e-6;
const MOST_BENDS: usize = 6;
const AS_LOW: f64 = 1e-16;

/// A search in progress; between steps the program's data and grads are those of its leaves.
pub struct Search {
    /// The program of the root.
    pub program: Program,
    stop: Stop,
    memory: Lbfgs,
    remembers: bool,
    /// The leaves' data where the search began.
    origin: Vec<f64>,
    /// The root's data at the origin.
    highest: f64,
    /// The length of the longest step of L-BFGS so far.
    longest: f64,
    newton_work: usize,
    /// The number of steps in a row without progress.
    stalled: u32,
    nudges: u32,
    /// True if the last line search tried a place where the root is not finite.
    met_non_finite: bool,
    /// The Hessian at the minimum, once it is found.
    pub curvature: Option<Curvature>,
}

/// A line from a point, and the slope along it there.
struct Line<'line> {
    start: &'line [f64],
    direction: &'line [f64],
    slope: f64,
}

impl Search {
    /// Starts a search at the leaves of the program, whose data and grads must be up to date.
    pub fn new(program: Program, stop: Stop) -> Search {
        // `Lbfgs` requires a dimension of at least 1; there may be no leaf.
        let size = program.inputs().len().max(1);
        Search {
            // The Wolfe conditions guarantee positive curvature, so no step needs to be discarded.
            memory: Lbfgs::new(size, REMEMBERED).with_sy_epsilon(f64::MIN_POSITIVE),
            origin: program.data().to_vec(),
            highest: program.root_data(),
            program,
            stop,
            remembers: false,
            longest: 0.0,
            newton_work: 0,
            stalled: 0,
            nudges: 0,
            met_non_finite: false,
            curvature: None,
        }
    }

    /// Takes at most `most_steps`, and reports the root's data after each.
    pub fn run(&mut self, most_steps: u64, mut tell: impl FnMut(u64, f64)) -> (Ending, u64) {
        if !self.program.root_data().is_finite() || !self.program.largest_grad().is_finite() {
            return (Ending::NonFinite, 0);
        }
        let bottom = BOTTOM * self.program.root_data().abs().max(1.0);
        for steps in 0..most_steps {
            let (before, (data, grads)) = (self.program.root_data(), self.point());
            let outcome = self.lower(bottom);
            if self.program.is_cut() {
                self.program.restore(before, &data, &grads);
            }
            if self.stop.is_set() {
                return (Ending::Interrupted, steps);
            }
            if self.program.root_data() < bottom {
                return (Ending::Endless, steps);
            }
            if let Some(outcome) = outcome {
                return (outcome, steps);
            }
            let is_progress = before - self.program.root_data()
                > NO_PROGRESS * before.abs().max(SMALL * (self.highest - before));
            self.stalled = if is_progress { 0 } else { self.stalled + 1 };
            tell(steps + 1, self.program.root_data());
        }
        (Ending::Falling, most_steps)
    }

    /// The present data and grads of the leaves.
    fn point(&self) -> (Vec<f64>, Vec<f64>) {
        (self.program.data().to_vec(), self.program.grads().to_vec())
    }

    /// Takes one step to a lower point, or returns the outcome of the search.
    fn lower(&mut self, bottom: f64) -> Option<Ending> {
        let size = self.program.root_data().abs();
        let vanish = self.grads_vanish();
        let is_told_by_curvature = vanish && self.can_measure();
        if !is_told_by_curvature && self.stalled < PATIENCE && self.lbfgs_step(bottom) {
            return None;
        }
        if let Some(curvature) = self.measured() {
            let is_there = self.is_minimum(&curvature, ROUNDINGS * f64::EPSILON * size);
            if !is_there
                && self.stalled < 2 * PATIENCE
                && self.newton_step(&curvature, &DAMPINGS, Program::root_data)
            {
                self.forget();
                return None;
            }
            if is_there || self.is_minimum(&curvature, LITTLE * size) {
                self.settle(curvature);
                return Some(Ending::Minimum);
            }
        }
        if vanish && self.nudge() {
            self.forget();
            return None;
        }
        if vanish && self.is_valley() {
            return Some(Ending::NotUnique);
        }
        Some(if self.met_non_finite { Ending::NonFinite } else { Ending::Stuck })
    }

    /// Returns true if the Hessian is singular but not negative anywhere, and the root is the same at places beside this
    /// one along the direction without curvature. Several leaves must move there together: where one alone has no slope
    /// and no curvature, the root may only level off, as `tanh(x)` does.
    fn is_valley(&mut self) -> bool {
        let Some(along) = self.measured().and_then(|curvature| curvature.flat_direction()) else {
            return false;
        };
        let (start, low) = (self.program.data().to_vec(), self.program.root_data());
        let scales = self.scales();
        let parts = along.iter().zip(&scales).map(|(by, scale)| by.abs() / scale);
        let parts: Vec<f64> = parts.collect();
        let largest = parts.iter().copied().fold(0.0, f64::max);
        if parts.iter().filter(|part| **part > LITTLE_MOVE * largest).count() < 2 {
            return false;
        }
        let off_bottom = AS_LOW * self.size_at(low);
        let is_as_low = BESIDE.iter().all(|part| {
            let moved: Vec<f64> =
                start.iter().zip(&along).map(|(at, by)| at + part * by / largest).collect();
            self.program.pass_at(moved.iter().copied());
            // A valley may bend.
            for _ in 0..MOST_BENDS {
                let Some(curvature) = self.measured() else { break };
                if !self.newton_step(&curvature, &DAMPINGS, Program::root_data) {
                    break;
                }
            }
            let off = self.program.data().iter().zip(&moved).zip(&scales);
            let off = off.map(|((at, from), scale)| (at - from).abs() / scale).fold(0.0, f64::max);
            (self.program.root_data() - low).abs() <= off_bottom && off <= 0.5 * part.abs()
        });
        self.program.pass_at(start);
        is_as_low
    }

    fn grads_vanish(&self) -> bool {
        let parts = self.program.grads().iter().zip(self.scales());
        let parts = parts.map(|(grad, scale)| grad.abs() * scale);
        parts.fold(0.0, f64::max) <= SMALL * self.size_at(self.program.root_data())
    }

    /// The unit of changes of the root: its size or its progress.
    fn size_at(&self, root: f64) -> f64 {
        root.abs().max(self.highest - root)
    }

    /// The scale of each leaf: its size or the distance it has moved, whichever is larger; 1 for a leaf whose square
    /// is 0.
    fn scales(&self) -> Vec<f64> {
        let places = self.program.data().iter().zip(&self.origin);
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

    /// Takes one step of L-BFGS; returns false, without a step, if none leads lower.
    fn lbfgs_step(&mut self, bottom: f64) -> bool {
        let (start, grads) = self.point();
        while !start.is_empty() {
            let mut direction: Vec<f64> = grads.iter().map(|grad| -grad).collect();
            self.memory.update_hessian(&grads, &start);
            self.memory.apply_hessian(&mut direction);
            let slope = dot(&grads, &direction);
            let line = Line { start: &start, direction: &direction, slope };
            if slope < 0.0 && slope.is_finite() && self.line_search(&line, bottom) {
                self.remembers = true;
                let moves = self.program.data().iter().zip(&start).map(|(at, from)| at - from);
                self.longest = self.longest.max(norm(&moves.collect::<Vec<_>>()));
                return true;
            }
            self.program.pass_at(start.iter().copied());
            if !self.remembers {
                break;
            }
            // The past steps may mislead: retry with steepest descent.
            self.forget();
        }
        false
    }

    /// Takes the Newton step whose damping gives the least finite `merit`; returns false if none lowers it.
    fn newton_step(
        &mut self,
        curvature: &Curvature,
        dampings: &[f64],
        merit: impl Fn(&Program) -> f64,
    ) -> bool {
        let (start, grads) = self.point();
        let (mut least, mut best) = (merit(&self.program), None);
        for step in dampings.iter().filter_map(|damping| curvature.step(&grads, *damping)) {
            self.program.pass_at(start.iter().zip(&step).map(|(at, by)| at + by));
            let is_finite = self.program.largest_grad().is_finite();
            let found = merit(&self.program);
            if is_finite && (f64::MIN..least).contains(&found) {
                (least, best) = (found, Some(self.program.data().to_vec()));
            }
        }
        let has_moved = best.is_some();
        self.program.pass_at(best.unwrap_or(start));
        has_moved
    }

    /// Returns true if measuring the curvature is not too much work.
    fn can_measure(&self) -> bool {
        (1..=MOST_LEAVES).contains(&self.program.inputs().len())
            && Curvature::work(&self.program) <= MOST_MEASURING
            && self.newton_work <= MOST_WORK
    }

    /// The curvature at the present point, unless it takes too much work.
    fn measured(&mut self) -> Option<Curvature> {
        if !self.can_measure() {
            return None;
        }
        let numbers = self.program.inputs().len().saturating_pow(3) * DAMPINGS.len();
        self.newton_work += Curvature::work(&self.program) / 4 + numbers / 3;
        let scales = self.scales();
        Curvature::measure(&mut self.program, &scales, &self.stop)
    }

    /// Returns true if the Hessian is positive definite, Newton's step moves no leaf or lowers the root by no more
    /// than `little`, and the root is higher on both sides along each leaf.
    fn is_minimum(&mut self, curvature: &Curvature, little: f64) -> bool {
        let newton = curvature.step(self.program.grads(), 0.0);
        let Some(step) = newton.filter(|_| curvature.is_upward()) else { return false };
        let (low, start) = (self.program.root_data(), self.program.data().to_vec());
        let scales = self.scales().into_iter().zip(&curvature.units);
        let scales: Vec<f64> =
            scales.map(|(scale, unit)| scale.max(ROUNDED * length(*unit, low.abs()))).collect();
        let is_near = step.iter().zip(&scales).all(|(by, scale)| by.abs() <= THERE * scale);
        if !is_near && -0.5 * dot(&step, self.program.grads()) > little {
            return false;
        }
        let higher = (2.0 * SHOWN * low.abs()).sqrt();
        let mut is_higher = |leaf: usize, by: f64| {
            let moved = |(at, data): (usize, &f64)| if at == leaf { data + by } else { *data };
            self.program.root_at(start.iter().enumerate().map(moved)) > low
        };
        let mut units = curvature.units.iter().zip(&scales).enumerate();
        let all = units.all(|(leaf, (unit, scale))| {
            let by = (unit * higher).max(ASIDE * scale);
            is_higher(leaf, by) && is_higher(leaf, -by)
        });
        self.program.pass_at(start);
        all
    }

    /// Nudges the leaves in a random direction, off a maximum or saddle; returns false if none leads lower.
    fn nudge(&mut self) -> bool {
        let ways = DIRECTIONS.saturating_mul(self.program.inputs().len());
        let work = ways.saturating_mul(self.program.records());
        if work > MOST_NUDGING || self.nudges == MOST_NUDGES {
            return false;
        }
        self.nudges += 1;
        let size = self.program.root_data().abs();
        let lower = self.program.root_data() - ROUNDINGS * f64::EPSILON * size;
        let (start, scales) = (self.program.data().to_vec(), self.scales());
        for way in (0..ways).take_while(|_| !self.stop.is_set()) {
            let places = start.iter().zip(&scales).enumerate();
            let nudged = |(leaf, (at, scale))| at + NUDGE * scale * share(way, leaf);
            if (f64::MIN..lower).contains(&self.program.root_at(places.map(nudged))) {
                self.program.backward();
                return true;
            }
        }
        self.program.pass_at(start);
        false
    }

    /// Follows the grads to where they vanish: `1000 + x^4` itself is the same for x up to 4e-4.
    fn settle(&mut self, mut curvature: Curvature) {
        let size = self.program.root_data().abs();
        let highest = self.program.root_data() + ROUNDINGS * f64::EPSILON * size;
        for _ in 0..MOST_SETTLING {
            let units = curvature.units.clone();
            let steepness = |program: &Program| {
                let parts = program.grads().iter().zip(&units).map(|(grad, unit)| grad * unit);
                let steep = norm(&parts.collect::<Vec<_>>());
                if program.root_data() <= highest { steep } else { f64::INFINITY }
            };
            let before = self.program.data().to_vec();
            let has_moved = self.newton_step(&curvature, &[0.0], steepness);
            let mut moves = self.program.data().iter().zip(&before).zip(self.scales());
            if !has_moved || moves.all(|((at, from), scale)| (at - from).abs() <= THERE * scale) {
                break;
            }
            let Some(there) = self.measured() else { break };
            curvature = there;
        }
        // Leaves that are 0 but for rounding become 0.
        let (start, root) = (self.program.data().to_vec(), self.program.root_data());
        let size = self.size_at(root);
        let zeroed = start
            .iter()
            .zip(&curvature.units)
            .map(|(at, unit)| if at.abs() <= ZERO_PART * length(*unit, size) { 0.0 } else { *at });
        self.program.pass_at(zeroed);
        if !(f64::MIN..=root).contains(&self.program.root_data()) {
            self.program.pass_at(start);
        }
        self.curvature = Some(curvature);
    }

    /// The first step along a direction: to where its slope would vanish, at most as far as the leaves are large.
    fn first_step(&mut self, line: &Line<'_>) -> f64 {
        let whole = norm(&self.scales()) / norm(line.direction);
        let short = SHORT * whole;
        let change = self.slope_at(line, short) - line.slope;
        if change > 0.0 { (-line.slope * short / change).min(whole) } else { CAREFUL * whole }
    }

    /// Evaluates the program at this part of a direction; returns the slope along it.
    fn slope_at(&mut self, line: &Line<'_>, along: f64) -> f64 {
        let places = line.start.iter().zip(line.direction);
        self.program.pass_at(places.map(|(start, direction)| start + along * direction));
        dot(self.program.grads(), line.direction)
    }

    /// Searches a line for a lower and flatter point (weak Wolfe conditions) by bisection (Lewis and Overton,
    /// 2013). Returns false if it finds nothing lower.
    fn line_search(&mut self, line: &Line<'_>, bottom: f64) -> bool {
        let (before, slope) = (self.program.root_data(), line.slope);
        let slack = ROUNDINGS * f64::EPSILON * before.abs();
        self.met_non_finite = false;
        let mut along = if self.remembers { 1.0 } else { self.first_step(line) };
        // If the root curves down, the next step of L-BFGS may lead to a basin far away.
        if self.longest > 0.0 {
            along = along.min(LONGER * self.longest / norm(line.direction));
        }
        let (mut low, mut high) = (0.0, f64::INFINITY);
        for _ in 0..MOST_TRIES {
            if self.stop.is_set_at(self.program.records()) {
                break;
            }
            let new_slope = self.slope_at(line, along);
            let data = self.program.root_data();
            let is_number = new_slope.is_finite() && !data.is_nan();
            self.met_non_finite |= !is_number;
            if is_number && data < bottom {
                return true;
            }
            if !is_number || data > before + LOWER * along * slope + slack {
                high = along;
            } else if new_slope < FLATTER * slope {
                low = along;
            } else {
                return true;
            }
            along = if high.is_finite() { 0.5 * (low + high) } else { LONGER * along };
            // Between the two ends, only rounding distinguishes points.
            if along == low || along == high || -slope * (high - low) <= slack {
                break;
            }
        }
        self.slope_at(line, low);
        low > 0.0 && self.program.root_data() < before
    }
}
