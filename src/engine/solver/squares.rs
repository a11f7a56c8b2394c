//! How a sum of squares rises around its bottom.

use super::parabola::Rising;
use super::search::settle;
use super::{Problem, Triangle};
use crate::solver::thresholds_of_fit::squares::{MOST_STEPS, ROUNDS};

/// A sum of squares, with the point of its bottom.
pub struct Squares<'squares> {
    problem: &'squares mut dyn Problem,
    /// The number of unknowns,
    count: usize,
    /// the root of the sum at the bottom,
    bottom: f64,
    /// and how far off a row usually is.
    deviation: f64,
}

impl<'squares> Squares<'squares> {
    /// The sum of squares of a problem with its bottom at a point.
    pub fn new(
        problem: &'squares mut dyn Problem,
        at: &[f64],
        deviation: f64,
    ) -> Squares<'squares> {
        let bottom = problem.norm(at);
        Squares { problem, count: at.len(), bottom, deviation }
    }
}

impl Rising for Squares<'_> {
    fn held(&mut self, unknown: usize, value: f64, start: &[f64]) -> Option<(f64, Vec<f64>)> {
        let mut held = Held { problem: &mut *self.problem, unknown, value };
        let (others, height) = settle(&mut held, start, MOST_STEPS)?;
        // A difference of squares that may be too large to square.
        let (less, more) = (height - self.bottom, height + self.bottom);
        let rise = (less.max(0.0) / self.deviation).sqrt() * (more / self.deviation).sqrt();
        Some((rise, others))
    }

    fn work(&self) -> f64 {
        ROUNDS * (self.count as f64 + 2.0).powi(2) * self.problem.rows() as f64
    }

    fn is_stopped(&self) -> bool {
        self.problem.is_stopped()
    }
}

/// A problem with one of its unknowns held.
struct Held<'held> {
    problem: &'held mut dyn Problem,
    unknown: usize,
    value: f64,
}

impl Held<'_> {
    fn with(&self, others: &[f64]) -> Vec<f64> {
        let mut all = others.to_vec();
        all.insert(self.unknown.min(all.len()), self.value);
        all
    }
}

impl Problem for Held<'_> {
    fn rows(&self) -> usize {
        self.problem.rows()
    }

    fn linear(&self) -> usize {
        let linear = self.problem.linear();
        linear - usize::from(self.unknown < linear)
    }

    fn norm(&mut self, at: &[f64]) -> f64 {
        self.problem.norm(&self.with(at))
    }

    fn triangle(&mut self, at: &[f64]) -> Option<Triangle> {
        Some(self.problem.triangle(&self.with(at))?.without(self.unknown))
    }

    fn spread(&self) -> f64 {
        self.problem.spread()
    }

    fn rounding(&self) -> f64 {
        self.problem.rounding()
    }

    fn is_stopped(&self) -> bool {
        self.problem.is_stopped()
    }
}
