//! One search for the least sum of squares, in one way to damp.

use super::Problem;
use super::norm::norm;
use super::qr::Triangle;
use super::trust::{Step, step};

/// Rows that depend on each other beyond this part of their columns are told apart by rounding only.
const ROUNDING: f64 = 1e-13;
/// A search has ended where the best step takes less than this part of the root of the sum of squares.
const CLOSE: f64 = 1e-7;
/// A triangle that takes more products than this is dear. With 200 columns of 10,000 rows this saves three quarters
/// of the time.
const DEAR: f64 = 1e6;
/// Where the condition is at most this, the grads tell as much as another dear triangle.
const WELL_TOLD: f64 = 100.0;
/// Residuals are nothing but rounding if they are at most so many times what that may be.
pub const ROUNDINGS: f64 = 4.0;
/// The most plain Gauss-Newton steps at the end.
const MOST_LAST: usize = 40;
/// The most trials for one step.
const MOST_TRIES: usize = 60;
/// What is so many times higher is not compared with what was predicted.
const MUCH_HIGHER: f64 = 10.0;
/// A trial is taken if it keeps this part of what was promised.
const ENOUGH: f64 = 1e-4;
/// After a trial that keeps at most this part the next step is shorter (these four: Moré, The Levenberg-Marquardt
/// algorithm, 1978).
const POOR: f64 = 0.25;
/// After one that keeps at least this part it may be longer.
const GOOD: f64 = 0.75;
/// The least and the greatest part of a step that the next one may be then.
const SHORTER: [f64; 2] = [0.1, 0.5];
/// So many times the step is what the next one may be.
const LONGER: f64 = 2.0;

/// Where a search has ended.
#[derive(Debug)]
pub struct Found {
    /// The unknowns.
    pub at: Vec<f64>,
    /// The residuals and derivatives there.
    pub triangle: Triangle,
    /// The number of steps taken.
    pub steps: u64,
    /// Why it ended.
    pub end: End,
}

impl Found {
    /// Returns true if no step leads lower to first order, and the rows tell the unknowns.
    pub fn has_converged(&self) -> bool {
        matches!(self.end, End::Converged | End::Exact)
    }
}

/// Why a search has ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// Where the grads vanish.
    Converged,
    /// Where the residuals are nothing but rounding.
    Exact,
    /// The rows do not tell these unknowns from each other.
    Confused(Vec<usize>),
    /// No step tried leads lower.
    Stuck,
    /// It was still falling after the most steps that it may take.
    Falling,
    /// The user interrupted it.
    Stopped,
}

/// A way to damp.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Unknowns in which the residuals are linear are solved for at each step.
    projects: bool,
    /// An unknown's scale never shrinks.
    keeps_scales: bool,
    /// The first step is at most so long, measured by the unknowns themselves.
    first: f64,
}

impl Way {
    /// Tells whether it makes a difference for a problem.
    pub(super) fn suits(&self, problem: &dyn Problem) -> bool {
        !self.projects || problem.linear() > 0
    }
}

/// The ways, in the order in which they are tried.
pub(super) const WAYS: [Way; 4] = [
    Way { projects: true, keeps_scales: true, first: 1.0 },
    Way { projects: false, keeps_scales: true, first: 1.0 },
    Way { projects: true, keeps_scales: false, first: 0.1 },
    Way { projects: false, keeps_scales: false, first: 10.0 },
];

/// A point, and what is known of it.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub at: Vec<f64>,
    pub norm: f64,
    pub triangle: Triangle,
}

impl Point {
    /// The point where the first unknowns, in which the residuals are linear, are at their best.
    fn of(problem: &mut dyn Problem, mut at: Vec<f64>, linear: usize) -> Option<Point> {
        if linear > 0 {
            let triangle = problem.triangle(&at).filter(Triangle::is_finite)?;
            let head = triangle.head(linear);
            let step = head.step().or_else(|| {
                let little: Vec<f64> =
                    head.column_norms().iter().map(|it| 1e-8 * it.max(f64::MIN_POSITIVE)).collect();
                head.damped(&little).step()
            })?;
            at.iter_mut().zip(step).for_each(|(it, by)| *it += by);
            if is_same_everywhere(problem, &triangle, linear)
                && let Some(point) = Point::moved(problem, at.clone(), &triangle)
            {
                return Some(point);
            }
        }
        let triangle = problem.triangle(&at).filter(Triangle::is_finite)?;
        Some(Point { norm: triangle.norm(), at, triangle })
    }

    /// The point of a problem whose derivatives are the same everywhere, from its triangle elsewhere.
    fn moved(problem: &mut dyn Problem, at: Vec<f64>, triangle: &Triangle) -> Option<Point> {
        let triangle = problem.moved(triangle, &at).filter(Triangle::is_finite)?;
        Some(Point { norm: triangle.norm(), at, triangle })
    }
}

/// Tells whether the triangle of one point serves for all: the residuals are linear in all unknowns, the grads
/// tell the rest to the last digits, and another triangle would be dear.
fn is_same_everywhere(problem: &dyn Problem, triangle: &Triangle, linear: usize) -> bool {
    let size = triangle.size();
    let work = problem.rows() as f64 * (size * size) as f64;
    linear == size && work > DEAR && triangle.condition() <= WELL_TOLD
}

/// About how large the norm is by rounding alone. What the unknowns add up from is rounded, too:
/// m*x + c where x is far from 0.
fn rounding(problem: &dyn Problem, at: &[f64], triangle: &Triangle) -> f64 {
    let terms = at.iter().zip(triangle.column_norms()).map(|(at, own)| (at * own).abs());
    match problem.rounding() {
        0.0 => 0.0,
        rounding => terms.map(|it| f64::EPSILON * it).fold(rounding, f64::max),
    }
}

/// Searches in one way with so many steps at most; none where the start or its derivatives are not
/// finite.
pub(super) fn by(
    problem: &mut dyn Problem,
    start: &[f64],
    way: Way,
    most_steps: u64,
) -> Option<Found> {
    let linear = if way.projects { problem.linear() } else { 0 };
    let point = Point::of(problem, start.to_vec(), linear)?;
    let (scales, longest, damping) = (Vec::new(), 0.0, 0.0);
    let mut walk = Walk { problem, way, linear, point, scales, longest, damping, steps: 0 };
    let end = loop {
        if let Some(end) = walk.advance(most_steps) {
            break end;
        }
    };
    if end == End::Stopped {
        return Some(walk.found(end));
    }
    walk.polish();
    let end = walk.verdict(end);
    Some(walk.found(end))
}

/// A search under way.
struct Walk<'problem> {
    problem: &'problem mut dyn Problem,
    way: Way,
    /// The number of unknowns at the front that are solved for at each step.
    linear: usize,
    point: Point,
    /// What the other unknowns are measured by.
    scales: Vec<f64>,
    /// How long a step may be, measured so.
    longest: f64,
    /// The damping of the last step.
    damping: f64,
    steps: u64,
}

impl Walk<'_> {
    /// Takes one step, or says why the search has ended.
    fn advance(&mut self, most_steps: u64) -> Option<End> {
        if self.problem.is_stopped() {
            return Some(End::Stopped);
        }
        if self.has_ended() {
            return Some(End::Converged);
        }
        if self.steps >= most_steps {
            return Some(End::Falling);
        }
        let tail = self.point.triangle.tail(self.linear);
        self.measure(&tail);
        for _ in 0..MOST_TRIES {
            let Some(step) = step(&tail, &self.scales, self.longest, self.damping) else { break };
            if self.steps == 0 {
                self.longest = self.longest.min(step.length);
            }
            if self.takes(&step) {
                self.steps += 1;
                self.problem.observe(self.point.norm);
                return None;
            }
            if self.longest <= f64::EPSILON * self.size() || !self.longest.is_normal() {
                break;
            }
        }
        Some(if self.problem.is_stopped() { End::Stopped } else { End::Stuck })
    }

    /// Measures the unknowns anew, and at first how long a step may be.
    fn measure(&mut self, tail: &Triangle) {
        let own = tail.column_norms();
        let is_first = self.scales.is_empty();
        if is_first {
            self.scales = own.iter().map(|it| if *it == 0.0 { 1.0 } else { *it }).collect();
        }
        for (scale, own) in self.scales.iter_mut().zip(&own).filter(|(_, own)| **own > 0.0) {
            *scale = if self.way.keeps_scales { scale.max(*own) } else { *own };
        }
        if is_first {
            self.longest = match self.way.first * self.size() {
                0.0 => self.way.first * self.point.norm,
                longest => longest,
            };
        }
    }

    /// How large the unknowns are, measured by their scales.
    fn size(&self) -> f64 {
        let unknowns = self.point.at.iter().skip(self.linear).zip(&self.scales);
        norm(&unknowns.map(|(it, scale)| it * scale).collect::<Vec<_>>())
    }

    /// Takes a step if it keeps enough of what it promises, and adapts how long the next one may be.
    fn takes(&mut self, step: &Step) -> bool {
        let trial = self.trial(&step.by);
        let (before, after) =
            (self.point.norm, trial.as_ref().map_or(f64::INFINITY, |trial| trial.norm));
        let actual =
            if after < MUCH_HIGHER * before { 1.0 - (after / before).powi(2) } else { -1.0 };
        let ratio = if step.predicted > 0.0 { actual / step.predicted } else { 0.0 };
        let [least, greatest] = SHORTER;
        if ratio <= POOR {
            let shorter = match actual {
                _ if after >= MUCH_HIGHER * before => least,
                actual if actual >= 0.0 => greatest,
                // Where the parabola through both ends has its bottom.
                actual => (0.5 * step.slope / (step.slope - 0.5 * actual)).clamp(least, greatest),
            };
            self.longest = shorter * self.longest.min(step.length / least);
            self.damping = step.damping / shorter;
        } else if step.damping == 0.0 || ratio >= GOOD {
            self.longest = LONGER * step.length;
            self.damping = step.damping / LONGER;
        } else {
            self.damping = step.damping;
        }
        let there = trial.filter(|_| ratio >= ENOUGH);
        match there.and_then(|trial| trial.point(self.problem)) {
            Some(point) => {
                self.point = point;
                true
            }
            None => false,
        }
    }

    /// The point that a step leads to; none where the residuals are not finite.
    fn trial(&mut self, by: &[f64]) -> Option<Trial> {
        let (linear, mut at) = (self.linear, self.point.at.clone());
        at.iter_mut().skip(linear).zip(by).for_each(|(it, by)| *it += by);
        if !at.iter().all(|it| it.is_finite()) {
            return None;
        }
        if linear == 0 {
            let norm = self.problem.norm(&at);
            return norm.is_finite().then_some(Trial { at, norm, triangle: None });
        }
        if let Some(step) = self.point.triangle.shifted(linear, by).step() {
            at.iter_mut().zip(step).for_each(|(it, by)| *it += by);
        }
        let Point { at, norm, triangle } = Point::of(self.problem, at, linear)?;
        Some(Trial { at, norm, triangle: Some(triangle) })
    }

    /// Tells whether damped steps have come as far as they can.
    fn has_ended(&self) -> bool {
        let Point { at, triangle, norm } = &self.point;
        let rounding = ROUNDINGS * rounding(self.problem, at, triangle);
        triangle.gain() <= (CLOSE * norm).max(rounding)
    }

    /// Takes the last steps, plain ones of Gauss and Newton while they lead closer.
    fn polish(&mut self) {
        let is_same = is_same_everywhere(self.problem, &self.point.triangle, self.linear);
        for _ in 0..MOST_LAST {
            let Some(step) = self.point.triangle.step() else { break };
            let at = self.point.at.iter().zip(step).map(|(it, by)| it + by).collect();
            let next = if is_same {
                Point::moved(self.problem, at, &self.point.triangle)
            } else {
                Point::of(self.problem, at, 0)
            };
            let Some(next) = next else { break };
            let is_closer = next.triangle.gain() < self.point.triangle.gain();
            let highest = self.point.norm * (1.0 + 1e-9) + self.problem.rounding();
            if !is_closer || next.norm > highest {
                break;
            }
            self.point = next;
        }
    }

    /// Says what is true of the point where the search has ended.
    fn verdict(&mut self, end: End) -> End {
        if let Some(confused) = self.point.triangle.confused(ROUNDING) {
            return End::Confused(confused);
        }
        if !self.has_ended() {
            return if end == End::Converged { End::Stuck } else { end };
        }
        let Point { at, triangle, .. } = &self.point;
        let is_exact = triangle.norm() <= ROUNDINGS * rounding(self.problem, at, triangle);
        if is_exact { End::Exact } else { End::Converged }
    }

    fn found(self, end: End) -> Found {
        let Point { at, triangle, .. } = self.point;
        // To solve for the linear unknowns at the start was a step, too.
        let steps = self.steps + u64::from(self.linear > 0);
        Found { at, triangle, steps, end }
    }
}

/// A point that may be taken.
struct Trial {
    at: Vec<f64>,
    norm: f64,
    /// The triangle there, if it was needed to solve for the linear unknowns.
    triangle: Option<Triangle>,
}

impl Trial {
    fn point(self, problem: &mut dyn Problem) -> Option<Point> {
        let Trial { at, norm, triangle } = self;
        match triangle {
            Some(triangle) => Some(Point { at, norm, triangle }),
            None => Point::of(problem, at, 0),
        }
    }
}
