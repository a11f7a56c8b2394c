//! Fits: leaves that make the sum of squares of `Y - F` over the rows least, and what their errors
//! are.

use std::rc::Rc;

use super::residuals::{Residuals, Sizes};
use super::{Progress, Session};
use crate::graph::{Label, NonFinite, Operand, Order, Value, interrupted};
use crate::language::{Result, Span};
use crate::ops::SUBTRACT;
use crate::solver::{self, Elsewhere, End, Found, Least, Problem, Proof, Triangle, norm, norm_of};

/// The outcome of a fit.
#[derive(Debug)]
pub struct Fit {
    /// The leaves that moved, with what is known of them.
    pub parameters: Vec<Parameter>,
    /// The correlations of their errors, row by row; empty where they have none.
    pub correlations: Vec<Vec<f64>>,
    /// The number of rows.
    pub rows: usize,
    /// How many more rows than leaves there are.
    pub spare: usize,
    /// The root of the sum of squares.
    pub norm: f64,
    /// True where the rows have uncertainties, in units of which their residuals are.
    pub is_weighted: bool,
    /// The condition number of the fit, if it is so large that rounding shows in the leaves.
    pub delicate: Option<f64>,
    /// The number of steps taken.
    pub steps: u64,
    /// How it ended.
    pub outcome: FitOutcome,
}

/// A leaf that a fit has moved.
#[derive(Debug)]
pub struct Parameter {
    /// The leaf.
    pub leaf: Value,
    /// Its data.
    pub data: f64,
    /// Its standard uncertainty, if there is one.
    pub u: Option<f64>,
}

/// How a fit has ended.
#[derive(Debug)]
pub enum FitOutcome {
    /// At a minimum, with the proof, and what is known of lower ones.
    Minimum(Proof, Elsewhere),
    /// Where no step leads lower to first order, but it may be no minimum.
    Level,
    /// No step tried leads lower.
    Stuck,
    /// It was still falling after the most steps allowed.
    Falling,
    /// The rows do not tell these leaves from each other; none has moved.
    Confused(Vec<Value>),
    /// A row is not finite at the start.
    NotFinite(BadStart),
}

/// What is not finite at the start of a fit.
#[derive(Debug)]
pub enum BadStart {
    /// An operation in some row.
    Operation(NonFinite),
    /// The number of a node in a row, from 1.
    Row(Value, usize),
    /// A derivative by this leaf.
    Slope(Value),
    /// A row, from 1, without an uncertainty among others that have one.
    ExactRow(usize),
}

/// An unknown that rounding moves by more than this part of it has a ± that says so,
const ROUGH: f64 = 1e-10;
/// and by more than this one is left open: `b` of `a*exp(b*x)` where `a` is 0 but for rounding.
const OPEN: f64 = 0.01;
/// Beyond this condition number rounding shows in the leaves.
const DELICATE: f64 = 1e8;

#[doc(hidden)]
impl Session {
    /// Moves `leaves` so that the sum of squares of `y - model` over the rows is least, and gives
    /// them the uncertainties and correlations that they have then.
    ///
    /// # Errors
    ///
    /// When work is stopped.
    pub fn fit(&mut self, y: &Value, model: &Operand, leaves: Vec<Value>) -> Result<Fit> {
        let stopped = || interrupted(Span::default());
        let operands = [Operand::Value(y.clone()), model.clone()];
        let node = Value::computed(SUBTRACT, operands, Label::default());
        let rows = node.rows().unwrap_or(0);
        let spare = rows.saturating_sub(leaves.len());
        let shape = (rows, spare);
        let uncertainties = self.uncertainties(y)?;
        let is_weighted = uncertainties.is_some();
        if let Some(row) = uncertainties.iter().flat_map(|us| us.iter()).position(|u| *u == 0.0) {
            let outcome = FitOutcome::NotFinite(BadStart::ExactRow(row + 1));
            return Ok(Fit::without_numbers(shape, f64::NAN, 0, outcome));
        }
        let sizes = self.sizes_of_rows(y, uncertainties.as_deref())?;
        let stop = self.stop().clone();
        let residuals = Residuals::new(&node, leaves.clone(), (uncertainties, sizes), &stop);
        let mut residuals = residuals.ok_or_else(stopped)?;
        let start: Vec<f64> = residuals.leaves().iter().map(Value::data).collect();
        residuals.observer = self.observer.take();
        let least = solver::least(&mut residuals, &start);
        self.observer = residuals.observer.take();
        self.observe(Progress::Over);
        residuals.restore();
        self.set_data(&[]);
        if self.is_interrupted() {
            return Err(stopped());
        }
        let Some(Least { found, elsewhere }) = least else {
            let bad = self.bad_start(&node, &leaves);
            let outcome = FitOutcome::NotFinite(bad);
            return Ok(Fit::without_numbers(shape, f64::NAN, 0, outcome));
        };
        let (size, own) = (found.triangle.norm(), residuals.leaves().to_vec());
        self.meter_nodes(rows.saturating_mul(found.steps as usize));
        let condition = found.triangle.condition();
        let is_delicate = condition > DELICATE;
        let rounding = match found.end {
            End::Minimum(Proof::Rounding) => by_rounding(&found, &start, &residuals),
            _ => Vec::new(),
        };
        let untold = match &found.end {
            End::Confused(which) => which.clone(),
            _ if !is_delicate => indices_above(&rounding, OPEN),
            _ => Vec::new(),
        };
        if !untold.is_empty() {
            let leaves = untold.iter().filter_map(|at| own.get(*at)).cloned().collect();
            let outcome = FitOutcome::Confused(leaves);
            // It counts as a change all the same.
            self.set(&[]);
            return Ok(Fit::without_numbers(shape, size, found.steps, outcome));
        }
        let changes: Vec<(Value, f64)> =
            own.iter().cloned().zip(found.at.iter().copied()).collect();
        let is_minimum = matches!(found.end, End::Minimum(_));
        let is_rough = is_delicate || !indices_above(&rounding, ROUGH).is_empty();
        let deviation = match found.end {
            _ if is_weighted => 1.0,
            // Only if it shows in the leaves are these uncertain by rounding.
            End::Minimum(Proof::Rounding) if is_rough => {
                residuals.rounding() / (rows as f64).sqrt()
            }
            End::Minimum(Proof::Rounding) => 0.0,
            _ => size / (spare as f64).sqrt(),
        };
        let errors =
            if is_minimum && spare > 0 { errors(&found.triangle, deviation) } else { None };
        self.open_group();
        self.set(&changes);
        if let Some(errors) = &errors {
            self.set_errors(own.iter().cloned().zip(errors.clone()).collect(), Vec::new());
        }
        self.close_group();
        let place = |leaf: &Value| own.iter().position(|it| it.is(leaf)).unwrap_or(0);
        let of = |leaf: &Value| errors.as_ref().and_then(|errors| errors.get(place(leaf)));
        let parameter = |leaf: &Value| {
            let u = of(leaf).map(|errors| norm(errors));
            Parameter { leaf: leaf.clone(), data: leaf.data(), u }
        };
        let is_exact = errors.iter().flatten().any(|errors| norm(errors) == 0.0);
        let correlations = leaves.iter().filter(|_| !is_exact).filter_map(|one| {
            let one = of(one)?;
            Some(leaves.iter().filter_map(|other| Some(correlation(one, of(other)?))).collect())
        });
        Ok(Fit {
            parameters: leaves.iter().map(parameter).collect(),
            correlations: correlations.collect(),
            rows,
            spare,
            norm: size,
            is_weighted,
            delicate: is_delicate.then_some(condition),
            steps: found.steps,
            outcome: match found.end {
                End::Minimum(proof) => FitOutcome::Minimum(proof, elsewhere),
                End::Stuck => FitOutcome::Stuck,
                End::Falling => FitOutcome::Falling,
                End::Level | End::Confused(_) | End::Stopped => FitOutcome::Level,
            },
        })
    }

    /// How large the rows of a node are, in units of their uncertainties.
    fn sizes_of_rows(&mut self, value: &Value, uncertainties: Option<&Vec<f64>>) -> Result<Sizes> {
        let numbers = match value.as_column() {
            Some(column) => column.numbers(),
            None => Rc::new(self.all_rows(value)?),
        };
        let weight = |row: usize| uncertainties.map_or(1.0, |us| 1.0 / us[row]);
        let rows = || numbers.iter().enumerate().map(|(row, number)| (weight(row), *number));
        let whole = norm_of(rows().map(|(weight, _)| weight));
        let mean: f64 = rows().map(|(weight, it)| weight / whole * it * (weight / whole)).sum();
        let norm = norm_of(rows().map(|(weight, it)| weight * it));
        Ok(Sizes { norm, spread: norm_of(rows().map(|(weight, it)| weight * (it - mean))) })
    }

    /// Finds out what is not finite at the start of a fit.
    fn bad_start(&mut self, node: &Value, leaves: &[Value]) -> BadStart {
        let stop = self.stop().clone();
        if let Some(found) = NonFinite::of_node(node, &stop) {
            return BadStart::Operation(found);
        }
        // A number that several rows use, or one of a column, is not finite itself.
        for value in Order::until(&stop, [node]).nodes() {
            if value.is_per_row() {
                let numbers = self.all_rows(value).unwrap_or_default();
                if let Some(row) = numbers.iter().position(|it| !it.is_finite()) {
                    return BadStart::Row(value.clone(), row + 1);
                }
            } else if !value.data().is_finite() {
                return match NonFinite::of_node(value, &stop) {
                    Some(found) => BadStart::Operation(found),
                    None => BadStart::Row(value.clone(), 1),
                };
            }
        }
        let is_level = |leaf: &&Value| {
            let leaves = vec![(*leaf).clone()];
            let residuals = Residuals::new(node, leaves, (None, Sizes::default()), &stop);
            let mut triangle = residuals.and_then(|mut it| it.triangle(&[leaf.data()]));
            triangle.take().is_some_and(|triangle| triangle.is_finite())
        };
        let culprit = leaves.iter().find(|leaf| !is_level(leaf));
        BadStart::Slope(culprit.or(leaves.first()).cloned().unwrap_or_else(|| node.clone()))
    }
}

impl Fit {
    fn without_numbers(
        (rows, spare): (usize, usize),
        norm: f64,
        steps: u64,
        outcome: FitOutcome,
    ) -> Fit {
        let (parameters, correlations) = (Vec::new(), Vec::new());
        let (is_weighted, delicate) = (false, None);
        Fit { parameters, correlations, rows, spare, norm, is_weighted, delicate, steps, outcome }
    }
}

/// How far rounding moves each unknown where the residuals are nothing else, in parts of its size.
fn by_rounding(found: &Found, start: &[f64], residuals: &Residuals) -> Vec<f64> {
    let each = residuals.rounding() / (residuals.rows() as f64).sqrt();
    let errors = errors(&found.triangle, each).unwrap_or_default();
    let sizes = found.at.iter().zip(start).map(|(at, start)| at.abs().max(start.abs()));
    let part =
        |(errors, size): (&Vec<f64>, f64)| if size > 0.0 { norm(errors) / size } else { 0.0 };
    errors.iter().zip(sizes).map(part).collect()
}

fn indices_above(parts: &[f64], most: f64) -> Vec<usize> {
    parts.iter().enumerate().filter(|(_, part)| **part > most).map(|(index, _)| index).collect()
}

/// What independent errors of unit size make of each unknown, where each residual has an error of
/// this size.
fn errors(triangle: &Triangle, deviation: f64) -> Option<Vec<Vec<f64>>> {
    let mut rows = triangle.inverse()?;
    rows.iter_mut().flatten().for_each(|it| *it *= deviation);
    Some(rows)
}

/// The correlation of what these errors make.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let [size, theirs] = [one, other].map(norm);
    if std::ptr::eq(one, other) || size == 0.0 || theirs == 0.0 {
        return if std::ptr::eq(one, other) { 1.0 } else { 0.0 };
    }
    let products = one.iter().zip(other).map(|(one, other)| (one / size) * (other / theirs));
    products.sum::<f64>().clamp(-1.0, 1.0)
}
