//! The search for the least sum of squares from a start.

use super::Problem;
use super::norm::norm;
use super::qr::Triangle;
use super::trust::{Step, step};
use crate::report::Ending;

/// Columns that depend on each other beyond this part of their length are told apart by rounding only.
const ROUNDING: f64 = 1e-13;
/// A search has converged where the best step takes less than this part of the root of the sum of squares.
const CLOSE: f64 = 1e-7;
/// Residuals are nothing but rounding if they are at most so many times what that may be.
pub const ROUNDINGS: f64 = 4.0;
/// The most plain Gauss-Newton steps at the end, and one that takes more products than this is the last.
const MOST_LAST: usize = 40;
const DEAR: f64 = 1e7;
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
    /// How it ended: converged, stuck, falling or interrupted.
    pub end: Ending,
    /// True where it has converged and the residuals are nothing but rounding.
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

/// A strategy of damping.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strategy {
    /// Unknowns in which the residuals are linear are solved for at each step.
    pub projects: bool,
    /// The first step is at most so long, measured by the unknowns themselves.
    pub first: f64,
}

/// The residuals and derivatives at a point.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub at: Vec<f64>,
    pub triangle: Triangle,
}

impl Point {
    /// The point where the first unknowns, in which the residuals are linear, are at their best; `None` if a residual
    /// or a derivative is not finite.
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

/// About how large the norm is by rounding alone. What the unknowns add up from is rounded, too:
/// m*x + c where x is far from 0.
fn rounding(problem: &dyn Problem, Point { at, triangle }: &Point) -> f64 {
    let terms = at.iter().zip(triangle.column_norms()).map(|(at, own)| (at * own).abs());
    match problem.rounding() {
        0.0 => 0.0,
        rounding => terms.map(|it| f64::EPSILON * it).fold(rounding, f64::max),
    }
}

/// Searches with one strategy and so many steps at most; `None` if the start or its derivatives are not finite.
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
    // To solve for the linear unknowns at the start was a step, too.
    let steps = walk.steps + u64::from(linear > 0);
    Some(Found { at, triangle, steps, end, is_exact, collinear })
}

/// A search under way.
struct Walk<'problem> {
    problem: &'problem mut dyn Problem,
    strategy: Strategy,
    /// The number of unknowns at the front that are solved for at each step.
    linear: usize,
    point: Point,
    /// What the other unknowns are measured by.
    scales: Vec<f64>,
    /// How long a step may be, measured so.
    longest: f64,
    steps: u64,
}

impl Walk<'_> {
    /// Takes one step, or says why the search has ended.
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

    /// Measures the unknowns by the derivatives here, and at first how long a step may be.
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

    /// How large the unknowns are, measured by their scales.
    fn size(&self) -> f64 {
        let unknowns = self.point.at.iter().skip(self.linear).zip(&self.scales);
        norm(&unknowns.map(|(it, scale)| it * scale).collect::<Vec<_>>())
    }

    /// Takes a step if it keeps enough of what it promises, and adapts how long the next one may be.
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
                // Where the parabola through both ends has its bottom.
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

    /// Returns true if damped steps have come as far as they can.
    fn has_converged(&self) -> bool {
        let rounding = ROUNDINGS * rounding(self.problem, &self.point);
        let triangle = &self.point.triangle;
        triangle.gain() <= (CLOSE * triangle.norm()).max(rounding)
    }

    /// Takes the last steps, plain ones of Gauss and Newton while they lead closer.
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

    /// Returns true if the residuals are nothing but rounding.
    fn is_exact(&self) -> bool {
        self.point.triangle.norm() <= ROUNDINGS * rounding(self.problem, &self.point)
    }
}
