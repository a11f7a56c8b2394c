//! The Hessian of a root at a point, measured by differences of its grads.

use crate::core::graph::Stop;
use crate::parts::least_squares::Cholesky;
use crate::parts::rows::Program;

/// The widest difference, relative to a leaf's scale.
const WIDEST: f64 = 1e-3;
/// The factor by which differences narrow where the grads are not smooth over them.
const NARROWER: f64 = 0.125;
/// The number of widths tried.
const MOST_WIDTHS: usize = 6;
/// The relative error at which a column is accepted without trying narrower differences.
const GOOD: f64 = 1e-9;

/// A measured Hessian, with each leaf scaled so that the diagonal is ±1.
#[derive(Debug)]
pub struct Curvature {
    /// The scaled Hessian, row by row.
    matrix: Vec<f64>,
    /// The unit of each leaf: one over the square root of its second derivative.
    pub units: Vec<f64>,
    /// A bound on the error of the eigenvalues: the largest sum of a row's errors.
    doubt: f64,
}

/// The number of passes for one width: three distances, two sides.
const PASSES: usize = 6;

impl Curvature {
    /// Returns a bound on the number of records executed to measure the curvature of a program.
    pub fn work(program: &Program) -> usize {
        program
            .inputs()
            .len()
            .saturating_mul(program.records())
            .saturating_mul(MOST_WIDTHS * PASSES)
    }

    /// Measures the curvature of the program's root at its leaves' data, which have these `scales`.
    /// None if some grads are not finite. The program is passed over again afterwards.
    pub fn measure(program: &mut Program, scales: &[f64], stop: &Stop) -> Option<Curvature> {
        let mut columns = Vec::with_capacity(scales.len());
        for leaf in 0..scales.len() {
            let column = if stop.is_set() { None } else { column(program, leaf, scales) };
            columns.push(column);
        }
        program.pass();
        Curvature::of(&columns.into_iter().collect::<Option<Vec<_>>>()?, scales)
    }

    /// Scales the columns of a Hessian.
    fn of(columns: &[Column], scales: &[f64]) -> Option<Curvature> {
        let at = |row: usize, column: usize| {
            columns.get(column).and_then(|it| it.entries.get(row)).copied().unwrap_or(f64::NAN)
        };
        let doubt_at = |row: usize, column: usize| {
            columns.get(column).and_then(|it| it.doubts.get(row)).copied().unwrap_or(f64::NAN)
        };
        let unit = |leaf: usize, scale: f64| match at(leaf, leaf).abs() {
            0.0 => scale,
            bend => 1.0 / bend.sqrt(),
        };
        let units: Vec<f64> =
            scales.iter().enumerate().map(|(leaf, scale)| unit(leaf, *scale)).collect();
        let mut matrix = Vec::with_capacity(units.len().saturating_mul(units.len()));
        let mut doubt: f64 = 0.0;
        for (row, down) in units.iter().enumerate() {
            let mut doubts = 0.0;
            for (column, across) in units.iter().enumerate() {
                let (one, other) = (at(row, column), at(column, row));
                matrix.push((0.5 * one + 0.5 * other) * down * across);
                let uneven = 0.5 * (one - other).abs();
                let noise = doubt_at(row, column).max(doubt_at(column, row));
                doubts += (uneven + 3.0 * noise) * down * across;
            }
            doubt = doubt.max(doubts);
        }
        let whole = matrix.iter().chain(&units).all(|number| number.is_finite());
        let rounding = 8.0 * f64::EPSILON * units.len() as f64;
        whole.then_some(Curvature { matrix, units, doubt: doubt + rounding })
    }

    /// Returns true if the root curves upward in every direction, whatever the error of the
    /// measurement.
    pub fn is_upward(&self) -> bool {
        self.factor(-self.doubt).is_some()
    }

    /// Returns what independent errors of unit size make of each leaf, where the root is the negative
    /// logarithm of a likelihood: their covariance is the inverse of the Hessian. None unless the root
    /// curves upward in every direction.
    pub fn errors(&self) -> Option<Vec<Vec<f64>>> {
        let factor = self.factor(-self.doubt).and_then(|_| self.factor(0.0))?;
        let error = |(at, unit): (usize, &f64)| {
            let mut error = vec![0.0; self.units.len()];
            error.iter_mut().skip(at).take(1).for_each(|it| *it = *unit);
            factor.solve_lower(&mut error);
            error
        };
        let errors: Vec<Vec<f64>> = self.units.iter().enumerate().map(error).collect();
        errors.iter().flatten().all(|it| it.is_finite()).then_some(errors)
    }

    /// Returns Newton's step for these grads. Damping makes it shorter and turns it toward steepest
    /// descent. None if the damped Hessian is not positive definite.
    pub fn step(&self, grads: &[f64], damping: f64) -> Option<Vec<f64>> {
        let factor = self.factor(damping)?;
        let mut step: Vec<f64> =
            grads.iter().zip(&self.units).map(|(grad, unit)| -grad * unit).collect();
        factor.solve(&mut step);
        step.iter_mut().zip(&self.units).for_each(|(by, unit)| *by *= unit);
        step.iter().all(|by| by.is_finite()).then_some(step)
    }

    /// The Cholesky factor of the matrix with `more` added to its diagonal.
    fn factor(&self, more: f64) -> Option<Cholesky> {
        Cholesky::of(&self.matrix, self.units.len(), more)
    }
}

/// A column of the Hessian: the second derivatives by one leaf and each other leaf.
struct Column {
    entries: Vec<f64>,
    /// The error of each entry.
    doubts: Vec<f64>,
}

/// Measures a leaf's column with the width of differences that has the smallest error.
fn column(program: &mut Program, leaf: usize, scales: &[f64]) -> Option<Column> {
    let mut width = WIDEST * scales.get(leaf)?;
    let mut best: Option<(f64, Column)> = None;
    for _ in 0..MOST_WIDTHS {
        let differences = [1.0, 0.5, 0.25].map(|part| difference(program, leaf, part * width));
        width *= NARROWER;
        let [Some(wide), Some(half), Some(quarter)] = differences else { continue };
        // Richardson extrapolation: the error of a central difference goes with width squared.
        let finer = |wide: &[f64], narrow: &[f64]| -> Vec<f64> {
            wide.iter().zip(narrow).map(|(wide, narrow)| (4.0 * narrow - wide) / 3.0).collect()
        };
        let (rough, entries) = (finer(&wide, &half), finer(&half, &quarter));
        let doubts: Vec<f64> =
            rough.iter().zip(&entries).map(|(one, other)| (one - other).abs()).collect();
        let largest = |numbers: &[f64]| {
            numbers
                .iter()
                .zip(scales)
                .fold(0.0, |most: f64, (it, scale)| most.max(it.abs() * scale))
        };
        let off = match largest(&doubts) {
            0.0 => 0.0,
            doubt => doubt / largest(&entries),
        };
        if off.is_finite() && best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, Column { entries, doubts }));
        }
        if off <= GOOD {
            break;
        }
    }
    best.map(|(_, column)| column)
}

/// The central difference of the grads by one leaf. None where it is not finite, as when `width`
/// vanishes beside the leaf.
fn difference(program: &mut Program, leaf: usize, width: f64) -> Option<Vec<f64>> {
    let start = program.data().to_vec();
    let middle = *start.get(leaf)?;
    let mut grads_at = |data: f64| {
        let moved = |(at, own): (usize, &f64)| if at == leaf { data } else { *own };
        program.pass_at(start.iter().enumerate().map(moved));
        program.grads().to_vec()
    };
    let (left, right) = (middle - width, middle + width);
    let (before, after) = (grads_at(left), grads_at(right));
    program.put(start);
    let slopes: Vec<f64> = after
        .iter()
        .zip(&before)
        .map(|(after, before)| (after - before) / (right - left))
        .collect();
    slopes.iter().all(|slope| slope.is_finite()).then_some(slopes)
}
