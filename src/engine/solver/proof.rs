//! The proof that a point is a minimum: the sum of squares curves upward in every direction.

use super::search::End;
use super::{Problem, Triangle};
use crate::numbers::Cholesky;
use crate::solver::thresholds_of_fit::proof::{LEAST, LEAST_WIDTH, MOST_WORK, ROUNDINGS, WIDTHS};

/// What shows that a point is a minimum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Proof {
    /// The residuals are nothing but rounding.
    Rounding,
    /// The sum of squares curves upward in every direction.
    Curvature {
        /// How much of it is left to fall.
        left: f64,
    },
}

/// What is known of a point where the grads vanish and the unknowns are told from each other.
pub(super) fn prove(problem: &mut dyn Problem, at: &[f64], triangle: &Triangle) -> End {
    if triangle.norm() <= ROUNDINGS * rounding(problem, at, triangle) {
        return End::Minimum(Proof::Rounding);
    }
    let proof = Proof::Curvature { left: triangle.gain().powi(2) };
    // Then R is the same everywhere, and what it tells is all there is.
    if problem.linear() == at.len() {
        return End::Minimum(proof);
    }
    let size = at.len() as f64;
    if size.powi(3) * 2.0 * problem.rows() as f64 > MOST_WORK {
        return End::Unmeasured;
    }
    let usual = triangle.norm() / (problem.rows() as f64).sqrt();
    let is_proven = WIDTHS.iter().any(|part| {
        let width = (part * usual).max(LEAST_WIDTH * problem.rounding());
        let curvature = curvature(problem, at, triangle, width);
        curvature.is_some_and(|matrix| is_upward(matrix, at.len()))
    });
    if is_proven { End::Minimum(proof) } else { End::Level }
}

/// About how large the norm is by rounding alone. What the unknowns add up from is rounded, too:
/// m*x + c where x is far from 0.
pub(super) fn rounding(problem: &dyn Problem, at: &[f64], triangle: &Triangle) -> f64 {
    let terms = at.iter().zip(triangle.column_norms()).map(|(at, own)| (at * own).abs());
    match problem.rounding() {
        0.0 => 0.0,
        rounding => terms.map(|it| f64::EPSILON * it).fold(rounding, f64::max),
    }
}

/// The second derivatives of half the sum of squares along the columns of the inverse of R, along
/// which the plane has 1; with what they are off by.
fn curvature(
    problem: &mut dyn Problem,
    at: &[f64],
    triangle: &Triangle,
    width: f64,
) -> Option<Vec<f64>> {
    let size = at.len();
    let mut matrix = Vec::with_capacity(size * size);
    for direction in 0..size {
        let mut unit = vec![0.0; size];
        unit[direction] = width;
        let by = triangle.solve(unit)?;
        let mut side = |sign: f64| {
            if problem.is_stopped() {
                return None;
            }
            let moved: Vec<f64> = at.iter().zip(&by).map(|(at, by)| at + sign * by).collect();
            let there = problem.triangle(&moved).filter(Triangle::is_finite)?;
            triangle.solve_transposed(there.grads())
        };
        let (after, before) = (side(1.0)?, side(-1.0)?);
        let slopes = after.iter().zip(&before);
        matrix.extend(slopes.map(|(after, before)| (after - before) / (2.0 * width)));
    }
    Some(matrix)
}

/// Tells whether all eigenvalues of a matrix are above 0, by more than it is off from symmetry.
fn is_upward(matrix: Vec<f64>, size: usize) -> bool {
    let at = |row: usize, column: usize| matrix[row * size + column];
    let off = |row: usize| -> f64 {
        (0..size).map(|column| (at(row, column) - at(column, row)).abs() / 2.0).sum()
    };
    let doubt = (0..size).map(off).fold(LEAST, f64::max);
    let mean = |place: usize| {
        let (row, column) = (place / size, place % size);
        (at(row, column) + at(column, row)) / 2.0
    };
    let matrix: Vec<f64> = (0..size * size).map(mean).collect();
    Cholesky::of(&matrix, size, -doubt).is_some()
}
