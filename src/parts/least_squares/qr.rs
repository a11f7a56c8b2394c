//! The QR factors of a Jacobian, kept as a triangle to which rows are added block by block.

use std::ops::Range;

use multiversion::multiversion;

use super::norm::{dot, norm};

/// The triangle R and the vector c of least squares: `‖J·d + r‖²` is `‖R·d + c‖²` plus a constant.
#[derive(Debug, Clone)]
pub struct Triangle {
    size: usize,
    /// R column by column, then c, with the root of the constant below it.
    columns: Vec<f64>,
}

impl Triangle {
    /// The triangle of no rows.
    pub fn new(size: usize) -> Triangle {
        Triangle { size, columns: vec![0.0; (size + 1) * (size + 1)] }
    }

    /// The triangle of rows that hold the derivatives by each unknown, then the residual.
    pub fn of_rows(size: usize, rows: &[Vec<f64>]) -> Triangle {
        let column = |column: usize| rows.iter().map(move |row| row[column]);
        let mut block: Vec<f64> = (0..=size).flat_map(column).collect();
        let mut triangle = Triangle::new(size);
        triangle.absorb(&mut block, rows.len());
        triangle
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.columns[column * (self.size + 1) + row]
    }

    fn put(&mut self, row: usize, column: usize, number: f64) {
        self.columns[column * (self.size + 1) + row] = number;
    }

    /// Adds rows, given column by column: the derivatives by each unknown, then the residuals. Overwrites the
    /// block.
    pub fn absorb(&mut self, block: &mut [f64], rows: usize) {
        absorb(self.size, &mut self.columns, block, rows);
    }

    /// The norm of all residuals.
    pub fn norm(&self) -> f64 {
        norm(&self.columns[self.size * (self.size + 1)..])
    }

    /// The root of the reduction of the sum of squares by the best step, to first order.
    pub fn gain(&self) -> f64 {
        norm(self.right())
    }

    fn right(&self) -> &[f64] {
        &self.columns[self.size * (self.size + 1)..][..self.size]
    }

    pub fn is_finite(&self) -> bool {
        self.columns.iter().all(|it| it.is_finite())
    }

    /// The norms of the derivatives by each unknown.
    pub fn column_norms(&self) -> Vec<f64> {
        self.columns.chunks_exact(self.size + 1).take(self.size).map(norm).collect()
    }

    /// The triangle of neighboring unknowns, with those before them at their optimum and those after them fixed.
    pub fn of_unknowns(&self, unknowns: Range<usize>) -> Triangle {
        let mut part = Triangle::new(unknowns.len());
        for (to, column) in unknowns.clone().chain([self.size]).enumerate() {
            for row in unknowns.start..=column.min(unknowns.end) {
                part.put(row - unknowns.start, to, self.at(row, column));
            }
        }
        part
    }

    /// The same with a damping row for each unknown.
    pub fn damped(&self, damping: &[f64]) -> Triangle {
        let (size, mut damped) = (self.size, self.clone());
        let mut block = vec![0.0; size * (size + 1)];
        for (at, by) in damping.iter().enumerate() {
            block[at * size + at] = *by;
        }
        damped.absorb(&mut block, size);
        damped
    }

    /// The best step to first order; `None` if it is not unique.
    pub fn step(&self) -> Option<Vec<f64>> {
        let right: Vec<f64> = self.right().iter().map(|it| -it).collect();
        self.solve(right)
    }

    /// Solves `R·d = right`.
    pub fn solve(&self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        for row in (0..self.size).rev() {
            let own = right[row] / self.at(row, row);
            right[row] = own;
            let above = right.iter_mut().take(row).enumerate();
            above.for_each(|(above, it)| *it -= self.at(above, row) * own);
        }
        right.iter().all(|it| it.is_finite()).then_some(right)
    }

    /// Solves `Rᵀ·d = right`.
    pub fn solve_transposed(&self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        for row in 0..self.size {
            let own = right[row] / self.at(row, row);
            right[row] = own;
            let after = right.iter_mut().enumerate().skip(row + 1);
            after.for_each(|(after, it)| *it -= self.at(row, after) * own);
        }
        right.iter().all(|it| it.is_finite()).then_some(right)
    }

    /// `R·d`.
    pub fn times(&self, step: &[f64]) -> Vec<f64> {
        let row =
            |row: usize| (row..self.size).zip(&step[row..]).map(move |(at, by)| (row, at, by));
        (0..self.size).map(|at| row(at).map(|(row, at, by)| self.at(row, at) * by).sum()).collect()
    }

    /// `Rᵀ·c`, the grads of half the sum of squares.
    pub fn grads(&self) -> Vec<f64> {
        let right = self.right();
        let column = |column: usize| {
            (0..=column).zip(right).map(|(row, it)| self.at(row, column) * it).sum()
        };
        (0..self.size).map(column).collect()
    }

    /// The inverse of R, row by row; `None` if R is singular.
    pub fn inverse(&self) -> Option<Vec<Vec<f64>>> {
        let mut rows = vec![vec![0.0; self.size]; self.size];
        for at in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[at] = 1.0;
            let column = self.solve(unit)?;
            rows.iter_mut().zip(column).for_each(|(row, number)| row[at] = number);
        }
        Some(rows)
    }

    /// The approximate factor by which each unknown magnifies relative errors of the data; `None` if it is
    /// infinite.
    fn inflations(&self) -> Option<Vec<f64>> {
        let rows = self.inverse()?;
        Some(rows.iter().zip(self.column_norms()).map(|(row, own)| norm(row) * own).collect())
    }

    /// The approximate condition number of columns of unit length.
    pub fn condition(&self) -> f64 {
        self.inflations().map_or(f64::INFINITY, |all| all.into_iter().fold(0.0, f64::max))
    }

    /// The unknowns whose columns depend on each other within this part of their length, or the one whose column is 0;
    /// `None` if the rows determine all unknowns.
    pub fn collinear(&self, rounding: f64) -> Option<Vec<usize>> {
        /// The part of the largest error that counts.
        const NOTICEABLE: f64 = 1e-3;
        let norms = self.column_norms();
        if let Some(at) = norms.iter().position(|norm| *norm == 0.0) {
            return Some(vec![at]);
        }
        let little: Vec<f64> = norms.iter().map(|norm| norm * f64::EPSILON).collect();
        let all = self.damped(&little).inflations().unwrap_or_default();
        let most = all.iter().copied().fold(0.0, f64::max);
        let counts = |at: &usize| all[*at] > NOTICEABLE * most;
        (most * rounding > 1.0).then(|| (0..all.len()).filter(counts).collect())
    }
}

/// Adds a block of rows to the columns of a triangle. A build for wider instructions gives the same bits.
#[multiversion(targets("x86_64+avx+avx2"))]
fn absorb(size: usize, columns: &mut [f64], block: &mut [f64], rows: usize) {
    for column in 0..=size {
        let (left, right) = block.split_at_mut((column + 1) * rows);
        let own = &mut left[column * rows..];
        let diagonal = &mut columns[column * (size + 1) + column];
        let (head, below) = (*diagonal, norm(own));
        if below == 0.0 {
            continue;
        }
        // A Householder reflection takes the rows to 0.
        let length = head.hypot(below);
        *diagonal = if head > 0.0 { -length } else { length };
        if right.is_empty() {
            continue;
        }
        let first = head - *diagonal;
        let twice = -first / *diagonal;
        own.iter_mut().for_each(|it| *it /= first);
        // It reflects the later columns at a plane, orthogonal to 1 followed by `own`.
        let heads = columns.iter_mut().skip(column).step_by(size + 1).skip(column + 1);
        for (head, theirs) in heads.zip(right.chunks_exact_mut(rows)) {
            let part = twice * (*head + dot(own, theirs));
            *head -= part;
            theirs.iter_mut().zip(own.iter()).for_each(|(it, by)| *it -= part * by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_depend_on_each_other_are_found() {
        let row = |at: f64| vec![1.0, at, 2.0 * at - 3.0, at * at, 0.0];
        let rows: Vec<Vec<f64>> = (0..9).map(|at| row(f64::from(at))).collect();
        let of = |columns: &[usize]| {
            let row = |row: &Vec<f64>| columns.iter().map(|at| row[*at]).chain([0.0]).collect();
            let rows: Vec<Vec<f64>> = rows.iter().map(row).collect();
            Triangle::of_rows(columns.len(), &rows).collinear(1e-13)
        };
        assert_eq!(of(&[0, 1, 3]), None);
        assert_eq!(of(&[0, 1, 3, 2]), Some(vec![0, 1, 3]));
        assert_eq!(of(&[1, 3, 1]), Some(vec![0, 2]));
        assert_eq!(of(&[0, 4, 1]), Some(vec![1]));
    }
}
