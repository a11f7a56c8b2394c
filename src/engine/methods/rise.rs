//! How a root rises around its minimum as one leaf is held and the others follow.

use lbfgs::Lbfgs;

use crate::graph::{Stop, Tape};
use crate::methods::thresholds_of_minimize::rise::{
    CLOSE, ENOUGH, MOST_STEPS, MOST_TRIES, REMEMBERED, ROUNDING, ROUNDS, SHORTER, UNKNOWN,
};
use crate::numbers::{add_times, dot, norm};
use crate::solver::Rising;

/// The root of a tape, with its minimum.
pub struct RootRise {
    tape: Tape,
    stop: Stop,
    /// The root at the minimum, in units,
    low: f64,
    /// what its leaves make of independent errors of unit size,
    errors: Vec<Vec<f64>>,
    /// and the unit: twice by how much it is higher one uncertainty away.
    unit: f64,
}

impl RootRise {
    /// The root of a tape that has passed its minimum. A `unit` is twice by how much the root is higher where a
    /// leaf is one uncertainty away: 1 of a likelihood, 2 of χ².
    pub fn new(tape: Tape, errors: &[Vec<f64>], unit: f64, stop: Stop) -> RootRise {
        let low = tape.root_data() / unit;
        RootRise { tape, stop, low, errors: errors.to_vec(), unit }
    }

    /// What the leaves make of the same errors if one of them is held: nothing of that one, and of the others
    /// what does not go with it.
    fn errors_but(&self, held: usize) -> Vec<Vec<f64>> {
        let mut all = self.errors.clone();
        let Some(own) = self.errors.get(held) else { return all };
        let square = dot(own, own);
        for (at, errors) in all.iter_mut().enumerate() {
            let part = if at == held { 1.0 } else { dot(errors, own) / square };
            add_times(errors, -part, own);
        }
        all
    }

    /// The root, in units.
    fn root(&self) -> f64 {
        self.tape.root_data() / self.unit
    }

    /// The slopes of the root, in units, along each of the independent errors.
    fn slopes(&self, errors: &[Vec<f64>]) -> Vec<f64> {
        let mut slopes = vec![0.0; errors.len()];
        for (grad, errors) in self.tape.grads().iter().zip(errors) {
            add_times(&mut slopes, *grad / self.unit, errors);
        }
        slopes
    }

    /// Passes where so much of the independent errors is added to a point.
    fn pass(&mut self, point: &[f64], errors: &[Vec<f64>], by: &[f64]) {
        let moved = point.iter().zip(errors).map(|(at, errors)| at + dot(errors, by));
        self.tape.pass_at(moved);
    }

    /// Goes along a direction to where the root is lower; none where it is not.
    fn lower(
        &mut self,
        (point, errors): (&[f64], &[Vec<f64>]),
        (from, direction, promised): (&[f64], &[f64], f64),
    ) -> Option<Vec<f64>> {
        let before = self.root();
        let mut along = 1.0;
        for _ in 0..MOST_TRIES {
            let mut place = from.to_vec();
            add_times(&mut place, along, direction);
            self.pass(point, errors, &place);
            let fallen = before - self.root();
            if fallen >= ENOUGH * along * promised && self.tape.largest_grad().is_finite() {
                return Some(place);
            }
            // Where the parabola through both has its bottom.
            let part = along * promised / (2.0 * (along * promised - fallen));
            let [least, greatest] = SHORTER;
            along *= if part.is_finite() { part.clamp(least, greatest) } else { UNKNOWN };
            if self.is_stopped() {
                break;
            }
        }
        None
    }
}

impl Rising for RootRise {
    fn held(&mut self, unknown: usize, value: f64, start: &[f64]) -> Option<(f64, Vec<f64>)> {
        let mut point = start.to_vec();
        point.insert(unknown.min(point.len()), value);
        let errors = self.errors_but(unknown);
        let mut memory = Lbfgs::new(errors.len(), REMEMBERED).with_sy_epsilon(f64::MIN_POSITIVE);
        let mut place = vec![0.0; errors.len()];
        self.pass(&point, &errors, &place);
        for _ in 0..MOST_STEPS {
            let slopes = self.slopes(&errors);
            if !norm(&slopes).is_finite() || self.is_stopped() {
                return None;
            }
            let mut direction: Vec<f64> = slopes.iter().map(|slope| -slope).collect();
            memory.update_hessian(&slopes, &place);
            memory.apply_hessian(&mut direction);
            let promised = -dot(&slopes, &direction);
            let root = self.root();
            let is_close = promised <= CLOSE + ROUNDING * root.abs();
            let next = if is_close {
                None
            } else {
                self.lower((&point, &errors), (&place, &direction, promised))
            };
            match next {
                Some(next) => place = next,
                None if is_close => {
                    let rise = (2.0 * (root - self.low).max(0.0)).sqrt();
                    let mut others = self.tape.data().to_vec();
                    others.remove(unknown.min(others.len().saturating_sub(1)));
                    return Some((rise, others));
                }
                None => return None,
            }
        }
        None
    }

    fn work(&self) -> f64 {
        ROUNDS * (self.tape.records() as f64 + (self.errors.len() as f64).powi(2))
    }

    fn is_stopped(&self) -> bool {
        self.tape.is_cut() || self.stop.is_set()
    }
}
