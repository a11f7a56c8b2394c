//! The QR factors of a Jacobian, kept as a triangle to which rows are added block by block.

use multiversion::multiversion;

use super::norm::{dot, norm};

/// The triangle R and the vector c of the least squares of `J·d + r`: whatever the step d is, the sum
/// of squares is `‖R·d + c‖²` and a rest.
#[derive(Debug, Clone)]
pub struct Triangle {
    /// The number of unknowns.
    size: usize,
    /// Column by column, each one longer than there are unknowns: R, then c with the root of the
    /// rest below it.
    columns: Vec<f64>,
}

impl Triangle {
    /// That of no rows.
    pub fn new(size: usize) -> Triangle {
        Triangle { size, columns: vec![0.0; (size + 1) * (size + 1)] }
    }

    /// That of these rows: in each the derivatives by each unknown, then the residual.
    pub fn of_rows(size: usize, rows: &[Vec<f64>]) -> Triangle {
        let column = |column: usize| rows.iter().map(move |row| row[column]);
        let mut block: Vec<f64> = (0..=size).flat_map(column).collect();
        let mut triangle = Triangle::new(size);
        triangle.absorb(&mut block, rows.len());
        triangle
    }

    /// The number of unknowns.
    pub fn size(&self) -> usize {
        self.size
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.columns[column * (self.size + 1) + row]
    }

    fn put(&mut self, row: usize, column: usize, number: f64) {
        self.columns[column * (self.size + 1) + row] = number;
    }

    /// Adds rows, column by column: the derivatives by each unknown, then the residuals. What was in
    /// the block is lost.
    pub fn absorb(&mut self, block: &mut [f64], rows: usize) {
        absorb(self.size, &mut self.columns, block, rows);
    }

    /// The root of the sum of the squares of all residuals.
    pub fn norm(&self) -> f64 {
        norm(&self.columns[self.size * (self.size + 1)..])
    }

    /// The root of what the best step takes from the sum of squares, to first order.
    pub fn gain(&self) -> f64 {
        norm(self.right())
    }

    fn right(&self) -> &[f64] {
        &self.columns[self.size * (self.size + 1)..][..self.size]
    }

    /// Tells whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.columns.iter().all(|it| it.is_finite())
    }

    /// The norms of the derivatives by each unknown.
    pub fn column_norms(&self) -> Vec<f64> {
        self.columns.chunks_exact(self.size + 1).take(self.size).map(norm).collect()
    }

    /// The triangle of the unknowns from `first` on, once the others before them are at their best.
    pub fn tail(&self, first: usize) -> Triangle {
        let mut tail = Triangle::new(self.size - first);
        for column in first..=self.size {
            for row in first..=column {
                tail.put(row - first, column - first, self.at(row, column));
            }
        }
        tail
    }

    /// The triangle of the first unknowns alone; the others stay.
    pub fn head(&self, size: usize) -> Triangle {
        let mut head = Triangle::new(size);
        for column in 0..size {
            for row in 0..=column {
                head.put(row, column, self.at(row, column));
            }
        }
        for row in 0..size {
            head.put(row, size, self.at(row, self.size));
        }
        head.put(size, size, norm(&self.columns[self.size * (self.size + 1) + size..]));
        head
    }

    /// What a step of the later unknowns adds to the right side of the first ones.
    pub fn shifted(&self, size: usize, step: &[f64]) -> Triangle {
        let mut head = self.head(size);
        for row in 0..size {
            let by: f64 = (size..self.size).zip(step).map(|(at, by)| self.at(row, at) * by).sum();
            head.put(row, size, head.at(row, size) + by);
        }
        head
    }

    /// The same with a row for each unknown that holds it back, as strongly as these numbers say.
    pub fn damped(&self, damping: &[f64]) -> Triangle {
        let (size, mut damped) = (self.size, self.clone());
        let mut block = vec![0.0; size * (size + 1)];
        for (at, by) in damping.iter().enumerate() {
            block[at * size + at] = *by;
        }
        damped.absorb(&mut block, size);
        damped
    }

    /// The step that takes most from the sum of squares, to first order; none where there are
    /// several.
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

    /// That of the same derivatives with these grads of half the sum of squares, whose root is the norm.
    pub fn with_grads(&self, grads: Vec<f64>, norm: f64) -> Option<Triangle> {
        let mut moved = self.clone();
        let right = self.solve_transposed(grads)?;
        right.iter().enumerate().for_each(|(row, it)| moved.put(row, self.size, *it));
        let gain = moved.gain();
        moved.put(self.size, self.size, ((norm - gain).max(0.0) * (norm + gain)).sqrt());
        Some(moved)
    }

    /// The inverse of R, row by row; none where it has none.
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

    /// About how many times larger than in the data an error is in the unknown that the rows tell
    /// least from the others, by the sizes of both: the condition number of columns of unit length.
    pub fn condition(&self) -> f64 {
        let Some(inverse) = self.inverse() else {
            return f64::INFINITY;
        };
        let each = inverse.iter().zip(self.column_norms()).map(|(row, column)| norm(row) * column);
        each.fold(0.0, f64::max)
    }

    /// The unknowns that rows cannot tell from each other, within this part of their columns; none
    /// where they tell all.
    pub fn confused(&self, rounding: f64) -> Option<Vec<usize>> {
        let norms = self.column_norms();
        if let Some(at) = norms.iter().position(|norm| *norm == 0.0) {
            return Some(vec![at]);
        }
        // Columns of unit length, each orthogonal to those taken before it, the longest first.
        let size = self.size;
        let mut columns: Vec<Vec<f64>> = (0..size)
            .map(|at| (0..size).map(|row| self.at_or_zero(row, at) / norms[at]).collect())
            .collect();
        let mut taken: Vec<usize> = Vec::new();
        let mut bases: Vec<Vec<f64>> = Vec::new();
        let mut left: Vec<usize> = (0..size).collect();
        while !left.is_empty() {
            let longest = |best: usize, at: usize| {
                if norm(&columns[left[at]]) > norm(&columns[left[best]]) { at } else { best }
            };
            let place = (0..left.len()).fold(0, longest);
            let at = left.remove(place);
            let length = norm(&columns[at]);
            if length <= rounding {
                return Some(self.among(at, &taken, &bases, &norms));
            }
            let basis: Vec<f64> = columns[at].iter().map(|it| it / length).collect();
            for other in &left {
                let column = &mut columns[*other];
                // Twice is enough.
                for _ in 0..2 {
                    let part = dot(&basis, column);
                    column.iter_mut().zip(&basis).for_each(|(it, by)| *it -= part * by);
                }
            }
            taken.push(at);
            bases.push(basis);
        }
        None
    }

    fn at_or_zero(&self, row: usize, column: usize) -> f64 {
        if row <= column { self.at(row, column) } else { 0.0 }
    }

    /// The unknown at `at`, and those of `taken` that its column is made of.
    fn among(&self, at: usize, taken: &[usize], bases: &[Vec<f64>], norms: &[f64]) -> Vec<usize> {
        let unit = |at: usize| -> Vec<f64> {
            (0..self.size).map(|row| self.at_or_zero(row, at) / norms[at]).collect()
        };
        let column = unit(at);
        let mut parts: Vec<f64> = bases.iter().map(|basis| dot(basis, &column)).collect();
        let mut confused = vec![at];
        for place in (0..taken.len()).rev() {
            let theirs = unit(taken[place]);
            let of = |basis: &Vec<f64>| dot(basis, &theirs);
            let share = parts[place] / bases.get(place).map_or(1.0, of);
            if share.abs() > 1e-3 {
                confused.push(taken[place]);
            }
            for (part, basis) in parts.iter_mut().zip(bases).take(place) {
                *part -= share * of(basis);
            }
        }
        confused.sort_unstable();
        confused
    }
}

/// Adds a block of rows to the columns of a triangle. Compiled once more for machines with wider instructions; the
/// results are the same bits.
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
        // It reflects the columns after it at a plane, which `own` is orthogonal to below a first entry of 1.
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
    fn grads_move_a_triangle_where_rows_would() {
        let rows = 40;
        let row = |at: usize| (at as f64 * 0.37).sin();
        let slopes: Vec<Vec<f64>> = (0..3)
            .map(|column| (0..rows).map(|at| row(at * (column + 1)) + 0.2).collect())
            .collect();
        let of = |residuals: &[f64]| {
            let mut block = slopes.concat();
            block.extend(residuals);
            let mut triangle = Triangle::new(3);
            triangle.absorb(&mut block, rows);
            triangle
        };
        let before: Vec<f64> = (0..rows).map(|at| 1e3 * row(7 * at + 1)).collect();
        let after: Vec<f64> = (0..rows).map(|at| row(5 * at + 2)).collect();
        let grads = slopes.iter().map(|column| dot(column, &after)).collect();
        let (moved, there) = (of(&before).with_grads(grads, norm(&after)).unwrap(), of(&after));
        assert!((moved.norm() / there.norm() - 1.0).abs() < 1e-12);
        for (one, other) in moved.step().unwrap().iter().zip(there.step().unwrap()) {
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        }
    }
}
