//! Unknowns that equations do not determine, and equations that contradict each other.

use crate::parts::implicit::Equations;
use crate::parts::least_squares::{Problem, Triangle, UNTIL_NEIGHBORS, bisect, norm, share};

/// Relative limit below which equations count as singular.
const SINGULAR: f64 = 1e-13;
/// The damping of steps to a nearby solution, relative to the largest derivative, and the most steps.
const DAMPING: f64 = 1e-5;
const STEPS: usize = 60;
/// The steps of the inverse iteration.
const ITERATIONS: usize = 4;
/// The moves along which solutions are looked for, in parts of the unknowns' sizes.
const MOVES: [f64; 2] = [0.1, 0.01];
/// The largest part of a move by which the next solution may be off.
const OFF: f64 = 0.5;
/// An unknown that moves by less than this part of its size, when another moves by all of its own, is determined.
const LITTLE: f64 = 1e-6;
/// The places, as they are and in parts of the only unknown's size, where the sides of an identity are equal: also far
/// away, where no other number hides the unknown.
const PLACES: [f64; 11] = [0.0, -1e3, -7.3, -0.6, 0.37, 4.9, 1e3, -1e12, 1e25, -1e40, 1e60];
/// The fewest of these that are in the domain.
const FEWEST: usize = 6;
/// The moves along which a plateau is looked for: this part of the solution's size, that part of it, and so on, so many.
const SHORTER: f64 = 0.1;
const MOST_MOVES: i32 = 10;
/// The nearest and the farthest place where a plateau may end, in parts of the solution's size. Distances double.
const NEAREST_END: f64 = 1e-10;
const FARTHEST_END: f64 = 1e4;
/// The distance beyond that end, relative to its place, or to this part of the solution, where the sides must differ.
const BEYOND: f64 = 1e-7;
/// A smaller gap may be what underflow leaves.
const UNDERFLOW: f64 = 1e-150;

/// The unknowns that move along a curve of solutions through a point where the sides are equal; `None` if the
/// solution is the only one around.
pub fn open_unknowns(equations: &mut Equations, at: &[f64]) -> Option<Vec<usize>> {
    let sizes: Vec<f64> = at.iter().map(|it| if *it == 0.0 { 1.0 } else { it.abs() }).collect();
    if let [size] = sizes.as_slice() {
        return is_identity(equations, *size).then(|| vec![0]);
    }
    let triangle = equations.triangle(at).filter(Triangle::is_finite)?;
    triangle.collinear(SINGULAR)?;
    let direction = null_vector(&triangle)?;
    let largest = direction.iter().zip(&sizes).map(|(it, size)| it.abs() / size);
    let largest = largest.fold(0.0, f64::max);
    let direction: Vec<f64> = direction.iter().map(|it| it / largest).collect();
    let is_way = |sign: f64, equations: &mut Equations| {
        MOVES.iter().all(|by| has_solution_near(equations, at, &sizes, &direction, sign * by))
    };
    if !is_way(1.0, equations) && !is_way(-1.0, equations) {
        return None;
    }
    let moves = |at: &usize| direction[*at].abs() > LITTLE * sizes[*at];
    Some((0..at.len()).filter(moves).collect())
}

/// True if there is another solution close to a place beside a solution.
fn has_solution_near(
    equations: &mut Equations,
    solution: &[f64],
    sizes: &[f64],
    direction: &[f64],
    by: f64,
) -> bool {
    let moved = solution.iter().zip(direction).map(|(at, along)| at + by * along);
    let moved: Vec<f64> = moved.collect();
    nearest_solution(equations, &moved).is_some_and(|found| {
        let off = found.iter().zip(&moved).zip(sizes).map(|((at, from), size)| (at - from) / size);
        norm(&off.collect::<Vec<_>>()) <= OFF * by.abs()
    })
}

/// A point nearby where the sides are equal. Steps are damped a little, so that unknowns that are not determined hardly
/// move.
fn nearest_solution(equations: &mut Equations, start: &[f64]) -> Option<Vec<f64>> {
    let mut at = start.to_vec();
    for _ in 0..STEPS {
        if equations.agree_at(&at) {
            return Some(at);
        }
        let triangle = equations.triangle(&at).filter(Triangle::is_finite)?;
        let norms = triangle.column_norms();
        let most = norms.iter().copied().fold(0.0, f64::max);
        let step = triangle.damped(&vec![DAMPING * most; norms.len()]).step()?;
        at.iter_mut().zip(step).for_each(|(it, by)| *it += by);
    }
    None
}

/// A direction in which the residuals do not change to first order, by inverse iteration.
fn null_vector(triangle: &Triangle) -> Option<Vec<f64>> {
    let norms = triangle.column_norms();
    let most = norms.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let little = norms.iter().map(|norm| f64::EPSILON * if *norm == 0.0 { most } else { *norm });
    let damped = triangle.damped(&little.collect::<Vec<_>>());
    let mut vector: Vec<f64> = (0..norms.len()).map(|at| 2.0 + share(0, at)).collect();
    for _ in 0..ITERATIONS {
        vector = damped.solve(damped.solve_transposed(vector)?)?;
        let length = norm(&vector);
        vector.iter_mut().for_each(|it| *it /= length);
    }
    vector.iter().all(|it| it.is_finite()).then_some(vector)
}

/// True if the sides are equal wherever they are finite.
fn is_identity(equations: &mut Equations, size: f64) -> bool {
    let places = PLACES.iter().flat_map(|part| [part * size, *part]);
    let inside: Vec<f64> = places.filter(|at| equations.gap_at(*at).is_finite()).collect();
    inside.len() >= FEWEST && inside.iter().all(|at| equations.are_equal_at(&[*at]))
}

/// A place inside the plateau that begins at a solution of one unknown, or reaches beyond it: there the sides are the
/// same number with the slope 0, as those of `max(x, 3) = 3` below 3, and where it ends they part at once. Sides that
/// rounding makes equal have a slope, or part slowly, as those of `tanh(x) = 1`.
pub fn inside_plateau(equations: &mut Equations, at: f64) -> Option<f64> {
    let size = if at == 0.0 { 1.0 } else { at.abs() };
    let mut is_flat = |by: f64| equations.gap_at(at + by) == 0.0 && equations.slope() == 0.0;
    let moves = (1..=MOST_MOVES).map(|power| SHORTER.powi(power) * size);
    let mut moves = moves.flat_map(|by| [by, -by]);
    let inside = at + moves.find(|by| is_flat(*by) && is_flat(SHORTER * by))?;
    let has_end = [1.0, -1.0].into_iter().any(|sign| ends_at_once(equations, inside, sign * size));
    has_end.then_some(inside)
}

/// True if sides that are equal at a place part at once somewhere on the way from there.
fn ends_at_once(equations: &mut Equations, from: f64, way: f64) -> bool {
    let mut part = NEAREST_END;
    while equations.gap_at(from + part * way) == 0.0 {
        part *= 2.0;
        if part > FARTHEST_END {
            return false;
        }
    }
    let around = [from, from + part * way];
    let [_, end] = bisect(around, UNTIL_NEIGHBORS, |at| equations.gap_at(at) == 0.0);
    let beyond = end + way.signum() * BEYOND * end.abs().max(BEYOND * from.abs());
    let differ = !equations.agree_at(&[beyond]);
    let gap = equations.gap_at(beyond).abs();
    differ && gap > UNDERFLOW && gap.is_finite()
}

/// What is known of affine equations, from any point, that do not determine their unknowns.
#[derive(Debug)]
pub enum Affine {
    /// They contradict each other.
    Contradictory,
    /// One solution, and the unknowns that may move from it.
    Open(Vec<f64>, Vec<usize>),
}

/// Judges affine equations; `None` if they determine their unknowns.
pub fn judge_affine(equations: &mut Equations, start: &[f64]) -> Option<Affine> {
    let triangle = equations.triangle(start).filter(Triangle::is_finite)?;
    triangle.collinear(SINGULAR)?;
    let Some(solution) = nearest_solution(equations, start) else {
        return Some(Affine::Contradictory);
    };
    let open = open_unknowns(equations, &solution)?;
    Some(Affine::Open(solution, open))
}
