//! The uncertainties of leaves, as they are typed, found and changed.

use std::rc::Rc;

use super::errors::{Errors, LeafError, Source, Sources};
use super::propagation::{by_rows, propagate};
use super::vector::ErrorVector;
use super::{Distribution, Evaluation, PlusMinus, RowUncertainties};
use crate::core::graph::{Built, Label, Value, WeakValue};
use crate::core::language::{Error, Result, Tree, quoted};
use crate::core::session::{Session, same_bits};
use crate::parts::fit::{is_fit, is_residual};
use crate::parts::least_squares::norm;

/// The error of a leaf by its parts of independent sources of unit size; sources at the same place are the same.
#[derive(Debug)]
pub struct FoundError {
    /// The leaf.
    pub leaf: Value,
    /// The parts.
    pub parts: Vec<f64>,
    /// The degrees of freedom of the estimate, if it is one.
    pub freedom: Option<f64>,
}

/// How a solved leaf depends on another leaf, or on the rows of a column from the first on.
#[derive(Debug)]
pub struct SolvedSlopes {
    /// The other leaf.
    pub leaf: Value,
    /// The first row, from 0.
    pub first: usize,
    /// The derivatives.
    pub slopes: Vec<f64>,
}

impl Session {
    /// The standard uncertainty of a node, to first order; `None` if it depends on no uncertain leaf, has rows, or
    /// work is interrupted.
    ///
    /// It takes a backward pass, but only while some leaf is uncertain. All grads stay.
    pub fn uncertainty(&mut self, value: &Value) -> Option<f64> {
        if !self.has_uncertainties() || value.is_per_row() {
            return None;
        }
        if value.is_leaf() {
            return self.uncertainty_of_leaf(value);
        }
        let vector = propagate(self, value).ok()?.vector;
        (vector.inputs().len() > 0).then(|| vector.u())
    }

    /// The standard uncertainties of a per-row node, to first order, one for each row; `None` if it depends on no
    /// uncertain leaf. It takes a backward pass for each row of a computed one. Those of the last fit are of its leaves
    /// alone, whose errors have those of the columns in them.
    ///
    /// # Errors
    ///
    /// Work was interrupted, or there is no room.
    pub fn uncertainties(&mut self, value: &Value) -> Result<Option<Rc<Vec<f64>>>> {
        match value.rows() {
            Some(rows) if value.is_leaf() => {
                Ok(self.uncertainties_of_column(value).map(|it| it.all(rows)))
            }
            Some(rows) if self.has_uncertainties() => {
                let is_fit = is_fit(self, value);
                by_rows(self, value, rows, !is_fit)
            }
            _ => Ok(None),
        }
    }

    /// The same, but `None` for the residuals of a fit: its leaves' errors are not independent of those of the data.
    ///
    /// # Errors
    ///
    /// As [`Session::uncertainties`].
    pub fn shown_uncertainties(&mut self, value: &Value) -> Result<Option<Rc<Vec<f64>>>> {
        if is_residual(self, value) { Ok(None) } else { self.uncertainties(value) }
    }

    /// The standard uncertainty of a leaf, if it has one; of a column that of the row in view.
    pub fn uncertainty_of_leaf(&self, leaf: &Value) -> Option<f64> {
        let error = self.error_of(leaf)?;
        match &error.sources {
            Sources::Rows(rows) => Some(rows.at(leaf.as_column().map_or(0, |it| it.view().row()))),
            _ => Some(error.u().unwrap_or_else(|| self.error_vector(leaf).u())),
        }
    }

    /// The standard uncertainties of a column's rows, if it has any.
    pub fn uncertainties_of_column(&self, leaf: &Value) -> Option<&RowUncertainties> {
        match &self.error_of(leaf)?.sources {
            Sources::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// Returns true if a leaf's uncertainty was found together with its data, and not typed.
    pub fn is_found(&self, leaf: &Value) -> bool {
        self.error_of(leaf).is_some_and(|error| !error.is_typed)
    }

    /// The distribution of a leaf's error.
    pub fn distribution_of(&self, leaf: &Value) -> Distribution {
        self.error_of(leaf).map_or(Distribution::Normal, |error| error.distribution)
    }

    /// The degrees of freedom that a leaf's uncertainty was estimated with, if it was.
    pub fn degrees_of_freedom(&self, leaf: &Value) -> Option<f64> {
        self.error_of(leaf)?.freedom.as_deref().copied()
    }

    /// Returns true if some leaf has an uncertainty.
    pub fn has_uncertainties(&self) -> bool {
        self.part::<Errors>().is_some_and(|errors| !errors.is_empty())
    }

    /// The error of a leaf.
    pub(crate) fn error_of(&self, leaf: &Value) -> Option<&LeafError> {
        self.part::<Errors>()?.get(leaf)
    }

    /// The error of a leaf by its sources.
    pub(super) fn error_vector(&self, leaf: &Value) -> ErrorVector {
        let Some(errors) = self.part::<Errors>() else { return ErrorVector::default() };
        ErrorVector::of(errors, std::iter::once((leaf, 0, [1.0].as_slice())))
    }

    /// The error that what stands after `±` gives to a leaf of this data; `None` for 0.
    ///
    /// # Errors
    ///
    /// It is negative or not finite, or its expression is wrong.
    pub fn standard_uncertainty(
        &mut self,
        data: f64,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<LeafError>> {
        let number = self.number(plus_minus.tree()?)?;
        let u = plus_minus.of(data, number)?;
        let Evaluation { freedom, distribution, .. } = plus_minus.evaluation;
        let freedom = freedom.map(Rc::new);
        Ok((u > 0.0).then(|| LeafError { freedom, distribution, ..LeafError::typed(u) }))
    }

    /// The error of a leaf that is made of what was built of `tree` for `label`.
    ///
    /// # Errors
    ///
    /// As [`Session::standard_uncertainty`], or what was built is no number of its own, or there is a name after `±`.
    pub(crate) fn uncertainty_of_new(
        &mut self,
        (tree, label): (&Tree<'_>, Label),
        built: &Built,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<LeafError>> {
        if let Some(value) = built.result.value() {
            let is_leaf = tree.as_name().is_some() && value.is_leaf();
            if is_leaf || label.part > 0 || value.is_per_row() || self.uncertainty(value).is_some()
            {
                return Err(not_a_leaf(tree, value));
            }
        } else if self.build(plus_minus.tree()?, Label::default())?.result.value().is_some() {
            return Err(name_after(plus_minus));
        }
        self.standard_uncertainty(built.result.data(), plus_minus)
    }

    /// Gives leaves typed errors, or none, undoably. Correlations stay.
    pub fn set_uncertainties(&mut self, changes: &[(Value, Option<LeafError>)]) {
        let correlated = |leaf: &Value, error: &LeafError| match &self.error_of(leaf)?.sources {
            Sources::Shared(_, parts) => Some(Sources::Shared(error.u()?, Rc::clone(parts))),
            _ => None,
        };
        let change = |(leaf, error): &(Value, Option<LeafError>)| {
            let error = error.clone().map(|error| match correlated(leaf, &error) {
                Some(sources) => LeafError { sources, ..error },
                None => error,
            });
            (leaf.clone(), error)
        };
        let changes = changes.iter().map(change).collect();
        self.put_errors(changes);
    }

    /// Gives leaves the errors that were found with their data, undoably. With `keeps_typed` errors that were typed
    /// stay so, and get the correlations.
    pub fn set_errors(&mut self, errors: &[FoundError], keeps_typed: bool) {
        let leaves: Rc<[WeakValue]> = errors.iter().map(|error| error.leaf.downgrade()).collect();
        // Those of one fit are wrong by one factor.
        let mut freedoms: Vec<Rc<f64>> =
            errors.iter().filter_map(|it| it.freedom).map(Rc::new).collect();
        freedoms.dedup();
        let shared = |freedom: f64| freedoms.iter().find(|it| ***it == freedom).cloned();
        let source = |at: usize| {
            let has_part = |it: &&FoundError| it.parts.get(at).is_some_and(|part| *part != 0.0);
            let freedom = |error: &FoundError| match self.error_of(&error.leaf) {
                Some(typed) if keeps_typed && typed.is_typed => typed.freedom.clone(),
                _ => error.freedom.and_then(shared),
            };
            let freedom = errors.iter().filter(has_part).find_map(freedom);
            Rc::new(Source { leaves: Rc::clone(&leaves), index: at, freedom, is_typed: false })
        };
        let size = errors.iter().map(|error| error.parts.len()).max().unwrap_or(0);
        let sources: Vec<Rc<Source>> = (0..size).map(source).collect();
        let change = |FoundError { leaf, parts, freedom }: &FoundError| {
            let u = norm(parts);
            let parts: Vec<f64> = parts.iter().map(|part| part / u).collect();
            let sources = |u| Sources::shared(u, &sources, &parts);
            let typed = self.error_of(leaf).filter(|error| keeps_typed && error.is_typed);
            let error = match typed.and_then(|error| Some((error, error.u()?))) {
                _ if !(u > 0.0 && u.is_finite()) => typed.cloned(),
                Some((typed, u)) => Some(LeafError { sources: sources(u), ..typed.clone() }),
                None => Some(LeafError::found(sources(u), freedom.and_then(shared))),
            };
            (leaf.clone(), error)
        };
        let changes = errors.iter().map(change).collect();
        self.put_errors(changes);
    }

    /// Gives leaves that were solved for the errors that they have by those of other leaves, undoably.
    pub fn set_solved_errors(&mut self, solved: Vec<(Value, Vec<SolvedSlopes>)>) {
        let change = |(leaf, slopes): (Value, Vec<SolvedSlopes>)| {
            let terms = slopes.iter().map(|it| (&it.leaf, it.first, it.slopes.as_slice()));
            let vector = self.part::<Errors>().map(|errors| ErrorVector::of(errors, terms));
            let vector = vector.filter(|vector| vector.inputs().len() > 0);
            let error = |vector| LeafError::found(Sources::Solved(Rc::new(vector)), None);
            (leaf, vector.map(error))
        };
        let changes = solved.into_iter().map(change).collect();
        self.put_errors(changes);
    }

    /// The leaves among those that had this data whose errors were found with it and that have moved.
    pub(super) fn outdated(&self, before: &[(Value, f64)]) -> Vec<(Value, Option<LeafError>)> {
        if !self.has_uncertainties() {
            return Vec::new();
        }
        let has_moved =
            |(leaf, data): &&(Value, f64)| self.is_found(leaf) && !same_bits(leaf.data(), *data);
        before.iter().filter(has_moved).map(|(leaf, _)| (leaf.clone(), None)).collect()
    }
}
/// The error for a name after the `±` of a leaf that is being made.
pub(super) fn name_after(plus_minus: &PlusMinus<'_>) -> Error {
    let message = "found a name after ±, where only a number can stand";
    Error::new(plus_minus.span(), message)
        .hint("a leaf depends on nothing; :set takes names, and keeps the number")
}

/// The error for an uncertainty of what is computed, or has a name already.
fn not_a_leaf(tree: &Tree<'_>, value: &Value) -> Error {
    match tree.as_name().filter(|_| value.is_leaf()) {
        Some(name) => {
            let name = quoted(name);
            let error =
                Error::new(tree.span(), format!("± goes after a number, and {name} is a node"));
            error.hint(if value.is_per_row() {
                format!(
                    "to give its rows uncertainties, :set {name} ± 0.1, or those of a column s: \
                     :set {name} ± s"
                )
            } else {
                format!("to give that leaf an uncertainty, :set {name} ± 0.1")
            })
        }
        None => Error::new(tree.span(), "± goes after a number, and this is computed")
            .hint("its uncertainty follows from its leaves; for more, add a leaf: e = 0 ± 0.1"),
    }
}
