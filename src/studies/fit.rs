//! Fits: leaves that make the sum of squares of `Y - F` over the rows least, and what their errors
//! are.

mod compared;
mod start;

use std::rc::Rc;

use compared::{Compared, held_errors};
use start::{bad_start, is_finite};

use super::errors_in_x::columns_with_errors;
use super::quality::{Quality, Remaining};
use crate::graph::{NonFinite, Operand, Order, Value, interrupted};
use crate::language::{Result, Span};
use crate::methods::{Ended, Measure, Progress, Residuals, Sizes, Untold, chances};
use crate::numbers;
use crate::session::{CANCELED, Freedom, Origin, Session};
use crate::solver::thresholds_of_fit::quality::LEVEL;
use crate::solver::{self, Bent, Elsewhere, End, Least, Proof};

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
    let stopped = || interrupted(Span::default());
    let (mut compared, mut errors_in) = (Vec::with_capacity(responses.len()), Vec::new());
    for response in responses {
        let columns = columns_with_errors(session, response);
        compared.push(Compared::of(session, response, &columns)?);
        errors_in.extend(columns);
    }
    let rows = compared.iter().map(Compared::rows).sum::<usize>();
    let spare = rows.saturating_sub(leaves.len());
    let shape = (rows, spare);
    let owned = |(index, it): (usize, &Compared)| {
        it.nodes.iter().map(move |node| (index, node.clone())).collect::<Vec<_>>()
    };
    let nodes: Vec<(usize, Value)> = compared.iter().enumerate().flat_map(owned).collect();
    let (Some(first), Some(any)) = (nodes.first(), leaves.first().cloned()) else {
        return Ok(Fit::without_numbers(shape, f64::NAN, 0, FitOutcome::Level));
    };
    let is_weighted =
        compared.iter().any(|it| it.uncertainties.is_some() || it.distances.is_some());
    let exact = |(index, it): (usize, &Compared)| Some((index, it.exact_row()?));
    if let Some((culprit, row)) = compared.iter().enumerate().find_map(exact) {
        let outcome = FitOutcome::NotFinite(BadStart::ExactRow(row));
        return Ok(Fit { culprit, ..Fit::without_numbers(shape, f64::NAN, 0, outcome) });
    }
    let logs = is_weighted.then(|| {
        let us = compared.iter().filter_map(|it| it.uncertainties.as_ref());
        us.flat_map(|us| us.iter()).map(|u| u.ln()).sum()
    });
    let sizes = compared.iter().fold(Sizes::default(), |all, it| all.and(it.sizes));
    let measure = Measure::of(sizes, is_weighted, spare);
    let weighted =
        |it: &Compared| it.weighted(measure.weights(it.uncertainties.clone(), it.rows()));
    let stop = session.stop().clone();
    let mut residuals = Residuals::new(
        compared.iter().flat_map(weighted).collect(),
        leaves.clone(),
        sizes.in_units(measure.unit),
        &stop,
    )
    .ok_or_else(stopped)?;
    let start: Vec<f64> = residuals.leaves().iter().map(Value::data).collect();
    residuals.observer = session.lend_observer();
    let least = solver::least(&mut residuals, &start);
    session.return_observer(residuals.observer.take());
    session.observe(Progress::Over);
    let ended = least.map(|Least { found, elsewhere }| {
        (Ended::of(&mut residuals, &found, &start, measure), found, elsewhere)
    });
    let norms = match &ended {
        Some((ended, ..)) => residuals.norms(&ended.at),
        None => Vec::new(),
    };
    residuals.restore();
    session.set_data(&[]);
    if session.is_interrupted() {
        return Err(stopped());
    }
    let Some((ended, found, elsewhere)) = ended else {
        let is_bad = |(_, node): &&(usize, Value)| !is_finite(session, node, &leaves);
        let (culprit, node) = nodes.iter().find(is_bad).unwrap_or(first).clone();
        let outcome = FitOutcome::NotFinite(bad_start(session, &node, &leaves));
        return Ok(Fit { culprit, ..Fit::without_numbers(shape, f64::NAN, 0, outcome) });
    };
    session.meter_nodes(rows.saturating_mul(found.steps as usize));
    let own = residuals.leaves();
    if let Some(untold) = ended.untold {
        let leaf = |at: &usize| own.get(*at).unwrap_or(&any).clone();
        let outcome = FitOutcome::Untold(untold.map(leaf));
        // It counts as a change all the same.
        session.set(&[]);
        return Ok(Fit::without_numbers(shape, ended.norm, found.steps, outcome));
    }
    let norm = ended.norm;
    session.open_group();
    session.set(&own.iter().cloned().zip(ended.at.iter().copied()).collect::<Vec<_>>());
    let errors = match &ended.errors {
        Some(_) if !errors_in.is_empty() => {
            held_errors(session, responses, &compared, (own, &ended.at))
        }
        errors => Ok(errors.clone()),
    };
    if errors.is_err() {
        session.close_group();
    }
    let errors = &errors?;
    if let Some(errors) = errors {
        let is_estimated = !is_weighted && !matches!(found.end, End::Minimum(Proof::Rounding));
        let freedom = is_estimated.then(|| Freedom::new(spare as f64));
        let errors = own.iter().cloned().zip(errors.clone()).collect();
        session.set_errors(errors, Vec::new(), (&Origin::Found, freedom.as_ref()));
    }
    session.close_group();
    let place = |leaf: &Value| own.iter().position(|it| it.is(leaf)).unwrap_or(0);
    let of = |leaf: &Value| errors.as_ref().and_then(|errors| errors.get(place(leaf)));
    let bent = |bent: &Vec<Bent>| {
        let of = |(index, leaf): (usize, &Value)| {
            let bent = bent.iter().find(|it| it.unknown == place(leaf))?;
            Some((index, bent.ends))
        };
        Rise::Measured(leaves.iter().enumerate().filter_map(of).collect())
    };
    let t = solver::student(if is_weighted { f64::INFINITY } else { spare as f64 });
    let parameter = |leaf: &Value| {
        let u = of(leaf).map(|errors| numbers::norm(errors));
        Parameter { leaf: leaf.clone(), data: leaf.data(), u }
    };
    let interval = |Parameter { leaf, data, u }: &Parameter| {
        let bent = ended.bent.iter().flatten().find(|it| it.unknown == place(leaf));
        let straight = u.filter(|u| *u > 0.0).map(|u| [data - t * u, data + t * u]);
        bent.map(|bent| bent.ends).or(straight)
    };
    let parameters: Vec<Parameter> = leaves.iter().map(parameter).collect();
    let is_exact = errors.iter().flatten().any(|errors| numbers::norm(errors) == 0.0);
    let correlations = leaves.iter().filter(|_| !is_exact).filter_map(|one| {
        let one = of(one)?;
        Some(leaves.iter().filter_map(|other| Some(correlation(one, of(other)?))).collect())
    });
    let is_linear = elsewhere == Elsewhere::Nowhere;
    let varies = sizes.spread > LEVEL * sizes.norm;
    let part_left = varies.then(|| (norm / sizes.spread).powi(2));
    // What only rounding leaves counts as nothing.
    let kept = if matches!(found.end, End::Minimum(Proof::Rounding)) { 0.0 } else { 1.0 };
    let quality = Quality::of(Remaining {
        rows,
        leaves: leaves.len(),
        norm: kept * norm,
        part: part_left.map(|part| kept * part),
        logs,
    });
    let of_response = |(index, it): (usize, &Compared)| {
        let own = nodes.iter().zip(&norms).filter(|((owner, _), _)| *owner == index);
        let norm = own.fold(0.0, |all: f64, (_, norm)| all.hypot(*norm)) * measure.unit;
        let Sizes { norm: whole, spread } = it.sizes;
        let part = (spread > LEVEL * whole).then(|| (norm / spread).powi(2));
        Left { rows: it.rows(), left_out: 0, norm, part }
    };
    Ok(Fit {
        intervals: parameters.iter().map(interval).collect(),
        parameters,
        correlations: correlations.collect(),
        rows,
        left_out: 0,
        spare,
        norm,
        responses: compared.iter().enumerate().map(of_response).collect(),
        culprit: 0,
        is_weighted,
        chances: chances(norm, measure),
        part_left,
        quality: if errors_in.is_empty() { quality } else { Quality::default() },
        errors_in,
        rise: match &ended.bent {
            _ if is_linear || errors.is_none() => None,
            found => Some(found.as_ref().map_or(Rise::NotMeasured, bent)),
        },
        delicate: ended.delicate,
        steps: found.steps,
        outcome: match found.end {
            End::Minimum(Proof::Curvature { left }) => {
                let left = left * measure.unit * measure.unit;
                FitOutcome::Minimum(Proof::Curvature { left }, elsewhere)
            }
            End::Minimum(proof) => FitOutcome::Minimum(proof, elsewhere),
            End::Stuck => FitOutcome::Stuck,
            End::Falling => FitOutcome::Falling,
            End::Unmeasured => FitOutcome::Unmeasured,
            End::Level | End::Confused(_) | End::Stopped => FitOutcome::Level,
        },
    })
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
