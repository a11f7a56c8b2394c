//! The search for a local minimum: L-BFGS on the program with a Wolfe line search, and Newton's steps where
//! that makes no progress.

use lbfgs::Lbfgs;

use super::curvature::Curvature;
use crate::core::graph::Stop;
use crate::parts::least_squares::{dot, norm, share};
use crate::parts::rows::Program;

/// The number of past steps from which L-BFGS computes its direction: the usual one is 3 to 20 (Nocedal and Wright,
/// chapter 7).
const REMEMBERED: usize = 10;
/// Grads vanish below this, relative to the root's size or to 1.
const SMALL: f64 = 1e-10;
/// A step that lowers the root by less than this, relative to its size, makes no progress: that is close to its
/// rounding.
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
/// A root that falls below this, times its size at the start, falls without end.
const BOTTOM: f64 = -1e100;
/// A step lowers the root by at least this part of what its slope promises, and leaves at most the other part of the
/// slope: the usual ones for quasi-Newton methods (Nocedal and Wright, chapter 3).
const LOWER: f64 = 1e-4;
const FLATTER: f64 = 0.9;
/// So many times the step is tried next where nothing bounds it yet, and no step begins longer than so many times
/// the longest before.
const LONGER: f64 = 2.0;
/// Between two bounds the next step keeps this part of their distance away from both.
const AWAY: f64 = 0.1;
/// What rounding may make of a root, in roundings.
const ROUNDINGS: f64 = 4.0;
/// The most places that one line search tries.
const MOST_TRIES: usize = 400;
/// The most Newton steps that follow the grads of a minimum to where they vanish.
const MOST_SETTLING: usize = 60;
/// A minimum is reached if Newton's step moves no leaf by more than this part of its scale,
const THERE: f64 = 1e-9;
/// or, where no step leads lower, by more than this part, and would lower the root by no more than that part of it.
const CLOSE: f64 = 1e-2;
const LITTLE: f64 = 1e-10;
/// What rounding leaves of a leaf that began at 0.
const ROUNDED: f64 = 8.0 * f64::EPSILON;
/// The root is higher beside a minimum where its parabola is by this part of it, and at least so far away.
const SHOWN: f64 = 1e4 * f64::EPSILON;
const ASIDE: f64 = 1e-4;
/// The size of a nudge off a maximum or a saddle, relative to a leaf's scale; how many random directions are tried;
/// and how often a search is nudged.
const NUDGE: f64 = 1e-3;
const RANDOM_DIRECTIONS: usize = 16;
const MOST_NUDGES: u32 = 20;

/// The reasons that a search for a minimum ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A local minimum: Newton's step vanishes, and the Hessian is positive definite.
    Minimum,
    /// The root falls without end.
    Endless,
    /// It was still falling after the most steps allowed.
    Falling,
    /// No step leads lower, and some lead to where the root is not finite.
    NotFinite,
    /// No step leads lower.
    Stuck,
    /// The user interrupted it.
    Interrupted,
}

/// A search in progress; between steps the program's data and grads are those of its leaves.
pub struct Search {
    /// The program of the root.
    pub program: Program,
    stop: Stop,
    memory: Lbfgs,
    remembers: bool,
    /// The leaves' data where the search began.
    origin: Vec<f64>,
    /// The leaves' data where the current step started.
    start: Vec<f64>,
    /// Where the last step went.
    direction: Vec<f64>,
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

/// A point with the root's data and grads there.
struct Whole {
    root: f64,
    data: Vec<f64>,
    grads: Vec<f64>,
}

/// A point on a line: its distance along it, the root's data there, and its slope along the line.
#[derive(Debug, Clone, Copy)]
pub struct LinePoint {
    along: f64,
    pub data: f64,
    pub slope: f64,
}

impl Search {
    /// Starts a search at the leaves of the program, whose data and grads must be up to date.
    pub fn new(program: Program, stop: Stop) -> Search {
        // `Lbfgs` requires a dimension of at least 1; there may be no leaf.
        let size = program.inputs().len().max(1);
        // The Wolfe conditions guarantee positive curvature, so no step needs to be discarded.
        let memory = Lbfgs::new(size, REMEMBERED).with_sy_epsilon(f64::MIN_POSITIVE);
        let origin = program.data().to_vec();
        let (start, direction) = (origin.clone(), Vec::new());
        Search {
            program,
            stop,
            memory,
            remembers: false,
            origin,
            start,
            direction,
            longest: 0.0,
            newton_work: 0,
            stalled: 0,
            nudges: 0,
            met_non_finite: false,
            curvature: None,
        }
    }

    /// Searches with so many steps at most, and tells of each step with the root's data. Returns the
    /// outcome and the number of steps.
    pub fn run(&mut self, most_steps: u64, mut tell: impl FnMut(u64, f64)) -> (Outcome, u64) {
        if !self.program.root_data().is_finite() || !self.program.largest_grad().is_finite() {
            return (Outcome::NotFinite, 0);
        }
        let bottom = BOTTOM * self.program.root_data().abs().max(1.0);
        for steps in 0..most_steps {
            let whole = self.whole();
            let outcome = self.step(bottom);
            self.return_to(&whole);
            if self.stop.is_set() {
                return (Outcome::Interrupted, steps);
            }
            if self.program.root_data() < bottom {
                return (Outcome::Endless, steps);
            }
            if let Some(outcome) = outcome {
                return (outcome, steps);
            }
            tell(steps + 1, self.program.root_data());
        }
        (Outcome::Falling, most_steps)
    }

    /// Takes one step to a lower point, or returns the outcome of the search.
    fn step(&mut self, bottom: f64) -> Option<Outcome> {
        let before = self.program.root_data();
        let outcome = self.lower(bottom);
        let gain = before - self.program.root_data();
        let is_progress = gain > NO_PROGRESS * before.abs();
        self.stalled = if is_progress { 0 } else { self.stalled.saturating_add(1) };
        outcome
    }

    /// The numbers of the present point, if a pass from here may be stopped half-way.
    fn whole(&self) -> Option<Whole> {
        let program = &self.program;
        program.has_rows().then(|| Whole {
            root: program.root_data(),
            data: program.data().to_vec(),
            grads: program.grads().to_vec(),
        })
    }

    /// Returns to an earlier point if the last pass was stopped half-way.
    fn return_to(&mut self, whole: &Option<Whole>) {
        if let Some(Whole { root, data, grads }) = whole.as_ref().filter(|_| self.program.is_cut())
        {
            self.program.restore(*root, data, grads);
        }
    }

    fn lower(&mut self, bottom: f64) -> Option<Outcome> {
        let vanish = self.grads_vanish();
        if !vanish && self.stalled < PATIENCE && self.lbfgs_step(bottom) {
            return None;
        }
        if let Some(curvature) = self.measured() {
            let is_there = self.is_minimum(&curvature, THERE, f64::INFINITY);
            if !is_there && self.stalled < 2 * PATIENCE && self.newton_step(&curvature) {
                self.forget();
                return None;
            }
            let little = LITTLE * self.program.root_data().abs();
            if is_there || self.is_minimum(&curvature, CLOSE, little) {
                self.settle(curvature);
                return Some(Outcome::Minimum);
            }
        }
        if vanish && self.nudge() {
            self.forget();
            return None;
        }
        Some(if self.met_non_finite { Outcome::NotFinite } else { Outcome::Stuck })
    }

    /// Returns true if the grads are so small that only the curvature can tell more.
    fn grads_vanish(&self) -> bool {
        let far_down = self.can_measure()
            && self.program.largest_grad() <= SMALL * self.program.root_data().abs().max(1.0);
        far_down || self.changes_at_most(SMALL)
    }

    /// Returns true if, by its grad, no leaf that moves by its own scale changes the root by more
    /// than `part` of it.
    fn changes_at_most(&self, part: f64) -> bool {
        let most = part * self.program.root_data().abs();
        self.program
            .grads()
            .iter()
            .zip(self.scales())
            .all(|(grad, scale)| grad.abs() * scale <= most)
    }

    /// The scale of each leaf: its size or the distance it has moved, whichever is larger; 1 for a leaf that
    /// is 0 or what rounding left in its place, whose square is 0.
    fn scales(&self) -> Vec<f64> {
        let places = self.program.data().iter().zip(&self.origin);
        let scale = |(data, origin): (&f64, &f64)| match data.abs().max((data - origin).abs()) {
            none if none * none == 0.0 => 1.0,
            rounding if rounding <= ROUNDED && *origin == 0.0 => 1.0,
            scale => scale,
        };
        places.map(scale).collect()
    }

    fn forget(&mut self) {
        self.memory.reset();
        self.remembers = false;
    }

    /// Returns true if measuring the curvature is not too much work.
    fn can_measure(&self) -> bool {
        (1..=MOST_LEAVES).contains(&self.program.inputs().len())
            && Curvature::work(&self.program) <= MOST_MEASURING
    }

    /// Takes one step of L-BFGS. Returns false, and stays, when none leads lower.
    fn lbfgs_step(&mut self, bottom: f64) -> bool {
        loop {
            self.start.clear();
            self.start.extend_from_slice(self.program.data());
            self.direction.clear();
            self.direction.extend(self.program.grads().iter().map(|grad| -grad));
            self.memory.update_hessian(self.program.grads(), &self.start);
            self.memory.apply_hessian(&mut self.direction);
            let here = self.here(0.0);
            if here.slope < 0.0 && here.slope.is_finite() && self.line_search(here, bottom) {
                self.remembers = true;
                let moves = self.program.data().iter().zip(&self.start).map(|(at, from)| at - from);
                self.longest = self.longest.max(norm(&moves.collect::<Vec<_>>()));
                return true;
            }
            if !self.remembers {
                return false;
            }
            // The past steps may mislead: retry with steepest descent.
            self.forget();
        }
    }

    /// Takes the Newton step, of all damping factors, that leads lowest. Returns false, and stays,
    /// when none leads lower.
    fn newton_step(&mut self, curvature: &Curvature) -> bool {
        let (start, grads) = (self.program.data().to_vec(), self.program.grads().to_vec());
        let (mut lowest, mut best) = (self.program.root_data(), start.clone());
        for step in DAMPINGS.iter().filter_map(|damping| curvature.step(&grads, *damping)) {
            self.program.pass_at(start.iter().zip(&step).map(|(at, by)| at + by));
            let is_finite = self.program.largest_grad().is_finite();
            if is_finite && (f64::MIN..lowest).contains(&self.program.root_data()) {
                lowest = self.program.root_data();
                best.copy_from_slice(self.program.data());
            }
        }
        self.program.pass_at(best.iter().copied());
        best != start
    }

    /// The curvature at the present point, unless it takes too much work.
    fn measured(&mut self) -> Option<Curvature> {
        if !self.can_measure() || self.newton_work > MOST_WORK {
            return None;
        }
        let leaves = self.program.inputs().len();
        let numbers = leaves.saturating_pow(3).saturating_mul(DAMPINGS.len());
        self.newton_work =
            self.newton_work.saturating_add(Curvature::work(&self.program) / 4 + numbers / 3);
        let scales = self.scales();
        Curvature::measure(&mut self.program, &scales, &self.stop)
    }

    /// Returns true if the Hessian is positive definite, Newton's step moves no leaf by more than this part
    /// of its scale and lowers the root by no more than `little`, and the root is higher on both sides along
    /// each leaf.
    fn is_minimum(&mut self, curvature: &Curvature, part: f64, little: f64) -> bool {
        if !curvature.is_upward() {
            return false;
        }
        let Some(step) = curvature.step(self.program.grads(), 0.0) else { return false };
        let (low, start, scales) =
            (self.program.root_data(), self.program.data().to_vec(), self.scales());
        let is_near = step.iter().zip(&scales).all(|(by, scale)| by.abs() <= part * scale);
        if !is_near || -0.5 * dot(&step, self.program.grads()) > little {
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

    /// Moves the leaves a little to a lower point, as off a maximum or a saddle. Returns false, and
    /// stays, when none is found.
    fn nudge(&mut self) -> bool {
        let leaves = self.program.inputs().len();
        let work = leaves.saturating_mul(self.program.records());
        if leaves == 0 || work > MOST_NUDGING || self.nudges == MOST_NUDGES {
            return false;
        }
        self.nudges += 1;
        let lower =
            self.program.root_data() - ROUNDINGS * f64::EPSILON * self.program.root_data().abs();
        let (start, scales) = (self.program.data().to_vec(), self.scales());
        // Each leaf both ways, then random directions in which all leaves move.
        let along = |way: usize, leaf: usize| match way.checked_sub(2 * leaves) {
            None if way / 2 != leaf => 0.0,
            None if way.is_multiple_of(2) => 1.0,
            None => -1.0,
            Some(direction) => 1.0_f64.copysign(share(direction, leaf)),
        };
        for way in 0..2 * leaves + RANDOM_DIRECTIONS {
            let places = start.iter().zip(&scales).enumerate();
            let places = places.map(|(leaf, (at, scale))| at + along(way, leaf) * NUDGE * scale);
            if self.stop.is_set() {
                break;
            }
            if (f64::MIN..lower).contains(&self.program.root_at(places)) {
                self.program.backward();
                return true;
            }
        }
        self.program.pass_at(start);
        false
    }

    /// Follows the grads on to where they vanish. Around a minimum the root no longer tells places apart: that of
    /// `1000 + x^4` is the same for x up to 4e-4.
    fn settle(&mut self, curvature: Curvature) {
        let highest =
            self.program.root_data() + ROUNDINGS * f64::EPSILON * self.program.root_data().abs();
        let units = curvature.units.clone();
        let steepness = |grads: &[f64]| -> f64 {
            grads.iter().zip(&units).map(|(grad, unit)| (grad * unit).powi(2)).sum()
        };
        self.curvature = Some(curvature);
        for _ in 0..MOST_SETTLING {
            let (start, grads) = (self.program.data().to_vec(), self.program.grads().to_vec());
            let step = self.curvature.as_ref().and_then(|it| it.step(&grads, 0.0));
            let scales = self.scales();
            let Some(step) = step else { return };
            let is_last = step.iter().zip(&scales).all(|(by, scale)| by.abs() <= THERE * scale);
            self.program.pass_at(start.iter().zip(&step).map(|(at, by)| at + by));
            let is_flatter = steepness(self.program.grads()) < steepness(&grads);
            if !(is_flatter && self.program.root_data() <= highest) {
                self.program.pass_at(start.iter().copied());
                return;
            }
            if is_last {
                return;
            }
            self.curvature = self.measured();
        }
    }

    /// Searches along the line for a point that satisfies the Wolfe conditions: lower, and flatter.
    /// Returns false, and stays, when it finds nothing lower.
    fn line_search(&mut self, start: LinePoint, bottom: f64) -> bool {
        let slack = ROUNDINGS * f64::EPSILON * start.data.abs();
        let (mut low, mut high) = (start, None);
        let steepness = self.program.largest_grad();
        self.met_non_finite = false;
        let mut along = if self.remembers { 1.0 } else { (1.0 / steepness).min(1.0) };
        // Where the root bends down, the next step of L-BFGS may lead to a basin far away.
        if self.longest > 0.0 {
            along = along.min(LONGER * self.longest / norm(&self.direction));
        }
        for _ in 0..MOST_TRIES {
            if self.stop.is_set_at(self.program.records()) {
                break;
            }
            let try_at = self.move_along(along);
            let is_number = try_at.slope.is_finite() && !try_at.data.is_nan();
            self.met_non_finite |= !is_number;
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
    fn move_along(&mut self, along: f64) -> LinePoint {
        let places = self.start.iter().zip(&self.direction);
        self.program.pass_at(places.map(|(start, direction)| start + along * direction));
        self.here(along)
    }

    fn here(&self, along: f64) -> LinePoint {
        let slopes = self.program.grads().iter().zip(&self.direction);
        let slope = slopes.map(|(grad, direction)| grad * direction).sum();
        LinePoint { along, data: self.program.root_data(), slope }
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
