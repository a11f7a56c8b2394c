//! The uncertainties of leaves, as they are typed, found and changed.

use std::rc::Rc;

use super::errors::{Errors, FreedomChange, LeafError};
use super::propagation::{by_rows, propagate};
use super::vector::{ErrorVector, Term};
use super::{Evaluation, PlusMinus, RowUncertainties};
use crate::core::graph::{Operand, Order, Value, WeakValue};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::SUBTRACT;
use crate::core::session::{Change, PartChange, Session, same_bits};
use crate::parts::least_squares::norm;

/// The rounding of saved parts, relative to their size.
const SAVED: f64 = 1e-13;

/// The error of a leaf as parts of independent sources of unit size; equal places mean the same source.
#[derive(Debug)]
pub struct FoundError {
    /// The leaf.
    pub leaf: Value,
    /// The parts.
    pub parts: Vec<f64>,
    /// The degrees of freedom, if the uncertainty was estimated.
    pub freedom: Option<f64>,
    /// The columns whose errors are included.
    pub data: Rc<[WeakValue]>,
}

#[doc(hidden)]
impl Session {
    /// The standard uncertainty of a node, to first order; `None` if the node depends on no uncertain leaf, uses the
    /// data of a fit again, or has rows, or if work is interrupted.
    ///
    /// The computation takes a backward pass, but only while some leaf is uncertain. All grads stay.
    pub fn uncertainty(&mut self, value: &Value) -> Option<f64> {
        if !self.has_uncertainties() || value.is_per_row() {
            return None;
        }
        if value.is_leaf() {
            return self.uncertainty_of_leaf(value);
        }
        if self.uses_data_again(value) {
            return None;
        }
        let vector = propagate(self, value).ok()?.vector;
        (!vector.terms.is_empty()).then(|| vector.u())
    }

    /// The standard uncertainty that an answer shows: `None` if it is 0 or the number is not finite.
    pub fn shown_uncertainty(&mut self, value: &Value) -> Option<f64> {
        self.uncertainty(value).filter(|u| *u != 0.0 && value.data().is_finite())
    }

    /// Returns true if a node has no uncertainty to first order, because all its slopes are 0 here, but changes where
    /// the uncertain leaves are drawn at random.
    pub fn hides_uncertainty(&mut self, value: &Value) -> bool {
        /// The number of draws.
        const FEW: usize = 50;
        /// The spread in units of the node's usual rounding error, and of its data, that shows.
        const ROUNDINGS: f64 = 1e3;
        const SHOWN: f64 = 1e-9;
        let is_number = !value.is_leaf() && !value.is_per_row() && value.members().is_none();
        if !self.has_uncertainties() || !is_number || self.uses_data_again(value) {
            return false;
        }
        let data = value.data();
        let Ok(propagation) = propagate(self, value) else { return false };
        if !data.is_finite() || propagation.vector.terms.is_empty() || propagation.vector.u() != 0.0
        {
            return false;
        }
        // Trials move solved, fitted and correlated leaves along straight lines, and so off their curve.
        let is_tied = |leaf: &Value| {
            self.error_of(leaf).is_some_and(|it| it.solved.is_some() || it.shared.is_some())
        };
        if propagation.order.leaves().any(is_tied) {
            return false;
        }
        let Some(trials) = propagation.trials(self, FEW) else { return false };
        let spread = trials.u.unwrap_or(trials.high - trials.low);
        spread > ROUNDINGS * propagation.rounding && spread > SHOWN * data.abs()
    }

    /// The standard uncertainties of a per-row node's rows, to first order; `None` if no leaf below is uncertain.
    /// Each row of a computed node takes a backward pass. For the last fit only the fitted leaves count: their
    /// errors already include the columns' errors.
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
                let is_fit = self.fitted().is_some_and(|[model, _]| model.is(value));
                by_rows(self, value, rows, !is_fit)
            }
            _ => Ok(None),
        }
    }

    /// The uncertainties that an answer shows: `None` if all are 0, or if the node uses the data of a fit again.
    pub fn shown_uncertainties(&mut self, value: &Value) -> Result<Option<Rc<Vec<f64>>>> {
        if self.uses_data_again(value) {
            return Ok(None);
        }
        let us = self.uncertainties(value)?;
        Ok(us.filter(|us| us.iter().any(|u| *u != 0.0)))
    }

    /// The nodes of the names `fit` and `residual`, if `residual` is data minus `fit` and the fit found the errors
    /// of the leaves.
    fn fitted(&self) -> Option<[&Value; 2]> {
        let [model, residual] = ["fit", "residual"].map(|name| self.names().get(name));
        let (model, residual) = (model?, residual?);
        let subtracted = residual.operands().get(1).and_then(Operand::value);
        let is_residual = residual.operation()?.is(SUBTRACT) && subtracted == Some(model);
        let order = Order::until(self.stop(), [model]);
        (is_residual && order.leaves().any(|leaf| self.is_found(leaf))).then_some([model, residual])
    }

    /// Returns true if a node uses both a fitted leaf and a column of its data, as residuals do: the error of the leaf
    /// includes that of the data. Columns of the model alone, such as x, are exact.
    pub(super) fn uses_data_again(&self, node: &Value) -> bool {
        if !self.has_uncertainties() {
            return false;
        }
        let order = Order::until(self.stop(), [node]);
        let is_below = |column: &WeakValue| column.upgrade().is_some_and(|it| order.contains(&it));
        let mut errors = order.leaves().filter_map(|leaf| self.error_of(leaf));
        errors.any(|error| error.data.iter().any(is_below)) || self.uses_loaded_data(&order)
    }

    /// Returns true if nodes use both a fitted leaf and a column of the data by the names `fit` and `residual`, which
    /// are all that a saved session keeps of a fit.
    fn uses_loaded_data(&self, order: &Order) -> bool {
        let Some([model, residual]) = self.fitted() else { return false };
        if order.contains(residual) {
            return true;
        }
        let of_model = Order::until(self.stop(), [model]);
        if !of_model.leaves().any(|leaf| self.is_found(leaf) && order.contains(leaf)) {
            return false;
        }
        let Some(data) = residual.operands().first().and_then(Operand::value) else { return false };
        let of_data = Order::until(self.stop(), [data]);
        let is_data = |leaf: &&Value| leaf.is_per_row() && !of_model.contains(leaf);
        of_data.leaves().filter(is_data).any(|leaf| order.contains(leaf))
    }

    /// The error for a standard uncertainty of a node that uses the data of a fit again.
    pub(super) fn data_again(&self, name: &str, place: Span) -> Error {
        let message = format!(
            "{name} uses the data of the fit again, whose errors the fitted leaves include already"
        );
        Error::new(place, message).hint(":budget fit is the budget of the model in one row")
    }

    /// The standard uncertainty of a leaf, if it has one; for a column, of the current row.
    pub fn uncertainty_of_leaf(&self, leaf: &Value) -> Option<f64> {
        let error = self.error_of(leaf)?;
        match leaf.current_row().zip(self.uncertainties_of_column(leaf)) {
            Some((row, rows)) => Some(rows.at(row)),
            None => Some(error.u().unwrap_or_else(|| self.error_vector(leaf).u())),
        }
    }

    /// The standard uncertainties of a column's rows, if it has any.
    pub fn uncertainties_of_column(&self, leaf: &Value) -> Option<&RowUncertainties> {
        self.error_of(leaf).filter(|_| leaf.is_per_row()).map(|error| &error.us)
    }

    /// Returns true if a leaf's uncertainty was found together with its data, and not typed.
    pub fn is_found(&self, leaf: &Value) -> bool {
        self.error_of(leaf).is_some_and(|error| !error.is_typed || error.solved.is_some())
    }

    /// The words on a leaf's error: `, dof 9, rectangular`.
    pub fn kind_of_error(&self, leaf: &Value) -> String {
        let words = self.own_error_of(leaf).map(LeafError::words).unwrap_or_default();
        words.iter().map(|word| format!(", {word}")).collect()
    }

    /// The degrees of freedom of a leaf's uncertainty, if it was estimated.
    pub fn degrees_of_freedom(&self, leaf: &Value) -> Option<f64> {
        self.own_error_of(leaf)?.freedom.as_deref().copied()
    }

    /// The estimate, by its degrees of freedom, from which the source comes that a leaf's error adds to those of others.
    pub(super) fn estimate_of(&self, leaf: &Value, vector: &ErrorVector) -> Option<&Rc<f64>> {
        let error = self.own_error_of(leaf)?;
        if error.shared.is_none() {
            return error.freedom.as_ref();
        }
        let (source, _) = vector.parts.last()?;
        self.part::<Errors>()?.freedom(*source)
    }

    /// Returns true if some leaf has an uncertainty.
    pub fn has_uncertainties(&self) -> bool {
        self.part::<Errors>().is_some_and(|errors| !errors.is_empty())
    }

    /// The error of a leaf.
    pub(crate) fn error_of(&self, leaf: &Value) -> Option<&LeafError> {
        self.part::<Errors>()?.get(leaf)
    }

    /// The error of a leaf that was not solved for.
    pub(super) fn own_error_of(&self, leaf: &Value) -> Option<&LeafError> {
        self.error_of(leaf).filter(|error| error.solved.is_none())
    }

    /// The error of a leaf by its sources.
    pub(super) fn error_vector(&self, leaf: &Value) -> ErrorVector {
        let Some(errors) = self.part::<Errors>() else { return ErrorVector::default() };
        ErrorVector::of(errors, std::iter::once(Term::of(leaf)))
    }

    /// The error of a leaf with this data, by the text after `±`; `None` for 0.
    ///
    /// # Errors
    ///
    /// The uncertainty is negative or not finite, or the expression is wrong.
    pub fn standard_uncertainty(
        &mut self,
        data: f64,
        plus_minus: &PlusMinus<'_>,
    ) -> Result<Option<LeafError>> {
        let number = self.number(plus_minus.number()?)?;
        let u = plus_minus.of(data, number)?;
        let Evaluation { freedom, distribution, .. } = plus_minus.evaluation;
        let freedom = freedom.map(Rc::new).or_else(|| self.freedom_of_fit(plus_minus));
        Ok((u > 0.0).then(|| LeafError { freedom, distribution, ..LeafError::typed(u) }))
    }

    /// The degrees of freedom of a `± fit.s`, or of a part of it such as `fit.s/sqrt(3)`: it is the estimate from which the fitted leaves have their errors, so they
    /// are wrong by one factor.
    fn freedom_of_fit(&self, plus_minus: &PlusMinus<'_>) -> Option<Rc<f64>> {
        let mut names = plus_minus.given.names().peekable();
        let is_estimate = names.peek().is_some() && names.all(|(name, _)| name == "fit.s");
        if !is_estimate || !plus_minus.evaluation.is_plain() {
            return None;
        }
        let [model, _] = self.fitted()?;
        let order = Order::until(self.stop(), [model]);
        let mut found = order.leaves().filter(|leaf| self.is_found(leaf));
        found.find_map(|leaf| self.own_error_of(leaf)?.freedom.clone())
    }

    /// Gives leaves typed errors, or none, undoably. Correlations stay.
    pub fn set_uncertainties(&mut self, mut changes: Vec<(Value, Option<LeafError>)>) {
        for (leaf, error) in &mut changes {
            if let (Some(before), Some(error)) = (self.own_error_of(leaf), error) {
                error.shared.clone_from(&before.shared);
            }
        }
        // What was typed for a leaf is what is known of the source that it adds.
        let last =
            |error: &LeafError| Some((error.shared.as_ref()?.last()?.0, error.freedom.clone()?));
        let estimated: Vec<(u64, Rc<f64>)> =
            changes.iter().filter_map(|(_, error)| last(error.as_ref()?)).collect();
        self.put_errors(changes);
        for (source, freedom) in estimated {
            let mut change = FreedomChange { source, freedom: Some(freedom) };
            change.swap(self);
            self.record(Change::Part(Box::new(change)));
        }
    }

    /// Gives fitted leaves their errors, undoably. With `keeps_typed`, typed errors stay typed, and get the
    /// correlations.
    pub fn set_errors(&mut self, errors: &[FoundError], keeps_typed: bool) {
        // The errors of one fit share the degrees of freedom: they are wrong by one factor.
        let mut freedoms: Vec<Rc<f64>> =
            errors.iter().filter_map(|it| it.freedom).map(Rc::new).collect();
        freedoms.dedup();
        let shared = |freedom: f64| freedoms.iter().find(|it| ***it == freedom).cloned();
        let count = errors.iter().map(|error| error.parts.len()).max().unwrap_or(0);
        let first = self.part_mut::<Errors>().new_sources(count);
        // Of saved parts of a typed ± only the last digit is off: in proportion to it they are saved the same again.
        let size = |FoundError { leaf, parts, .. }: &FoundError| {
            let typed = self.own_error_of(leaf).filter(|error| keeps_typed && error.is_typed);
            let u = norm(parts);
            typed.and_then(LeafError::u).filter(|typed| (typed - u).abs() < SAVED * u).unwrap_or(u)
        };
        let used = |error: &FoundError| -> Rc<[(u64, f64)]> {
            let (parts, u) = (&error.parts, size(error));
            let used = (first..).zip(parts).filter(|(_, part)| **part != 0.0);
            used.map(|(source, part)| (source, part / u)).collect()
        };
        // A leaf that stays typed keeps its own degrees of freedom: those given are of the sources.
        let own = |leaf: &Value| self.own_error_of(leaf)?.freedom.clone().filter(|_| keeps_typed);
        let freedom = |it: &FoundError| it.freedom.and_then(shared).or_else(|| own(&it.leaf));
        let (parts, known): (Vec<_>, Vec<_>) =
            errors.iter().map(|it| (used(it), freedom(it))).unzip();
        let sources = parts.iter().zip(&known).map(|(parts, known)| (&**parts, known.as_ref()));
        self.part_mut::<Errors>().set_freedoms(sources);
        let change = |(error, parts): (&FoundError, &Rc<[(u64, f64)]>)| {
            let FoundError { leaf, freedom, data, .. } = error;
            let (u, parts) = (norm(&error.parts), Rc::clone(parts));
            let typed = self.own_error_of(leaf).filter(|error| keeps_typed && error.is_typed);
            let error = match typed {
                _ if !(u > 0.0 && u.is_finite()) => typed.cloned(),
                Some(typed) => Some(LeafError { shared: Some(parts), ..typed.clone() }),
                None => {
                    let freedom = freedom.and_then(shared);
                    let data = Rc::clone(data);
                    Some(LeafError { freedom, data, ..LeafError::found(u, Some(parts)) })
                }
            };
            (leaf.clone(), error)
        };
        let changes = errors.iter().zip(&parts).map(change).collect();
        self.put_errors(changes);
    }

    /// Gives leaves that a command solved the errors that follow from the errors of other leaves, undoably.
    pub fn set_solved_errors(&mut self, solved: Vec<(Value, Vec<Term>)>, command: &'static str) {
        let change = |(leaf, terms): (Value, Vec<Term>)| {
            let errors = self.part::<Errors>()?;
            let mut terms = ErrorVector::of(errors, terms.into_iter()).terms;
            terms.retain(|term| term.slopes.iter().any(|slope| *slope != 0.0));
            Some(errors.solved(&leaf, terms, command))
        };
        self.put_errors(solved.into_iter().filter_map(change).collect());
    }

    /// The leaves that have moved from this data and whose errors were found with it: such errors end.
    pub(super) fn outdated(&self, before: &[(Value, f64)]) -> Vec<(Value, Option<LeafError>)> {
        let Some(errors) = self.part::<Errors>().filter(|errors| !errors.is_empty()) else {
            return Vec::new();
        };
        let has_moved =
            |(leaf, data): &&(Value, f64)| self.is_found(leaf) && !same_bits(leaf.data(), *data);
        let exact = |(leaf, _): &(Value, f64)| errors.solved(leaf, Vec::new(), "");
        before.iter().filter(has_moved).map(exact).collect()
    }
}

/// The error for a name after the `±` of a leaf that is being made.
pub(super) fn name_after(plus_minus: &PlusMinus<'_>) -> Error {
    let message = "found a name after ± where a number was expected";
    Error::new(plus_minus.span(), message)
        .hint(":set takes a name after ±, and keeps its current number")
}
