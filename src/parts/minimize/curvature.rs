//! The Hessian of a root at a point, measured by differences of its grads.

use crate::core::graph::Stop;
use crate::parts::least_squares::{Cholesky, norm, share};
use crate::parts::rows::Program;

/// The widest difference, relative to a leaf's scale.
const WIDEST: f64 = 1e-3;
/// The factor by which differences narrow where the grads are not smooth over them, and the number of widths tried.
const NARROWER: f64 = 0.125;
const MOST_WIDTHS: i32 = 6;
/// The relative error at which a column is accepted without trying other differences.
const GOOD: f64 = 1e-9;
/// Below this part of its natural length, a leaf is rounding.
pub const ROUNDED: f64 = 1e-6;
/// The steps of the inverse iteration for a direction without curvature.
const ITERATIONS: usize = 8;
/// The number of passes for one width: three distances, two sides.
const PASSES: usize = 6;

/// A measured Hessian, with each leaf scaled so that the diagonal is ±1.
#[derive(Debug)]
pub struct Curvature {
    /// The scaled Hessian, row by row.
    matrix: Vec<f64>,
    /// The unit of each leaf: one over the square root of its second derivative.
    pub units: Vec<f64>,
    /// A bound on the error of the eigenvalues: the largest sum of a row's errors.
    doubt: f64,
    /// True if it changes by more than itself nearby, as for `x^4` at 0: the root is not parabolic.
    is_flat: bool,
}

impl Curvature {
    /// An upper estimate of the records executed to measure a program's curvature.
    pub fn work(program: &Program) -> usize {
        let passes = MOST_WIDTHS as usize * PASSES;
        program.inputs().len().saturating_mul(program.records()).saturating_mul(passes)
    }

    /// Measures the curvature of the program's root at its leaves; `None` if grads are not finite. Restores the
    /// pass.
    pub fn measure(program: &mut Program, scales: &[f64], stop: &Stop) -> Option<Curvature> {
        let size = program.root_data().abs();
        let columns: Option<Vec<Column>> = (0..scales.len())
            .map(|leaf| {
                let own = column(program, leaf, scales[leaf], scales).filter(|_| !stop.is_set())?;
                let length = length(unit(own.entries[leaf]).unwrap_or(1.0), size);
                let is_rounding = scales[leaf] < ROUNDED * length;
                if is_rounding { column(program, leaf, length, scales) } else { Some(own) }
            })
            .collect();
        program.pass();
        Curvature::of(&columns?, scales)
    }

    fn of(columns: &[Column], scales: &[f64]) -> Option<Curvature> {
        let unit =
            |(leaf, scale): (usize, &f64)| unit(columns[leaf].entries[leaf]).unwrap_or(*scale);
        let units: Vec<f64> = scales.iter().enumerate().map(unit).collect();
        let (mut matrix, mut doubt) = (Vec::with_capacity(units.len() * units.len()), 0.0_f64);
        for (row, down) in units.iter().enumerate() {
            let mut doubts = 0.0;
            for (column, across) in units.iter().enumerate() {
                let (one, other) = (columns[column].entries[row], columns[row].entries[column]);
                matrix.push((0.5 * one + 0.5 * other) * down * across);
                let noise = columns[column].doubts[row].max(columns[row].doubts[column]);
                doubts += (0.5 * (one - other).abs() + 3.0 * noise) * down * across;
            }
            doubt = doubt.max(doubts);
        }
        let is_finite = matrix.iter().chain(&units).all(|number| number.is_finite());
        let rounding = 8.0 * f64::EPSILON / WIDEST * units.len() as f64;
        let is_flat = columns.iter().any(|column| column.is_flat);
        is_finite.then_some(Curvature { matrix, units, doubt: doubt + rounding, is_flat })
    }

    /// Returns true if the Hessian is positive definite, whatever the error of the measurement.
    pub fn is_upward(&self) -> bool {
        self.factor(-self.doubt).is_some()
    }

    /// A direction in which the root does not curve, if there is one and it curves down in none; by inverse iteration.
    pub fn flat_direction(&self) -> Option<Vec<f64>> {
        let factor = self.factor(2.0 * self.doubt)?;
        if self.is_upward() {
            return None;
        }
        let mut direction: Vec<f64> = (0..self.units.len()).map(|at| 2.0 + share(0, at)).collect();
        for _ in 0..ITERATIONS {
            factor.solve(&mut direction);
            let length = norm(&direction);
            direction.iter_mut().for_each(|it| *it /= length);
        }
        direction.iter_mut().zip(&self.units).for_each(|(it, unit)| *it *= unit);
        direction.iter().all(|it| it.is_finite()).then_some(direction)
    }

    /// The errors of the leaves from independent errors of unit size, if the root is -log L: their covariance is
    /// the inverse Hessian. `None` unless it is positive definite and parabolic.
    pub fn errors(&self) -> Option<Vec<Vec<f64>>> {
        let factor = self.factor(0.0).filter(|_| self.is_upward() && !self.is_flat)?;
        let error = |(at, unit): (usize, &f64)| {
            let mut error = vec![0.0; self.units.len()];
            error[at] = *unit;
            factor.solve_lower(&mut error);
            error
        };
        let errors: Vec<Vec<f64>> = self.units.iter().enumerate().map(error).collect();
        errors.iter().flatten().all(|it| it.is_finite()).then_some(errors)
    }

    /// Newton's step, which damping shortens toward steepest descent; `None` if it is not positive definite.
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
    is_flat: bool,
}

/// The unit of a leaf with this second derivative; `None` if that is 0.
fn unit(bend: f64) -> Option<f64> {
    (bend != 0.0).then(|| 1.0 / bend.abs().sqrt())
}

/// The natural length of a leaf, over which the root changes by its own size; 1 at most.
pub fn length(unit: f64, size: f64) -> f64 {
    let size = if size > 0.0 { (2.0 * size).sqrt() } else { 1.0 };
    (unit * size).min(1.0)
}

/// Measures the column of a leaf of this scale with the width of differences that has the smallest error.
fn column(program: &mut Program, leaf: usize, scale: f64, scales: &[f64]) -> Option<Column> {
    let mut best: Option<(f64, Column)> = None;
    for width in (0..MOST_WIDTHS).map(|width| WIDEST * NARROWER.powi(width) * scale) {
        let Some((off, column)) = differences(program, leaf, (width, scale), scales) else {
            continue;
        };
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, column));
        }
        if off <= GOOD {
            break;
        }
    }
    best.map(|(_, column)| column)
}

/// The column by differences of one width, after its relative error.
fn differences(
    program: &mut Program,
    leaf: usize,
    (width, scale): (f64, f64),
    scales: &[f64],
) -> Option<(f64, Column)> {
    let [wide, half, quarter] =
        [1.0, 0.5, 0.25].map(|part| difference(program, leaf, part * width));
    // Richardson extrapolation: the error of a central difference goes with width squared.
    let finer = |wide: &[f64], narrow: &[f64]| -> Vec<f64> {
        wide.iter().zip(narrow).map(|(wide, narrow)| (4.0 * narrow - wide) / 3.0).collect()
    };
    let (wide, half) = (wide?, half?);
    let (rough, entries) = (finer(&wide, &half), finer(&half, &quarter?));
    let doubts: Vec<f64> =
        rough.iter().zip(&entries).map(|(one, other)| (one - other).abs()).collect();
    let largest = |numbers: &[f64]| {
        let each = numbers.iter().zip(scales).map(|(it, scale)| it.abs() * scale);
        each.fold(numbers[leaf].abs() * scale, f64::max)
    };
    let off = largest(&doubts) / largest(&entries).max(f64::MIN_POSITIVE);
    let is_flat = (wide[leaf] - entries[leaf]).abs() > entries[leaf].abs();
    off.is_finite().then_some((off, Column { entries, doubts, is_flat }))
}

/// The central difference of the grads by one leaf; `None` if it is not finite or `width` vanishes.
fn difference(program: &mut Program, leaf: usize, width: f64) -> Option<Vec<f64>> {
    let start = program.data().to_vec();
    let (left, right) = (start[leaf] - width, start[leaf] + width);
    let [before, after] = [left, right].map(|data| {
        let moved = |(at, own): (usize, &f64)| if at == leaf { data } else { *own };
        program.pass_at(start.iter().enumerate().map(moved));
        program.grads().to_vec()
    });
    program.put(start);
    let both = after.iter().zip(&before);
    let slopes: Vec<f64> = both.map(|(after, before)| (after - before) / (right - left)).collect();
    slopes.iter().all(|slope| slope.is_finite()).then_some(slopes)
}
