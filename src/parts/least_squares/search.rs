//! The search for the smallest sum of squares from a start.

use super::Problem;
use super::norm::norm;
use super::qr::Triangle;
use super::trust::{Step, step};
use crate::report::Ending;

/// Columns are collinear within rounding if at most this part of their length is independent.
const ROUNDING: f64 = 1e-13;
/// A search has converged if the best step reduces the norm by less than this part.
const CLOSE: f64 = 1e-7;
/// Residuals are rounding errors if their norm is at most this many times its rounding error.
pub const ROUNDINGS: f64 = 4.0;
/// The most plain Gauss-Newton steps at the end, and one that takes more products than this is the last.
const MOST_LAST: usize = 40;
const DEAR: f64 = 1e7;
/// The most trials for one step.
const MOST_TRIES: usize = 60;
/// A trial whose norm is this many times higher is not compared with the prediction.
const MUCH_HIGHER: f64 = 10.0;
/// A trial is accepted if it keeps this part of the predicted reduction.
const ENOUGH: f64 = 1e-4;
/// At or below this part, the next step is shorter (these four: Moré, The Levenberg-Marquardt algorithm, 1978).
const POOR: f64 = 0.25;
/// At or above this part, the next step may be longer.
const GOOD: f64 = 0.75;
/// The bounds on the factor that shortens a step.
const SHORTER: [f64; 2] = [0.1, 0.5];
/// The factor that lengthens a step.
const LONGER: f64 = 2.0;

/// The end of a search.
#[derive(Debug)]
pub struct Found {
    pub at: Vec<f64>,
    /// The residuals and derivatives there.
    pub triangle: Triangle,
    pub steps: u64,
    /// How it ended: converged, stuck, falling or interrupted.
    pub end: Ending,
    /// True if the residuals are rounding errors.
    pub is_exact: bool,
    /// The unknowns whose columns depend on each other, or the only one, if its column is 0.
    pub collinear: Option<Vec<usize>>,
}

impl Found {
    /// Returns true if no step leads lower to first order, and the rows determine the unknowns.
    pub fn has_converged(&self) -> bool {
        self.end == Ending::Converged
    }
}

/// A damping strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strategy {
    /// True if the linear unknowns are solved for at each step.
    pub projects: bool,
    /// The limit on the length of the first step, in the unknowns themselves.
    pub first: f64,
}

/// The residuals and derivatives at a point.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub at: Vec<f64>,
    pub triangle: Triangle,
}

impl Point {
    /// The point with the linear unknowns at their optimum; `None` if it is not finite.
    pub fn of(problem: &mut dyn Problem, mut at: Vec<f64>, linear: usize) -> Option<Point> {
        if linear > 0 {
            let head = problem.triangle(&at).filter(Triangle::is_finite)?.of_unknowns(0..linear);
            let step = head.step().or_else(|| {
                let little: Vec<f64> =
                    head.column_norms().iter().map(|it| 1e-8 * it.max(f64::MIN_POSITIVE)).collect();
                head.damped(&little).step()
            })?;
            at.iter_mut().zip(step).for_each(|(it, by)| *it += by);
        }
        let triangle = problem.triangle(&at).filter(Triangle::is_finite)?;
        Some(Point { at, triangle })
    }
}

/// The norm's approximate rounding error, which includes that of sums such as m*x + c with x far from 0.
fn rounding(problem: &dyn Problem, Point { at, triangle }: &Point) -> f64 {
    let terms = at.iter().zip(triangle.column_norms()).map(|(at, own)| (at * own).abs());
    match problem.rounding() {
        0.0 => 0.0,
        rounding => terms.map(|it| f64::EPSILON * it).fold(rounding, f64::max),
    }
}

/// Searches with one strategy; `None` if the start or its derivatives are not finite.
pub(super) fn search(
    problem: &mut dyn Problem,
    start: &[f64],
    strategy: Strategy,
    most_steps: u64,
) -> Option<Found> {
    let linear = if strategy.projects { problem.linear() } else { 0 };
    let point = Point::of(problem, start.to_vec(), linear)?;
    let mut walk =
        Walk { problem, strategy, linear, point, scales: Vec::new(), longest: 0.0, steps: 0 };
    let mut end = None;
    while end.is_none() {
        end = walk.advance(most_steps);
    }
    let mut end = end.unwrap_or(Ending::Stuck);
    let (mut collinear, mut is_exact) = (None, false);
    if end != Ending::Interrupted {
        walk.polish();
        collinear = walk.point.triangle.collinear(ROUNDING);
        let has_converged = collinear.is_none() && walk.has_converged();
        is_exact = has_converged && walk.is_exact();
        end = match end {
            _ if has_converged => Ending::Converged,
            Ending::Converged => Ending::Stuck,
            end => end,
        };
    }
    let Point { at, triangle } = walk.point;
    // Solving for the linear unknowns at the start counts as a step.
    let steps = walk.steps + u64::from(linear > 0);
    Some(Found { at, triangle, steps, end, is_exact, collinear })
}

/// A search under way.
struct Walk<'problem> {
    problem: &'problem mut dyn Problem,
    strategy: Strategy,
    /// The number of linear unknowns, which come first.
    linear: usize,
    point: Point,
    /// The scales of the other unknowns.
    scales: Vec<f64>,
    /// The limit on the scaled length of a step.
    longest: f64,
    steps: u64,
}

impl Walk<'_> {
    /// Takes one step, or returns why the search has ended.
    fn advance(&mut self, most_steps: u64) -> Option<Ending> {
        if self.problem.is_stopped() {
            return Some(Ending::Interrupted);
        }
        if self.has_converged() {
            return Some(Ending::Converged);
        }
        if self.steps >= most_steps {
            return Some(Ending::Falling);
        }
        let tail = self.point.triangle.of_unknowns(self.linear..self.point.at.len());
        self.measure(&tail);
        for _ in 0..MOST_TRIES {
            let Some(step) = step(&tail, &self.scales, self.longest) else { break };
            if self.steps == 0 {
                self.longest = self.longest.min(step.length);
            }
            if self.takes(&step) {
                self.steps += 1;
                self.problem.observe(self.point.triangle.norm());
                return None;
            }
            if self.longest <= f64::EPSILON * self.size() || !self.longest.is_normal() {
                break;
            }
        }
        Some(if self.problem.is_stopped() { Ending::Interrupted } else { Ending::Stuck })
    }

    /// Updates the scales from the derivatives, and sets the first limit on a step.
    fn measure(&mut self, tail: &Triangle) {
        let own = tail.column_norms();
        let is_first = self.scales.is_empty();
        if is_first {
            self.scales = own.iter().map(|it| if *it == 0.0 { 1.0 } else { *it }).collect();
        }
        for (scale, own) in self.scales.iter_mut().zip(&own).filter(|(_, own)| **own > 0.0) {
            *scale = scale.max(*own);
        }
        if is_first {
            let size = if self.size() > 0.0 { self.size() } else { self.point.triangle.norm() };
            self.longest = self.strategy.first * size;
        }
    }

    /// The scaled norm of the unknowns.
    fn size(&self) -> f64 {
        let unknowns = self.point.at.iter().skip(self.linear).zip(&self.scales);
        norm(&unknowns.map(|(it, scale)| it * scale).collect::<Vec<_>>())
    }

    /// Tries a damped step, and adapts the limit on the next one.
    fn takes(&mut self, step: &Step) -> bool {
        let mut at = self.point.at.clone();
        at.iter_mut().skip(self.linear).zip(&step.by).for_each(|(it, by)| *it += by);
        let trial = Point::of(self.problem, at, self.linear);
        let higher = trial
            .as_ref()
            .map_or(f64::INFINITY, |trial| trial.triangle.norm() / self.point.triangle.norm());
        let actual = if higher < MUCH_HIGHER { 1.0 - higher * higher } else { -1.0 };
        let ratio = if step.predicted > 0.0 { actual / step.predicted } else { 0.0 };
        let [least, greatest] = SHORTER;
        if ratio <= POOR {
            let shorter = match actual {
                _ if higher >= MUCH_HIGHER => least,
                actual if actual >= 0.0 => greatest,
                // The minimum of the parabola through both ends.
                actual => (0.5 * step.slope / (step.slope - 0.5 * actual)).clamp(least, greatest),
            };
            self.longest = shorter * self.longest.min(step.length / least);
        } else if step.damping == 0.0 || ratio >= GOOD {
            self.longest = LONGER * step.length;
        }
        match trial.filter(|_| ratio >= ENOUGH) {
            Some(point) => {
                self.point = point;
                true
            }
            None => false,
        }
    }

    /// Returns true if damped steps cannot improve further.
    fn has_converged(&self) -> bool {
        let rounding = ROUNDINGS * rounding(self.problem, &self.point);
        let triangle = &self.point.triangle;
        triangle.gain() <= (CLOSE * triangle.norm()).max(rounding)
    }

    /// Takes plain Gauss-Newton steps at the end, while they improve.
    fn polish(&mut self) {
        let work = self.problem.rows() as f64 * (self.point.at.len() as f64).powi(2);
        let most = if work > DEAR { 1 } else { MOST_LAST };
        for _ in 0..most {
            let Some(step) = self.point.triangle.step() else { break };
            let at = self.point.at.iter().zip(step).map(|(it, by)| it + by).collect();
            let Some(next) = Point::of(self.problem, at, 0) else { break };
            let highest = self.point.triangle.norm() * (1.0 + 1e-9) + self.problem.rounding();
            let is_closer = next.triangle.gain() < self.point.triangle.gain();
            if !is_closer || next.triangle.norm() > highest {
                break;
            }
            self.point = next;
        }
    }

    fn is_exact(&self) -> bool {
        self.point.triangle.norm() <= ROUNDINGS * rounding(self.problem, &self.point)
    }
}
