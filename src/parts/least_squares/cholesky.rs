//! Cholesky factors of symmetric matrices.

use super::norm::dot;

/// The rounding of a pivot for each row of its matrix, as of correlations of 16 digits.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The Cholesky factor of a matrix.
#[derive(Debug)]
pub struct Cholesky {
    /// The rows up to the diagonal.
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// The factor of a matrix, row by row, with `more` added to its diagonal; `None` if it is not positive
    /// definite. Reads only the lower triangle.
    pub fn of(matrix: &[f64], size: usize, more: f64) -> Option<Cholesky> {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(size);
        for (at, row) in matrix.chunks(size.max(1)).enumerate() {
            let mut done: Vec<f64> = Vec::with_capacity(at + 1);
            for (upper, entry) in rows.iter().zip(row) {
                let rest = entry - dot(&done, upper);
                done.push(rest / upper.last()?);
            }
            let pivot = row.get(at)? + more - dot(&done, &done);
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            done.push(pivot.sqrt());
            rows.push(done);
        }
        Some(Cholesky { rows })
    }

    /// Solves `matrix * x = side` in place.
    pub fn solve(&self, side: &mut [f64]) {
        self.solve_lower(side);
        for (at, row) in self.rows.iter().enumerate().rev() {
            let (before, rest) = side.split_at_mut(at);
            if let (Some(it), Some(pivot)) = (rest.first_mut(), row.last()) {
                *it /= pivot;
                before.iter_mut().zip(row).for_each(|(other, by)| *other -= *it * by);
            }
        }
    }

    /// Solves `factor * x = side` in place.
    pub fn solve_lower(&self, side: &mut [f64]) {
        for (at, row) in self.rows.iter().enumerate() {
            let (before, rest) = side.split_at_mut(at);
            if let (Some(it), Some(pivot)) = (rest.first_mut(), row.last()) {
                *it = (*it - dot(before, row)) / pivot;
            }
        }
    }
}

/// The pivoted Cholesky factor, also of a singular matrix; `None` if an eigenvalue is negative beyond rounding.
pub fn pivoted(size: usize, mut rest: Vec<f64>) -> Option<Vec<f64>> {
    let rounding = ROUNDING * size as f64;
    let mut factor = vec![0.0; size * size];
    let mut left: Vec<usize> = (0..size).collect();
    for column in 0..size {
        let diagonal = |row: usize| rest[row * size + row];
        if left.iter().any(|row| diagonal(*row) < -rounding) {
            return None;
        }
        let larger = |best: usize, row: usize| {
            if diagonal(left[row]) > diagonal(left[best]) { row } else { best }
        };
        let pivot = (0..left.len()).fold(0, larger);
        if diagonal(left[pivot]) <= rounding {
            break;
        }
        let pivot = left.remove(pivot);
        let root = diagonal(pivot).sqrt();
        factor[pivot * size + column] = root;
        for row in &left {
            factor[row * size + column] = rest[row * size + pivot] / root;
        }
        for row in &left {
            let own = factor[row * size + column];
            for other in &left {
                rest[row * size + other] -= own * factor[other * size + column];
            }
        }
    }
    // With a diagonal of 0, any other number would make an eigenvalue negative.
    let is_rounding = |row: usize, other: usize| rest[row * size + other].abs() <= 4.0 * rounding;
    let is_whole = left.iter().all(|row| left.iter().all(|other| is_rounding(*row, *other)));
    is_whole.then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes on both sides of where a dot product goes by lanes.
    #[test]
    fn a_factor_makes_up_its_matrix_and_solves_it_at_any_size() {
        for size in [1, 2, 7, 8, 9, 15, 16, 17, 40] {
            let entry = |row: usize, column: usize| {
                if row == column {
                    3.0 + size as f64 / 4.0
                } else {
                    ((row * 7 + column * 7) % 11) as f64 / 22.0
                }
            };
            let matrix: Vec<f64> =
                (0..size * size).map(|place| entry(place / size, place % size)).collect();
            let factor = Cholesky::of(&matrix, size, 0.5).unwrap();
            let truth: Vec<f64> = (0..size).map(|at| at as f64 - 3.5).collect();
            let row_times_truth = |row: usize| -> f64 {
                let products = truth.iter().enumerate().map(|(column, x)| entry(row, column) * x);
                products.sum::<f64>() + 0.5 * truth[row]
            };
            let mut side: Vec<f64> = (0..size).map(row_times_truth).collect();
            factor.solve(&mut side);
            for (found, x) in side.iter().zip(&truth) {
                assert!((found - x).abs() < 1e-12 * (1.0 + x.abs()), "{size}: {found} {x}");
            }
        }
    }

    #[test]
    fn a_matrix_with_a_direction_that_curves_down_has_no_factor() {
        for size in [2, 9, 17] {
            // Its eigenvalues are -0.25, but for one.
            let entry = |place: usize| if place / size == place % size { 1.0 } else { 1.25 };
            let matrix: Vec<f64> = (0..size * size).map(entry).collect();
            assert!(Cholesky::of(&matrix, size, 0.2).is_none(), "{size}");
            assert!(Cholesky::of(&matrix, size, 0.3).is_some(), "{size}");
        }
    }
}
