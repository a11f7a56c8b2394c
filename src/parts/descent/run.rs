//! A run of gradient descent on the program, step by step, and the record of it.

use super::optimizer::Optimizer;
use super::rate::Rate;
use super::steps::{Descent, StopReason};
use crate::parts::rows::Program;

/// A run in progress; between steps the program's grads match its leaves' data.
pub struct Run<'run> {
    /// The program of the root.
    pub program: &'run mut Program,
    pub rates: &'run Rate,
    /// The optimizer; `None` for plain descent.
    pub optimizer: Option<&'run mut Optimizer>,
    /// The record of it.
    pub descent: Descent,
    /// The data before the last step.
    pub previous: Vec<f64>,
    /// The grads before a step that may be stopped half-way.
    pub previous_grads: Vec<f64>,
}

impl Run<'_> {
    /// Takes the next step.
    ///
    /// # Errors
    ///
    /// The root or a leaf would not be finite, the rate is not, or the step was stopped half-way: it is
    /// undone.
    pub fn step(&mut self) -> Result<(), StopReason> {
        let rate = self.rates.at(self.descent.taken);
        if !rate.is_finite() {
            return Err(StopReason::Rate(rate));
        }
        self.descent.rate = rate;
        let before = self.program.root_data();
        self.previous.clear();
        self.previous.extend_from_slice(self.program.data());
        self.previous_grads.clear();
        if self.program.has_rows() || self.optimizer.is_some() {
            self.previous_grads.extend_from_slice(self.program.grads());
        }
        match &mut self.optimizer {
            None => self.program.descend(rate),
            Some(optimizer) => {
                let (data, grads) = self.program.data_and_grads();
                optimizer.step(rate, data, grads);
            }
        }
        self.program.forward();
        if self.program.is_cut() {
            return Err(self.take_back(before));
        }
        let root = self.program.root_data();
        if !(root.is_finite() && self.program.data().iter().all(|it| it.is_finite())) {
            self.program.put(self.previous.iter().copied());
            self.program.forward();
            self.forget();
            return Err(StopReason::NonFinite(root));
        }
        let predicted = self.predicted();
        self.program.backward();
        if self.program.is_cut() {
            return Err(self.take_back(before));
        }
        self.descent.last = (root - before, predicted);
        self.descent.taken += 1;
        self.note();
        Ok(())
    }

    /// Undoes a step that was stopped half-way.
    fn take_back(&mut self, root: f64) -> StopReason {
        self.forget();
        self.program.restore(root, &self.previous, &self.previous_grads);
        StopReason::Interrupted
    }

    /// Restores the state before a rejected step.
    fn forget(&mut self) {
        self.optimizer.iter_mut().for_each(|it| it.take_back());
    }

    /// The change of the root in the last step that the grads before it predict.
    fn predicted(&self) -> f64 {
        let moves = self.program.data().iter().zip(&self.previous).map(|(data, was)| data - was);
        match self.optimizer {
            None => -moves.map(|by| by * by).sum::<f64>() / self.descent.rate,
            Some(_) => moves.zip(&self.previous_grads).map(|(by, grad)| by * grad).sum(),
        }
    }

    /// Records the current point.
    pub fn note(&mut self) {
        self.descent.curve.push(self.program.root_data());
        self.descent.watched.iter_mut().for_each(|it| it.look(self.program.data()));
        if is_milestone(self.descent.taken) {
            self.point();
        }
    }

    fn point(&mut self) {
        self.descent.points.push(Point {
            step: self.descent.taken,
            root: self.program.root_data(),
            leaves: self.program.data().iter().take(SHOWN_LEAVES).copied().collect(),
            largest_grad: self.program.largest_grad(),
            first_grad: self.program.grads().first().copied().unwrap_or(0.0),
            watched: self.descent.watched.as_ref().map(|it| it.program.root_data()),
        });
    }

    /// Ends the run.
    pub fn finish(mut self, stop_reason: StopReason) -> Descent {
        if self.descent.points.last().is_none_or(|point| point.step != self.descent.taken) {
            self.point();
        }
        self.descent.curve.end_with(self.program.root_data());
        self.descent.watched.iter_mut().for_each(|it| it.curve.end_with(it.program.root_data()));
        // With momentum the first grads do not predict the step.
        if self.optimizer.is_some() && self.descent.taken == 1 {
            self.descent.predicted = self.descent.last.1;
        }
        Descent { stop_reason, ..self.descent }
    }
}

/// A sampled step of a run.
#[derive(Debug, Clone)]
pub struct Point {
    /// The number of steps.
    pub step: u64,
    /// The root's data.
    pub root: f64,
    /// The data of the first few moving leaves.
    pub leaves: Vec<f64>,
    /// The largest absolute grad of a moving leaf.
    pub largest_grad: f64,
    /// The first moving leaf's grad.
    pub first_grad: f64,
    /// The data of the other node that is looked at.
    pub watched: Option<f64>,
}

/// The number of leaves whose data a point keeps: as many as a trace has columns for.
pub const SHOWN_LEAVES: usize = 5;

/// Returns true for steps 0, 1, 2, 5, 10, 20, 50 and so on.
fn is_milestone(step: u64) -> bool {
    let mut scale = step;
    while scale != 0 && scale.is_multiple_of(10) {
        scale /= 10;
    }
    matches!(scale, 0 | 1 | 2 | 5)
}

/// The number of values a curve keeps before it drops every second one.
const LONGEST_CURVE: usize = 4096;

/// Evenly spaced values of a run of unknown length.
#[derive(Debug)]
pub struct Curve {
    /// The values, the first and the last among them.
    pub values: Vec<f64>,
    stride: u64,
    seen: u64,
    /// The number of the least value, counted from 0, and that; of several the first.
    pub least: (u64, f64),
}

impl Default for Curve {
    fn default() -> Curve {
        Curve { values: Vec::new(), stride: 1, seen: 0, least: (0, f64::INFINITY) }
    }
}

impl Curve {
    /// Adds the run's last value if the stride skipped it.
    pub fn end_with(&mut self, value: f64) {
        if !(self.seen.wrapping_sub(1)).is_multiple_of(self.stride) {
            self.values.push(value);
        }
    }

    /// The first value.
    pub fn first(&self) -> f64 {
        self.values.first().copied().unwrap_or(f64::NAN)
    }

    /// The last value.
    pub fn last(&self) -> f64 {
        self.values.last().copied().unwrap_or(f64::NAN)
    }

    /// Adds a value.
    pub fn push(&mut self, value: f64) {
        if value < self.least.1 {
            self.least = (self.seen, value);
        }
        if self.seen.is_multiple_of(self.stride) {
            self.values.push(value);
        }
        self.seen += 1;
        if self.values.len() > LONGEST_CURVE {
            let mut keep = false;
            self.values.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
    }
}
