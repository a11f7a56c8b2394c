//! Fits: leaves that make the sum of squares of `Y - F` over the rows least, and what their errors
//! are.

use std::rc::Rc;

use super::bad_start::bad_start;
use super::diagnostics::{Ended, Measure};
use super::residuals::{Residuals, Sizes};
use crate::core::graph::{Label, NonFinite, Operand, Order, Progress, Value, interrupted};
use crate::core::language::{Result, Span};
use crate::core::session::Session;
use crate::parts::fit::residual;
use crate::parts::least_squares::{self, End, Found, Problem, norm, norm_of, student};
use crate::parts::uncertainty::{CANCELED, FoundError};

/// What varies by less than this part of itself does so by rounding: such a y has no R².
const LEVEL: f64 = 1e-14;

/// Data, and the model that is to come near them.
#[derive(Debug, Clone)]
pub struct Response {
    /// The data, which have rows.
    pub y: Value,
    /// The model.
    pub model: Operand,
}

/// The outcome of a fit.
#[derive(Debug)]
pub struct Fit {
    /// The leaves that moved, with what is known of them.
    pub parameters: Vec<Parameter>,
    /// The 95 % interval of each that has an uncertainty, by Student's t.
    pub intervals: Vec<Option<[f64; 2]>>,
    /// The correlations of their errors, row by row; empty where they have none.
    pub correlations: Vec<Vec<f64>>,
    /// The number of rows.
    pub rows: usize,
    /// The number of rows that do not count.
    pub left_out: usize,
    /// How many more rows than leaves there are.
    pub spare: usize,
    /// The root of the sum of squares.
    pub norm: f64,
    /// True where the rows have uncertainties, in units of which their residuals are.
    pub is_weighted: bool,
    /// True where the model is linear in the leaves.
    pub is_linear: bool,
    /// The probability of a larger χ², where the rows have uncertainties.
    pub probability: Option<f64>,
    /// R²: the part of the variance of y around its mean that the model accounts for, if y varies. With
    /// uncertainties of the rows both are weighted.
    pub r_squared: Option<f64>,
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
    /// Where no step leads lower to first order.
    Converged,
    /// The same, and the residuals are nothing but rounding.
    Exact,
    /// No step tried leads lower.
    Stuck,
    /// It was still falling after the most steps allowed.
    Falling,
    /// The rows do not tell these leaves from each other, or do not depend on the only one; none has moved.
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
    /// A derivative by this leaf; with the sum of the rows, through which it is found.
    Slope(Value, Rc<Order>),
    /// A row, from 1, without an uncertainty among others that have one.
    ExactRow(usize),
}

/// Moves `leaves` so that the sum of squares of what the model differs from the data by over all rows
/// is least, and gives them the uncertainties and correlations that they have then. Leaves that are `new`
/// begin at numbers that stand for none.
///
/// # Errors
///
/// When work is stopped.
pub fn fit(
    session: &mut Session,
    Response { y, model }: &Response,
    leaves: Vec<Value>,
    new: &[Value],
) -> Result<Fit> {
    let node = residual(y, model, Label::default());
    let rows = node.rows().unwrap_or(0);
    let spare = rows.saturating_sub(leaves.len());
    let nothing = |norm, steps, outcome| Fit::without_numbers((rows, spare), norm, steps, outcome);
    let uncertainties = session.uncertainties(y)?;
    if let Some(row) = uncertainties.iter().flat_map(|us| us.iter()).position(|u| *u == 0.0) {
        return Ok(nothing(f64::NAN, 0, FitOutcome::NotFinite(BadStart::ExactRow(row + 1))));
    }
    let stopped = || interrupted(Span::default());
    let sizes = sizes_of_rows(session, y, uncertainties.as_deref())?;
    let measure = Measure::of(sizes, uncertainties.is_some(), spare);
    let stop = session.stop().clone();
    let weights = measure.weights(uncertainties, rows);
    let units = sizes.in_units(measure.unit);
    let residuals = Residuals::new((&node, weights), leaves.clone(), units, &stop);
    let mut residuals = residuals.ok_or_else(stopped)?;
    let searched = search(session, &mut residuals, measure, new);
    if session.work().is_interrupted() {
        return Err(stopped());
    }
    let Some((found, ended)) = searched else {
        let outcome = FitOutcome::NotFinite(bad_start(session, &node, &leaves));
        return Ok(nothing(f64::NAN, 0, outcome));
    };
    session.work().meter_nodes(rows.saturating_mul(found.steps as usize));
    let own = residuals.leaves();
    if let Some(untold) = &ended.untold {
        let untold = untold.iter().filter_map(|at| own.get(*at)).cloned().collect();
        return Ok(nothing(ended.norm, found.steps, FitOutcome::Confused(untold)));
    }
    session.set(&own.iter().cloned().zip(ended.at.iter().copied()).collect::<Vec<_>>());
    if let Some(errors) = &ended.errors {
        let is_estimated = !measure.is_weighted && found.end != End::Exact;
        let freedom = is_estimated.then_some(spare as f64);
        let errors = own.iter().cloned().zip(errors.clone());
        let errors = errors.map(|(leaf, parts)| FoundError { leaf, parts, freedom });
        session.set_errors(&errors.collect::<Vec<_>>(), false);
    }
    let is_linear = residuals.linear() == leaves.len();
    let shape = Shape { rows, sizes, measure, is_linear };
    Ok(Fit::of(shape, (&found, &ended), residuals.leaves(), &leaves))
}

/// Searches, and leaves all data as they were; none where the start is not finite.
fn search(
    session: &mut Session,
    residuals: &mut Residuals,
    measure: Measure,
    new: &[Value],
) -> Option<(Found, Ended)> {
    let at: Vec<f64> = residuals.leaves().iter().map(Value::data).collect();
    let is_new: Vec<bool> = residuals.leaves().iter().map(|leaf| new.contains(leaf)).collect();
    residuals.observer = session.work_mut().observer.take();
    let found = least_squares::least(residuals, &at, &is_new);
    session.work_mut().observer = residuals.observer.take();
    session.work_mut().observe(Progress::Over);
    found.map(|found| {
        let ended = Ended::of(residuals, &found, &at, measure);
        (found, ended)
    })
}

/// The rows of a fit.
struct Shape {
    rows: usize,
    sizes: Sizes,
    measure: Measure,
    is_linear: bool,
}

impl Fit {
    /// A fit that was found, with its leaves in the order of `leaves`; `own` are those of the search.
    fn of(shape: Shape, (found, ended): (&Found, &Ended), own: &[Value], leaves: &[Value]) -> Fit {
        let Shape { rows, sizes, measure, is_linear } = shape;
        let place = |leaf: &Value| own.iter().position(|it| it.is(leaf));
        let errors_of = |leaf: &Value| ended.errors.as_ref()?.get(place(leaf)?);
        let parameter = |leaf: &Value| {
            let u = errors_of(leaf).map(|errors| norm(errors));
            Parameter { leaf: leaf.clone(), data: leaf.data(), u }
        };
        let t = student(if measure.is_weighted { f64::INFINITY } else { measure.spare as f64 });
        let interval = |Parameter { data, u, .. }: &Parameter| {
            u.filter(|u| *u > 0.0).map(|u| [data - t * u, data + t * u])
        };
        let parameters: Vec<Parameter> = leaves.iter().map(parameter).collect();
        let with_others = |one: &Value| {
            let one = errors_of(one)?;
            Some(leaves.iter().filter_map(|it| Some(correlation(one, errors_of(it)?))).collect())
        };
        let is_exact = ended.errors.iter().flatten().any(|errors| norm(errors) == 0.0);
        // What only rounding leaves counts as nothing.
        let kept = if found.end == End::Exact { 0.0 } else { ended.norm };
        let varies = sizes.spread > LEVEL * sizes.norm;
        Fit {
            intervals: parameters.iter().map(interval).collect(),
            parameters,
            correlations: leaves.iter().filter(|_| !is_exact).filter_map(with_others).collect(),
            rows,
            left_out: 0,
            spare: measure.spare,
            norm: ended.norm,
            is_weighted: measure.is_weighted,
            is_linear,
            probability: measure.probability(ended.norm),
            r_squared: varies.then(|| 1.0 - (kept / sizes.spread).powi(2)),
            delicate: ended.delicate,
            steps: found.steps,
            outcome: match found.end {
                End::Converged => FitOutcome::Converged,
                End::Exact => FitOutcome::Exact,
                End::Falling => FitOutcome::Falling,
                End::Stuck | End::Confused(_) | End::Stopped => FitOutcome::Stuck,
            },
        }
    }

    fn without_numbers(
        (rows, spare): (usize, usize),
        norm: f64,
        steps: u64,
        outcome: FitOutcome,
    ) -> Fit {
        Fit {
            parameters: Vec::new(),
            intervals: Vec::new(),
            correlations: Vec::new(),
            rows,
            left_out: 0,
            spare,
            norm,
            is_weighted: false,
            is_linear: false,
            probability: None,
            r_squared: None,
            delicate: None,
            steps,
            outcome,
        }
    }
}

/// How large the rows of a node are, in units of their uncertainties.
fn sizes_of_rows(
    session: &mut Session,
    value: &Value,
    uncertainties: Option<&Vec<f64>>,
) -> Result<Sizes> {
    let numbers = session.shared_rows(value)?;
    let weight = |row: usize| uncertainties.map_or(1.0, |us| 1.0 / us[row]);
    let rows = || numbers.iter().enumerate().map(|(row, number)| (weight(row), *number));
    let whole = norm_of(rows().map(|(weight, _)| weight));
    let mean: f64 = rows().map(|(weight, it)| weight / whole * it * (weight / whole)).sum();
    let norm = norm_of(rows().map(|(weight, it)| weight * it));
    Ok(Sizes { norm, spread: norm_of(rows().map(|(weight, it)| weight * (it - mean))) })
}

/// The correlation of what these errors make.
pub fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let [size, theirs] = [one, other].map(norm);
    if std::ptr::eq(one, other) || size == 0.0 || theirs == 0.0 {
        return if std::ptr::eq(one, other) { 1.0 } else { 0.0 };
    }
    let products = one.iter().zip(other).map(|(one, other)| (one / size) * (other / theirs));
    let sum: f64 = products.sum();
    // What is left of parts of unit size that cancel each other is rounding.
    if sum.abs() <= CANCELED { 0.0 } else { sum.clamp(-1.0, 1.0) }
}
