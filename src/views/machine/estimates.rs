//! The JSON objects of fits and of solved equations.

use std::ops::Not;

use serde::Serialize;

use super::data;
use crate::report::{Estimate, FitReport, Number, Root, Solution};

#[derive(Serialize)]
pub(super) struct FitBody<'report> {
    parameters: Vec<ParameterBody<'report>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    correlations: Vec<Vec<Number>>,
    rows: usize,
    degrees_of_freedom: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sum_of_squares: Option<Number>,
    #[serde(skip_serializing_if = "Not::not")]
    weighted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rise: Option<&'static str>,
    steps: u64,
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<&'static str>,
}

#[derive(Serialize)]
struct ParameterBody<'report> {
    #[serde(flatten)]
    estimate: EstimateBody<'report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[Number; 2]>,
}

#[derive(Serialize)]
struct EstimateBody<'report> {
    name: &'report str,
    data: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<Number>,
}

impl<'report> From<&'report FitReport> for FitBody<'report> {
    fn from(fit: &'report FitReport) -> Self {
        let row = |row: &Vec<f64>| row.iter().copied().map(data).collect();
        let interval = |index: usize| {
            let (_, ends) = fit.intervals.iter().find(|(of, _)| *of == index)?;
            Some(ends.map(data))
        };
        let parameter = |(index, estimate): (usize, &'report Estimate)| ParameterBody {
            estimate: EstimateBody::of(estimate),
            interval: interval(index),
        };
        FitBody {
            parameters: fit.parameters.iter().enumerate().map(parameter).collect(),
            correlations: fit.correlations.iter().map(row).collect(),
            rows: fit.rows,
            degrees_of_freedom: fit.spare,
            sum_of_squares: fit.sum_of_squares().map(data),
            weighted: fit.is_weighted,
            probability: fit.probability.map(data),
            rise: fit.rise,
            steps: fit.steps,
            end: fit.end,
            lower: fit.lower,
        }
    }
}

impl<'report> EstimateBody<'report> {
    fn of(estimate: &'report Estimate) -> Self {
        EstimateBody { name: &estimate.name, data: data(estimate.data), u: estimate.u.map(data) }
    }
}

#[derive(Serialize)]
pub(super) struct SolutionBody<'report> {
    leaves: Vec<RootBody<'report>>,
    steps: u64,
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Number>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closest: Vec<EstimateBody<'report>>,
}

#[derive(Serialize)]
struct RootBody<'report> {
    #[serde(flatten)]
    leaf: EstimateBody<'report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Number>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    slopes: Vec<SlopeBody<'report>>,
}

#[derive(Serialize)]
struct SlopeBody<'report> {
    by: &'report str,
    slope: Number,
}

impl<'report> From<&'report Solution> for SolutionBody<'report> {
    fn from(solution: &'report Solution) -> Self {
        let root = |Root { leaf, within, slopes }: &'report Root| {
            let slope = |(by, slope): &'report (String, f64)| SlopeBody { by, slope: data(*slope) };
            RootBody {
                leaf: EstimateBody::of(leaf),
                within: within.map(data),
                slopes: slopes.iter().map(slope).collect(),
            }
        };
        let closest = solution.closest.as_ref();
        let at = closest.into_iter().flat_map(|(leaves, _)| leaves);
        SolutionBody {
            leaves: solution.leaves.iter().map(root).collect(),
            steps: solution.steps,
            end: solution.end,
            least: closest.map(|(_, least)| data(*least)),
            closest: at.map(EstimateBody::of).collect(),
        }
    }
}
