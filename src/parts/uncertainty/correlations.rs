//! A correlation matrix, and the independent sources of error that make it up.

use crate::parts::least_squares::pivoted;

/// The correlations of a few leaves' errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Correlations {
    size: usize,
    /// The number of independent sources.
    sources: usize,
    /// The matrix, row by row.
    rows: Vec<f64>,
    /// A matrix whose product with its own transpose is the matrix: row by row, how much of each
    /// independent source goes into a leaf's error.
    loadings: Vec<f64>,
    /// True if these follow from the matrix, and not it from them.
    is_given: bool,
}

impl Correlations {
    /// The matrix of these rows; none when it has a negative eigenvalue.
    pub fn new(rows: Vec<f64>) -> Option<Correlations> {
        let size = rows.len().isqrt();
        let loadings = pivoted(size, rows.clone())?;
        Some(Correlations { size, sources: size, rows, loadings, is_given: true })
    }

    /// The matrix of errors that are made of these parts of independent sources; none where one of them
    /// comes to nothing.
    pub fn made_of(errors: &[Vec<f64>]) -> Option<Correlations> {
        let sources = errors.iter().map(Vec::len).max()?.max(errors.len());
        let mut loadings = Vec::with_capacity(errors.len() * sources);
        for error in errors {
            let length = error.iter().map(|part| part * part).sum::<f64>().sqrt();
            if !length.is_normal() {
                return None;
            }
            loadings.extend(error.iter().map(|part| part / length));
            loadings.resize(loadings.len().next_multiple_of(sources), 0.0);
        }
        Some(Correlations::of_loadings(errors.len(), loadings))
    }

    /// The matrix of so many errors, of unit size each, whose parts these are, row by row.
    pub fn of_loadings(size: usize, loadings: Vec<f64>) -> Correlations {
        let sources = loadings.len() / size.max(1);
        let error = |index: usize| loadings.iter().skip(index * sources).take(sources);
        let product = |one: usize, other: usize| {
            if one == other {
                return 1.0;
            }
            let parts = || error(one).zip(error(other)).map(|(one, other)| one * other);
            let sum = parts().sum::<f64>().clamp(-1.0, 1.0);
            // So little is left of parts that cancel each other but for rounding.
            if sum.abs() <= 8.0 * f64::EPSILON { 0.0 } else { sum }
        };
        let rows = (0..size).flat_map(|one| (0..size).map(move |other| (one, other)));
        let rows = rows.map(|(one, other)| product(one, other)).collect();
        Correlations { size, sources, rows, loadings, is_given: false }
    }

    /// Returns true if the matrix was given, from which the parts follow.
    pub fn is_given(&self) -> bool {
        self.is_given
    }

    /// The number of independent sources.
    pub fn sources(&self) -> usize {
        self.sources
    }

    /// The correlations of one leaf with all.
    pub fn row(&self, index: usize) -> &[f64] {
        self.rows.get(index * self.size..(index + 1) * self.size).unwrap_or_default()
    }

    /// The parts of one leaf's error, of unit size, that come from each source.
    pub fn loadings(&self, index: usize) -> &[f64] {
        let place = index * self.sources..(index + 1) * self.sources;
        self.loadings.get(place).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: &[f64]) {
        let correlations = Correlations::new(rows.to_vec()).unwrap();
        let size = correlations.size;
        for (row, other) in (0..size).flat_map(|row| (0..size).map(move |other| (row, other))) {
            let [one, two] = [row, other].map(|at| correlations.loadings(at));
            let product: f64 = one.iter().zip(two).map(|(one, two)| one * two).sum();
            assert!((product - rows[row * size + other]).abs() < 1e-14, "{product}");
        }
    }

    #[test]
    fn the_sources_make_up_the_matrix() {
        check(&[1.0, 0.5, 0.5, 1.0]);
        check(&[1.0, 1.0, 1.0, 1.0]);
        check(&[1.0, -1.0, -1.0, 1.0]);
        check(&[1.0, -0.36, 0.86, -0.36, 1.0, -0.65, 0.86, -0.65, 1.0]);
        // The third is made of the first two.
        check(&[1.0, 0.0, 0.6, 0.0, 1.0, 0.8, 0.6, 0.8, 1.0]);
    }

    #[test]
    fn a_negative_eigenvalue_is_none() {
        for rows in [
            vec![1.0, 1.1, 1.1, 1.0],
            vec![1.0, 0.9, 0.9, 0.9, 1.0, 0.0, 0.9, 0.0, 1.0],
            vec![1.0, 1.0, 1.0, 1.0, 1.0, 0.999_999, 1.0, 0.999_999, 1.0],
        ] {
            assert_eq!(Correlations::new(rows), None);
        }
    }
}
