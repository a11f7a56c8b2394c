//! Fits: leaves that make the sum of squares of `Y - F` over the rows least, and what their errors
//! are.

mod compared;
mod rows;
mod start;
mod told;

use std::rc::Rc;

use compared::held_errors;
use rows::Rows;
use start::{bad_start, is_finite};
use told::Told;

use super::quality::Quality;
use crate::graph::{NonFinite, Operand, Order, Value, interrupted};
use crate::language::{Result, Span};
use crate::methods::{Ended, Measure, Progress, Residuals, Untold};
use crate::numbers;
use crate::session::{CANCELED, Freedom, Origin, Session};
use crate::solver::{self, Elsewhere, End, Found, Least, Proof, Start};

/// Data, and the model that is to come near them.
#[derive(Debug, Clone)]
pub struct Response {
    /// The data, which have rows.
    pub y: Value,
    /// The model.
    pub model: Operand,
}

/// What a fit has left of one of its responses.
#[derive(Debug, Clone)]
pub struct Left {
    /// The number of rows.
    pub rows: usize,
    /// The number of its rows that do not count.
    pub left_out: usize,
    /// The root of the sum of squares.
    pub norm: f64,
    /// The part of the variance of y around its mean that is left, if y varies.
    pub part: Option<f64>,
}

/// The outcome of a fit.
#[derive(Debug)]
pub struct Fit {
    /// The leaves that moved, with what is known of them.
    pub parameters: Vec<Parameter>,
    /// The 95 % interval of each that has an uncertainty: by how the sum of squares rises where that
    /// misleads, else by Student's t.
    pub intervals: Vec<Option<[f64; 2]>>,
    /// The correlations of their errors, row by row; empty where they have none.
    pub correlations: Vec<Vec<f64>>,
    /// The number of rows of all responses.
    pub rows: usize,
    /// The number of rows that do not count.
    pub left_out: usize,
    /// How many more rows than leaves there are.
    pub spare: usize,
    /// The root of the sum of squares.
    pub norm: f64,
    /// What is left of each response; empty where nothing was found.
    pub responses: Vec<Left>,
    /// The columns whose uncertainties count.
    pub errors_in: Vec<Value>,
    /// The response that is not finite at the start.
    pub culprit: usize,
    /// True where the rows have uncertainties, in units of which their residuals are.
    pub is_weighted: bool,
    /// The probabilities of a smaller and of a larger χ², where the rows have uncertainties.
    pub chances: Option<[f64; 2]>,
    /// The part of the variance of y around its mean that is left, if y varies.
    pub part_left: Option<f64>,
    /// How well the fit as a whole describes the rows.
    pub quality: Quality,
    /// How the sum of squares rises; none of a linear fit, or where there is no ±.
    pub rise: Option<Rise>,
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

/// How the sum of squares rises when one parameter is held where its 95 % interval would end.
#[derive(Debug, Clone, PartialEq)]
pub enum Rise {
    /// As the parabola from which the uncertainties are taken, but for some parameters: by index, with
    /// the interval that holds each in 95 of 100 cases. An end is infinite where there is none, and not
    /// a number where it was not found.
    Measured(Vec<(usize, [f64; 2])>),
    /// It would have taken too long to look.
    NotMeasured,
}

impl Rise {
    /// Returns the word for it in machine formats.
    pub fn word(&self) -> &'static str {
        match self {
            Rise::Measured(bent) if bent.is_empty() => "parabola",
            Rise::Measured(_) => "other",
            Rise::NotMeasured => "not measured",
        }
    }
}

/// How a fit has ended.
#[derive(Debug)]
pub enum FitOutcome {
    /// At a minimum, with the proof, and what is known of lower ones.
    Minimum(Proof, Elsewhere),
    /// Where no step leads lower to first order, but it may be no minimum.
    Level,
    /// The same; to measure the curvature would take too long.
    Unmeasured,
    /// No step tried leads lower.
    Stuck,
    /// It was still falling after the most steps allowed.
    Falling,
    /// The rows do not tell some leaves; none has moved.
    Untold(Untold<Value>),
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

/// Moves `leaves` so that the sum of squares of what the models differ from their data by over all rows
/// is least, and gives them the uncertainties and correlations that they have then. Either all responses
/// have uncertainties or none has.
///
/// # Errors
///
/// When work is stopped.
pub fn fit(session: &mut Session, responses: &[Response], leaves: Vec<Value>) -> Result<Fit> {
    fit_from(session, responses, leaves, Start::Given)
}

/// As [`fit`], where the present data of the leaves may be an arbitrary start.
///
/// # Errors
///
/// When work is stopped.
pub fn fit_from(
    session: &mut Session,
    responses: &[Response],
    leaves: Vec<Value>,
    start: Start,
) -> Result<Fit> {
    let rows = Rows::of(session, responses)?;
    let spare = rows.count.saturating_sub(leaves.len());
    let nothing =
        |norm, steps, outcome| Fit::without_numbers((rows.count, spare), norm, steps, outcome);
    let (Some(first), Some(any)) = (rows.nodes.first(), leaves.first()) else {
        return Ok(nothing(f64::NAN, 0, FitOutcome::Level));
    };
    if let Some(none) = rows.exact_row(spare) {
        return Ok(none);
    }
    let stopped = || interrupted(Span::default());
    let measure = Measure::of(rows.sizes, rows.is_weighted, spare);
    let stop = session.stop().clone();
    let mut residuals = rows.residuals(&leaves, measure, &stop).ok_or_else(stopped)?;
    let searched = Searched::of(session, &mut residuals, measure, start);
    if session.is_interrupted() {
        return Err(stopped());
    }
    let Some(mut searched) = searched else {
        let is_bad = |(_, node): &&(usize, Value)| !is_finite(session, node, &leaves);
        let (culprit, node) = rows.nodes.iter().find(is_bad).unwrap_or(first).clone();
        let outcome = FitOutcome::NotFinite(bad_start(session, &node, &leaves));
        return Ok(Fit { culprit, ..nothing(f64::NAN, 0, outcome) });
    };
    session.meter_nodes(rows.count.saturating_mul(searched.found.steps as usize));
    let own = residuals.leaves();
    if let Some(untold) = searched.ended.untold.take() {
        let leaf = |at: &usize| own.get(*at).unwrap_or(any).clone();
        let outcome = FitOutcome::Untold(untold.map(leaf));
        // It counts as a change all the same.
        session.set(&[]);
        return Ok(nothing(searched.ended.norm, searched.found.steps, outcome));
    }
    session.open_group();
    let errors = searched.take(session, (&rows, responses), own, measure);
    session.close_group();
    let errors = errors?;
    let told = Told { rows: &rows, measure, searched: &searched, own, errors: errors.as_deref() };
    Ok(told.in_order(&leaves))
}

/// A search for the least sum of squares that has ended.
struct Searched {
    ended: Ended,
    found: Found,
    elsewhere: Elsewhere,
    /// The root of the sum of squares of each node of residuals.
    norms: Vec<f64>,
}

impl Searched {
    /// Searches, and leaves all data as they were; none where the start is not finite.
    fn of(
        session: &mut Session,
        residuals: &mut Residuals,
        measure: Measure,
        start: Start,
    ) -> Option<Searched> {
        let at: Vec<f64> = residuals.leaves().iter().map(Value::data).collect();
        residuals.observer = session.lend_observer();
        let least = solver::least(residuals, &at, start);
        session.return_observer(residuals.observer.take());
        session.observe(Progress::Over);
        let searched = least.map(|Least { found, elsewhere }| {
            let ended = Ended::of(residuals, &found, &at, measure);
            let norms = residuals.norms(&ended.at);
            Searched { ended, found, elsewhere, norms }
        });
        residuals.restore();
        session.set_data(&[]);
        searched
    }

    /// Tells whether nothing but rounding is left.
    fn is_exact(&self) -> bool {
        matches!(self.found.end, End::Minimum(Proof::Rounding))
    }

    /// Sets the leaves, and their uncertainties; returns what independent errors of unit size make of each.
    fn take(
        &self,
        session: &mut Session,
        (rows, responses): (&Rows, &[Response]),
        own: &[Value],
        measure: Measure,
    ) -> Result<Option<Vec<Vec<f64>>>> {
        session.set(&own.iter().cloned().zip(self.ended.at.iter().copied()).collect::<Vec<_>>());
        let errors = match &self.ended.errors {
            Some(_) if !rows.errors_in.is_empty() => {
                held_errors(session, responses, &rows.compared, (own, &self.ended.at))?
            }
            errors => errors.clone(),
        };
        if let Some(errors) = &errors {
            let is_estimated = !measure.is_weighted && !self.is_exact();
            let freedom = is_estimated.then(|| Freedom::new(measure.spare as f64));
            let errors = own.iter().cloned().zip(errors.clone()).collect();
            session.set_errors(errors, Vec::new(), (&Origin::Found, freedom.as_ref()));
        }
        Ok(errors)
    }
}

impl Fit {
    /// The standard deviation of the residuals of a response: its rows to spare are its share of all.
    /// None where they have uncertainties, or there are none to spare.
    pub fn deviation_of(&self, left: &Left) -> Option<f64> {
        let spare = self.spare as f64 * left.rows as f64 / self.rows as f64;
        (spare > 0.0 && !self.is_weighted).then(|| left.norm / spare.sqrt())
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
            responses: Vec::new(),
            errors_in: Vec::new(),
            culprit: 0,
            is_weighted: false,
            chances: None,
            part_left: None,
            quality: Quality::default(),
            rise: None,
            delicate: None,
            steps,
            outcome,
        }
    }
}

/// The correlation of what these errors make.
pub(super) fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let [size, theirs] = [one, other].map(numbers::norm);
    if std::ptr::eq(one, other) || size == 0.0 || theirs == 0.0 {
        return if std::ptr::eq(one, other) { 1.0 } else { 0.0 };
    }
    let products = one.iter().zip(other).map(|(one, other)| (one / size) * (other / theirs));
    let sum: f64 = products.sum();
    // What is left of parts of unit size that cancel each other is rounding.
    if sum.abs() <= CANCELED { 0.0 } else { sum.clamp(-1.0, 1.0) }
}
