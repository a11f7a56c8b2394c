//! The rows of all responses of a fit.

use super::compared::Compared;
use super::{BadStart, Fit, FitOutcome, Response};
use crate::graph::{Stop, Value};
use crate::language::Result;
use crate::methods::{Measure, Residuals, Sizes};
use crate::session::Session;
use crate::studies::errors_in_x::columns_with_errors;

/// The rows of all responses of a fit.
pub(super) struct Rows {
    /// The residuals of each response.
    pub(super) compared: Vec<Compared>,
    /// The columns whose uncertainties count.
    pub(super) errors_in: Vec<Value>,
    /// The nodes of all residuals, each with the index of its response.
    pub(super) nodes: Vec<(usize, Value)>,
    pub(super) sizes: Sizes,
    pub(super) count: usize,
    /// True where they have uncertainties.
    pub(super) is_weighted: bool,
}

impl Rows {
    pub(super) fn of(session: &mut Session, responses: &[Response]) -> Result<Rows> {
        let (mut compared, mut errors_in) = (Vec::with_capacity(responses.len()), Vec::new());
        for response in responses {
            let columns = columns_with_errors(session, response);
            compared.push(Compared::of(session, response, &columns)?);
            errors_in.extend(columns);
        }
        let owned = |(index, it): (usize, &Compared)| {
            it.nodes.iter().map(move |node| (index, node.clone())).collect::<Vec<_>>()
        };
        let has_errors = |it: &Compared| it.uncertainties.is_some() || it.distances.is_some();
        Ok(Rows {
            nodes: compared.iter().enumerate().flat_map(owned).collect(),
            sizes: compared.iter().fold(Sizes::default(), |all, it| all.and(it.sizes)),
            count: compared.iter().map(Compared::rows).sum(),
            is_weighted: compared.iter().any(has_errors),
            compared,
            errors_in,
        })
    }

    /// The outcome of a fit with a row without an uncertainty among others that have one.
    pub(super) fn exact_row(&self, spare: usize) -> Option<Fit> {
        let exact = |(index, it): (usize, &Compared)| Some((index, it.exact_row()?));
        let (culprit, row) = self.compared.iter().enumerate().find_map(exact)?;
        let outcome = FitOutcome::NotFinite(BadStart::ExactRow(row));
        let none = Fit::without_numbers((self.count, spare), f64::NAN, 0, outcome);
        Some(Fit { culprit, ..none })
    }

    /// The sum of the logarithms of the uncertainties, where there are any.
    pub(super) fn logs(&self) -> Option<f64> {
        let us = self.compared.iter().filter_map(|it| it.uncertainties.as_ref());
        self.is_weighted.then(|| us.flat_map(|us| us.iter()).map(|u| u.ln()).sum())
    }

    /// What a search makes small by moving these leaves; none when work is stopped.
    pub(super) fn residuals(
        &self,
        leaves: &[Value],
        measure: Measure,
        stop: &Stop,
    ) -> Option<Residuals> {
        let weighted =
            |it: &Compared| it.weighted(measure.weights(it.uncertainties.clone(), it.rows()));
        let nodes = self.compared.iter().flat_map(weighted).collect();
        Residuals::new(nodes, leaves.to_vec(), self.sizes.in_units(measure.unit), stop)
    }
}
