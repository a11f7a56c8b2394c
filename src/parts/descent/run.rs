//! A run of gradient descent on the program, step by step, and the record of it.

use super::optimizer::Optimizer;
use super::rate::Rate;
use crate::parts::rows::Program;

/// A run in progress; between steps the program's grads match its leaves' data.
pub struct Run<'run> {
    /// The program of the root.
    pub program: &'run mut Program,
    rates: &'run Rate,
    /// What makes steps of grads, if not plain descent.
    optimizer: Option<&'run mut Optimizer>,
    /// The rate of the last step.
    pub rate: f64,
    /// What is shown of the run: steps 0, 1, 2, 5, 10 and so on.
    pub points: Vec<Point>,
    /// The root's data after each step.
    pub curve: Curve,
    previous: Vec<f64>,
    /// The grads before a step that may be stopped half-way.
    previous_grads: Vec<f64>,
    /// The change of the root in the last step, and the predicted one.
    pub last: (f64, f64),
}

/// Why a step was not taken.
pub enum NotTaken {
    /// The data that the root would have had; a leaf is not finite if this is.
    NonFinite(f64),
    /// Its rate is not finite.
    Rate(f64),
    /// It was stopped half-way.
    Cut,
}

impl<'run> Run<'run> {
    /// Creates the run that begins where the program is.
    pub fn new(
        program: &'run mut Program,
        rates: &'run Rate,
        optimizer: Option<&'run mut Optimizer>,
    ) -> Run<'run> {
        let (points, curve) = (Vec::new(), Curve::default());
        let (previous, previous_grads) = (Vec::new(), Vec::new());
        let (last, rate) = ((0.0, 0.0), rates.at(0));
        let mut run =
            Run { program, rates, optimizer, rate, points, curve, previous, previous_grads, last };
        run.note(0);
        run
    }

    /// Tells whether its steps are those of plain descent.
    pub fn is_plain(&self) -> bool {
        self.optimizer.is_none()
    }

    /// Takes the step of this number.
    ///
    /// # Errors
    ///
    /// When the root or a leaf would not be finite, or the rate is not, or when it was stopped. The
    /// step is undone.
    pub fn step(&mut self, step: u64) -> Result<(), NotTaken> {
        let rate = self.rates.at(step.saturating_sub(1));
        if !rate.is_finite() {
            return Err(NotTaken::Rate(rate));
        }
        self.rate = rate;
        let before = self.program.root_data();
        self.previous.clear();
        self.previous.extend_from_slice(self.program.data());
        self.previous_grads.clear();
        if self.program.has_rows() || self.optimizer.is_some() {
            self.previous_grads.extend_from_slice(self.program.grads());
        }
        match &mut self.optimizer {
            None => self.program.descend(self.rate),
            Some(optimizer) => {
                let (data, grads) = self.program.data_and_grads();
                optimizer.step(self.rate, data, grads);
            }
        }
        self.program.forward();
        if self.program.is_cut() {
            return Err(self.take_back(before));
        }
        let whole = self.program.root_data().is_finite()
            && self.program.data().iter().all(|it| it.is_finite());
        if !whole {
            let root = self.program.root_data();
            self.program.put(self.previous.iter().copied());
            self.program.forward();
            self.forget();
            return Err(NotTaken::NonFinite(root));
        }
        let (change, predicted) = (self.program.root_data() - before, self.predicted());
        self.program.backward();
        if self.program.is_cut() {
            return Err(self.take_back(before));
        }
        self.last = (change, predicted);
        Ok(())
    }

    /// Undoes a step that was stopped half-way.
    fn take_back(&mut self, root: f64) -> NotTaken {
        self.forget();
        self.program.restore(root, &self.previous, &self.previous_grads);
        NotTaken::Cut
    }

    /// Lets nothing remember a step that has not been taken in the end.
    fn forget(&mut self) {
        self.optimizer.iter_mut().for_each(|it| it.take_back());
    }

    /// The change of the root in the last step that the grads before it predict.
    fn predicted(&self) -> f64 {
        match self.optimizer {
            None => -self.moves().map(|by| by * by).sum::<f64>() / self.rate,
            Some(_) => self.moves().zip(&self.previous_grads).map(|(by, grad)| by * grad).sum(),
        }
    }

    /// How far each leaf has moved in the last step.
    fn moves(&self) -> impl Iterator<Item = f64> {
        self.program.data().iter().zip(&self.previous).map(|(data, was)| data - was)
    }

    /// Notes where the program is after the step of this number.
    pub fn note(&mut self, step: u64) {
        self.curve.push(self.program.root_data());
        if is_milestone(step) {
            self.point(step);
        }
    }

    fn point(&mut self, step: u64) {
        self.points.push(Point {
            step,
            root: self.program.root_data(),
            leaves: self.program.data().iter().take(SHOWN_LEAVES).copied().collect(),
            largest_grad: self.program.largest_grad(),
            first_grad: self.program.grads().first().copied().unwrap_or(0.0),
        });
    }

    /// Ends the run after the step of this number.
    pub fn finish(&mut self, step: u64) {
        if self.points.last().is_none_or(|point| point.step != step) {
            self.point(step);
        }
        self.curve.end_with(self.program.root_data());
    }
}

/// A sampled step of a run.
#[derive(Debug, Clone)]
pub struct Point {
    /// The number of steps taken so far.
    pub step: u64,
    /// The root's data.
    pub root: f64,
    /// The data of the first few moving leaves.
    pub leaves: Vec<f64>,
    /// The largest absolute grad of a moving leaf.
    pub largest_grad: f64,
    /// The first moving leaf's grad.
    pub first_grad: f64,
}

/// The number of leaves whose data a point keeps: as many as a trace has columns for.
pub const SHOWN_LEAVES: usize = 5;

/// Returns true for steps 0, 1, 2, 5, 10, 20, 50 and so on.
pub fn is_milestone(step: u64) -> bool {
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
    /// The number of the least value, and that.
    least: (u64, f64),
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

    /// The number of the least value, counted from 0, and that; of several the first.
    pub fn least(&self) -> (u64, f64) {
        self.least
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
