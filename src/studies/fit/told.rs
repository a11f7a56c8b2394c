//! What is told of a fit that was found.

use super::compared::Compared;
use super::rows::Rows;
use super::{Fit, FitOutcome, Left, Parameter, Rise, Searched, correlation};
use crate::graph::Value;
use crate::methods::{Measure, Sizes, chances};
use crate::numbers::norm;
use crate::solver::thresholds_of_fit::quality::LEVEL;
use crate::solver::{Bent, Elsewhere, End, Proof, student};
use crate::studies::quality::{Quality, Remaining};

/// A fit that was found.
pub(super) struct Told<'fit> {
    pub(super) rows: &'fit Rows,
    pub(super) measure: Measure,
    pub(super) searched: &'fit Searched,
    /// The leaves in the order of the search.
    pub(super) own: &'fit [Value],
    /// What independent errors of unit size make of each, where they have uncertainties.
    pub(super) errors: Option<&'fit [Vec<f64>]>,
}

impl Told<'_> {
    /// The fit, with its leaves in this order.
    pub(super) fn in_order(&self, leaves: &[Value]) -> Fit {
        let Told { rows, measure, searched, .. } = self;
        let parameters: Vec<Parameter> = leaves.iter().map(|leaf| self.parameter(leaf)).collect();
        let freedom = if measure.is_weighted { f64::INFINITY } else { measure.spare as f64 };
        let t = student(freedom);
        let part_left = self.part_left(rows.sizes, searched.ended.norm);
        let quality = self.quality(leaves.len(), part_left);
        let responses = rows.compared.iter().enumerate();
        Fit {
            intervals: parameters.iter().map(|it| self.interval(it, t)).collect(),
            parameters,
            correlations: self.correlations(leaves),
            rows: rows.count,
            left_out: 0,
            spare: measure.spare,
            norm: searched.ended.norm,
            responses: responses.map(|(index, it)| self.left(index, it)).collect(),
            culprit: 0,
            is_weighted: measure.is_weighted,
            chances: chances(searched.ended.norm, *measure),
            part_left,
            quality: if rows.errors_in.is_empty() { quality } else { Quality::default() },
            errors_in: rows.errors_in.clone(),
            rise: self.rise(leaves),
            delicate: searched.ended.delicate,
            steps: searched.found.steps,
            outcome: self.outcome(),
        }
    }

    fn place(&self, leaf: &Value) -> usize {
        self.own.iter().position(|it| it.is(leaf)).unwrap_or(0)
    }

    fn errors_of(&self, leaf: &Value) -> Option<&Vec<f64>> {
        self.errors?.get(self.place(leaf))
    }

    fn parameter(&self, leaf: &Value) -> Parameter {
        let u = self.errors_of(leaf).map(|errors| norm(errors));
        Parameter { leaf: leaf.clone(), data: leaf.data(), u }
    }

    /// By how the sum of squares rises where that misleads, else by this quantile.
    fn interval(&self, parameter: &Parameter, t: f64) -> Option<[f64; 2]> {
        let Parameter { leaf, data, u } = parameter;
        let place = self.place(leaf);
        let bent = self.searched.ended.bent.iter().flatten().find(|it| it.unknown == place);
        let straight = u.filter(|u| *u > 0.0).map(|u| [data - t * u, data + t * u]);
        bent.map(|bent| bent.ends).or(straight)
    }

    /// Row by row; none where an error is 0.
    fn correlations(&self, leaves: &[Value]) -> Vec<Vec<f64>> {
        if self.errors.into_iter().flatten().any(|errors| norm(errors) == 0.0) {
            return Vec::new();
        }
        let rows = leaves.iter().filter_map(|one| {
            let one = self.errors_of(one)?;
            let with = |other| Some(correlation(one, self.errors_of(other)?));
            Some(leaves.iter().filter_map(with).collect())
        });
        rows.collect()
    }

    fn rise(&self, leaves: &[Value]) -> Option<Rise> {
        if self.searched.elsewhere == Elsewhere::Nowhere || self.errors.is_none() {
            return None;
        }
        let measured = |bent: &Vec<Bent>| {
            let of = |(index, leaf): (usize, &Value)| {
                let place = self.place(leaf);
                let bent = bent.iter().find(|it| it.unknown == place)?;
                Some((index, bent.ends))
            };
            Rise::Measured(leaves.iter().enumerate().filter_map(of).collect())
        };
        Some(self.searched.ended.bent.as_ref().map_or(Rise::NotMeasured, measured))
    }

    fn part_left(&self, sizes: Sizes, norm: f64) -> Option<f64> {
        let varies = sizes.spread > LEVEL * sizes.norm;
        varies.then(|| (norm / sizes.spread).powi(2))
    }

    fn quality(&self, leaves: usize, part_left: Option<f64>) -> Quality {
        // What only rounding leaves counts as nothing.
        let kept = if self.searched.is_exact() { 0.0 } else { 1.0 };
        Quality::of(Remaining {
            rows: self.rows.count,
            leaves,
            norm: kept * self.searched.ended.norm,
            part: part_left.map(|part| kept * part),
            logs: self.rows.logs(),
        })
    }

    fn left(&self, index: usize, response: &Compared) -> Left {
        let norms = self.rows.nodes.iter().zip(&self.searched.norms);
        let own = norms.filter(|((owner, _), _)| *owner == index);
        let norm = own.fold(0.0, |all: f64, (_, norm)| all.hypot(*norm)) * self.measure.unit;
        let part = self.part_left(response.sizes, norm);
        Left { rows: response.rows(), left_out: 0, norm, part }
    }

    fn outcome(&self) -> FitOutcome {
        let elsewhere = self.searched.elsewhere;
        match self.searched.found.end {
            End::Minimum(Proof::Curvature { left }) => {
                let left = left * self.measure.unit * self.measure.unit;
                FitOutcome::Minimum(Proof::Curvature { left }, elsewhere)
            }
            End::Minimum(proof) => FitOutcome::Minimum(proof, elsewhere),
            End::Stuck => FitOutcome::Stuck,
            End::Falling => FitOutcome::Falling,
            End::Unmeasured => FitOutcome::Unmeasured,
            End::Level | End::Confused(_) | End::Stopped => FitOutcome::Level,
        }
    }
}
